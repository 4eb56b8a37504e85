import { expect, it } from 'vitest';
import type { SiteContext } from '../../../main/sync/context.ts';
import type { ScannedFile } from '../../../main/sync/ports/disk.ts';
import { Progress } from '../../../main/sync/telling/progress.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { readThrough } from '../../../main/sync/observe/read-through.ts';

const MiB = 1024 * 1024;
const file = (path: string, size: number): ScannedFile => ({ path, size }) as ScannedFile;

const pathAndSite = ({ state: { reading } }: Progress): string | null =>
  reading === null ? null : `${reading.path} of ${reading.site}`;

/** What is said to be read while these files are, and afterwards. */
async function said(files: readonly ScannedFile[], fault?: Error): Promise<readonly (string | null)[]> {
  const progress = new Progress();
  const heard: (string | null)[] = [];
  const said = (): string | null => pathAndSite(progress);
  const hash = async (): Promise<readonly []> => {
    heard.push(said());
    if (fault !== undefined) throw fault;
    return [];
  };
  const context = {
    disk: { hash },
    progress,
    site: { id: 'mill', folder: '/site' },
  } as unknown as SiteContext;
  await readThrough(context, files, new AbortController().signal).catch(() => undefined);
  return [...heard, said()];
}

it('names the largest file for as long as they are read, since it takes longest', async () => {
  const files = [file('a.txt', 5), file('Other/scan.e57', 900 * MiB), file('plan.pdf', 20 * MiB)];
  expect(await said(files)).toEqual(['Other/scan.e57 of mill', null]);
  expect(await said(files, new Error('a fault of ours'))).toEqual(['Other/scan.e57 of mill', null]);
});

it('names none where all are read in a moment', async () => {
  expect(await said([file('a.txt', 5), file('b.txt', 15 * MiB)])).toEqual([null, null]);
  expect(await said([])).toEqual([null, null]);
});

it('names the one that was begun first where several are', () => {
  const progress = new Progress();
  const first = progress.reading({ site: 'harbour' as SiteId, path: 'a.e57' });
  const second = progress.reading({ site: 'mill' as SiteId, path: 'b.e57' });
  expect(pathAndSite(progress)).toBe('a.e57 of harbour');
  first();
  expect(pathAndSite(progress)).toBe('b.e57 of mill');
  second();
  expect(progress.state.reading).toBeNull();
});
