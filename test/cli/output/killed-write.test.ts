import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeWhole } from '../../../main/hosts/cli/output/write-whole.ts';
import { until } from '../../support/engine-home.ts';

let root: string;
let folder: string;
let file: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitesync-killed-write-'));
  folder = join(root, 'out');
  file = join(folder, 'table.csv');
  await mkdir(folder);
});

afterEach(() => rm(root, { recursive: true }));

const write = (from: Readable): ReturnType<typeof writeWhole> =>
  writeWhole(file, from, new AbortController().signal);

/** The file beside the target, once some of it was written by a process that comes to no end. */
async function halfWritten(): Promise<{ name: string; kill: () => Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-write.child.ts'), file], {
    stdio: 'ignore',
    timeout: 60_000,
  });
  const closed = once(child, 'close');
  await until(async () => {
    const [name] = await readdir(folder);
    return name !== undefined && (await stat(join(folder, name))).size > 0;
  }, 2000);
  const [name = ''] = await readdir(folder);
  return {
    name,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

it('removes what a killed process left, and nothing that another still writes', async () => {
  const { name, kill } = await halfWritten();
  expect(await write(Readable.from(['whole']))).toBeNull();
  expect((await readdir(folder)).sort()).toEqual([name, 'table.csv'].sort());
  await kill();
  expect(await readdir(folder)).toContain(name);
  expect(await write(Readable.from(['newer']))).toBeNull();
  expect([await readdir(folder), await readFile(file, 'utf8')]).toEqual([['table.csv'], 'newer']);
});

it('leaves what only looks like it', async () => {
  const { name, kill } = await halfWritten();
  await kill();
  const elsewhere = name.replace(/^sitesync-[0-9a-f]{8}/, 'sitesync-00000000');
  const others = [elsewhere, name.replace('sitesync-', 'my '), `${name}.csv`, name.replace(/-\d+-/, '-')];
  for (const other of others) await writeFile(join(folder, other), 'mine');
  await rm(join(folder, name));
  await mkdir(join(folder, name));
  expect(await write(Readable.from(['whole']))).toBeNull();
  expect((await readdir(folder)).sort()).toEqual([...others, name, 'table.csv'].sort());
});

it('names the folder that went away while the file was written', async () => {
  const failure = await write(Readable.from(half(() => rm(folder, { recursive: true }))));
  expect(failure?.message).toBe(`${file} was not written: its folder ${folder} went away meanwhile.`);
});

it('names the drive that went away, whose empty mount point is there', async () => {
  const pulledOut = async (): Promise<void> => {
    await rename(folder, join(root, 'gone'));
    await mkdir(folder);
  };
  const failure = await write(Readable.from(half(pulledOut)));
  expect(failure?.message).toContain(`${file} was not written: the drive of its folder ${folder} went away`);
  expect(await readdir(folder)).toEqual([]);
});

it('names the file that it copies if that is not there', async () => {
  const source = join(root, 'tower.glb');
  const failure = await write(createReadStream(source));
  expect(failure?.message).toBe(`${file} was not written: ${source} could not be read.`);
  expect(await readdir(folder)).toEqual([]);
});

/** Half of it comes, then something happens, then the rest. */
async function* half(happens: () => Promise<void>): AsyncGenerator<string> {
  yield 'half';
  // So much is written before the rest is asked for.
  for (let piece = 0; piece < 40; piece++) yield 'x'.repeat(10_000);
  await happens();
  yield 'rest';
}
