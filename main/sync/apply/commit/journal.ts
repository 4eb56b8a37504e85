import type { FileId } from '../../../../shared/model/ids.ts';
import type { SiteContext } from '../../context.ts';
import type { Activity } from '../../ports/mirror/history.ts';

/** The reason in the history for a delete that a person approved. */
export const CONFIRMED = 'confirmed';

/** The reason in the history for an upload of which the service counts another number of bytes. */
export const STORED_OTHER = 'stored-other';

/** The reason in the history for the delete of a record that a create left besides the one that is kept. */
export const SENT_TWICE = 'sent-twice';

/** A delete for the site's history. Approved ones are marked: the guard counts only the others. */
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
 * An upload for the site's history. A service may rewrite what it takes (rule 7), and one that lost a part looks the same: so
 * another size causes no new upload, but a person can see it here.
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

/** An action that was carried out, for the site's history. */
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
