import type { SiteDataService } from '../../main/sync/ports/service.ts';

/** A call as it was asked for, and what does it. */
export type Around = (name: string, args: readonly unknown[], call: () => Promise<unknown>) => unknown;

/** The same service, each of whose calls goes through `around`. */
export function aroundCalls(service: SiteDataService, around: Around): SiteDataService {
  return new Proxy(service, {
    get: (target, name): unknown => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const call = member.bind(target) as (...args: readonly unknown[]) => Promise<unknown>;
      return (...args: readonly unknown[]) => around(String(name), args, () => call(...args));
    },
  });
}
