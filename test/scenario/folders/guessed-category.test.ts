import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import { syncOnce } from '../../../main/sync/sync-once.ts';
import { openEngine, type EngineHome } from '../../support/engine-home.ts';
import { SITE, siteOf, startWorld, type World } from '../../support/laptop.ts';

const DATAMODEL = 'timeseries_id,name,unit\nahu-1/t,Supply air,°C\n';

let world: World;
let home: string;
let laptop: EngineHome;
/** Files that were opened once more only to guess what they are. */
let looks: string[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-guess-'));
  world = await startWorld();
  laptop = await openEngine(world, home);
  laptop.engine.pauseAll();
  looks = [];
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

/** Sends these files, none of which lies in a category folder; what each became on the service, by its name. */
async function send(files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const folder = await laptop.follow(SITE);
  await laptop.atRest();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const { disk } = laptop.context;
  const counting: Disk = {
    ...disk,
    readHead: (site, path, bytes) => {
      looks.push(path);
      return disk.readHead(site, path, bytes);
    },
  };
  const options = { confirmDeletes: false, eager: false, scope: null, list: true };
  const context = { ...laptop.context, disk: counting };
  const report = siteOf(await syncOnce(context, laptop.program.mirror.followed(), options));
  expect(report).toMatchObject({ created: Object.keys(files).length, problems: [] });
  return Object.fromEntries(world.service.store.files(SITE).map((file) => [file.name, file.category]));
}

it('guesses by the bytes that are sent, without another look at each file', async () => {
  const became = await send({
    'handover/points.csv': DATAMODEL,
    'handover/readings.csv': 'day,kWh\n2026-01-01,12\n',
    'handover/AHU-1 service log.csv': 'day,who\n2026-01-01,Anna\n',
    'handover/fan.pdf': '%PDF-1.7',
    'photos/plant room.jpg': 'a photo',
  });
  expect(became).toEqual({
    'points.csv': 'kg-csv',
    'readings.csv': 'other',
    'AHU-1 service log.csv': 'maintenance',
    'fan.pdf': 'spec-sheet',
    'plant room.jpg': 'other',
  });
  expect(looks).toEqual([]);
});

it('reads the beginning of one that is too large to be held', async () => {
  const became = await send({ 'handover/points.csv': DATAMODEL + 'ahu-1/t,Supply air,°C\n'.repeat(500_000) });
  expect(became).toEqual({ 'points.csv': 'kg-csv' });
  expect(looks).toEqual(['handover/points.csv']);
});
