import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { DropReview, DropRow, DroppedFile, TakenName } from '../../../shared/ipc/drop.ts';
import type { Parsed } from '../../../shared/ipc/contract.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import { parseContentHash } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { App } from '../app.ts';
import type { AppContext } from '../context.ts';
import type { FreshViews } from '../files/command-views.ts';
import { ignoreLines } from '../../sync/observe/site-ignore.ts';
import { takeFolder } from '../../sync/observe/site-lock.ts';
import { fileAt, noteCame, showAndSync, siteToChange } from '../files/site-files.ts';
import type { DropDisk } from '../ports.ts';
import { Drop } from './drop.ts';
import { isTable, type Chosen, type DropFile } from './drop-file.ts';
import { DropTeller } from './drop-progress.ts';
import { LostDrops } from './lost-drops.ts';
import { draftsOf, placesFrom, wantedBy } from './places.ts';
import { reviewFiles, skippedWords, type Alike, type Duplicates } from './review.ts';
import { cutOff, ended, nothingDropped, refusedFile, tooMany, unknownFile } from './words.ts';

const FILES_LIMIT = 200_000;
const HEAD_BYTES = 4096;
/** How many reviews may be open at once; the oldest is forgotten first. */
const REVIEWS = 8;

export interface Drops {
  readonly handlers: Pick<
    Handlers,
    `drop.${'review' | 'hashes' | 'places' | 'accept' | 'finish' | 'cancel'}`
  >;
  readonly upload: App['upload'];
  /** Stops what is under way. Only a note of it stays, so that the next start can tell the person. */
  close(): Promise<void>;
}

/** Files and folders that are dropped onto a site, from their review to their place. Needs no connection. */
export function createDrops(app: AppContext, fresh: FreshViews, disk: DropDisk): Drops {
  const desk = new DropDesk(app, fresh, disk);
  return {
    handlers: {
      'drop.review': (input, signal) => desk.review(input, signal),
      'drop.hashes': (input, signal) => desk.hashes(input, signal),
      'drop.places': (input) => desk.places(input),
      'drop.accept': (input) => desk.accept(input),
      'drop.finish': async ({ drop }) => desk.find(drop)?.finish() ?? fail(ended()),
      'drop.cancel': async ({ drop }) => {
        await desk.cancel(drop);
        return ok(null);
      },
    },
    upload: async (drop, index, bytes) => desk.find(drop)?.receive(index, bytes) ?? fail(ended()),
    close: () => desk.close(),
  };
}

class DropDesk {
  readonly #app: AppContext;
  readonly #fresh: FreshViews;
  readonly #disk: DropDisk;
  readonly #drops = new Map<string, Drop>();
  readonly #lost: LostDrops;
  /** Sites where the remains of an earlier run were dealt with. */
  readonly #recovered = new Map<string, Promise<void>>();

  constructor(app: AppContext, fresh: FreshViews, disk: DropDisk) {
    this.#app = app;
    this.#fresh = fresh;
    this.#disk = disk;
    this.#lost = new LostDrops(app);
    // If this fails, it is tried again and told when somebody drops something.
    for (const site of app.mirror.followed()) this.#recover(site).catch(() => undefined);
  }

  find(id: string): Drop | undefined {
    return this.#drops.get(id);
  }

