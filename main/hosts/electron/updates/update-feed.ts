import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOpenToOthers } from '../../../adapters/disk/own-files/private.ts';

/** Where updates come from, and the file that names it. */
export interface UpdateFeed {
  /** Null: no updates. */
  readonly feed: string | null;
  readonly file: string;
}

/**
 * Reads the feed from a file in the data folder at the start. It is not a setting: whoever names the feed decides which
 * program runs here next, and that must be the person. The page has no way to write it. If other users of this computer
 * can write it, it does not count.
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
    // There is no such file, as shipped: no updates.
    return null;
  }
}
