import { randomUUID } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Failure } from '../../../../shared/failure.ts';
import { isJsonObject, type Json } from '../../../../shared/model/json.ts';
import { folderOf, parseRelPath, type RelPath } from '../../../../shared/model/rel-path.ts';
import { isCopy } from './across-drives.ts';
import { areTwoNames } from '../paths/last-look.ts';
import { PARTIALS } from '../layout.ts';
import { readOwn } from '../own-files/own-file.ts';
import { errnoOf, guarded, isErrno, Refused } from '../problem.ts';
import { perFolder, Batcher } from '../batcher.ts';
import { checkWay, flushFolder, inside, makeWay } from '../paths/way.ts';

/** Begins the names of the notes in `.sitesync/tmp/`. */
export const NOTE_PREFIX = 'move-';

/** On the disk, of moves that began together. */
interface Note {
  readonly name: string;
  /** Of its moves so many have not ended. */
  underWay: number;
  /** One of them could not be taken back yet. */
  stays: boolean;
}

/** From one path of a site's folder to another. */
export interface Move {
  readonly from: RelPath;
  readonly to: RelPath;
}

/**
 * A move gives a file its new name before it takes the old one away. Killed in between it leaves a file with two names,
 * and the second would be sent as a file of its own; a person's own hard links look just the same. So each move is
 * written down before it begins, in the site's folder itself, and what is found half done is taken back.
 */
export class MoveNotes {
  /** Names of notes of whose moves this process is at some. */
  readonly #underWay = new Set<string>();
  /** Moves that are to begin at the same time stand in one note: it takes two flushes, however many they are. */
  readonly #writing = perFolder((folder) => new Batcher<Move, Note>((moves) => this.#write(folder, moves)));

  /** Makes the move with a note of it on the disk, and takes it back where it fails half-way. The new name must be free. */
  async keep<T>(folder: string, move: Move, act: () => Promise<T>): Promise<T> {
    const note = await this.#writing(folder).add(move);
    try {
      return await act();
    } catch (error) {
      // Who was refused did nothing: what has the new name by now is somebody else's. What cannot be put right now is
      // tried again before the next scan.
      if (!(error instanceof Refused)) await dropNewName(folder, move).catch(() => (note.stays = true));
      throw error;
    } finally {
      await this.#end(folder, note);
    }
  }

  /** Takes back what a process left half done. To be called before a scan: it throws where a second name stays. */
  async takeBack(folder: string): Promise<void> {
    for (const name of await notesIn(folder)) {
      if (this.#underWay.has(name)) continue;
      for (const move of await read(folder, name)) await dropNewName(folder, move);
      await forget(folder, name);
    }
  }

  async #write(folder: string, moves: readonly Move[]): Promise<readonly Note[]> {
    const name = `${NOTE_PREFIX}${randomUUID()}`;
    this.#underWay.add(name);
    try {
      await write(folder, name, moves);
    } catch (error) {
      this.#underWay.delete(name);
      throw error;
    }
    const note = { name, underWay: moves.length, stays: false };
    return moves.map(() => note);
  }

  async #end(folder: string, note: Note): Promise<void> {
    note.underWay -= 1;
    if (note.underWay > 0) return;
    if (!note.stays) await forget(folder, note.name);
    this.#underWay.delete(note.name);
  }
}

/** Flushed with its folder, or the move might outlive it in a power cut. One that is torn is of no move that was begun. */
async function write(folder: string, name: string, moves: readonly Move[]): Promise<void> {
  await makeWay(folder, PARTIALS);
  const handle = await open(join(folder, PARTIALS, name), 'wx');
  try {
    await handle.writeFile(JSON.stringify(moves));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await flushFolder(join(folder, PARTIALS));
}

/** A note that cannot be removed is about nothing, and is tried again. */
async function forget(folder: string, name: string): Promise<void> {
  await rm(join(folder, PARTIALS, name), { force: true }).catch((error: unknown) => {
    if (errnoOf(error) === null) throw error;
  });
}

async function dropNewName(folder: string, move: Move): Promise<void> {
  const dropped = await guarded('write', move.to, async () => {
    const [old, full] = [inside(folder, move.from), inside(folder, move.to)];
    for (const path of [move.from, move.to]) if (!(await checkWay(folder, folderOf(path)))) return;
    if (!areTwoNames(old, full) && !(await isCopy(full, old))) return;
    unlinkSync(full);
    await flushFolder(dirname(full));
  });
  // What lies behind a link by now, or never lay in the folder, is none of ours.
  if (dropped.ok || dropped.failure.code === 'unsafe-path') return;
  if (dropped.failure.code === 'folder-missing') throw new Refused(dropped.failure);
  throw new Refused(secondNameStays(move, dropped.failure));
}

async function notesIn(folder: string): Promise<readonly string[]> {
  try {
    if (!(await checkWay(folder, PARTIALS))) return [];
    return (await readdir(join(folder, PARTIALS))).filter((name) => name.startsWith(NOTE_PREFIX));
  } catch (error) {
    // Behind a link nothing is written down.
    const isLink = error instanceof Refused && error.failure.code === 'unsafe-path';
    if (isLink || isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** None where it says nothing that we would have written. */
async function read(folder: string, name: string): Promise<readonly Move[]> {
  try {
    const moves = JSON.parse((await readOwn(join(folder, PARTIALS, name)))?.text ?? '') as Json;
    return Array.isArray(moves) ? moves.flatMap((move: Json) => moveOf(move) ?? []) : [];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Refused) return [];
    throw error;
  }
}

function moveOf(value: Json): Move | null {
  if (!isJsonObject(value)) return null;
  const [from, to] = [parseRelPath(value['from']), parseRelPath(value['to'])];
  return from === null || to === null ? null : { from, to };
}

export function secondNameStays({ from, to }: Move, failure: Failure): Failure {
  return {
    ...failure,
    message: `${from} is there as ${to} too: a move of it was broken off, and the second name cannot be removed.`,
    hint: `Delete ${to}, or allow changes in its folder. Nothing of this site is synced until then, so that it does not become two files.`,
  };
}
