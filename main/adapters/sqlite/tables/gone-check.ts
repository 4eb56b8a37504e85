import type { Trees } from '../../../engine/trees.ts';
import type { Connection } from '../connection.ts';
import { UnreadableRow } from '../mirror-error.ts';

/**
 * An agreement whose record is in no tree reads as a file that is gone from the service, and its copy here is to go too.
 * A row whose id rotted on the disk reads like that as well, and the service, asked for that id, says 404. But the
 * index knows another id for it: it is asked of each agreement without a record.
 */
export function goneCheck(db: Connection): (siteKey: number, trees: Pick<Trees, 'base' | 'remote'>) => void {
  // Answered by the index alone.
  const isKnown = db.query('SELECT 1 FROM base WHERE site_key = ? AND id = ?', () => true);
  return (key, { base, remote }) => {
    for (const id of base.keys())
      if (!remote.has(id) && isKnown.get(key, id) === null) throw new UnreadableRow('file id');
  };
}
