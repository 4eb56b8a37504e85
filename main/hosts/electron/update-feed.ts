import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOpenToOthers } from '../../adapters/disk/own-files/private.ts';

/** Where updates come from, and the file that says so. */
export interface UpdateFeed {
  /** Null: from nowhere. */
  readonly feed: string | null;
  readonly file: string;
}

/**
 * Read from a file of the data folder when SiteSync starts. It is no setting: whoever names the feed decides which program
 * runs here next, and that must be the person. The page, and what speaks in its name, have no way to write it. Where other
 * users of this computer can, no feed counts.
 */
export function readFeed(data: string, log: (line: string) => void): UpdateFeed {
  const file = join(data, 'update-feed.txt');
  const feed = addressIn(file);
  if (feed === null || !isOpenToOthers(file, data)) return { feed, file };
  log(`Updates are off: other users of this computer may write ${file}, and so name a feed of theirs.`);
  return { feed: null, file };
}

function addressIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    // As shipped.
    return null;
  }
}
