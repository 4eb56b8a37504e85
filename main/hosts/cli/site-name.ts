import type { SiteId } from '../../../shared/model/ids.ts';
import type { Program } from '../compose.ts';

/** What people call a site; its id where it was never listed here. */
export function nameOf({ mirror }: Pick<Program, 'mirror'>, { id }: { readonly id: SiteId }): string {
  return mirror.site(id)?.name ?? id;
}
