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

/** The names of notes in `.sitesync/tmp/` begin with this. */
export const NOTE_PREFIX = 'move-';

/** A note on the disk about moves that began together. */
interface Note {
  readonly name: string;
  /** How many of its moves have not ended. */
  underWay: number;
  /** One of its moves could not be taken back yet, so the note stays. */
  stays: boolean;
}

/** From one path in a site's folder to another. */
export interface Move {
  readonly from: RelPath;
  readonly to: RelPath;
}

/**
 * A move gives the file its new name before it removes the old one. Killed in between, it leaves a file with two names.
 * The second would be sent as a new file; and it cannot be told from hard links of a person's own. So each move is
 * written down in the site's folder before it begins, and half-done moves are taken back.
 */
export class MoveNotes {
  /** Names of the notes whose moves this process is working on. */
  readonly #underWay = new Set<string>();
  /** Moves that begin at the same time share one note: two flushes, however many they are. */
  readonly #writing = perFolder((folder) => new Batcher<Move, Note>((moves) => this.#write(folder, moves)));

  /**
   * Makes a move while a note of it is on the disk, and takes it back if it fails half-way. The new name must be free.
   */
  async keep<T>(folder: string, move: Move, act: () => Promise<T>): Promise<T> {
    const note = await this.#writing(folder).add(move);
    try {
      return await act();
    } catch (error) {
      // A refused move did nothing: whatever has the new name belongs to somebody else. What cannot be put right now is
      // tried again before the next scan.
      if (!(error instanceof Refused)) await dropNewName(folder, move).catch(() => (note.stays = true));
      throw error;
    } finally {
      await this.#end(folder, note);
    }
  }

  /** Takes back moves that a process left half done. Must be called before a scan; throws if a second name stays. */
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

/**
 * Flushes the note and its folder, since the move might survive a power cut that the note does not. A torn note is
 * about no move that was begun.
 */
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

/** If the note cannot be removed, its moves are done: taking them back again does nothing. */
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
  // If it lies behind a link by now, or never lay in the folder, it is not ours.
  if (dropped.ok || dropped.failure.code === 'unsafe-path') return;
  if (dropped.failure.code === 'folder-missing') throw new Refused(dropped.failure);
  throw new Refused(secondNameStays(move, dropped.failure));
}

async function notesIn(folder: string): Promise<readonly string[]> {
  try {
    if (!(await checkWay(folder, PARTIALS))) return [];
    return (await readdir(join(folder, PARTIALS))).filter((name) => name.startsWith(NOTE_PREFIX));
  } catch (error) {
    // We write no notes behind a link.
    const isLink = error instanceof Refused && error.failure.code === 'unsafe-path';
    if (isLink || isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** Empty if the note says nothing that we would have written. */
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
