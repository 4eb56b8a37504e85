import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeWhole } from '../../../main/hosts/cli/output/write-whole.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitesync-whole-'));
  file = join(folder, 'table.csv');
  await writeFile(file, 'before');
});

afterEach(() => rm(folder, { recursive: true }));

it('leaves what was there if it is stopped half-way', async () => {
  const stop = new AbortController();
  const pieces = async function* () {
    yield 'half';
    stop.abort();
    yield 'rest';
  };
  const failure = await writeWhole(file, Readable.from(pieces()), stop.signal);
  expect(failure).toMatchObject({ code: 'cancelled', message: `Stopped before ${file} was written.` });
  expect([await readdir(folder), await readFile(file, 'utf8')]).toEqual([['table.csv'], 'before']);
});

it('replaces what was there', async () => {
  expect(await writeWhole(file, Readable.from(['ne', 'w']), new AbortController().signal)).toBeNull();
  expect([await readdir(folder), await readFile(file, 'utf8')]).toEqual([['table.csv'], 'new']);
});

it.skipIf(process.platform === 'win32').each([0o600, 0o640])(
  'lets nobody read it who could not read what was there: %o',
  async (mode) => {
    await chmod(file, mode);
    expect(await writeWhole(file, Readable.from(['new']), new AbortController().signal)).toBeNull();
    expect((await stat(file)).mode & 0o777).toBe(mode);
  },
);

it('writes to a name that is as long as a name may be', async () => {
  const long = join(folder, `${'n'.repeat(251)}.csv`);
  expect(await writeWhole(long, Readable.from(['new']), new AbortController().signal)).toBeNull();
  expect((await readdir(folder)).length).toBe(2);
});

it('leaves what lies beside it, and writes through a link', async () => {
  const other = join(folder, 'table.csv.part');
  const link = join(folder, 'link.csv');
  await writeFile(other, 'mine');
  await symlink(file, link);
  expect(await writeWhole(link, Readable.from(['new']), new AbortController().signal)).toBeNull();
  expect(await writeWhole(file, Readable.from(['newer']), new AbortController().signal)).toBeNull();
  expect((await readdir(folder)).sort()).toEqual(['link.csv', 'table.csv', 'table.csv.part']);
  expect([await readFile(other, 'utf8'), await readFile(link, 'utf8')]).toEqual(['mine', 'newer']);
});

it('says that the disk is full, and not that the folder may not be written to', async () => {
  const full = async function* (): AsyncGenerator<string> {
    yield 'half';
    throw Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
  };
  const failure = await writeWhole(file, Readable.from(full()), new AbortController().signal);
  expect(failure).toMatchObject({ code: 'disk-full', message: expect.stringMatching(/^The disk is full: /) });
  expect([await readdir(folder), await readFile(file, 'utf8')]).toEqual([['table.csv'], 'before']);
});

it.each([
  ['a folder that is not there', ['missing', 'table.csv'], 'there is no folder'],
  ['a file for a folder', ['table.csv', 'table.csv'], 'is not a folder'],
  ['too long a name', ['n'.repeat(300)], 'too long'],
  ['a folder', [], 'is a folder'],
])('says what is wrong with the place: %s', async (_, parts, words) => {
  const place = join(folder, ...parts);
  const failure = await writeWhole(place, Readable.from(['new']), new AbortController().signal);
  expect(failure?.message).toContain(place);
  expect(failure?.message).toContain(words);
});
