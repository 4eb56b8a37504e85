import {
  baseName,
  folderOf,
  joinPath,
  parseRelPath,
  type RelPath,
} from '../../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../../../main/engine/trees.ts';
import { PARTIALS } from '../../../../main/adapters/disk/layout.ts';
import { NOTE_PREFIX, secondNameStays, type Move } from '../../../../main/adapters/disk/moves/move-notes.ts';
import { changedMeanwhile, guarded, isErrno, Refused } from '../../../../main/adapters/disk/problem.ts';
import type { Result } from '../../../../shared/failure.ts';
import { inside, type SessionIo } from './session-io.ts';

/** Moves of one process, each written down before it begins, as on the real disk. */
export class MemoryMoves {
  readonly #io: SessionIo;
  readonly #underWay = new Set<string>();
  #count = 0;

  constructor(io: SessionIo) {
    this.#io = io;
  }

  move(folder: string, from: LocalFile, to: RelPath): Promise<Result<LocalFile>> {
    const io = this.#io;
    return guarded('write', from.path, async () => {
      const old = await io.requireUnchanged(folder, from.path, from);
      const full = inside(folder, to);
      const file = await io.steps.run('open', old, () => io.tree.find(old));
      if (file?.kind !== 'file') throw new Refused(changedMeanwhile(from.path, 'gone'));
      const moved = { ...from, path: to };
      if (old === full) return moved;
      await io.makeWay(folder, folderOf(to));
      const there = await io.lstat(full);
      if (there === file && io.tree.isOneEntry(old, full))
        return { ...moved, path: await this.#respell(folder, from.path, to) };
      if (there !== null) await this.takeBack(folder);
      await io.requireFree(full, to);
      await this.#keep(folder, { from: from.path, to }, () =>
        io.placeNew(old, full, to, () => io.requireStill(old, from.path, from)),
      );
      return { ...moved, path: io.placeOnDisk(folder, to) };
    });
  }

  /** Takes back what a process left half done. */
  async takeBack(folder: string): Promise<void> {
    for (const name of await this.#notesIn(folder))
      if (!this.#underWay.has(name)) await this.#settle(folder, name, await this.#read(folder, name));
  }

  async #keep(folder: string, move: Move, act: () => Promise<void>): Promise<void> {
    const io = this.#io;
    // A name that no process before had, without chance.
    const taken = new Set(await this.#notesIn(folder));
    while (taken.has(`${NOTE_PREFIX}${++this.#count}`));
    const name = `${NOTE_PREFIX}${this.#count}`;
    this.#underWay.add(name);
    try {
      await io.makeWay(folder, PARTIALS);
      const path = `${folder}/${PARTIALS}/${name}`;
      const note = await io.steps.run('create', path, () => io.tree.create(path));
      await io.write(note, 0, Buffer.from(JSON.stringify([move])), path);
      await io.steps.run('sync', path, () => undefined);
      await act();
      await this.#forget(folder, name);
    } catch (error) {
      const end = error instanceof Refused ? this.#forget(folder, name) : this.#settle(folder, name, move);
      await end.catch(() => undefined);
      throw error;
    } finally {
      this.#underWay.delete(name);
    }
  }

  async #forget(folder: string, name: string): Promise<void> {
    await guarded('write', name, () => this.#io.unlink(`${folder}/${PARTIALS}/${name}`));
  }

  async #respell(folder: string, from: RelPath, to: RelPath): Promise<RelPath> {
    const respelt = joinPath(folderOf(from), baseName(to));
    const [old, full] = [`${folder}/${from}`, `${folder}/${respelt}`];
    await this.#io.rename(old, full);
    if (this.#io.tree.spelt(full).normalize('NFC') !== full.normalize('NFC')) {
      const third = `${full} ~${++this.#count}`;
      for (const [one, other] of [
        [old, third],
        [third, full],
      ] as const) {
        await this.#io.requireFree(other, respelt);
        await this.#io.rename(one, other);
      }
    }
    return respelt;
  }

  async #settle(folder: string, name: string, move: Move | null): Promise<void> {
    const io = this.#io;
    if (move !== null) {
      const dropped = await guarded('write', move.to, async () => {
        const [old, full] = [inside(folder, move.from), inside(folder, move.to)];
        const [one, two] = [await io.lstat(old), await io.lstat(full)];
        if (one !== null && one === two && !io.tree.isOneEntry(old, full)) await io.unlink(full);
      });
      if (!dropped.ok && dropped.failure.code !== 'unsafe-path')
        throw new Refused(secondNameStays(move, dropped.failure));
    }
    await this.#forget(folder, name);
  }

  async #notesIn(folder: string): Promise<readonly string[]> {
    try {
      const names = await this.#io.list(`${folder}/${PARTIALS}`);
      return names.filter((name) => name.startsWith(NOTE_PREFIX));
    } catch (error) {
      if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
      throw error;
    }
  }

  /** Null where the process died while it was written. */
  async #read(folder: string, name: string): Promise<Move | null> {
    const path = `${folder}/${PARTIALS}/${name}`;
    try {
      const text = await this.#io.steps.run('read', path, () =>
        Buffer.from(this.#io.tree.file(path).bytes).toString(),
      );
      const moves = JSON.parse(text) as readonly Readonly<Record<string, unknown>>[] | number;
      const move = Array.isArray(moves) ? moves[0] : null;
      const [old, now] = [parseRelPath(move?.['from']), parseRelPath(move?.['to'])];
      return old === null || now === null ? null : { from: old, to: now };
    } catch (error) {
      if (isErrno(error, 'ENOENT') || error instanceof SyntaxError) return null;
      throw error;
    }
  }
}
