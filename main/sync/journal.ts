import type { FileId } from '../../shared/model/ids.ts';
import type { SiteContext } from './context.ts';
import type { Activity } from './ports/mirror.ts';

/** A line of the site's history for an action that was carried out. */
export function activityOf(
  context: SiteContext,
  action: {
    readonly kind: string;
    readonly path: string;
    readonly reason: string;
    readonly id?: FileId | null;
  },
  bytes: number,
): Activity {
  return {
    at: context.env.now(),
    site: context.site.id,
    file: action.id ?? null,
    path: action.path,
    action: action.kind,
    reason: action.reason,
    bytes,
  };
}
