import { mkdirSync, rmdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MARKER } from '../../../../main/adapters/disk/layout.ts';
import { createSiteFolder, readMarker } from '../../../../main/adapters/disk/own-files/marker.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { failure, value } from '../suite/bench.ts';

it.skipIf(process.platform === 'win32')('a folder that has the name of the marker is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitesync-marker-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const marker = { site: 'site-1' as SiteId, baseUrl: 'x', folderId: 'f', generation: null, edition: 0 };
  mkdirSync(join(folder, MARKER), { recursive: true });
  expect(value(await readMarker(folder))).toBeNull();
  expect(failure(await createSiteFolder(folder, marker))).toMatchObject({
    message: `${join(folder, MARKER)} was left alone: a folder has its name.`,
    hint: 'Rename that folder, or move it away.',
  });
  rmdirSync(join(folder, MARKER));
  value(await createSiteFolder(folder, marker));
  expect(value(await readMarker(folder))).toMatchObject(marker);
});
