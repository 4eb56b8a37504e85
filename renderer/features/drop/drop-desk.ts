import { CallFailed } from '../../../shared/ipc/client.ts';
import type { CategoryId, FailureWords } from '../../../shared/ipc/define.ts';
import type { DropDone, DropProgress, DropReview, TakenName } from '../../../shared/ipc/drop.ts';
import type { Bridge } from '../../state/bridge.ts';
import { hashFiles } from './bytes/hash-files.ts';
import { describeFiles, listFiles, type ListedFile } from './list-files.ts';
import { sendFiles } from './bytes/send-files.ts';
import type { Dropped } from './dropped.ts';

export interface DropPlace {
  readonly site: string;
  /** Null: suggested file by file. */
  readonly category: CategoryId | null;
}

/** The state of the drop. There is only one at a time. */
export type DropStage =
  | { readonly kind: 'idle' }
  /** Asks for what is missing: the site, or the files. */
  | {
      readonly kind: 'asking';
      readonly site: string | null;
      readonly category: CategoryId | null;
      readonly source: Dropped | null;
    }
  /** Walks the folders and looks up what the site holds. */
  | { readonly kind: 'listing'; readonly place: DropPlace; readonly found: number }
  | {
      readonly kind: 'review';
      readonly place: DropPlace;
      readonly source: Dropped;
      readonly review: DropReview;
      /** Names that are already taken, by file index. */
      readonly names: ReadonlyMap<number, TakenName>;
      /** Progress of comparing files with what the site holds and with each other; null when done. */
      readonly comparing: { readonly done: number; readonly of: number } | null;
      /** Why the last attempt failed. */
      readonly failure: FailureWords | null;
    }
  | {
      readonly kind: 'adding';
      readonly place: DropPlace;
      readonly review: DropReview;
      readonly progress: DropProgress | null;
    };

export interface Accepted {
  readonly index: number;
  readonly category: CategoryId;
  /** Path of the site's file that it replaces. */
  readonly replaces?: string | undefined;
}

interface DeskEvents {
  /** The files are in the site's folder. */
  readonly onAdded: (site: string, done: DropDone) => void;
  /** The drop could not even be reviewed. */
  readonly onFailed: (error: unknown) => void;
  /** It is reviewed without having been compared. */
  readonly onUncompared: (error: unknown) => void;
}

/** Leads a drop from the event to the site's folder. Nothing is left half-done if it ends early. */
export class DropDesk {
  readonly #client: Bridge['client'];
  readonly #drops: Bridge['drops'];
  readonly #events: DeskEvents;
  readonly #listeners = new Set<() => void>();
  #stage: DropStage = { kind: 'idle' };
  #stop = new AbortController();
  /** The files of the review's rows, by index; empty in the desktop app, where main has the paths. */
  #files: readonly ListedFile[] = [];
  /** Number of requests for taken names so far: only the answer to the last one counts. */
  #placesAsked = 0;

  constructor({ client, drops }: Pick<Bridge, 'client' | 'drops'>, events: DeskEvents) {
    this.#client = client;
    this.#drops = drops;
    this.#events = events;
  }

