import { fail, ok, type Result } from '../../../../shared/failure.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { ignoreRules, type IgnoreRules } from '../../../../main/engine/ignore/ignore-rules.ts';
import { HIDDEN, IGNORE_FILE, isIgnoreFileAsText, MODELS } from '../../../../main/engine/names/own-names.ts';
import { MARKER } from '../../../../main/adapters/disk/layout.ts';
import { composedFirst, everySpelling } from '../../../../main/adapters/disk/paths/spellings.ts';
import { parseMarker } from '../../../../main/adapters/disk/own-files/marker.ts';
import {
  cancelled,
  errnoOf,
  folderMissing,
  guarded,
  isErrno,
} from '../../../../main/adapters/disk/problem.ts';
import type {
  KnownFolders,
  ScannedDrive,
  ScannedFile,
  ScanOptions,
  ScanReport,
  SkippedEntry,
} from '../../../../main/sync/ports/disk.ts';
import type { FolderNode } from './nodes.ts';
import { seen, type SessionIo } from './session-io.ts';

const BATCH = 1000;

/** Walks a site's folder as the real disk does: links not followed, unreadable folders told, the marker there throughout. */
export async function scan(
  io: SessionIo,
  folder: string,
  options: ScanOptions,
  onBatch: (files: readonly ScannedFile[]) => void,
): Promise<Result<ScanReport>> {
  const before = await missing(io, folder);
  if (before !== null) return fail(folderMissing(folder, before));
  const ignoreText = await readIgnoreFile(io, folder);
  if (!ignoreText.ok) return ignoreText;
  const rules = ignoreRules(options.ignore, ignoreText.value);
  const walk = new Walk(io, folder, rules, options.known, (files) => {
    if (options.signal?.aborted !== true) onBatch(files);
  });
  for (const each of options.scope?.below ?? ['']) await walk.enter(each);
  for (const each of options.scope?.directly ?? []) await walk.look(each);
  walk.flush();
  const drives = await walk.drives(options.drives ?? []);
  if (options.signal?.aborted === true) return fail(cancelled);
  const after = await missing(io, folder);
  if (after !== null) return fail(folderMissing(folder, after));
  const { files, unreadable, skipped, folders } = walk;
  return ok({
    files,
    unreadable,
    skipped,
    folders,
    ignoreText: ignoreText.value,
    drives,
    ignoresCase: io.tree.isOneEntry(`${folder}/${HIDDEN}`, `${folder}/${HIDDEN.toUpperCase()}`),
    shifted: walk.shifted,
  });
}

class Walk {
  files = 0;
  readonly unreadable: { folder: string; code: string }[] = [];
  readonly skipped: SkippedEntry[] = [];
  readonly folders: string[] = [];
  readonly #io: SessionIo;
  readonly #root: string;
  readonly #rules: IgnoreRules;
  readonly #known: KnownFolders | undefined;
  readonly #onBatch: (files: readonly ScannedFile[]) => void;
  readonly #spellings = new Map<string, string>();
  readonly #read = new Set<string>();
  readonly #otherSites = new Set<string>();
  /** Folders that were come by, and the drive at each. */
  readonly #seen = new Map<string, string | null>();
  /** What each folder held when it was read. */
  readonly #held = new Map<string, string>();
  /** The inodes of the files of each folder, as they were read. */
  readonly #inos = new Map<string, readonly bigint[]>();
  #batch: ScannedFile[] = [];

  constructor(
    io: SessionIo,
    root: string,
    rules: IgnoreRules,
    known: KnownFolders | undefined,
    onBatch: (files: readonly ScannedFile[]) => void,
  ) {
    this.#io = io;
    this.#root = root;
    this.#rules = rules;
    this.#known = known;
    this.#onBatch = onBatch;
  }

