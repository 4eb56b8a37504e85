import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where updates come from, and the file that says so. */
export interface UpdateFeed {
  /** Null: from nowhere. */
  readonly feed: string | null;
  readonly file: string;
}

/**
 * Read from a file of the data folder when SiteSync starts. It is no setting: whoever names the feed decides which program
 * runs here next, and that must be the person. The page, and what speaks in its name, have no way to write it.
 */
export function readFeed(data: string): UpdateFeed {
  const file = join(data, 'update-feed.txt');
  return { feed: addressIn(file), file };
}

function addressIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    // As shipped.
    return null;
  }
}