  readonly get = (): DropStage => this.#stage;

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#listeners.add(onChange);
    return () => this.#listeners.delete(onChange);
  };

  /** Begins to listen to the progress of copying. The returned function stops that, and cancels the drop under way. */
  readonly start = (): (() => void) => {
    const stopListening = this.#client.on('drop', (progress) => this.#told(progress));
    return () => {
      stopListening();
      this.cancel();
    };
  };

  /** Asks for the site, the files, or both. */
  ask(site: string | null, category: CategoryId | null, source: Dropped | null): void {
    if (this.#stage.kind === 'idle' || this.#stage.kind === 'asking')
      this.#to({ kind: 'asking', site, category, source });
  }

  /** Looks through what was dropped and shows it for review. */
  async review(place: DropPlace, source: Dropped): Promise<void> {
    if (this.#stage.kind === 'adding') return;
    this.cancel();
    const { signal } = (this.#stop = new AbortController());
    this.#to({ kind: 'listing', place, found: 0 });
    try {
      const review = await this.#reviewOf(place, source, signal);
      if (signal.aborted) {
        this.#forget(review.drop);
        return;
      }
      this.#show(place, source, review, null);
      await this.#compareOrTell(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#to({ kind: 'idle' });
      this.#events.onFailed(error);
    }
  }

  /** Asks again which names are taken, since another category is another folder. */
  async place(files: readonly { readonly index: number; readonly category: CategoryId }[]): Promise<void> {
    const stage = this.#stage;
    if (stage.kind !== 'review') return;
    const { signal } = this.#stop;
    const asked = ++this.#placesAsked;
    if (files.length === 0) {
      this.#onReview((now) => ({ ...now, names: namesIn(now.review) }));
      return;
    }
    try {
      const drop = stage.review.drop;
      const names = await this.#client.call('drop.places', { drop, files: [...files] }, signal);
      if (asked !== this.#placesAsked) return;
      this.#onReview((now) =>
        now.review.drop === drop ? { ...now, names: new Map(names.map((name) => [name.index, name])) } : now,
      );
    } catch {
      // Then no taken names are shown and nothing is replaced: each file gets a free name.
    }
  }

  async add(files: readonly Accepted[]): Promise<void> {
    const stage = this.#stage;
    if (stage.kind !== 'review' || files.length === 0) return;
    const { place, source, review } = stage;
    const { signal } = this.#stop;
    this.#to({ kind: 'adding', place, review, progress: null });
    try {
      const { upload } = await this.#client.call('drop.accept', { drop: review.drop, files: [...files] });
      if (upload !== null && this.#drops.kind === 'uploads')
        await sendFiles(this.#drops, upload, this.#sendings(files), signal);
      const done = await this.#client.call('drop.finish', { drop: review.drop });
      if (signal.aborted) return;
      this.#to({ kind: 'idle' });
      this.#events.onAdded(place.site, done);
    } catch (error) {
      if (signal.aborted) return;
      this.#forget(review.drop);
      await this.#again(place, source, error, signal);
    }
  }

  /** For Esc, Cancel and Stop: nothing of the drop stays. */
  cancel(): void {
    const stage = this.#stage;
    this.#stop.abort();
    this.#files = [];
    if (stage.kind === 'review' || stage.kind === 'adding') this.#forget(stage.review.drop);
    if (stage.kind !== 'idle') this.#to({ kind: 'idle' });
  }

  async #reviewOf(place: DropPlace, source: Dropped, signal: AbortSignal): Promise<DropReview> {
    const { site, category } = place;
    if (source.kind === 'paths') {
      this.#files = [];
      const paths = [...source.paths];
      return this.#client.call('drop.review', { site, category, paths, files: null }, signal);
    }
    const tell = sometimes((found: number) => this.#to({ kind: 'listing', place, found }));
    const listed = await listFiles(source, tell, signal);
    const files = await describeFiles(listed.files, signal);
    const review = await this.#client.call('drop.review', { site, category, paths: null, files }, signal);
    this.#files = listed.files;
    const unread = listed.unread.map((path) => ({ path, why: UNREAD }));
    return { ...review, skipped: [...review.skipped, ...unread] };
  }

  #show(place: DropPlace, source: Dropped, review: DropReview, failure: FailureWords | null): void {
    const alike = this.#alike(review).length;
    const comparing = alike === 0 ? null : { done: 0, of: alike };
    this.#to({ kind: 'review', place, source, review, names: namesIn(review), comparing, failure });
  }

  /** Where comparing fails the review goes on: what was decided in it meanwhile is not thrown away for that. */
  async #compareOrTell(signal: AbortSignal): Promise<void> {
    try {
      await this.#compare(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#onReview((now) => ({ ...now, comparing: null }));
      this.#events.onUncompared(error);
    }
  }

  /** Hashes the files whose size another one has, since only the bytes tell. In the desktop app main has done so. */
  async #compare(signal: AbortSignal): Promise<void> {
    const stage = this.#stage;
    if (stage.kind !== 'review' || stage.comparing === null) return;
    const alike = this.#alike(stage.review);
    const hashes: { index: number; hash: string }[] = [];
    const tell = sometimes((done: number) =>
      this.#onReview((review) => ({ ...review, comparing: { done, of: alike.length } })),
    );
    await hashFiles(
      alike.map(({ file }) => file),
      (at, hash) => {
        const row = alike[at]?.row;
        if (row !== undefined && hash !== null) hashes.push({ index: row.index, hash });
        tell(at + 1);
      },
      signal,
    );
    const found = await this.#client.call('drop.hashes', { drop: stage.review.drop, hashes }, signal);
    const known = new Map(found.map((each) => [each.index, each]));
    this.#onReview((now) => ({
      ...now,
      comparing: null,
      review: {
        ...now.review,
        rows: now.review.rows.map((row) => ({ ...row, ...known.get(row.index) })),
      },
    }));
  }

  #alike(review: DropReview) {
    return review.rows.flatMap((row) => {
      const file = this.#files[row.index]?.file;
      return file !== undefined && row.sameSize && row.refused === null ? [{ row, file }] : [];
    });
  }

  #sendings(files: readonly Accepted[]) {
    return files.flatMap(({ index }) => {
      const file = this.#files[index]?.file;
      return file === undefined ? [] : [{ index, file }];
    });
  }

  /** Reviews the same files again, so that a failed attempt does not lose the person's decisions. */
  async #again(place: DropPlace, source: Dropped, error: unknown, signal: AbortSignal): Promise<void> {
    try {
      const review = await this.#reviewOf(place, source, signal);
      if (signal.aborted) {
        this.#forget(review.drop);
        return;
      }
      this.#show(place, source, review, error instanceof CallFailed ? error.failure : null);
      await this.#compareOrTell(signal);
    } catch {
      if (signal.aborted) return;
      this.#to({ kind: 'idle' });
      this.#events.onFailed(error);
    }
  }

  #told(progress: DropProgress): void {
    const stage = this.#stage;
    if (stage.kind === 'adding' && stage.review.drop === progress.drop) this.#to({ ...stage, progress });
  }

  #onReview(change: (stage: Extract<DropStage, { kind: 'review' }>) => DropStage): void {
    if (this.#stage.kind === 'review') this.#to(change(this.#stage));
  }

  #forget(drop: string): void {
    // If this call fails too, the engine clears the drop away by itself after a while.
    void this.#client.call('drop.cancel', { drop }).catch(() => undefined);
  }

  #to(stage: DropStage): void {
    this.#stage = stage;
    for (const listener of this.#listeners) listener();
  }
}

/** The names that are taken with the suggested categories. */
function namesIn({ rows }: DropReview): ReadonlyMap<number, TakenName> {
  return new Map(rows.filter(({ renamed }) => renamed).map((row) => [row.index, row]));
}

/** Screens are updated at most this often, ms. */
const TICK = 250;

function sometimes(tell: (count: number) => void): (count: number) => void {
  let told = -Infinity;
  return (count) => {
    if (performance.now() - told < TICK) return;
    told = performance.now();
    tell(count);
  };
}

const UNREAD = 'The browser could not read it. Check that you may open it.';
