import type { SiteId } from '../../../shared/model/ids.ts';
import type { Mirror } from '../ports/mirror.ts';

/** What people call a site. One that the service does not list goes by the name of its folder here, or by its id. */
export function nameOf(
  { mirror }: { readonly mirror: Pick<Mirror, 'site'> },
  { id, folder = '' }: { readonly id: SiteId; readonly folder?: string },
): string {
  return mirror.site(id)?.name ?? /([^/\\]+)[/\\]*$/.exec(folder)?.[1] ?? id;
}
