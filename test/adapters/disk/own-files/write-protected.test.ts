import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSiteFolder } from '../../../../main/adapters/disk/own-files/marker.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { SmallDisk, whyNoMount } from '../../../support/faults/bad-disk.ts';

const noMount = whyNoMount();

it.skipIf(noMount !== null)(
  `a folder on a write-protected drive is refused for that reason${noMount === null ? '' : ` (skipped: ${noMount})`}`,
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'sitesync-protected-'));
    const drive = join(home, 'drive');
    const disk = await SmallDisk.at(drive, '1m');
    try {
      disk.change('ro');
      for (const folder of [join(drive, 'site'), join(drive, 'sites', 'site')]) {
        const at = { baseUrl: 'http://127.0.0.1', folderId: 'f1', generation: null, edition: 0 };
        const marker = { site: 's1' as SiteId, ...at };
        expect(await createSiteFolder(folder, marker)).toMatchObject({
          ok: false,
          failure: { code: 'read-only', message: expect.stringContaining(`${folder} cannot be made`) },
        });
      }
    } finally {
      disk.unmount();
      await rm(home, { recursive: true, force: true });
    }
  },
);
