import { failureText } from '../../../shared/failure.ts';
import { hasCome } from '../../engine/times/due.ts';
import { LOOKED_FOR } from '../../engine/guards/folder-missing.ts';
import { ignoreRules } from '../../engine/ignore/ignore-rules.ts';
import type { SyncContext } from '../context.ts';
import { DirtyFolders } from './dirty-folders.ts';
import { LastingNotice, type NoticeOptions } from '../telling/lasting-notice.ts';
import type { Problem } from '../problems/problem.ts';
import type { ScanScope } from '../ports/disk.ts';
import type { Watch, Watcher } from '../ports/environment.ts';

/** How often the whole folder is scanned although no hint came, ms. No wait of a watch is longer. */
export const SCAN_EVERY = 15 * 60_000;
/** How often the folder is scanned instead if there is no watcher, ms. */
const SCAN_WITHOUT_WATCHER = 30_000;

export interface WatchedFolderOptions extends NoticeOptions {
  /** Whoever hears the reports tells that the folder is away, so no notice does. */
  readonly tellsReports?: boolean;
  /** Something may have changed. */
  readonly onHint: () => void;
}

/**
 * Decides what of a watched folder has to be scanned, and when. Hints tell where something changed; a full scan finds
 * what they missed.
 */
export class WatchedFolder {
  readonly #context: Pick<SyncContext, 'env' | 'settings'>;
  readonly #watcher: Watcher;
  readonly #folder: string;
  readonly #onHint: () => void;
  readonly #tellsReports: boolean;
  #watch: Watch | null = null;
  /** The ignore lines by which the watcher leaves files out. */
  #ignore: readonly string[] = [];
  /** Folders with hints since the last scan; null: everything. */
  #dirty: DirtyFolders | null = null;
  #scanEvery = SCAN_EVERY;
  #scanAt = 0;
  /** Why nothing in the folder counted at the last look; null if it did. */
  #fault: Problem['code'] | null = null;
  /** The watcher cannot be trusted: it is started anew when there is a chance that it works. */
  #mustRewatch = false;
  /** Why the watcher cannot be trusted. Said only after a look found the folder: it may just have gone. */
  #unsaid: string | null = null;
  /** Says how the folder is watched, if that is not as it should be. */
  readonly #notice: LastingNotice;

  constructor(
    context: Pick<SyncContext, 'env' | 'settings'>,
    watcher: Watcher,
    folder: string,
    options: WatchedFolderOptions,
  ) {
    this.#context = context;
    this.#watcher = watcher;
    this.#folder = folder;
    this.#onHint = options.onHint;
    this.#tellsReports = options.tellsReports === true;
    this.#notice = new LastingNotice(options);
  }

  /** Nothing in the folder counted at the last look, so each look is to see whether it does again. */
  get isLookedFor(): boolean {
    return this.#fault !== null;
  }

  /** When the whole folder is to be scanned, epoch ms. */
  get scanAt(): number {
    return this.#scanAt;
  }

  get isScanDue(): boolean {
    return this.#dirty === null || hasCome(this.#scanAt, this.#context.env.now(), SCAN_EVERY);
  }

  /** Starts watching; the whole folder is to be scanned then. May be called again after `close`. */
  async open(): Promise<void> {
    this.#dirty = null;
    this.#scanAt = 0;
    await this.#openWatch();
  }

  async close(): Promise<void> {
    await this.#watch?.close();
    this.#notice.over();
  }

