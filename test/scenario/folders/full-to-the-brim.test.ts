import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import type { SiteReport } from '../../../main/sync/cycle/site-report.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { SmallDisk, whyNoExt4 } from '../../support/faults/bad-disk.ts';
import { Reserve } from '../../../main/adapters/sqlite/reserve.ts';
import { openEngine, type EngineHome } from '../../support/engine-home.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const noDisk = whyNoExt4();

let world: World;
let home: string;
let disk: SmallDisk;
let laptop: EngineHome;
let folder: string;

/** A laptop with a disk of its own at a folder of its home, of which `root` is that of the sites. */
async function start(at: string, size: string): Promise<void> {
  world = await startWorld();
  home = await mkdtemp(join(tmpdir(), 'sitesync-brim-'));
  disk = await SmallDisk.ext4At(join(home, at), size);
  laptop = await openEngine(world, home);
  folder = await laptop.follow(SITE);
  await laptop.atRest();
  await laptop.engine.stop();
  for (const name of ['a.bin', 'b.bin']) await writeFile(join(folder, 'Other', name), name.repeat(100_000));
  expect(await sync()).toMatchObject({ created: 2, problems: [] });
}

/** A person's choice for a.bin, and what came of it. */
async function makeOnlineOnly(): Promise<void> {
  const { id } = world.service.store.files(SITE).find(({ name }) => name === 'a.bin')!;
  laptop.program.mirror.setPin(laptop.program.mirror.followed()[0]!.id, id as FileId, false);
  expect((await sync()).problems).toEqual([]);
  expect(existsSync(join(folder, 'Other', 'a.bin'))).toBe(false);
  expect(existsSync(join(folder, 'Other', 'b.bin'))).toBe(true);
  expect(world.service.store.files(SITE)).toHaveLength(2);
}

async function sync(): Promise<SiteReport> {
  const options = { confirmDeletes: false, eager: true, scope: null, list: true };
  return (await syncOnce(laptop.context, laptop.program.mirror.followed(), options)).sites[0]!;
}

describe.skipIf(noDisk !== null)(
  `a disk without a free block${noDisk === null ? '' : ` (skipped: ${noDisk})`}`,
  () => {
    afterEach(async () => {
      await laptop.close();
      await world.close();
      disk.unmount();
      await rm(home, { recursive: true, force: true });
    });

    it('gets room where a person makes files “online only”', async () => {
      await start('root', '16m');
      disk.fillToTheBrim();
      await makeOnlineOnly();
    });

    it('gets room also where the database lies on it', async () => {
      await start('', '128m');
      new Reserve(join(home, 'data')).keep();
      disk.fillToTheBrim();
      await makeOnlineOnly();
    });

    it('gets room also where the program was started on it', async () => {
      await start('', '128m');
      new Reserve(join(home, 'data')).keep();
      await laptop.close();
      disk.fillToTheBrim();
      laptop = await openEngine(world, home);
      await makeOnlineOnly();
    });
  },
);
