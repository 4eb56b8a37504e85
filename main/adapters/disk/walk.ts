import { lstatSync, readdirSync, readFileSync, statSync, type BigIntStats, type Dirent } from 'node:fs';
import { join } from 'node:path';
import type { SkippedEntry } from '../../sync/ports/disk.ts';
import { IGNORE_FILE } from '../../engine/ignore-own.ts';
import { ignoreRules, type IgnoreRules } from '../../engine/ignore-rules.ts';
import { MARKER } from './layout.ts';
import { errnoOf } from './problem.ts';
import type { PackedFiles, ScanJob, WalkReport } from './worker-messages.ts';

const BATCH = 1000;

/**
 * Walks a site's folder and hands its regular files out in batches. Links are not followed. A folder that cannot be
 * read is reported and the walk goes on; the marker must be there before and after, or the scan does not count.
 */
export function walk(job: ScanJob, onBatch: (batch: PackedFiles) => void): WalkReport {
  const before = missing(job.folder);
  if (before !== null) return { missing: before };
  const ignoreText = readIgnoreFile(job.folder);
  if (typeof ignoreText !== 'string') return ignoreText;
  const walker = new Walker(job.folder, ignoreRules(job.ignore, ignoreText), onBatch);
  for (const folder of job.scope?.below ?? ['']) walker.enter(folder);
  for (const folder of job.scope?.directly ?? []) walker.look(folder);
  walker.flush();
  const after = missing(job.folder);
  if (after !== null) return { missing: after };
  const { files, unreadable, skipped, folders } = walker;
  return { files, unreadable, skipped, folders, ignoreText };
}

class Walker {
  files = 0;
  readonly unreadable: { folder: string; code: string }[] = [];
  readonly skipped: SkippedEntry[] = [];
  /** In those that were only looked at. */
  readonly folders: string[] = [];
  readonly #root: string;
  readonly #rules: IgnoreRules;
  readonly #onBatch: (batch: PackedFiles) => void;
  readonly #spellings = new Set<string>();
  #batch: { path: string; stats: BigIntStats }[] = [];

  constructor(root: string, rules: IgnoreRules, onBatch: (batch: PackedFiles) => void) {
    this.#root = root;
    this.#rules = rules;
    this.#onBatch = onBatch;
  }

  /** A folder with all below it; one that is no longer there, or lies behind a link, is simply empty. */
  enter(folder: string): void {
    if (!this.#mayRead(folder)) return;
    const pending = [folder];
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      pending.push(...this.#readFolder(next));
  }

  /** A folder's own entries. */
  look(folder: string): void {
    if (this.#mayRead(folder)) this.folders.push(...this.#readFolder(folder));
  }

  flush(): void {
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#onBatch({
      paths: batch.map((file) => file.path).join('\0'),
      sizes: Float64Array.from(batch, (file) => Number(file.stats.size)),
      mtimes: BigInt64Array.from(batch, (file) => file.stats.mtimeNs),
      inos: BigInt64Array.from(batch, (file) => BigInt.asIntN(64, file.stats.ino)),
    });
  }

  #mayRead(folder: string): boolean {
    if (folder !== '' && this.#rules.ignoresAnywhere(`${folder}/x`)) return false;
    try {
      return this.#isRealFolder(folder);
    } catch (error) {
      this.#note(folder, error);
      return false;
    }
  }

  #isRealFolder(folder: string): boolean {
    let at = this.#root;
    for (const segment of folder === '' ? [] : folder.split('/')) {
      at = join(at, segment);
      if (lstatSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
    }
    return true;
  }

  /** Returns the folders in it. */
  #readFolder(folder: string): string[] {
    const folders: string[] = [];
    try {
      for (const entry of readdirSync(join(this.#root, folder), { withFileTypes: true })) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (this.#rules.ignores(path, entry.isDirectory())) continue;
        if (entry.name.includes('\uFFFD')) this.skipped.push({ path, why: 'name' });
        else if (entry.isDirectory()) folders.push(path);
        else this.#takeEntry(path, entry);
      }
    } catch (error) {
      this.#note(folder, error);
    }
    return folders;
  }

  /** A folder may be listed and yet not entered: then the stat of what is in it fails, not the listing. */
  #note(folder: string, error: unknown): void {
    const code = errnoOf(error);
    if (code === null) throw error;
    if (code !== 'ENOENT' || folder === '') this.unreadable.push({ folder, code });
  }

  #takeEntry(path: string, entry: Dirent): void {
    if (entry.isSymbolicLink()) this.skipped.push({ path, why: 'link' });
    else if (entry.isFile()) this.#takeFile(path);
    else this.skipped.push({ path, why: 'special' });
  }

  #takeFile(path: string): void {
    const stats = lstatSync(join(this.#root, path), { bigint: true, throwIfNoEntry: false });
    if (stats?.isFile() !== true) return;
    const spelling = path.normalize('NFC');
    // Only names with characters beyond ASCII can be spelt in two ways.
    if (spelling !== path || /[^\0-\x7f]/.test(path)) {
      if (this.#spellings.has(spelling)) {
        this.skipped.push({ path, why: 'other-spelling' });
        return;
      }
      this.#spellings.add(spelling);
    }
    this.files += 1;
    this.#batch.push({ path, stats });
    if (this.#batch.length >= BATCH) this.flush();
  }
}

function readIgnoreFile(folder: string): string | { readonly blocked: string } {
  try {
    return readFileSync(join(folder, IGNORE_FILE), 'utf8');
  } catch (error) {
    const code = errnoOf(error) ?? 'EIO';
    return code === 'ENOENT' || code === 'EISDIR' ? '' : { blocked: code };
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
