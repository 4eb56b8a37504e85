import type { SiteId } from '../../shared/model/ids.ts';
import type { Mirror } from './ports/mirror.ts';

/** What people call a site; its id where it was never listed here. */
export function nameOf(
  { mirror }: { readonly mirror: Pick<Mirror, 'site'> },
  { id }: { readonly id: SiteId },
): string {
  return mirror.site(id)?.name ?? id;
}
