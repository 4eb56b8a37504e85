import { dirname, join } from 'node:path';
import { TRASH } from '../layout.ts';

/** Files that go into a site's trash within this time, ms, share a folder there. */
const TOGETHER = 1000;

const moments = new Map<string, number>();

/**
 * The moment for what goes into the trash now. All within a second share one: with a folder for each, thousands of
 * deletes would have to make and flush thousands of folders.
 */
export function momentOfTrash(folder: string, now: number): Date {
  const last = moments.get(folder);
  const isNew = last === undefined || now < last || now - last >= TOGETHER;
  if (isNew) moments.set(folder, now);
  return new Date(isNew ? now : last);
}

/** Newest first. Of the same moment and path, the higher number came later. */
export function newestFirst(
  a: { readonly id: string; readonly path: string; readonly trashedAt: number },
  b: { readonly id: string; readonly path: string; readonly trashedAt: number },
): number {
  if (a.trashedAt !== b.trashedAt) return b.trashedAt - a.trashedAt;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return numberOf(b.id) - numberOf(a.id);
}

function numberOf(id: string): number {
  return Number(/^[^/]*\+(\d+)\//.exec(id)?.[1] ?? 0);
}

/** The name of a trash folder for one moment, like `2026-11-21T09-42-10.123Z`; with a number if that is taken. */
export function nameInTrash(at: Date, number: number): string {
  const time = at.toISOString().replaceAll(':', '-');
  return number === 0 ? time : `${time}+${number}`;
}

/** Epoch milliseconds; null for a folder that is none of ours. */
export function timeOfTrash(name: string): number | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)(?:\+\d+)?$/.exec(name);
  const time = match === null ? Number.NaN : Date.parse(`${match[1]}:${match[2]}:${match[3]}`);
  return Number.isNaN(time) ? null : time;
}

/**
 * The folder of a file in the trash and those above it, up to the trash itself. Files that go there at the same time
 * share them, and whoever made them may not have flushed them yet.
 */
export function foldersInTrash(folder: string, kept: string): readonly string[] {
  const folders = [join(folder, TRASH)];
  for (let at = dirname(kept); at !== join(folder, TRASH); at = dirname(at)) folders.push(at);
  return folders;
}