  async review(input: Parsed<'drop.review'>, signal: AbortSignal): Promise<Result<DropReview>> {
    const kept = await siteToChange(this.#app, input.site);
    if (!kept.ok) return kept;
    const site = kept.value;
    await this.#recover(site);
    const gathered = await this.#gather(site, input, signal);
    if (!gathered.ok) return gathered;
    const { files, skipped } = gathered.value;
    if (files.length === 0 && skipped.length === 0) return fail(nothingDropped());
    const reviewed = await reviewFiles(this.#app, await this.#fresh(), site, files, input.category);
    const { duplicates, uncompared, suggested, seen } = reviewed;
    const id: string = this.#app.env.newOpId();
    const rows = await this.#withDuplicates(id, files, reviewed.rows, duplicates, signal);
    this.#remember(
      new Drop(this.#app, this.#disk, this.#lost, { id, site, files, duplicates, suggested, seen }),
    );
    return ok({ drop: id, site: site.id, rows, skipped, uncompared });
  }

  async hashes({ drop: id, hashes }: Parsed<'drop.hashes'>, signal: AbortSignal): Promise<Result<Alike[]>> {
    const drop = this.#drops.get(id);
    if (drop === undefined) return fail(ended());
    const { duplicates, files } = drop.content;
    await duplicates.prepare(signal);
    const hashed = hashes.map(({ index, hash }) => ({
      index,
      path: files[index]?.path ?? '',
      hash: parseContentHash(hash),
    }));
    return ok([...duplicates.alike(hashed)]);
  }

  async places({ drop: id, files: changed }: Parsed<'drop.places'>): Promise<Result<TakenName[]>> {
    const drop = this.#drops.get(id);
    if (drop === undefined) return fail(ended());
    const { site, files, suggested, seen } = drop.content;
    const categories = new Map(changed.map(({ index, category }) => [index, category]));
    const drafts = await draftsOf(
      this.#app,
      site,
      files,
      ({ index }) => categories.get(index) ?? suggested[index] ?? 'other',
    );
    const asked = { wanted: wantedBy(drafts), leaving: [], sizes: [] };
    const held = await (await this.#fresh()).holdings(site.id, asked);
    const places = await placesFrom(this.#app, site, drafts, held, seen);
    return ok(
      places.flatMap(({ draft, target, holder }) =>
        target === draft.target
          ? []
          : [{ index: draft.file.index, category: draft.category, target, holder }],
      ),
    );
  }

  async accept({ drop: id, files }: Parsed<'drop.accept'>): Promise<Result<{ upload: string | null }>> {
    const drop = this.#drops.get(id);
    if (drop === undefined) return fail(ended());
    const chosen = await this.#choose(drop, files);
    if (!chosen.ok) return chosen;
    const accepted = await drop.accept(chosen.value);
    if (!accepted.ok) return accepted;
    return ok({ upload: accepted.value ? `upload/${id}` : null });
  }

  async cancel(id: string): Promise<void> {
    await this.#drops.get(id)?.cancel();
    this.#drops.delete(id);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#drops.values()].map((drop) => drop.leave()));
  }

  async #gather(
    site: FollowedSite,
    { paths, files }: Parsed<'drop.review'>,
    signal: AbortSignal,
  ): Promise<Result<{ readonly files: readonly DropFile[]; readonly skipped: DropReview['skipped'] }>> {
    if (paths === null) return ok({ files: (files ?? []).map(fromBrowser), skipped: [] });
    const walked = await this.#disk.walk(paths, {
      ignore: ignoreLines(this.#app.mirror),
      leaveOut: [site.folder],
      limit: FILES_LIMIT,
      signal,
    });
    if (!walked.ok) return walked;
    const { entries, skipped, whole } = walked.value;
    if (!whole) return fail(tooMany(FILES_LIMIT));
    const tables = entries.filter((entry) => isTable(entry.path));
    const heads = await this.#disk.heads(tables, HEAD_BYTES);
    const headOf = new Map(tables.map((entry, at) => [entry, heads[at] ?? null]));
    const found = entries.map((entry, index): DropFile => ({
      index,
      path: entry.path.normalize('NFC'),
      size: entry.size,
      modifiedAt: Number(entry.mtimeNs / 1_000_000n),
      head: headOf.get(entry) ?? null,
      entry,
    }));
    return ok({ files: found, skipped: skippedWords(skipped) });
  }

  /** Files on this computer are read at once, but only those that have the size of another one. */
  async #withDuplicates(
    id: string,
    files: readonly DropFile[],
    rows: readonly DropRow[],
    duplicates: Duplicates,
    signal: AbortSignal,
  ): Promise<DropRow[]> {
    const refused = new Set(rows.flatMap((row) => (row.refused === null ? [] : row.index)));
    const like = files.filter(
      ({ entry, size, index }) => entry !== null && duplicates.mayHave(size) && !refused.has(index),
    );
    if (like.length === 0) return [...rows];
    const teller = new DropTeller(this.#app, id);
    teller.begin(
      'reading',
      like.length,
      like.reduce((sum, file) => sum + file.size, 0),
    );
    await duplicates.prepare(signal);
    const hashes = await this.#disk.hashes(
      like.flatMap(({ entry }) => entry ?? []),
      (entry) => {
        teller.moved(entry.size);
        teller.fileDone();
      },
      signal,
    );
    const hashed = like.map(({ index, path }, at) => ({ index, path, hash: hashes[at] ?? null }));
    const found = new Map(duplicates.alike(hashed).map((each) => [each.index, each]));
    return rows.map((row) => ({ ...row, ...found.get(row.index) }));
  }

  /** The categories may differ from the suggested ones, so free places are looked for again. */
  async #choose(drop: Drop, picked: Parsed<'drop.accept'>['files']): Promise<Result<readonly Chosen[]>> {
    const { site, files, seen } = drop.content;
    const picks = new Map(picked.map((pick) => [pick.index, pick]));
    const wanted = picked.flatMap(({ index }) => files[index] ?? []);
    if (picks.size < picked.length || wanted.length < picked.length) return fail(unknownFile());
    const drafts = await draftsOf(
      this.#app,
      site,
      wanted,
      ({ index }) => picks.get(index)?.category ?? 'other',
    );
    for (const { file, refused } of drafts)
      if (refused !== null) return fail(refusedFile(file.path, refused));
    const asked = { wanted: wantedBy(drafts), leaving: [], sizes: [] };
    const { free, holders } = await (await this.#fresh()).holdings(site.id, asked);
    return ok(
      drafts.map(({ file, target }, at) => {
        const replaces = picks.get(file.index)?.replaces ?? null;
        const holder = holders[at] ?? null;
        // Only the file that has that name now may be replaced, if it is what the person was shown.
        const over = replaces !== null && holder?.path === replaces ? (seen.get(replaces) ?? null) : null;
        return { file, target: free[at] ?? (target as RelPath), replaces, over };
      }),
    );
  }

  #remember(drop: Drop): void {
    const open = [...this.#drops.values()].filter((each) => each.standing === 'review');
    const forgotten = open.slice(0, Math.max(0, open.length + 1 - REVIEWS));
    for (const old of this.#drops.values())
      if (old.standing === 'over' || forgotten.includes(old)) this.#drops.delete(old.content.id);
    this.#drops.set(drop.content.id, drop);
  }

  /** Once for each site, before any drop of this run: what a killed run left is finished or thrown away. */
  #recover(site: FollowedSite): Promise<void> {
    const known = this.#recovered.get(site.folder);
    if (known !== undefined) return known;
    const running = this.#app
      .inFolder(() => this.#recoverNow(site))
      .catch((error: unknown) => {
        this.#recovered.delete(site.folder);
        throw error;
      });
    this.#recovered.set(site.folder, running);
    return running;
  }

  async #recoverNow(site: FollowedSite): Promise<void> {
    const taken = await takeFolder(this.#app, site);
    // Nobody knows which drops of another program are under way.
    const recovered =
      taken !== null ? fail(taken) : await this.#disk.recover(site.folder, (drop) => this.#drops.has(drop));
    // A folder that is away, or kept by another program, is looked at again before the next drop; until then none can
    // be under way there.
    if (!recovered.ok) {
      this.#recovered.delete(site.folder);
      return;
    }
    const { placed, beside, cut } = recovered.value;
    this.#lost.sayKept(site.id, beside);
    for (const about of cut) this.#lost.say(site.id, about, cutOff(about.begun, about.files));
    if (placed.length === 0) return;
    for (const path of placed) {
      const file = await fileAt(this.#app, site, path);
      if (file.ok) noteCame(this.#app, site, [file.value]);
    }
    showAndSync(this.#app, site.id);
  }
}

function fromBrowser(file: DroppedFile, index: number): DropFile {
  return {
    index,
    path: file.path.normalize('NFC'),
    size: file.size,
    modifiedAt: file.modifiedAt,
    head: file.head === null ? null : new TextEncoder().encode(file.head),
    entry: null,
  };
}
