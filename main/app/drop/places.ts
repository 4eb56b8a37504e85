import type { NameHolder } from '../../../shared/ipc/drop.ts';
import type { Category } from '../../../shared/model/category.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { timeOfMtime } from '../../engine/compare/fingerprint.ts';
import type { LocalFile } from '../../engine/trees.ts';
import { forEachLimited } from '../../sync/concurrency/for-each-limited.ts';
import { inTurns } from '../../sync/concurrency/in-turns.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import { fileAt, ignoredPaths } from '../files/site-files.ts';
import type { Holder, Holdings } from '../views/holdings.ts';
import { targetOf, type DropFile } from './drop-file.ts';
import { refusalOf } from './refusal.ts';

const LOOKS_AT_ONCE = 16;

/** Where a dropped file wants to lie. */
export interface Draft {
  readonly file: DropFile;
  readonly category: Category;
  readonly target: string;
  /** Why it cannot lie there, in words; null if it can. */
  readonly refused: string | null;
}

export async function draftsOf(
  app: AppContext,
  site: FollowedSite,
  files: readonly DropFile[],
  categoryOf: (file: DropFile) => Category,
): Promise<readonly Draft[]> {
  const ignored = await ignoredPaths(app, site);
  const drafts: Draft[] = [];
  await inTurns(app.env, files, (file) => {
    const category = categoryOf(file);
    const target = targetOf(file, category);
    drafts.push({ file, category, target, refused: refusalOf(target, app.env.platform, ignored) });
  });
  return drafts;
}

/** The places for which drafts ask, in their order. */
export function wantedBy(drafts: readonly Draft[]): readonly RelPath[] {
  return drafts.filter(({ refused }) => refused === null).map(({ target }) => target as RelPath);
}

/** A draft with the place that is free for it. */
export interface Place {
  readonly draft: Draft;
  readonly target: string;
  /** What already has that place. */
  readonly holder: NameHolder | null;
}

/**
 * What holds a wanted name is looked at on the disk, since the person decides by what lies there now. `seen` remembers
 * it: only that may be replaced later.
 */
export async function placesFrom(
  app: AppContext,
  site: FollowedSite,
  drafts: readonly Draft[],
  { free, holders }: Pick<Holdings, 'free' | 'holders'>,
  seen: Map<string, LocalFile>,
): Promise<readonly Place[]> {
  const named = await lookAt(app, site, holders, seen);
  let next = 0;
  return drafts.map((draft) => {
    if (draft.refused !== null) return { draft, target: draft.target, holder: null };
    const at = next++;
    const holder = holders[at] ?? null;
    return {
      draft,
      target: free[at] ?? draft.target,
      holder: holder === null ? null : (named.get(holder.path) ?? null),
    };
  });
}

async function lookAt(
  app: AppContext,
  site: FollowedSite,
  holders: Holdings['holders'],
  seen: Map<string, LocalFile>,
): Promise<ReadonlyMap<string, NameHolder>> {
  const byPath = new Map(holders.flatMap((holder) => (holder === null ? [] : [[holder.path, holder]])));
  const named = new Map<string, NameHolder>();
  await forEachLimited([...byPath.values()], LOOKS_AT_ONCE, async ({ path, here }: Holder) => {
    if (!here) {
      named.set(path, { path, here: null });
      return;
    }
    const file = await fileAt(app, site, path);
    // A person cannot agree to replace a file that is gone or cannot be looked at.
    if (!file.ok) return;
    seen.set(path, file.value);
    const { size, mtimeNs } = file.value;
    named.set(path, { path, here: { size, modifiedAt: timeOfMtime(mtimeNs) } });
  });
  return named;
}
