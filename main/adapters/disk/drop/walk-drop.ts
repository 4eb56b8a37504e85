import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, isAbsolute, join, normalize, sep } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { childOf } from '../../../../shared/model/rel-path.ts';
import type { DropEntry, DropWalk, DropWalkOptions } from '../../../app/ports.ts';
import { isOwnSegment } from '../../../engine/names/own-names.ts';
import { ignoreRules, type IgnoreRules } from '../../../engine/ignore/ignore-rules.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { realPath } from '../paths/real-path.ts';
import { kindOfSoon } from '../scan/kind-of.ts';
import { cancelled, errnoOf } from '../problem.ts';

/** Stats asked for at once: enough to keep the disk busy, and few enough to leave the loop free in between. */
const STATS_AT_ONCE = 64;

type Skipped = DropWalk['skipped'][number];

/** Walks dropped files and folders. They may come from anywhere, so links are not followed. */
export async function walkDrop(
  paths: readonly string[],
  options: DropWalkOptions,
): Promise<Result<DropWalk>> {
  const leaveOut = await Promise.all(options.leaveOut.map(realPath));
  const walker = new DropWalker({ ...options, leaveOut });
  for (const path of paths) await walker.start(path);
  return options.signal.aborted ? fail(cancelled) : ok(walker.result());
}

class DropWalker {
  readonly #options: DropWalkOptions;
  readonly #rules: IgnoreRules;
  readonly #entries: DropEntry[] = [];
  readonly #skipped: Skipped[] = [];
  #whole = true;

  constructor(options: DropWalkOptions) {
    this.#options = options;
    this.#rules = ignoreRules(options.ignore, '');
  }

  result(): DropWalk {
    return { entries: this.#entries, skipped: this.#skipped, whole: this.#whole };
  }

  async start(given: string): Promise<void> {
    if (!isAbsolute(given)) {
      this.#skip(given, 'not-absolute');
      return;
    }
    const named = normalize(given).replace(/(?<=[^\\/:])[\\/]+$/, '');
    const name = basename(named);
    try {
      const stats = await lstat(named, { bigint: true });
      // A link on the way, or another case on a disk that ignores case, may also lead into the site's folder.
      const full = stats.isSymbolicLink() ? named : await realPath(named);
      if (stats.isSymbolicLink()) this.#skip(name, 'link');
      else if (stats.isDirectory()) await this.#folder(full, name);
      else if (stats.isFile()) this.#file(full, name, stats);
      else this.#skip(name, 'special');
    } catch (error) {
      this.#unreadable(name, error);
    }
  }

  async #folder(top: string, name: string): Promise<void> {
    const pending = [{ full: top, path: name }];
    for (let next = pending.pop(); next !== undefined && !this.#stopped(); next = pending.pop()) {
      if (this.#isLeftOut(next.full)) {
        this.#skip(next.path, 'inside');
        continue;
      }
      try {
        const found = await readdir(next.full, { withFileTypes: true });
        for (const inner of await this.#take(next, found)) pending.push(inner);
      } catch (error) {
        this.#unreadable(next.path, error);
      }
    }
  }

  /** Returns the folders among the entries. */
  async #take(
    folder: { readonly full: string; readonly path: string },
    found: readonly Dirent[],
  ): Promise<readonly { readonly full: string; readonly path: string }[]> {
    const folders: { full: string; path: string }[] = [];
    const files: { full: string; path: string }[] = [];
    const odd = new Set<string>();
    for (const entry of found) {
      const path = childOf(folder.path, entry.name);
      const full = join(folder.full, entry.name);
      // Several names that are no Unicode, and a real one, may look the same: all would lead to the file of the real one.
      if (isOdd(entry.name)) {
        if (odd.has(entry.name)) {
          this.#skip(path, 'name');
          continue;
        }
        odd.add(entry.name);
      }
      const kind = await kindOfSoon(entry, full);
      if (this.#isLitter(path, entry.name, kind === 'folder')) this.#skip(path, 'litter');
      else if (kind === 'folder') folders.push({ full, path });
      else if (kind === 'file') files.push({ full, path });
      else this.#skip(path, kind);
    }
    for (let at = 0; at < files.length && !this.#stopped(); at += STATS_AT_ONCE)
      await Promise.all(files.slice(at, at + STATS_AT_ONCE).map((file) => this.#stat(file)));
    return folders;
  }

  async #stat({ full, path }: { readonly full: string; readonly path: string }): Promise<void> {
    try {
      const stats = await lstat(full, { bigint: true });
      if (stats.isFile()) this.#file(full, path, stats);
    } catch (error) {
      this.#unreadable(path, error);
    }
  }

  #file(full: string, path: string, stats: BigIntStats): void {
    if (this.#isLeftOut(full)) this.#skip(path, 'inside');
    else if (this.#entries.length >= this.#options.limit) this.#whole = false;
    else this.#entries.push({ full, path, ...fingerprintOf(stats) });
  }

  /**
   * The rules are asked as if it lay below a folder: names that are ours only at the top of a site (`Models`) are
   * ordinary names in a drop.
   */
  #isLitter(path: string, name: string, isFolder: boolean): boolean {
    return isOwnSegment(name) || this.#rules.ignores(`drop/${path}`, isFolder);
  }

  #isLeftOut(full: string): boolean {
    return this.#options.leaveOut.some(
      (folder) => full === folder || full.startsWith(folder.endsWith(sep) ? folder : folder + sep),
    );
  }

  #stopped(): boolean {
    return this.#options.signal.aborted || !this.#whole;
  }

  #unreadable(path: string, error: unknown): void {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    this.#skip(path, errno === 'ENOENT' && isOdd(path) ? 'name' : 'unreadable');
  }

  #skip(path: string, why: Skipped['why']): void {
    this.#skipped.push({ path, why });
  }
}

/** Node gives a name that is no Unicode with this character in it, and that name leads to no file; a real name may have it too. */
function isOdd(name: string): boolean {
  return name.includes('\uFFFD');
}
