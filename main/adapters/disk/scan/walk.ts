import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Failure } from '../../../../shared/failure.ts';
import { childOf, type RelPath } from '../../../../shared/model/rel-path.ts';
import type { ScannedDrive, ScannedFolder, SkippedEntry } from '../../../sync/ports/disk.ts';
import { HIDDEN, IGNORE_FILE, MODELS } from '../../../engine/ignore/ignore-own.ts';
import { foldKey } from '../../../engine/names/local-names.ts';
import { ignoreTextOf } from '../../../sync/ports/ignore-text.ts';
import { ignoreRules, type IgnoreRules } from '../../../engine/ignore/ignore-rules.ts';
import { dropLeftCopies } from '../moves/across-drives.ts';
import { DrivesInside } from '../paths/drives-inside.ts';
import { FileColumns } from './file-columns.ts';
import { kindOf, type Kind } from './kind-of.ts';
import { isOneName } from '../paths/last-look.ts';
import { MARKER } from '../layout.ts';
import { siteOf } from '../own-files/marker.ts';
import { ownBytesNow } from '../own-files/own-file.ts';
import { errnoOf, noText, Refused, unreadable } from '../problem.ts';
import { asOnDisk, composedFirst, everySpelling, isAnotherFolder, PLAIN } from '../paths/spellings.ts';
import type { ScanBatch, ScanJob, WalkReport } from '../workers/worker-messages.ts';

/** Files, or folders, that cross to the main thread in one message: what it unpacks at once takes a millisecond. */
const BATCH = 1000;
/** A folder when it was read: its time of change, the folders that lay in it, and how many files did. */
interface ReadFolder {
  readonly mtimeNs: bigint;
  readonly inner: readonly string[];
  files: number;
}

/** Before macOS 14 a file whose bytes iCloud took away, to make room, left one of this name; with that in it. */
const TAKEN_BY_ICLOUD = /^\.(.+)\.icloud$/;

