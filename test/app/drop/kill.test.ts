import { spawn } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDisk } from '../../../main/adapters/disk/disk.ts';
import { createDropDisk } from '../../../main/adapters/disk/drop/drop-disk.ts';
import type { Marker } from '../../../main/sync/ports/disk.ts';
import { filesIn } from '../../support/laptop.ts';
import { value } from '../desk.ts';

const FILES = 300;

describe('a process that is killed in the middle of a drop', () => {
  let root: string;
  let folder: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'sitesync-kill-'));
    folder = join(root, 'site');
    const disk = createDisk();
    value(
      await disk.createSiteFolder(folder, { site: 's', baseUrl: 'x', folderId: 'f' } as unknown as Marker),
    );
    await disk.close();
    await mkdir(join(root, 'source/deep'), { recursive: true });
    for (let number = 0; number < FILES; number++)
      await writeFile(
        join(root, 'source', number % 2 === 0 ? 'deep' : '', `file ${number}.txt`),
        `content ${number}`,
      );
  });

  afterEach(() => rm(root, { recursive: true }));

  /** Kills it so many ms after it began a step; returns the last step that it began. */
  async function dropAndKill(step: 'copying' | 'placing', ms: number, how = ''): Promise<string> {
    const child = spawn(process.execPath, [
      join(import.meta.dirname, 'kill.child.ts'),
      folder,
      join(root, 'source'),
      how,
    ]);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      const before = said;
      said += chunk.toString();
      if (!before.includes(step) && said.includes(step)) setTimeout(() => child.kill('SIGKILL'), ms);
    });
    await new Promise((resolve) => child.on('close', resolve));
    return said.trim().split('\n').at(-1) ?? '';
  }

  /** How many files may be there, by the step that was begun: a placing begins when its plan is written. */
  const whole = { copying: [0], placing: [0, FILES], done: [FILES] };

  it.each([
    ['copying', 20],
    ['placing', 5],
    ['placing', 30],
  ] as const)(
    'while %s, after %i ms, leaves all of its files or none after the next start',
    async (step, ms) => {
      const reached = await dropAndKill(step, ms);
      const dropDisk = createDropDisk();
      const { cut } = value(await dropDisk.recover(folder, () => false));
      await dropDisk.close();
      const files = await filesIn(folder);
      const come = Object.keys(files).length;
      expect(whole[reached as keyof typeof whole]).toContain(come);
      // What did not come is told of, and by no more files than it was.
      expect(cut).toEqual(
        come === FILES
          ? []
          : [{ first: 'file 1.txt', folder: 'source', files: FILES, begun: expect.any(Number) }],
      );
      for (const { begun } of cut) expect(begun).toBeLessThanOrEqual(FILES);
      for (const [path, content] of Object.entries(files))
        expect(content).toBe(`content ${/\d+/.exec(path)?.[0]}`);
      expect(await filesIn(join(folder, '.sitesync')).then(Object.keys)).toEqual(['site.json']);
    },
  );

  it.each([5, 40, 120])(
    'while it replaces files, after %i ms, has each of them whole in its place, and the others in the trash',
    async (ms) => {
      const numbers = Array.from({ length: FILES }, (_, number) => number);
      const places = numbers.map((n) => `Other/source/${n % 2 === 0 ? 'deep/' : ''}file ${n}.txt`);
      await mkdir(join(folder, 'Other/source/deep'), { recursive: true });
      for (const [number, place] of places.entries()) await writeFile(join(folder, place), `old ${number}`);
      const reached = await dropAndKill('placing', ms, 'replace');
      const isThere = (files: Readonly<Record<string, string>>, text: string): boolean =>
        Object.values(files).includes(text);
      const [left, own] = [await filesIn(folder), await filesIn(join(folder, '.sitesync'))];
      for (const [number, place] of places.entries()) {
        expect([`old ${number}`, `content ${number}`]).toContain(left[place]);
        if (left[place] === `content ${number}`) expect(isThere(own, `old ${number}`)).toBe(true);
        else expect(isThere(own, `content ${number}`)).toBe(true);
      }
      const dropDisk = createDropDisk();
      const { cut } = value(await dropDisk.recover(folder, () => false));
      await dropDisk.close();
      const [files, after] = [await filesIn(folder), await filesIn(join(folder, '.sitesync'))];
      const isCut = cut.length > 0;
      if (reached === 'done') expect(isCut).toBe(false);
      expect(Object.keys(files).toSorted()).toEqual(places.toSorted());
      for (const [number, place] of places.entries()) {
        expect(files[place]).toBe(`${isCut ? 'old' : 'content'} ${number}`);
        expect(isThere(after, `old ${number}`)).toBe(!isCut);
      }
    },
  );
});
