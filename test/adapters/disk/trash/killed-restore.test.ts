import { linkSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDisk } from '../../../../main/adapters/disk/disk.ts';
import { TRASH } from '../../../../main/adapters/disk/layout.ts';
import type { LocalFile } from '../../../../main/engine/trees.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { value } from '../../../app/desk.ts';

it('a restore that was killed before it was out of the trash is finished, and the file there once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitesync-restore-'));
  const disk = createDisk();
  value(
    await disk.createSiteFolder(folder, {
      site: 's1' as SiteId,
      baseUrl: 'http://127.0.0.1',
      folderId: 'f1',
      generation: null,
      edition: 0,
    }),
  );
  writeFileSync(join(folder, 'a.txt'), 'text');
  const files: LocalFile[] = [];
  const ignore: readonly string[] = [];
  value(
    await disk.scan(folder, { ignore, scope: null }, (some) =>
      files.push(...some.map((file) => ({ ...file, hash: null }))),
    ),
  );
  value(await disk.trash(folder, files[0]!));
  const [entry] = value(await disk.listTrash(folder));
  linkSync(join(folder, TRASH, ...entry!.id.split('/')), join(folder, 'a.txt'));
  expect(value(await disk.restore(folder, entry!.id))).toBe('a.txt');
  expect(value(await disk.listTrash(folder))).toEqual([]);
  expect(statSync(join(folder, 'a.txt')).nlink).toBe(1);
  expect(readdirSync(folder).filter((name) => name.includes('restored'))).toEqual([]);
  await disk.close();
  rmSync(folder, { recursive: true });
});
