import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lineAfter } from '../../../main/engine/compare/lineage.ts';
import type { FileId, VersionMark } from '../../../shared/model/ids.ts';
import type { Json } from '../../../shared/model/json.ts';
import { filesIn, trashIn } from '../../support/laptop.ts';
import { MemoryClient } from '../../support/memory/service/client.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;
let laptop: GuardLaptop;
let id: FileId;
let serial = 0;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.inStep('a.txt');
  id = world.idOf('a.txt');
  await edit('before');
});

afterEach(() => world.close());

async function edit(text: string): Promise<void> {
  laptop.put('Other/a.txt', text);
  expect(await laptop.sync()).toMatchObject({ updated: 1, conflicts: [], problems: [] });
}

/** What a laptop that looks now will state of the version that it sends later. */
async function look(): Promise<readonly VersionMark[]> {
  const answer = await new MemoryClient(world.service).readFile(id);
  if (!answer.ok) throw new Error(answer.failure.message);
  return lineAfter(answer.value);
}

type Facts = { readonly [key: string]: Json } & { readonly opId: string };

/** What a laptop notes of these bytes. `line` is missing where it is of an older version. */
function facts(text: string, line: readonly VersionMark[] | null, path = 'Other/a.txt'): { sitesync: Facts } {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const basedOn = line === null ? {} : { basedOn: [...line] };
  return { sitesync: { path, sha256, mtime: 0, opId: `their-${++serial}`, ...basedOn } };
}

function theySend(text: string, line: readonly VersionMark[] | null): void {
  world.service.editFile(id, { content: text, metadata: facts(text, line) });
}

/** Both are kept and sent, and nothing is left to do. */
async function expectBoth(...texts: readonly string[]): Promise<void> {
  const report = await laptop.sync();
  expect(report).toMatchObject({ conflicts: [{ path: 'Other/a.txt' }], problems: [] });
  expect(world.contents()).toEqual(texts.toSorted());
  expect(Object.values(await filesIn(laptop.folder)).toSorted()).toEqual(texts.toSorted());
  await expectRest();
}

/** Theirs replaced ours as a newer version does. */
async function expectTheirs(text: string): Promise<void> {
  expect(await laptop.sync()).toMatchObject({ downloaded: 1, conflicts: [], problems: [] });
  expect(world.contents()).toEqual([text]);
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': text });
  await expectRest();
}

async function expectRest(): Promise<void> {
  const idle = { created: 0, updated: 0, downloaded: 0, moved: 0, conflicts: [], problems: [] };
  expect(await laptop.sync()).toMatchObject(idle);
}

