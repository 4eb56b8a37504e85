import { expect, it } from 'vitest';
import type { SiteContext } from '../../main/sync/context.ts';
import type { ScannedFile } from '../../main/sync/ports/disk.ts';
import { Progress } from '../../main/sync/state/progress.ts';
import { readThrough } from '../../main/sync/state/read-through.ts';

const MiB = 1024 * 1024;
const file = (path: string, size: number): ScannedFile => ({ path, size }) as ScannedFile;

/** What is said to be read while these files are, and afterwards. */
async function said(files: readonly ScannedFile[], fault?: Error): Promise<readonly (string | null)[]> {
  const progress = new Progress();
  const heard: (string | null)[] = [];
  const hash = async (): Promise<readonly []> => {
    heard.push(progress.state.reading);
    if (fault !== undefined) throw fault;
    return [];
  };
  const context = { disk: { hash }, progress, site: { folder: '/site' } } as unknown as SiteContext;
  await readThrough(context, files, new AbortController().signal).catch(() => undefined);
  return [...heard, progress.state.reading];
}

it('names the largest file for as long as they are read, since it takes longest', async () => {
  const files = [file('a.txt', 5), file('Other/scan.e57', 900 * MiB), file('plan.pdf', 20 * MiB)];
  expect(await said(files)).toEqual(['Other/scan.e57', null]);
  expect(await said(files, new Error('a fault of ours'))).toEqual(['Other/scan.e57', null]);
});

it('names none where all are read in a moment', async () => {
  expect(await said([file('a.txt', 5), file('b.txt', 15 * MiB)])).toEqual([null, null]);
  expect(await said([])).toEqual([null, null]);
});

it('names the one that was begun first where several are', () => {
  const progress = new Progress();
  const first = progress.reading('a.e57');
  const second = progress.reading('b.e57');
  expect(progress.state.reading).toBe('a.e57');
  first();
  expect(progress.state.reading).toBe('b.e57');
  second();
  expect(progress.state.reading).toBeNull();
});
