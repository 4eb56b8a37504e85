import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMirrorReadOnly } from '../../../main/adapters/sqlite/mirror.ts';
import { must } from '../../support/must.ts';
import { SITE, siteOf, startWorld, type Laptop, type World } from '../../support/laptop.ts';

/** More than two batches of those that are made ready together. */
const FILES = 150;
const POSTS = { method: 'POST', pathPrefix: '/api/v1/files/' };

let world: World;
let anna: Laptop;

beforeEach(async () => {
  world = await startWorld();
  anna = world.laptop('anna');
  await anna.sync();
  await mkdir(join(anna.folder, 'Other'), { recursive: true });
  for (let n = 0; n < FILES; n++) await writeFile(join(anna.folder, 'Other', `${n}.txt`), `file ${n}`);
});

afterEach(async () => {
  await world.close();
});

/** Each file once on the service, with its own bytes. */
function expectEachOnce(): void {
  const { store } = world.service;
  const there = store.files(SITE).map((file) => `${file.name}: ${store.readContent(file.id).toString()}`);
  const here = Array.from({ length: FILES }, (_, n) => `${n}.txt: file ${n}`);
  expect(there.toSorted()).toEqual(here.toSorted());
}

function openIntents(): number {
  const mirror = must(openMirrorReadOnly(anna.data));
  try {
    return mirror.intents(SITE).length;
  } finally {
    mirror.close();
  }
}

it('sends many small files once each, and leaves nothing open', async () => {
  const report = await anna.sync();
  expect(siteOf(report)).toMatchObject({ created: FILES, files: FILES, problems: [] });
  expectEachOnce();
  expect(openIntents()).toBe(0);
});

it('takes back what was made ready and not sent where the sign-in ends in the middle', async () => {
  world.service.failNext({ match: POSTS, after: 20, times: 1000, action: { status: 401 } });
  const stopped = await anna.sync();
  expect(stopped.state).toBe('sign-in');
  const sent = world.service.store.files(SITE).length;
  expect(sent).toBe(20);
  expect(openIntents()).toBe(0);
  world.service.reset();
  const report = await anna.sync();
  expect(siteOf(report)).toMatchObject({ created: FILES - sent, files: FILES });
  expectEachOnce();
});

it('looks up those whose replies were lost, and sends none twice', async () => {
  world.service.failNext({ match: POSTS, after: 70, times: 5, action: 'drop-after' });
  await anna.sync();
  await anna.sync();
  expectEachOnce();
  expect(openIntents()).toBe(0);
});

it('names each file that is refused, and sends the others', async () => {
  for (const n of [3, 80]) await writeFile(join(anna.folder, 'Other', `${n}.exe`), 'program');
  world.service.set({ refusedExtensions: ['.exe'] });
  const report = siteOf(await anna.sync());
  expect(report.created).toBe(FILES);
  expect(report.problems.map((problem) => problem.path).toSorted()).toEqual(['Other/3.exe', 'Other/80.exe']);
  expect(openIntents()).toBe(0);
});
