import type { FileId } from '../../../shared/model/ids.ts';
import type { SiteContext } from '../context.ts';
import type { Activity } from '../ports/mirror.ts';

/** The reason in the history of a delete that a person said yes to. */
export const CONFIRMED = 'confirmed';

/** The reason in the history of what was sent, where the service then counts another number of bytes. */
export const STORED_OTHER = 'stored-other';

/** A delete for the site's history: one that a person said yes to is told from those that the guard has to count. */
export function activityOfDelete(
  context: SiteContext,
  action: { readonly kind: string; readonly path: string; readonly reason: string; readonly id: FileId },
  bytes: number,
): Activity {
  const { deletes } = context.approved;
  const reason = deletes === 'all' || deletes.has(action.id) ? CONFIRMED : action.reason;
  return activityOf(context, { ...action, reason }, bytes);
}

/**
 * A line for bytes that were sent. A service may rewrite what it takes (rule 7), and one that lost a part of it looks the
 * same: nothing is sent anew, but a person can see it.
 *
 * @param stored what the record counts now; null where it gives no number
 * @param sent bytes
 */
export function activityOfUpload(
  context: SiteContext,
  action: { readonly kind: string; readonly path: string; readonly reason: string; readonly id: FileId },
  stored: number | null,
  sent: number,
): Activity {
  const reason = stored === null || stored === sent ? action.reason : STORED_OTHER;
  return activityOf(context, { ...action, reason }, sent);
}

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
