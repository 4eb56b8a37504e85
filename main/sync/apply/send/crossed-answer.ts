import type { SiteFile } from '../../../../shared/model/site-file.ts';
import type { Intent } from '../../../engine/trees.ts';
import type { SiteContext } from '../../context.ts';

/**
 * Is the record that came as the answer to a create that of another request? A proxy that confuses two answers gives each
 * create the other's record. If that were agreed on, deleting one file here would delete the other's record.
 *
 * An answer that shows the record shows it with our mark. A record that bears the mark of another open create is that
 * one's; and where the service drops marks, so is one that is not as it was sent, and just as another open create.
 *
 * @param isShown false if the record was only read afterwards: others may have written theirs over ours by then, which
 *   `unlessOverwritten` judges
 */
export function isOfOtherRequest(
  { mirror, site }: Pick<SiteContext, 'mirror' | 'site'>,
  intent: Intent,
  { record, isShown }: { readonly record: SiteFile; readonly isShown: boolean },
): boolean {
  const { opId } = record.facts;
  if (opId === intent.opId || (opId === null && isAsSent(intent, record))) return false;
  if (opId !== null && isShown) return true;
  const others = mirror.intents(site.id).filter((open) => open.opId !== intent.opId);
  return others.some((open) => (opId === null ? isAsSent(open, record) : open.opId === opId));
}

function isAsSent(
  sent: Pick<Intent, 'name' | 'category' | 'size'>,
  { name, category, size }: SiteFile,
): boolean {
  const isSame = name.normalize('NFC') === sent.name.normalize('NFC') && category === sent.category;
  return isSame && (size === null || size === sent.size);
}
