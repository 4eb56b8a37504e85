import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileId } from '../../../shared/model/ids.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { SITE, siteOf, startWorld, type World } from '../../support/laptop.ts';

const site = SITE;
const FILES = 40;
/** The fifth part of the site may go without a yes. */
const FREE = 8;
const MORE = 3;

let world: World;
let home: string;
let laptop: EngineHome;
let folder: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-trickle-'));
  world = await startWorld();
  for (let n = 0; n < FILES; n++)
    world.service.store.addFile(SITE, { name: `${n}.txt`, category: 'other', content: `${n}` });
  laptop = await openEngine(world, home);
  folder = await laptop.follow(SITE);
  await until(() => laptop.program.mirror.counts(site).base === FILES);
  await laptop.atRest();
});

afterEach(async () => {
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

const left = (): number => world.service.store.files(SITE).length;
const held = (): number => laptop.program.mirror.siteState(site).held?.count ?? 0;

/** Deletes a file and waits until a cycle has carried it out or held it. */
async function remove(n: number): Promise<void> {
  const before = left() - held();
  await unlink(join(folder, 'Other', `${n}.txt`));
  laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
  await until(() => left() - held() < before);
}

it('holds deletes that a watch sees one by one, here, and lets go on all else', async () => {
  for (let n = 0; n < FREE + MORE; n++) await remove(n);
  expect([left(), held()]).toEqual([FILES - FREE, MORE]);
  expect(laptop.program.mirror.siteState(site).held?.why).toContain(`after ${FREE} files just before`);
  await writeFile(join(folder, 'Other', 'new.txt'), 'new');
  laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
  await until(() => left() === FILES - FREE + 1);
  expect(held()).toBe(MORE);
});

it('holds deletes that a watch sees one by one, there', async () => {
  const files = world.service.store.files(SITE);
  const trashed = (): number => laptop.program.mirror.deletes(site, 0).length;
  for (let n = 0; n < FREE + MORE; n++) {
    world.service.store.deleteFile(files[n]!.id);
    laptop.engine.wake();
    await until(() => trashed() + held() === n + 1);
  }
  expect([trashed(), held()]).toEqual([FREE, MORE]);
});

it('does not count what a person said yes to', async () => {
  const { mirror } = laptop.program;
  const asked = world.service.store.files(SITE).slice(0, 20);
  mirror.setApprovedDeletes(
    site,
    asked.map((file) => file.id as FileId),
  );
  for (const file of asked) await unlink(join(folder, 'Other', file.name));
  laptop.engine.syncNow(site);
  await until(() => left() === FILES - asked.length);
  await laptop.atRest();
  expect(mirror.activity(site, 1)[0]).toMatchObject({ action: 'deleteRemote', reason: 'confirmed' });
  const names = world.service.store.files(SITE).map((file) => Number.parseInt(file.name));
  for (const n of names.slice(0, FREE)) await remove(n);
  expect(held()).toBe(0);
  await remove(names[FREE]!);
  expect(held()).toBe(1);
});

it('counts each sync that is asked for by itself', async () => {
  const anna = world.laptop('anna');
  await anna.sync();
  for (let n = 0; n < 3; n++) {
    for (let file = 0; file < 5; file++) await unlink(join(anna.folder, 'Other', `${n * 5 + file}.txt`));
    expect(siteOf(await anna.sync())).toMatchObject({ deletedRemote: 5, held: null });
  }
});