/**
 * Walks a site's folder and hands its regular files out in batches, but for those of folders that have their known version
 * still. Links are not followed, nor is the folder of another site entered. A folder that cannot be read is reported and the
 * walk goes on; the marker must be there before and after, or the scan does not count.
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
  const after = missing(job.folder);
  if (after !== null) return { missing: after };
  const { files, unreadable, skipped, folders, shifted } = walker;
  return { files, unreadable, skipped, folders, ignoreText, drives, shifted };
}

class Walker {
  files = 0;
  readonly unreadable: { folder: string; code: string }[] = [];
  readonly skipped: SkippedEntry[] = [];
  /** In those that were only looked at. */
  readonly folders: string[] = [];
  readonly #root: string;
  readonly #known: ScanJob['known'];
  readonly #rules: IgnoreRules;
  readonly #onBatch: (batch: ScanBatch) => void;
  /** Files by their composed paths. */
  readonly #spellings = new Map<string, string>();
  /** Folders that were read: two spellings may have named one. */
  readonly #read = new Map<string, ReadFolder>();
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
  }

  /** Those that were come by, and those of the given folders: to be asked when all is read. */
  drives(known: readonly string[]): readonly ScannedDrive[] {
    return this.#drives.lookAgain(known);
  }

  /** A folder with all below it; one that is no longer there, or lies behind a link, is simply empty. */
  enter(given: string): void {
    const pending = this.#readable(given).toReversed();
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      for (const inner of this.#readFolder(next).toReversed()) pending.push(inner);
  }

  /** A folder's own entries. */
  look(given: string): void {
    for (const folder of this.#readable(given))
      for (const inner of this.#readFolder(folder)) this.folders.push(inner);
  }

  /**
   * Did a folder or a file come to or go from a folder that was read before? With all below it, it was then seen twice or
   * not at all. Only of folders with another time is it asked what lies in them, and of files only how many: one that was
   * saved stays where it was.
   */
  get shifted(): boolean {
    for (const [folder, read] of this.#read) {
      try {
        const full = join(this.#root, folder) + sep;
        if (statSync(full, { bigint: true }).mtimeNs !== read.mtimeNs && this.#isShifted(folder, full, read))
          return true;
      } catch (error) {
        if (errnoOf(error) === 'ENOENT') return true;
      }
    }
    return false;
  }

  #isShifted(folder: string, full: string, { inner, files }: ReadFolder): boolean {
    const before = new Set(inner);
    const odd = new Set<string>();
    const taken = readdirSync(full, { withFileTypes: true })
      .map((entry) => ({
        name: entry.name,
        path: childOf(folder, entry.name),
        kind: kindOf(entry, full + entry.name),
      }))
      .filter(({ path, kind }) => !this.#isLeftOut(path, kind === 'folder'))
      .filter(({ name }) => isUnicode(name, full, odd));
    const folders = taken.filter(({ kind }) => kind === 'folder');
    return (
      folders.length !== before.size ||
      !folders.every(({ path }) => before.has(path)) ||
      taken.filter(({ kind }) => kind === 'file').length !== files
    );
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

  /** Each folder of this name, composed or not, that is to be read. */
  #readable(given: string): readonly string[] {
    const spellings = everySpelling(given, (other, folder) => isAnotherFolder(this.#root, other, folder));
    return spellings.flatMap((folder) => this.#oneReadable(folder) ?? []);
  }

  /** A real folder that is not left out, as the disk spells it. */
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

  /** Reached by no link, and not below the folder of another site. */
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

  /** Somebody put it here by a slip of the hand: its files must not get to the people of this site. */
  #isOtherSite(folder: string): boolean {
    const site = siteOf(join(this.#root, folder));
    if (site === null || site === siteOf(this.#root)) return false;
    if (!this.#otherSites.has(folder)) this.skipped.push({ path: folder, why: 'other-site' });
    this.#otherSites.add(folder);
    return true;
  }

  /** Returns the folders in it. */
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
      const read = { mtimeNs: stats.mtimeNs, inner: folders, files: 0 };
      this.#read.set(folder, read);
      for (const entry of composedFirst(readdirSync(full, { withFileTypes: true }))) {
        const { name } = entry;
        const kind = kindOf(entry, full + name);
        const isFolder = kind === 'folder';
        if (name === HIDDEN && folder !== '' && this.#isOtherSite(folder)) return this.#leave(folder);
        if (name === HIDDEN && folder !== '' && isFolder) dropLeftCopies(full + name);
        const path = childOf(folder, name);
        if (isFolder && (path === MODELS || this.#isModelsToo(path))) this.#lookIntoModels();
        else if (path === MODELS) this.skipped.push({ path, why: 'in-models' });
        const inCloud = kind === 'file' ? TAKEN_BY_ICLOUD.exec(name)?.[1] : undefined;
        if (inCloud !== undefined) this.skipped.push({ path: childOf(folder, inCloud), why: 'in-cloud' });
        if (this.#isLeftOut(path, isFolder)) continue;
        if (!isUnicode(name, full, odd)) this.skipped.push({ path, why: 'name' });
        else if (isFolder) folders.push(path);
        else {
          if (kind === 'file') read.files += 1;
          this.#takeEntry(path, full + name, kind, files);
        }
      }
      whole = true;
    } catch (error) {
      this.#note(folder, error);
    }
    this.#give(folder, files, whole);
    return folders;
  }

  /**
   * On a disk that ignores case a person's folder `models` is the one that models are fetched to. Of what was known in it
   * nothing is said, or it would look deleted.
   */
  #isModelsToo(path: string): boolean {
    if (path === MODELS || path.length !== MODELS.length) return false;
    if (foldKey(path as RelPath) !== foldKey(MODELS as RelPath)) return false;
    if (!isOneName(join(this.#root, MODELS), join(this.#root, path))) return false;
    if (!this.skipped.some(({ why }) => why === 'models-folder'))
      this.skipped.push({ path, why: 'models-folder' });
    return true;
  }

  /** Nothing in it is sent. What a person put there by a slip of the hand is to be told, but for litter. */
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

  /** Nothing is said of what is in it. */
  #leave(folder: string): string[] {
    this.#read.delete(folder);
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

  /** A folder may be listed and yet not entered: then the stat of what is in it fails, not the listing. */
  #note(folder: string, error: unknown): void {
    const code = errnoOf(error);
    if (code === null) throw error;
    if (code !== 'ENOENT' || folder === '') this.unreadable.push({ folder, code });
  }

  #takeEntry(path: string, full: string, kind: Exclude<Kind, 'folder'>, files: FileColumns): void {
    if (kind === 'file') this.#takeFile(path, full, files);
    else this.skipped.push({ path, why: kind });
  }

  #takeFile(path: string, full: string, files: FileColumns): void {
    const stats = lstatSync(full, { bigint: true, throwIfNoEntry: false });
    if (stats?.isFile() !== true) return;
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
 * What is no Unicode in a name is told with this character in its place, which leads to no file. A name that holds it all
 * the same, as programs that unpack archives write it and records of the service may have it, is one as any other. `odd`:
 * such names that came in this folder before; two of them may be told as one.
 */
function isUnicode(name: string, folder: string, odd: Set<string>): boolean {
  if (!name.includes('\uFFFD')) return true;
  if (odd.has(name) || lstatSync(folder + name, { throwIfNoEntry: false }) === undefined) return false;
  odd.add(name);
  return true;
}

/** Without its lines a scan would send what the person wants to keep to themselves: it is read, or nothing is scanned. */
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
