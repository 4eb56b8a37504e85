import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createSiteFolder } from '../../../../main/adapters/disk/own-files/marker.ts';
import { tryFolder } from '../../../../main/adapters/disk/own-files/try-folder.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { failure } from '../suite/bench.ts';

/** Windows: to have a file for a folder on the way is to it as if nothing were there. */
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  const asThere = (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') error.code = 'ENOENT';
    throw error;
  };
  return {
    ...fs,
    stat: (...args: Parameters<typeof fs.stat>) => fs.stat(...args).catch(asThere),
    mkdir: (...args: Parameters<typeof fs.mkdir>) => fs.mkdir(...args).catch(asThere),
    mkdtemp: (prefix: string) => fs.mkdtemp(prefix).catch(asThere),
  };
});

const MARKER = {
  site: 'tower' as SiteId,
  baseUrl: 'https://sds.test',
  folderId: 'f',
  generation: null,
  edition: 0,
};

it.each(['', 'Tower', 'deeper/Tower'])(
  'says that a file stands in the way of a folder (%s)',
  async (below) => {
    const home = mkdtempSync(join(tmpdir(), 'sitesync-below-'));
    writeFileSync(join(home, 'a file'), '');
    const folder = join(home, 'a file', below);
    for (const refused of [await createSiteFolder(folder, MARKER), await tryFolder(folder)])
      expect(failure(refused)).toMatchObject({
        code: 'bad-input',
        message: `The folder ${folder} cannot be made: a file stands in its way.`,
      });
    rmSync(home, { recursive: true });
  },
);

it.each(['Tower', 'deeper/Tower'])(
  'and of one on a drive that is not there no such thing (%s)',
  async (below) => {
    const folder = join('/proc/sitesync', below);
    expect(failure(await tryFolder(folder)).message).toContain('write-protected or not there');
  },
);