describe('what was sent from here and overwritten by a laptop that had not seen it', () => {
  it('lies beside theirs and is sent', async () => {
    const line = await look();
    await edit('ours');
    theySend('theirs', line);
    await expectBoth('ours', 'theirs');
    expect(await trashIn(laptop.folder)).not.toContain('ours');
  });

  it('does so too where they had seen an older version than the last but one, or renamed theirs since', async () => {
    const line = await look();
    for (const text of ['ours 1', 'ours 2', 'ours 3']) await edit(text);
    theySend('theirs', line);
    const renamed = facts('theirs', await look(), 'Other/b.txt');
    world.service.editFile(id, { name: 'b.txt', metadata: renamed });
    const report = await laptop.sync();
    expect(report).toMatchObject({ conflicts: [{ path: 'Other/b.txt' }], problems: [] });
    expect(world.contents()).toEqual(['ours 3', 'theirs']);
    await expectRest();
  });

  it('does so too where it was renamed here after it was sent, and where that was not sent yet', async () => {
    const line = await look();
    await edit('ours');
    const rename = (from: string, to: string): void =>
      renameSync(join(laptop.folder, 'Other', from), join(laptop.folder, 'Other', to));
    rename('a.txt', 'b.txt');
    expect(await laptop.sync()).toMatchObject({ moved: 1, conflicts: [] });
    rename('b.txt', 'c.txt');
    theySend('theirs', line);
    expect(await laptop.sync()).toMatchObject({ conflicts: [{}], problems: [] });
    expect(world.contents()).toEqual(['ours', 'theirs']);
    await expectRest();
  });

  it.each(['Other/a.txt', 'Other/b.txt'])(
    'does so too where a third, who had seen ours, wrote to the record and left the bytes: %s',
    async (path) => {
      const line = await look();
      await edit('ours');
      const name = path.slice('Other/'.length);
      world.service.editFile(id, { name, metadata: facts('ours', await look(), path) });
      expect(await laptop.sync()).toMatchObject({ downloaded: 0, updated: 0, conflicts: [], problems: [] });
      theySend('theirs', line);
      expect(await laptop.sync()).toMatchObject({ conflicts: [{}], problems: [] });
      expect(world.contents()).toEqual(['ours', 'theirs']);
      await expectRest();
    },
  );

  it('is sent again as the next version where they sent no bytes but those before it', async () => {
    const line = await look();
    await edit('ours');
    // Read or not: nothing else tells afterwards that it is not in step.
    const [local] = laptop.mirror.trees(world.site).local.values();
    if (local !== undefined) laptop.mirror.commit(world.site, [{ local: { ...local, hash: null } }]);
    theySend('before', line);
    expect(await laptop.sync()).toMatchObject({ updated: 1, downloaded: 0, conflicts: [], problems: [] });
    expect(world.contents()).toEqual(['ours']);
    await expectRest();
  });

  it('is sent again where they renamed it unseen, so that nobody believes it to be the bytes before', async () => {
    const third = await world.laptop();
    await third.sync();
    const line = await look();
    await edit('behind');
    world.service.editFile(id, { name: 'b.txt', metadata: facts('before', line, 'Other/b.txt') });
    // It holds the bytes that are stated.
    await third.sync();
    expect(await laptop.sync()).toMatchObject({ updated: 1, conflicts: [], problems: [] });
    expect(await third.sync()).toMatchObject({ downloaded: 1, conflicts: [], problems: [] });
    for (const each of [laptop, third])
      expect(await filesIn(each.folder)).toEqual({ 'Other/b.txt': 'behind' });
    expect(world.contents()).toEqual(['behind']);
    await expectRest();
  });

  it('replaces unseen what they sent before they renamed it, and says so', async () => {
    const line = await look();
    await edit('behind');
    // They sent `theirs`, ours went over it, and their rename over ours.
    const theirs = facts('theirs', line).sitesync.opId as VersionMark;
    const renamed = facts('theirs', [theirs, ...line], 'Other/b.txt');
    world.service.editFile(id, { name: 'b.txt', metadata: renamed });
    expect(await laptop.sync()).toMatchObject({ updated: 1, conflicts: [], problems: [] });
    const stated = await look();
    expect(stated).not.toContain(theirs);
    expect(stated).not.toContain(renamed.sitesync.opId);
    expect(stated).toEqual(expect.arrayContaining([...line]));
    await expectRest();
  });

  it('is told once: what they make of theirs afterwards is newer', async () => {
    const line = await look();
    await edit('ours');
    theySend('theirs', line);
    await expectBoth('ours', 'theirs');
    theySend('theirs 2', await look());
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, conflicts: [] });
    // Even where it is the very bytes that were ours.
    theySend('ours', await look());
    await laptop.sync();
    theySend('theirs 3', await look());
    expect(await laptop.sync()).toMatchObject({ downloaded: 1, conflicts: [] });
    await expectRest();
  });

  it('is no conflict where both wrote the same bytes, now or when theirs goes on', async () => {
    const line = await look();
    await edit('equal');
    theySend('equal', line);
    expect(await laptop.sync()).toMatchObject({ downloaded: 0, conflicts: [], problems: [] });
    theySend('theirs', await look());
    await expectTheirs('theirs');
  });
});

describe('what replaces bytes that were sent from here is a newer version', () => {
  it('where its writer had seen them, however many versions ago', async () => {
    await edit('ours');
    for (let n = 1; n <= 20; n++) theySend(`theirs ${n}`, await look());
    await expectTheirs('theirs 20');
  });

  it('where its writer does not say, or somebody did not on the way', async () => {
    await edit('ours');
    theySend('theirs', null);
    await expectTheirs('theirs');
    await edit('ours again');
    theySend('by an older client', null);
    theySend('theirs on top', await look());
    await expectTheirs('theirs on top');
  });

  it('where a client that knows no facts wrote on top, leaving them or dropping them', async () => {
    await edit('ours');
    world.service.editFile(id, { content: 'by the office' });
    await expectTheirs('by the office');
    await edit('ours again');
    world.service.editFile(id, { content: 'by the office again', metadata: {} });
    theySend('theirs on top', await look());
    await expectTheirs('theirs on top');
  });

  it('where the bytes here are not the ones that were sent, but came from others', async () => {
    const line = await look();
    await edit('ours');
    theySend('theirs', await look());
    await expectTheirs('theirs');
    theySend('by a third', line);
    await expectTheirs('by a third');
  });

  it('where the agreement was lost and found again by its bytes', async () => {
    const line = await look();
    await edit('ours');
    laptop.mirror.dropAgreements(world.site);
    await laptop.sync();
    theySend('theirs', line);
    await expectTheirs('theirs');
  });

  it('where the service keeps no note of ours', async () => {
    world.service.faults.dropMetadata = true;
    const line = await look();
    await edit('ours');
    theySend('theirs', line);
    await expectTheirs('theirs');
  });
});
