import { lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fingerprintOf } from '../../../../main/adapters/disk/fingerprint.ts';
import { MARKER, PARTIALS } from '../../../../main/adapters/disk/layout.ts';
import { MoveNotes, NOTE_PREFIX } from '../../../../main/adapters/disk/moves/move-notes.ts';
import { move } from '../../../../main/adapters/disk/moves/move.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';

/** What a person does while the note of a move is written. */
const person = vi.hoisted(() => ({ act: () => {}, prefix: '' }));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return {
    ...fs,
    open: (...args: Parameters<typeof fs.open>) => {
      if (String(args[0]).includes(person.prefix)) person.act();
      return fs.open(...args);
    },
  };
});

const FROM = 'Other/plan.txt' as RelPath;
const TO = 'Other/new.txt' as RelPath;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-traded-'));
  for (const each of ['.sitesync', PARTIALS, 'Other']) mkdirSync(join(folder, each));
  writeFileSync(join(folder, MARKER), '{}');
  writeFileSync(join(folder, FROM), 'the plan');
  writeFileSync(join(folder, 'Other/draft.txt'), 'a draft');
  person.prefix = `/${NOTE_PREFIX}`;
  person.act = () => undefined;
});

afterEach(() => rmSync(folder, { recursive: true }));

const text = (path: string): string | null =>
  lstatSync(join(folder, path), { throwIfNoEntry: false }) === undefined
    ? null
    : readFileSync(join(folder, path), 'utf8');

function moved(): ReturnType<typeof move> {
  const seen = fingerprintOf(lstatSync(join(folder, FROM), { bigint: true }));
  return move({ notes: new MoveNotes(), folder, drives: [] }, { path: FROM, ...seen, hash: null }, TO);
}

it('moves no other file that came to the place of the one that was planned', async () => {
  person.act = () => {
    renameSync(join(folder, FROM), join(folder, 'Other/aside.txt'));
    renameSync(join(folder, 'Other/draft.txt'), join(folder, FROM));
  };
  expect(await moved()).toMatchObject({ ok: false, failure: { code: 'changed-meanwhile' } });
  expect([FROM, TO, 'Other/aside.txt'].map(text)).toEqual(['a draft', null, 'the plan']);
});

it('moves the one that was planned', async () => {
  expect(await moved()).toMatchObject({ ok: true });
  expect([FROM, TO].map(text)).toEqual([null, 'the plan']);
});
