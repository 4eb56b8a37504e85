import type { SiteDataService } from '../../main/sync/ports/service.ts';

/** The same service, but for those of its members that are given. */
export function serviceBut(service: SiteDataService, others: Partial<SiteDataService>): SiteDataService {
  return new Proxy(service, {
    get: (target, name): unknown => {
      if (Object.hasOwn(others, name)) return Reflect.get(others, name);
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