  /** Starts the watcher anew if that is needed; a full scan then finds what happened in between. */
  async keepWatching(): Promise<void> {
    if (!this.#mustRewatch) return;
    this.#mustRewatch = false;
    await this.#watch?.close();
    this.#dirty = null;
    await this.#openWatch();
    if (this.#scanEvery === SCAN_EVERY) this.#notice.over();
  }

  /** Somebody waits for a look: a watcher that failed is tried once more. */
  asked(): void {
    if (this.#scanEvery === SCAN_WITHOUT_WATCHER) this.#mustRewatch = true;
  }

  /** Have the ignore lines of the settings changed? Then the watcher is to be started anew. */
  hasOtherRules(): boolean {
    const isOther = this.#ignore.join('\n') !== this.#context.settings.ignore.join('\n');
    this.#mustRewatch ||= isOther;
    return isOther;
  }

  /** These folders are to be looked at again: a look missed what came into them. */
  lookAgain(folders: readonly string[]): void {
    for (const folder of folders) this.#dirty?.add(folder, false);
  }

  /** These folders, and all below them, are to be looked at again: they could not be read. */
  unread(folders: readonly string[]): void {
    for (const folder of folders) this.#dirty?.add(folder, true);
  }

  /** Returns what to scan, and forgets the hints; null: everything. */
  takeHints(full: boolean): ScanScope | null {
    const hints = this.#dirty;
    this.#dirty = new DirtyFolders();
    return full || hints === null ? null : hints.scope();
  }

  /** A scan is over; `full`: of the whole folder. */
  scanned(full: boolean): void {
    // Until the watcher is started anew nobody watches, so the next full scan is due at once.
    const next = this.#context.env.now() + (this.#mustRewatch ? 0 : this.#scanEvery);
    this.#scanAt = full ? next : Math.min(this.#scanAt, next);
  }

  /** A scan failed: everything is to be scanned. */
  notScanned(): void {
    this.#dirty = null;
  }

  /** Tells what a look at the folder found. `fault`: why nothing in it counts; null if it does. */
  found(fault: Omit<Problem, 'path'> | null): void {
    const unsaid = this.#unsaid;
    this.#unsaid = null;
    if (fault !== null) {
      this.#dirty = null;
      this.#scanEvery = SCAN_WITHOUT_WATCHER;
      if (!this.#tellsReports) this.#notice.say(this.#wordsOf(fault));
    } else if (unsaid !== null) this.#notice.say(unsaid);
    if (fault === null && this.#fault !== null) {
      if (unsaid === null) this.#notice.over();
      // A watcher no longer sees anything of a folder that was away.
      this.#mustRewatch = true;
    }
    this.#fault = fault?.code ?? null;
  }

  #wordsOf(fault: Omit<Problem, 'path'>): string {
    // What waits for a person, and what the next look ends.
    if (fault.code === 'sign-in' || fault.reason === 'put-back') return failureText(fault);
    return fault.code === 'folder-in-use'
      ? `${failureText(fault)} SiteSync looks every half minute whether it is free.`
      : `${failureText(fault)} ${LOOKED_FOR}`;
  }

  async #openWatch(): Promise<void> {
    this.#scanEvery = SCAN_EVERY;
    this.#unsaid = null;
    this.#ignore = [...this.#context.settings.ignore];
    const { ignoresAnywhere, ignoresFolder } = ignoreRules(this.#ignore, '');
    // A hint does not say whether a name is a file or a folder, so a path is watched unless both would be ignored.
    const ignored = (path: string): boolean => ignoresAnywhere(path) && ignoresFolder(path);
    this.#watch = this.#watcher.watch(this.#folder, ignored, (hint) => {
      if (hint.kind === 'lost') this.#trustNoMore(hint.why);
      else this.#dirty?.add(hint.folder, hint.deep);
      // While another program keeps the folder, its changes do not mean that the folder is free.
      if (this.#fault !== 'folder-in-use') this.#onHint();
    });
    const ready = await this.#watch.ready;
    if (!ready.ok) this.#scanOften(failureText(ready.failure));
  }

  /**
   * Hints were missed, and more will be: the folder could not be watched, or went and came back, which the watcher
   * does not notice. So everything is scanned now, and every half minute until the watcher is started anew.
   */
  #trustNoMore(why: string): void {
    this.#dirty = null;
    if (this.#scanEvery === SCAN_WITHOUT_WATCHER) return;
    this.#scanEvery = SCAN_WITHOUT_WATCHER;
    this.#unsaid = `Changes in ${this.#folder} may have been missed: ${why}. SiteSync scans the folder every half minute from now on.`;
  }

  #scanOften(why: string): void {
    this.#scanEvery = SCAN_WITHOUT_WATCHER;
    this.#notice.say(why);
  }
}
