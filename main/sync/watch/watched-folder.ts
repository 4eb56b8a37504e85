import { failureText } from '../../../shared/failure.ts';
import { hasCome } from '../../engine/times/due.ts';
import { LOOKED_FOR } from '../../engine/guards/folder-missing.ts';
import { ignoreRules } from '../../engine/ignore/ignore-rules.ts';
import type { SyncContext } from '../context.ts';
import { DirtyFolders } from './dirty-folders.ts';
import { LastingNotice, type NoticeOptions } from '../lasting-notice.ts';
import type { Problem } from '../state/tally.ts';
import type { ScanScope } from '../ports/disk.ts';
import type { Watch, Watcher } from '../ports/environment.ts';

/** How often the whole folder is scanned although no hint came. Nothing of a watch is waited for any longer. */
export const SCAN_EVERY = 15 * 60_000;
/** Without a watcher the folder is scanned this often instead. */
const SCAN_WITHOUT_WATCHER = 30_000;

export interface WatchedFolderOptions extends NoticeOptions {
  /** That the folder is away is told by whoever hears the reports. */
  readonly tellsReports?: boolean;
  /** Something may have changed. */
  readonly onHint: () => void;
}

/** A site's folder while it is watched: what of it has to be looked at, and when. Hints tell where; a full scan finds what they missed. */
export class WatchedFolder {
  readonly #context: Pick<SyncContext, 'env' | 'settings'>;
  readonly #watcher: Watcher;
  readonly #folder: string;
  readonly #onHint: () => void;
  readonly #tellsReports: boolean;
  #watch: Watch | null = null;
  /** The ignore lines that the watcher leaves out. */
  #ignore: readonly string[] = [];
  /** Folders with hints since the last scan; null: everything. */
  #dirty: DirtyFolders | null = null;
  #scanEvery = SCAN_EVERY;
  #scanAt = 0;
  /** Why nothing in it counted when it was looked at last; null where it did. */
  #fault: Problem['code'] | null = null;
  /** What watches is not to be trusted: begin anew when there is a chance that it works. */
  #mustRewatch = false;
  /** Why what watches is not to be trusted; said once a look found the folder there, since it may have gone instead. */
  #unsaid: string | null = null;
  /** How it is watched, where that is not as it should be. */
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

  /** Nothing in it counted when it was looked at last, and each look is for whether it does again. */
  get isLookedFor(): boolean {
    return this.#fault !== null;
  }

  /** When all of it is to be looked at, epoch ms. */
  get scanAt(): number {
    return this.#scanAt;
  }

  get isScanDue(): boolean {
    return this.#dirty === null || hasCome(this.#scanAt, this.#context.env.now(), SCAN_EVERY);
  }

  /** Also once more after it was closed: all of it is looked at anew. */
  async open(): Promise<void> {
    this.#dirty = null;
    this.#scanAt = 0;
    await this.#openWatch();
  }

  async close(): Promise<void> {
    await this.#watch?.close();
    this.#notice.over();
  }

  /** Watches anew where that is to be done; what happened in between is found by a full scan. */
  async keepWatching(): Promise<void> {
    if (!this.#mustRewatch) return;
    this.#mustRewatch = false;
    await this.#watch?.close();
    this.#dirty = null;
    await this.#openWatch();
    if (this.#scanEvery === SCAN_EVERY) this.#notice.over();
  }

  /** Somebody waits for a look: a watcher that did not work is tried once more. */
  asked(): void {
    if (this.#scanEvery === SCAN_WITHOUT_WATCHER) this.#mustRewatch = true;
  }

  /** Are other files left out since the settings were read? Then it is watched anew. */
  hasOtherRules(): boolean {
    const isOther = this.#ignore.join('\n') !== this.#context.settings.ignore.join('\n');
    this.#mustRewatch ||= isOther;
    return isOther;
  }

  /** What came to lie in these was not seen by a look. */
  lookAgain(folders: readonly string[]): void {
    for (const folder of folders) this.#dirty?.add(folder, false);
  }

  /** What is below these could not be read. */
  unread(folders: readonly string[]): void {
    for (const folder of folders) this.#dirty?.add(folder, true);
  }

  /** What to scan; null: everything. */
  takeHints(full: boolean): ScanScope | null {
    const hints = this.#dirty;
    this.#dirty = new DirtyFolders();
    return full || hints === null ? null : hints.scope();
  }

  /** It was looked at; `full`: at all of it. */
  scanned(full: boolean): void {
    // What is to be watched anew is watched by nobody: until then each moment may be missed.
    const next = this.#context.env.now() + (this.#mustRewatch ? 0 : this.#scanEvery);
    this.#scanAt = full ? next : Math.min(this.#scanAt, next);
  }

  /** What was to be looked at was not. */
  notScanned(): void {
    this.#dirty = null;
  }

  /** `fault`: why nothing in it counts; null where it does. */
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
      // The watcher of a folder that was away sees no more of it.
      this.#mustRewatch = true;
    }
    this.#fault = fault?.code ?? null;
  }

  #wordsOf(fault: Omit<Problem, 'path'>): string {
    if (fault.code === 'sign-in') return failureText(fault);
    return fault.code === 'folder-in-use'
      ? `${failureText(fault)} SiteSync looks every half minute whether it is free.`
      : `${failureText(fault)} ${LOOKED_FOR}`;
  }

  async #openWatch(): Promise<void> {
    this.#scanEvery = SCAN_EVERY;
    this.#unsaid = null;
    this.#ignore = [...this.#context.settings.ignore];
    const { ignoresAnywhere, ignoresFolder } = ignoreRules(this.#ignore, '');
    // Nobody knows whether a name is a file's or a folder's: what a line takes back as either is watched.
    const ignored = (path: string): boolean => ignoresAnywhere(path) && ignoresFolder(path);
    this.#watch = this.#watcher.watch(this.#folder, ignored, (hint) => {
      if (hint.kind === 'lost') this.#trustNoMore(hint.why);
      else this.#dirty?.add(hint.folder, hint.deep);
      // What another program does in it is no sign that it is free.
      if (this.#fault !== 'folder-in-use') this.#onHint();
    });
    const ready = await this.#watch.ready;
    if (!ready.ok) this.#scanOften(failureText(ready.failure));
  }

  /**
   * Hints were missed, and more will be: what watched a folder that was not watched, or went and came back, sees no
   * more of it. So everything is scanned now, and every half minute until it is watched anew.
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
