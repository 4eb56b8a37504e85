import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Failure } from '../../../../shared/failure.ts';
import { childOf, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { ScannedDrive, ScannedFolder, SkippedEntry } from '../../../sync/ports/disk.ts';
import { HIDDEN, IGNORE_FILE, isIgnoreFileAsText, MODELS } from '../../../engine/names/own-names.ts';
import { foldKey } from '../../../engine/names/local-names.ts';
import { ignoreTextOf } from '../../../sync/ports/ignore-text.ts';
import { ignoreRules, type IgnoreRules } from '../../../engine/ignore/ignore-rules.ts';
import { dropLeftCopies } from '../moves/across-drives.ts';
import { DrivesInside } from '../paths/drives-inside.ts';
import { FileColumns } from './file-columns.ts';
import { isUnicode } from './is-unicode.ts';
import { kindOf, type Kind } from './kind-of.ts';
import { ReadFolders, type ReadFolder } from './read-folders.ts';
import { isOneName } from '../paths/last-look.ts';
import { MARKER } from '../layout.ts';
import { siteOf } from '../own-files/marker.ts';
import { ownBytesNow } from '../own-files/own-file.ts';
import { errnoOf, noText, Refused, unreadable } from '../problem.ts';
import {
  asOnDisk,
  composedFirst,
  everySpelling,
  ignoresCase,
  isAnotherFolder,
  PLAIN,
} from '../paths/spellings.ts';
import type { ScanBatch, ScanJob, WalkReport } from '../workers/worker-messages.ts';

/** Files or folders in one message to the main thread, which unpacks them in a millisecond. */
const BATCH = 1000;

/** Where the files of a folder that is being read go. */
interface ReadFiles extends Pick<ReadFolder, 'inos'> {
  readonly files: FileColumns;
}

/** Before macOS 14, a file whose bytes iCloud removed to make room left a file of this name. */
const TAKEN_BY_ICLOUD = /^\.(.+)\.icloud$/;

/**
 * Walks a site's folder and hands out its regular files in batches, except those of folders that still have their known
 * version. It follows no links, and enters no folder of another site. A folder that cannot be read is reported, and the
 * walk goes on. The marker must be there before and after, or the scan does not count.
 */
export function walk(job: ScanJob, onBatch: (batch: ScanBatch) => void): WalkReport {
  const before = missing(job.folder);
  if (before !== null) return { missing: before };
  const ignoreText = readIgnoreFile(job.folder);
  if (typeof ignoreText !== 'string') return ignoreText;
  const walker = new Walker(job, ignoreRules(job.ignore, ignoreText), onBatch);
  for (const folder of job.scope?.below ?? ['']) walker.enter(folder);
  for (const folder of job.scope?.directly ?? []) walker.look(folder);
  walker.flush();
  const drives = walker.drives(job.drives);
  const isCaseIgnored = ignoresCase(job.folder);
  const after = missing(job.folder);
  if (after !== null) return { missing: after };
  const { files, unreadable, skipped, folders, shifted } = walker;
  return { files, unreadable, skipped, folders, ignoreText, drives, ignoresCase: isCaseIgnored, shifted };
}

class Walker {
  files = 0;
  readonly unreadable: { folder: string; code: string }[] = [];
  readonly skipped: SkippedEntry[] = [];
  /** Folders that were looked at without those below them. */
  readonly folders: string[] = [];
  readonly #root: string;
  readonly #known: ScanJob['known'];
  readonly #rules: IgnoreRules;
  readonly #onBatch: (batch: ScanBatch) => void;
  /** The spelling of each file, by its composed path. */
  readonly #spellings = new Map<string, string>();
  readonly #read: ReadFolders;
  readonly #otherSites = new Set<string>();
  readonly #drives: DrivesInside;
  #ready = new FileColumns();
  #readyFolders: ScannedFolder[] = [];

  constructor({ folder, known }: ScanJob, rules: IgnoreRules, onBatch: (batch: ScanBatch) => void) {
    this.#root = folder;
    this.#known = known;
    this.#rules = rules;
    this.#onBatch = onBatch;
    this.#drives = new DrivesInside(folder);
    this.#read = new ReadFolders(folder, (path, isFolder) => this.#isLeftOut(path, isFolder));
  }

  /** The drives that the walk met, and those at the given folders. To be asked when everything was read. */
  drives(known: readonly string[]): readonly ScannedDrive[] {
    return this.#drives.lookAgain(known);
  }

  /** Walks a folder with all below it. One that does not exist any more, or lies behind a link, counts as empty. */
  enter(given: string): void {
    const pending = this.#readable(given).toReversed();
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      for (const inner of this.#readFolder(next).toReversed()) pending.push(inner);
  }

  /** Looks at a folder's own entries only. */
  look(given: string): void {
    for (const folder of this.#readable(given))
      for (const inner of this.#readFolder(folder)) this.folders.push(inner);
  }

  /** See `ReadFolders`. */
  get shifted(): boolean {
    return this.#read.shifted;
  }

  flush(): void {
    const [files, folders] = [this.#ready, this.#readyFolders];
    this.#ready = new FileColumns();
    this.#readyFolders = [];
    let at = 0;
    for (; at + BATCH < files.count; at += BATCH)
      this.#onBatch({ files: files.pack(at, at + BATCH), folders: [] });
    if (files.count + folders.length === 0) return;
    this.#onBatch({ files: files.count === 0 ? null : files.pack(at, files.count), folders });
  }

  /** All folders of this name, composed or not, that are to be read. */
  #readable(given: string): readonly string[] {
    const spellings = everySpelling(given, (other, folder) => isAnotherFolder(this.#root, other, folder));
    return spellings.flatMap((folder) => this.#oneReadable(folder) ?? []);
  }

  /** The folder as the disk spells it, if it is a real one and not left out; else null. */
  #oneReadable(given: string): string | null {
    if (given === '') return given;
    try {
      if (this.#rules.ignoresFolder(given) || !this.#isOurFolder(given)) return null;
      if (this.#isModelsToo(given.split('/', 1)[0] ?? '')) return null;
      const folder = asOnDisk(this.#root, given);
      return this.#rules.ignoresFolder(folder) ? null : folder;
    } catch (error) {
      this.#note(given, error);
      return null;
    }
  }

  /** Is it reached without links, and outside of other sites' folders? */
  #isOurFolder(folder: string): boolean {
    let at = '';
    for (const segment of folder.split('/')) {
      at = childOf(at, segment);
      const full = join(this.#root, at);
      const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
      if (stats?.isDirectory() !== true) return false;
      this.#drives.see(at, stats);
      if (this.#isOtherSite(at)) return false;
    }
    return true;
  }

  /** Is it the folder of another site, dragged here by mistake? Its files must not get to the people of this site. */
  #isOtherSite(folder: string): boolean {
    const site = siteOf(join(this.#root, folder));
    if (site === null || site === siteOf(this.#root)) return false;
    if (!this.#otherSites.has(folder)) this.skipped.push({ path: folder, why: 'other-site' });
    this.#otherSites.add(folder);
    return true;
  }

  /** In doubt yes: its marker may say so once it can be read. */
  #mayBeOtherSite(folder: string): boolean {
    try {
      return this.#isOtherSite(folder);
    } catch (error) {
      this.#note(folder, error);
      return true;
    }
  }

  /** Reads a folder; returns the folders in it. */
  #readFolder(folder: string): string[] {
    if (this.#read.has(folder)) return [];
    const folders: string[] = [];
    const files = new FileColumns();
    const odd = new Set<string>();
    let whole = false;
    try {
      const full = join(this.#root, folder) + sep;
      const stats = statSync(full, { bigint: true });
      this.#drives.see(folder, stats);
      const read: ReadFolder = { mtimeNs: stats.mtimeNs, inner: folders, files: 0, inos: [] };
      this.#read.add(folder, read);
      for (const entry of composedFirst(readdirSync(full, { withFileTypes: true }))) {
        const { name } = entry;
        const kind = kindOf(entry, full + name);
        const isFolder = kind === 'folder';
        if (name === HIDDEN && folder !== '') {
          if (this.#mayBeOtherSite(folder)) return this.#leave(folder);
          if (isFolder) dropLeftCopies(full + name);
        }
        const path = childOf(folder, name);
        this.#noteNamed(folder, name, path, kind);
        if (this.#isLeftOut(path, isFolder)) continue;
        if (!isUnicode(name, full, odd)) this.skipped.push({ path, why: 'name' });
        else if (isFolder) folders.push(path);
        else {
          if (kind === 'file') read.files += 1;
          this.#takeEntry(path, full + name, kind, { files, inos: read.inos });
        }
      }
      whole = true;
    } catch (error) {
      this.#note(folder, error);
    }
    this.#give(folder, files, whole);
    return folders;
  }

  /** Notes what is told of by its name: what lies in `Models`, a list that is none, and a file that iCloud took away. */
  #noteNamed(folder: string, name: string, path: string, kind: ReturnType<typeof kindOf>): void {
    const isFolder = kind === 'folder';
    if (isFolder && (path === MODELS || this.#isModelsToo(path))) this.#lookIntoModels();
    else if (path === MODELS) this.skipped.push({ path, why: 'in-models' });
    else if (!isFolder && isIgnoreFileAsText(path)) this.skipped.push({ path, why: 'ignore-as-text' });
    const inCloud = kind === 'file' ? TAKEN_BY_ICLOUD.exec(name)?.[1] : undefined;
    if (inCloud !== undefined) this.skipped.push({ path: childOf(folder, inCloud), why: 'in-cloud' });
  }

  /**
   * On a disk that ignores case, a person's folder `models` is the one that models are fetched to. Nothing is said
   * about files known in it, or they would look deleted.
   */
  #isModelsToo(path: string): boolean {
    if (path === MODELS || path.length !== MODELS.length) return false;
    if (foldKey(path as RelPath) !== foldKey(MODELS as RelPath)) return false;
    if (!isOneName(join(this.#root, MODELS), join(this.#root, path))) return false;
    if (!this.skipped.some(({ why }) => why === 'models-folder'))
      this.skipped.push({ path, why: 'models-folder' });
    return true;
  }

  /** Nothing in `Models` is sent. So what a person put there by mistake is told, except for litter. */
  #lookIntoModels(): void {
    try {
      const full = join(this.#root, MODELS);
      for (const entry of readdirSync(full, { withFileTypes: true }))
        if (!this.#rules.ignores(entry.name, kindOf(entry, join(full, entry.name)) === 'folder'))
          this.skipped.push({ path: childOf(MODELS, entry.name), why: 'in-models' });
    } catch (error) {
      if (errnoOf(error) === null) throw error;
    }
  }

  /** Leaves a folder out: nothing is said about its content. */
  #leave(folder: string): string[] {
    this.#read.leaveOut(folder);
    this.#give(folder, new FileColumns(), false);
    return [];
  }

  #isLeftOut(path: string, isFolder: boolean): boolean {
    return this.#rules.ignores(path, isFolder) || (isFolder && this.#isModelsToo(path));
  }

  #give(folder: string, files: FileColumns, whole: boolean): void {
    this.files += files.count;
    const known = this.#known.get(folder.normalize('NFC')) ?? null;
    if (files.count === 0 && known === null) return;
    const version = whole ? files.version() : null;
    if (version === null || version !== known) this.#ready.addAll(files);
    this.#readyFolders.push({ folder, version });
    if (this.#ready.count >= BATCH || this.#readyFolders.length >= BATCH) this.flush();
  }

  /** A folder may be readable and still not enterable: then the stat of its content fails, not the listing. */
  #note(folder: string, error: unknown): void {
    const code = errnoOf(error);
    if (code === null) throw error;
    if (code !== 'ENOENT' || folder === '') this.unreadable.push({ folder, code });
  }

  #takeEntry(path: string, full: string, kind: Exclude<Kind, 'folder'>, into: ReadFiles): void {
    if (kind === 'file') this.#takeFile(path, full, into);
    else this.skipped.push({ path, why: kind });
  }

  #takeFile(path: string, full: string, { files, inos }: ReadFiles): void {
    const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
    if (stats?.isFile() !== true) return;
    if (stats.nlink === 1n && stats.ino !== 0n) inos.push(stats.ino);
    if (!PLAIN.test(path)) {
      const spelling = path.normalize('NFC');
      const taken = this.#spellings.get(spelling);
      if (taken !== undefined) {
        this.skipped.push({ path, why: 'other-spelling', taken });
        return;
      }
      this.#spellings.set(spelling, path);
    }
    files.add(path, stats);
  }
}

/**
 * Reads `.siteignore`, or nothing is scanned: without its lines, files would be sent that the person wants to keep
 * private.
 */
function readIgnoreFile(folder: string): string | { readonly blocked: Failure } {
  try {
    const bytes = ownBytesNow(join(folder, IGNORE_FILE));
    const text = bytes === null ? '' : ignoreTextOf(bytes);
    return text ?? { blocked: noText(IGNORE_FILE) };
  } catch (error) {
    if (error instanceof Refused) return { blocked: error.failure };
    return { blocked: unreadable(IGNORE_FILE, 'permission is missing', errnoOf(error) ?? 'EIO') };
  }
}

function missing(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return 'is not a folder';
    statSync(join(folder, MARKER));
    return null;
  } catch (error) {
    const code = errnoOf(error) ?? 'EIO';
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? 'is not there, or has lost its SiteSync marker'
      : `cannot be read (${code})`;
  }
}
