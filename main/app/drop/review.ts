import type { DropReview, DropRow } from '../../../shared/ipc/drop.ts';
import type { Category } from '../../../shared/model/category.ts';
import type { ContentHash } from '../../../shared/model/ids.ts';
import { parseRelPath } from '../../../shared/model/rel-path.ts';
import { suggestCategory, suggestionReason } from '../../engine/names/category-guess.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';
import type { CommandViews } from '../files/command-views.ts';
import type { DropWalk } from '../ports.ts';
import { inTurns } from '../../sync/concurrency/in-turns.ts';
import { fileAt } from '../files/site-files.ts';
import type { HeldFile } from '../views/holdings.ts';
import type { DropFile } from './drop-file.ts';
import { draftsOf, placesFrom, wantedBy } from './places.ts';
import { leftOutWords, NO_UNICODE } from './refusal.ts';
import { sizesOfSeveral, twinsOf } from './twins.ts';

export interface Reviewed {
  readonly rows: readonly DropRow[];
  readonly duplicates: Duplicates;
  readonly uncompared: DropReview['uncompared'];
  /** By the index of the file. */
  readonly suggested: readonly Category[];
  /** The files of the site whose names dropped files want, as they were just seen. */
  readonly seen: Map<string, LocalFile>;
}

/** Suggests a place for each file and finds what stands against it. Reads no dropped file. */
export async function reviewFiles(
  app: AppContext,
  views: CommandViews,
  site: FollowedSite,
  files: readonly DropFile[],
  category: Category | null,
): Promise<Reviewed> {
  const drafts = await draftsOf(app, site, files, (file) => category ?? suggestionFor(file));
  const wanted = wantedBy(drafts);
  // Every empty file is like every other: that says nothing.
  const sizes = [...new Set(files.map((file) => file.size))].filter((size) => size > 0);
  const { sameSize, ...held } = await views.holdings(site.id, { wanted, leaving: [], sizes });
  const several = sizesOfSeveral(files);
  const duplicates = new Duplicates(app, site, sameSize, several.compared);
  const seen = new Map<string, LocalFile>();
  const places = await placesFrom(app, site, drafts, held, seen);
  const rows: DropRow[] = [];
  await inTurns(app.env, places, ({ draft, target, holder }) => {
    const { file, refused } = draft;
    rows.push({
      index: file.index,
      path: file.path,
      size: file.size,
      category: draft.category,
      reason: category === null ? reasonFor(file) : null,
      target: target.slice(0, PATH_LIMIT),
      refused,
      sameSize: duplicates.mayHave(file.size),
      duplicateOf: null,
      twinOf: null,
      renamed: target !== draft.target,
      holder,
    });
  });
  const left = rows.filter(({ size, refused, sameSize: isRead }) => {
    return refused === null && !isRead && several.all.has(size);
  });
  const uncompared = { files: left.length, bytes: left.reduce((sum, { size }) => sum + size, 0) };
  return { rows, duplicates, uncompared, suggested: drafts.map((draft) => draft.category), seen };
}

/** The longest text that crosses to the screen. */
const PATH_LIMIT = 4096;

function suggestionFor(file: DropFile): Category {
  const path = parseRelPath(file.path);
  return path === null ? 'other' : suggestCategory(path, file.head);
}

/** Columns that are named as a reason. */
const COLUMNS_NAMED = 4;

function reasonFor(file: DropFile): DropRow['reason'] {
  const path = parseRelPath(file.path);
  const reason = path === null ? null : suggestionReason(path, file.head);
  return (
    reason && { why: reason.why, by: reason.by.slice(0, COLUMNS_NAMED).map((each) => each.slice(0, 60)) }
  );
}

/** What is known of a dropped file once its bytes were read. */
export type Alike = Pick<DropRow, 'index' | 'duplicateOf' | 'twinOf'>;

/**
 * Finds the files of the site and of the drop itself with the bytes of dropped ones, so that the same bytes are not added
 * twice without a word.
 */
export class Duplicates {
  readonly #app: AppContext;
  readonly #site: FollowedSite;
  readonly #byHash = new Map<ContentHash, string>();
  readonly #sizes = new Set<number>();
  #unread: HeldFile[] = [];
  #reading: Promise<void> | null = null;

  /** `twinSizes`: that several dropped files have. */
  constructor(
    app: AppContext,
    site: FollowedSite,
    held: readonly HeldFile[],
    twinSizes: ReadonlySet<number>,
  ) {
    this.#app = app;
    this.#site = site;
    for (const size of twinSizes) this.#sizes.add(size);
    for (const file of held) {
      if (file.hash !== null) this.#byHash.set(file.hash, file.path);
      else if (file.here) this.#unread.push(file);
      else continue;
      this.#sizes.add(file.size);
    }
  }

  /** Could a file of this size be like one of the site or of the drop? Only then is it worth reading. */
  mayHave(size: number): boolean {
    return this.#sizes.has(size);
  }

  /** Reads those files of the site that nobody has read yet. Callers that come meanwhile wait for the same reading. */
  async prepare(signal: AbortSignal): Promise<void> {
    while (this.#unread.length > 0 && !signal.aborted) {
      this.#reading ??= this.#read(signal).finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
  }

  /** If the signal breaks this off, the next caller reads the rest. */
  async #read(signal: AbortSignal): Promise<void> {
    const files = [];
    for (const { path } of this.#unread) {
      const file = await fileAt(this.#app, this.#site, path);
      if (file.ok) files.push(file.value);
    }
    const read = await this.#app.disk.hash(this.#site.folder, files, undefined, signal);
    const known = read.flatMap((result) => (result.ok ? [result.value] : []));
    this.#app.mirror.setHashes(this.#site.id, known);
    for (const { file, hash } of known) this.#byHash.set(hash, file.path);
    if (!signal.aborted) this.#unread = [];
  }

  /** Those of the files that are like another one. What the site holds has no need of a second word. */
  alike(files: readonly { index: number; path: string; hash: ContentHash | null }[]): readonly Alike[] {
    const twins = twinsOf(files);
    return files.flatMap(({ index, hash }) => {
      const duplicateOf = hash === null ? null : (this.#byHash.get(hash) ?? null);
      const twinOf = duplicateOf === null ? (twins.get(index) ?? null) : null;
      return duplicateOf === null && twinOf === null ? [] : [{ index, duplicateOf, twinOf }];
    });
  }
}

/** What the walk left out, in words. */
export function skippedWords(skipped: DropWalk['skipped']): DropReview['skipped'] {
  return skipped
    .slice(0, NAMED)
    .map(({ path, why }) => ({ path: path.slice(0, PATH_LIMIT), why: wordsOf(path, why) }));
}

function wordsOf(path: string, why: DropWalk['skipped'][number]['why']): string {
  return why === 'litter' ? leftOutWords(path) : WORDS[why];
}

/** More than a person reads. */
const NAMED = 1000;

const WORDS = {
  link: 'It is a link to another place.',
  special: 'It is not a regular file.',
  unreadable: 'It could not be read. Check that you may open it.',
  name: NO_UNICODE,
  inside: 'It lies in the site’s folder already.',
  'not-absolute': 'It is not a path on this computer.',
} as const;
