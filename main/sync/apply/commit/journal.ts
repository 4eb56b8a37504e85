import type { FileId } from '../../../../shared/model/ids.ts';
import type { SiteContext, StepContext } from '../../context.ts';
import type { Activity } from '../../ports/mirror/history.ts';

/** The reason in the history for a delete that a person approved. */
export const CONFIRMED = 'confirmed';

/** The reason in the history for an upload of which the service counts another number of bytes. */
export const STORED_OTHER = 'stored-other';

/** The reason in the history for the delete of a record that a create left besides the one that is kept. */
export const SENT_TWICE = 'sent-twice';

/** What the history says of an action. `id`: the record; null if there is none. */
interface Told {
  readonly kind: string;
  readonly path: string;
  readonly reason: string;
  readonly id: FileId | null;
}

interface ToldOfRecord extends Told {
  readonly id: FileId;
}

type JournalContext = Pick<SiteContext, 'env' | 'site'>;

/** A delete for the site's history. Approved ones are marked: the guard counts only the others. */
export function activityOfDelete(
  context: JournalContext & Pick<StepContext, 'approvedDeletes'>,
  action: ToldOfRecord,
  bytes: number,
): Activity {
  const reason = context.approvedDeletes.has(action.id) ? CONFIRMED : action.reason;
  return activityOf(context, { ...action, reason }, bytes);
}

/**
 * An upload for the site's history. A service may rewrite what it takes (rule 7), and one that lost a part looks the same: so
 * another size causes no new upload, but a person can see it here.
 *
 * @param stored bytes that the record counts now; null if it gives no number
 * @param sent bytes
 */
export function activityOfUpload(
  context: JournalContext,
  action: ToldOfRecord,
  stored: number | null,
  sent: number,
): Activity {
  const reason = stored === null || stored === sent ? action.reason : STORED_OTHER;
  return activityOf(context, { ...action, reason }, sent);
}

/** An action that was carried out, for the site's history. */
export function activityOf(
  { env, site }: JournalContext,
  { kind, path, reason, id }: Told,
  bytes: number,
): Activity {
  return { at: env.now(), site: site.id, file: id, path, action: kind, reason, bytes };
}