  async enter(given: string): Promise<void> {
    const pending = (await this.#readable(given)).toReversed();
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      pending.push(...(await this.#readFolder(next)).toReversed());
  }

  /** As the real disk: what was at a folder before and after counts. */
  async drives(given: readonly string[]): Promise<readonly ScannedDrive[]> {
    const found: ScannedDrive[] = [];
    const passed = [...this.#seen].filter(([, drive]) => drive !== null).map(([folder]) => folder);
    for (const folder of new Set([...given, ...passed])) {
      const node = await this.#io.lstat(`${this.#root}/${folder}`);
      const now = node?.kind === 'folder' ? node.drive : null;
      const before = this.#seen.has(folder) ? (this.#seen.get(folder) ?? null) : now;
      if (node?.kind === 'folder' || passed.includes(folder))
        found.push({ folder, disk: now === before ? now : null });
    }
    return found;
  }

  flush(): void {
    if (this.#batch.length > 0) this.#onBatch(this.#batch);
    this.#batch = [];
  }

  async look(given: string): Promise<void> {
    for (const folder of await this.#readable(given)) this.folders.push(...(await this.#readFolder(folder)));
  }

  /** Did a folder or a file come to or go from a folder that was read before? As on the real disk. */
  get shifted(): boolean {
    return [...this.#held].some(([folder, before]) => {
      const now = this.#io.tree.find(folder === '' ? this.#root : `${this.#root}/${folder}`);
      return now?.kind !== 'folder' || this.#holds(folder, now) !== before || this.#hasTraded(folder, now);
    });
  }

  /** Did a file leave it for another folder that was read? As on the real disk. */
  #hasTraded(folder: string, { entries }: FolderNode): boolean {
    const now = new Set([...entries.values()].flatMap(({ node }) => (node.kind === 'file' ? node.ino : [])));
    const left = new Set((this.#inos.get(folder) ?? []).filter((ino) => ino !== 0n && !now.has(ino)));
    if (left.size === 0) return false;
    return [...this.#inos].some(([other, inos]) => other !== folder && inos.some((ino) => left.has(ino)));
  }

  /** The folders in it, and how many files. */
  #holds(folder: string, { entries }: FolderNode): string {
    const taken = [...entries.values()].filter(
      ({ name, node }) =>
        name !== HIDDEN &&
        !this.#rules.ignores(folder === '' ? name : `${folder}/${name}`, node.kind === 'folder'),
    );
    const folders = taken.filter(({ node }) => node.kind === 'folder').map(({ name }) => name);
    const files = taken.filter(({ node }) => node.kind === 'file').length;
    return JSON.stringify([folders.toSorted(), files]);
  }

  /** Each folder of this name, composed or not, as on the real disk. */
  async #readable(given: string): Promise<readonly string[]> {
    const { tree } = this.#io;
    const spellings = everySpelling(given, (other, folder) => {
      try {
        const node = tree.find(`${this.#root}/${other}`);
        return node?.kind === 'folder' && node !== tree.find(`${this.#root}/${folder}`);
      } catch {
        return true;
      }
    });
    const readable: string[] = [];
    for (const spelling of spellings) {
      const folder = await this.#oneReadable(spelling);
      if (folder !== null) readable.push(folder);
    }
    return readable;
  }

  async #oneReadable(given: string): Promise<string | null> {
    if (given === '') return given;
    try {
      if (this.#rules.ignoresFolder(given) || !(await this.#isOurFolder(given))) return null;
      const folder = this.#spelt(given);
      return this.#rules.ignoresFolder(folder) ? null : folder;
    } catch (error) {
      this.#note(given, error);
      return null;
    }
  }

  /** A disk that ignores case finds a folder by the name of before as well. */
  #spelt(folder: string): string {
    const spelt = this.#io.tree.spelt(`${this.#root}/${folder}`).slice(this.#root.length + 1);
    return spelt.normalize('NFC') === folder.normalize('NFC') ? folder : spelt;
  }

  async #isOurFolder(folder: string): Promise<boolean> {
    const names = folder.split('/');
    for (const [index] of names.entries()) {
      const at = names.slice(0, index + 1).join('/');
      const node = await this.#io.lstat(`${this.#root}/${at}`);
      if (node?.kind !== 'folder') return false;
      this.#seen.set(at, node.drive);
      if (this.#isOtherSite(at)) return false;
    }
    return true;
  }

  #isOtherSite(folder: string): boolean {
    const site = this.#siteOf(`${this.#root}/${folder}`);
    if (site === null || site === this.#siteOf(this.#root)) return false;
    if (!this.#otherSites.has(folder)) this.skipped.push({ path: folder, why: 'other-site' });
    this.#otherSites.add(folder);
    return true;
  }

  #siteOf(folder: string): string | null {
    const marker = this.#io.tree.find(`${folder}/${MARKER}`);
    return marker?.kind === 'file' ? (parseMarker(Buffer.from(marker.bytes).toString())?.site ?? null) : null;
  }

  async #lookIntoModels(): Promise<void> {
    try {
      for (const name of await this.#io.list(`${this.#root}/${MODELS}`)) {
        const isFolder = this.#io.tree.find(`${this.#root}/${MODELS}/${name}`)?.kind === 'folder';
        if (!this.#rules.ignores(name, isFolder))
          this.skipped.push({ path: `${MODELS}/${name}`, why: 'in-models' });
      }
    } catch (error) {
      if (errnoOf(error) === null) throw error;
    }
  }

  /** Returns the folders in it. */
  async #readFolder(folder: string): Promise<readonly string[]> {
    if (this.#read.has(folder)) return [];
    this.#read.add(folder);
    const full = folder === '' ? this.#root : `${this.#root}/${folder}`;
    const there = this.#io.tree.find(full);
    if (folder !== '' && there?.kind === 'folder') this.#seen.set(folder, there.drive);
    const folders: string[] = [];
    const files: ScannedFile[] = [];
    let whole = false;
    try {
      const names = await this.#io.list(full);
      const node = this.#io.tree.find(full);
      if (node?.kind === 'folder') this.#held.set(folder, this.#holds(folder, node));
      for (const { name } of composedFirst(names.map((each) => ({ name: each })))) {
        if (name === HIDDEN && folder !== '' && this.#isOtherSite(folder)) {
          this.#give(folder, [], false);
          return [];
        }
        const path = folder === '' ? name : `${folder}/${name}`;
        const node = this.#io.tree.find(`${full}/${name}`);
        if (path === MODELS && node?.kind === 'folder') await this.#lookIntoModels();
        else if (path === MODELS) this.skipped.push({ path, why: 'in-models' });
        else if (node?.kind !== 'folder' && isIgnoreFileAsText(path))
          this.skipped.push({ path, why: 'ignore-as-text' });
        if (node === null || this.#rules.ignores(path, node.kind === 'folder')) continue;
        if (node.kind === 'folder') folders.push(path);
        else if (node.kind === 'file') this.#take(seen(node, path as RelPath), files);
        else this.skipped.push({ path, why: node.kind });
      }
      whole = true;
    } catch (error) {
      this.#note(folder, error);
    }
    this.#give(folder, files, whole);
    return folders;
  }

  #note(folder: string, error: unknown): void {
    const code = errnoOf(error);
    if (code === null) throw error;
    if (code !== 'ENOENT' || folder === '') this.unreadable.push({ folder, code });
  }

  #give(folder: string, files: readonly ScannedFile[], whole: boolean): void {
    this.files += files.length;
    if (this.#held.has(folder))
      this.#inos.set(
        folder,
        files.map(({ ino }) => ino),
      );
    const known = this.#known?.versions.get(folder.normalize('NFC')) ?? null;
    if (files.length === 0 && known === null) return;
    const version = whole
      ? files.map(({ path, size, mtimeNs, ino }) => `${path} ${size} ${mtimeNs} ${ino}`).join('\0')
      : null;
    if (version === null || version !== known) this.#batch.push(...files);
    if (this.#known !== undefined || this.#batch.length >= BATCH) this.flush();
    this.#known?.onFolders([{ folder, version }]);
  }

  #take(file: ScannedFile, files: ScannedFile[]): void {
    const spelling = file.path.normalize('NFC');
    const taken = this.#spellings.get(spelling);
    if (taken !== undefined) {
      this.skipped.push({ path: file.path, why: 'other-spelling', taken });
      return;
    }
    this.#spellings.set(spelling, file.path);
    files.push(file);
  }
}

async function missing(io: SessionIo, folder: string): Promise<string | null> {
  try {
    if ((await io.lstat(`${folder}/${MARKER}`)) !== null) return null;
    return 'is not there, or has lost its SiteSync marker';
  } catch (error) {
    return `cannot be read (${errnoOf(error)})`;
  }
}

async function readIgnoreFile(io: SessionIo, folder: string): Promise<Result<string>> {
  const path = `${folder}/${IGNORE_FILE}`;
  const read = await guarded('read', IGNORE_FILE, async () => {
    try {
      // Most folders have none, and to make an error with its stack costs more than all else here.
      return await io.steps.run('read', path, () =>
        io.tree.find(path) === null ? '' : Buffer.from(io.tree.file(path).bytes).toString(),
      );
    } catch (error) {
      if (isErrno(error, 'ENOENT', 'EISDIR')) return '';
      throw error;
    }
  });
  return read;
}
