import { appendFileSync, renameSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plan } from '../../../main/engine/plan/plan.ts';
import type { BaseFile, Intent, LocalFile, RemoteFile } from '../../../main/engine/trees.ts';
import { fail, ok, type Failure } from '../../../shared/failure.ts';
import type { OpId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import { type RelPath } from '../../../shared/model/rel-path.ts';
import { DownloadBroken } from '../../../main/sync/ports/service.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { HASH, localFile, remoteFile, treesOf } from '../../engine/plain-trees.ts';
import { POLICY } from '../../engine/policy.ts';
import { filesIn, trashIn } from '../../support/laptop.ts';
import { MemoryDisk } from '../../support/memory/disk/disk.ts';
import { GuardWorld } from './guard-world.ts';
import { simulate } from '../simulate.ts';

/** What the simulation found, each in its shortest form. */

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

function agreedOn(record: RemoteFile, file: LocalFile): BaseFile {
  const { id, category, name, fingerprint, updatedAt } = record;
  const { path, size, mtimeNs, ino } = file;
  const agreed = { hash: HASH, remote: fingerprint, opId: null, updatedAt };
  return { id, category, name, path, impliedPath: path, size, mtimeNs, ino, ...agreed };
}

describe('a create whose reply was lost', () => {
  const intent: Intent = {
    opId: 'op' as OpId,
    path: 'Other/a.txt' as RelPath,
    name: 'a.txt',
    category: 'other',
    size: 4,
    mtimeNs: 10n,
    ino: 7n,
    hash: HASH,
    listing: 1,
    lateUntil: 0,
  };

  it.each([
    ['by its mark', remoteFile('r', 'renamed.txt', { facts: { ...NO_FACTS, opId: 'op' as OpId } })],
    ['by its name', remoteFile('r', 'a.txt')],
  ])('a record that it may have made, %s, is not fetched beside its file', (_, record) => {
    const actions = plan(treesOf([localFile('Other/a.txt')], [record], []), { ...POLICY, intents: [intent] });
    expect(actions.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
      'wait outcome-unknown',
      'wait outcome-unknown',
    ]);
  });

  it('is not sent again by a cycle that asks for no list', async () => {
    const laptop = await world.inStep('known.txt');
    laptop.put('Other/a.txt', 'mine');
    world.service.faults.fail({ call: 'create', failure: 'lose-after' });
    world.atCall('create', () =>
      world.service.faults.fail({ call: 'list', failure: 'lose-before', times: 1 }),
    );
    await laptop.sync({ eager: false });
    await laptop.env.sleep(60_000);
    world.atCall('create', () => expect.unreachable('It was sent again'));
    await laptop.sync({ eager: false, list: false });
    await laptop.sync();
    expect(world.contents()).toEqual(['known.txt v1', 'mine']);
  });

  it('that the service did without a word, and rewrote, is known all the same', async () => {
    const { faults } = world.service;
    faults.dropMetadata = true;
    faults.createReply = 'nothing';
    faults.rewrite = (bytes) => Uint8Array.of(...bytes, 10);
    const laptop = await world.inStep();
    laptop.put('Block A/points.csv', 'id;name');
    expect(await laptop.sync()).toMatchObject({ created: 1, conflicts: [], problems: [] });
    expect(await laptop.sync()).toMatchObject({ created: 0, downloaded: 0 });
    expect(world.contents()).toEqual(['id;name\n']);
    expect(Object.keys(await filesIn(laptop.folder))).toEqual(['Block A/points.csv']);
  });
});

it('what others write between a create and the look at its record is fetched', async () => {
  world.service.faults.createReply = 'id';
  const laptop = await world.inStep();
  laptop.put('Other/a.txt', 'mine');
  world.atCall('read', () => world.service.editFile(world.idOf('a.txt'), { content: 'theirs, longer' }));
  await laptop.sync();
  await laptop.sync();
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': 'theirs, longer' });
});

it('another laptop’s version of as many bytes, sent between a create and the look at its record, is fetched', async () => {
  world.service.faults.createReply = 'id';
  const laptop = await world.inStep();
  laptop.put('Other/a.txt', 'mine');
  world.atCall('read', () => {
    const sitesync = { path: 'Other/b.txt', mtime: 0, opId: 'theirs', basedOn: ['1'] };
    world.service.editFile(world.idOf('a.txt'), { name: 'b.txt', content: 'ours', metadata: { sitesync } });
  });
  await laptop.sync();
  await laptop.sync();
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/b.txt': 'ours' });
  expect(world.contents()).toEqual(['ours']);
});

it('what others write between our look and a rename without bytes is fetched', async () => {
  const laptop = await world.inStep('a.txt');
  renameSync(join(laptop.folder, 'Other/a.txt'), join(laptop.folder, 'Other/b.txt'));
  world.atCall('update', () =>
    world.service.editFile(world.idOf('a.txt'), { content: 'theirs, and longer' }),
  );
  await laptop.sync();
  await laptop.sync();
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/b.txt': 'theirs, and longer' });
});

it('the place that a moved file still has in its agreement is given to no other record', () => {
  const moved = remoteFile('moved', 'a.txt');
  const base = agreedOn(moved, localFile('Other/a.txt'));
  const edited = remoteFile('moved', 'a.txt', { fingerprint: 'newer' as RemoteFingerprint });
  const fresh = remoteFile('fresh', 'a.txt');
  const actions = plan(treesOf([localFile('Other/b.txt')], [edited, fresh], [base]), POLICY);
  expect(actions.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
    'download changed-on-service',
    'wait place-left',
  ]);
});

it('the place of a file that was deleted here is given to no other record before the delete is done', () => {
  const deleted = remoteFile('deleted', 'a.txt');
  const base = agreedOn(deleted, localFile('Other/a.txt'));
  const actions = plan(treesOf([], [deleted, remoteFile('fresh', 'a.txt')], [base]), POLICY);
  expect(actions.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
    'deleteRemote deleted-here',
    'wait place-taken',
  ]);
});

it('a file that a killed fetch left under its record’s alias is no new file', () => {
  const taken = localFile('Other/a.txt', { ino: 2n });
  const first = remoteFile('00000000-0000-4000-8000-000000000001', 'a.txt');
  const record = remoteFile('abcdef01-0000-4000-8000-000000000002', 'a.txt');
  const alias = localFile('Other/a ~abcdef01.txt');
  const base = { ...agreedOn(first, taken), impliedPath: taken.path };
  const actions = plan(treesOf([taken, alias], [first, record], [base]), POLICY);
  expect(actions.map((action) => `${action.kind} ${action.path}`)).toEqual([
    'reconcile Other/a ~abcdef01.txt',
  ]);
});

it('a file that a killed fetch left of a record that was deleted here is no new file', () => {
  const agreed = remoteFile('moved', 'a.txt');
  const base = agreedOn(agreed, localFile('Other/a.txt'));
  const renamed = remoteFile('moved', 'b.txt', { fingerprint: 'newer' as RemoteFingerprint });
  const actions = plan(treesOf([localFile('Other/b.txt', { ino: 2n, size: 7 })], [renamed], [base]), POLICY);
  expect(actions.map((action) => `${action.kind} ${action.path}`)).toEqual(['reconcile Other/b.txt']);
});

it('a file that was moved into a folder which cannot be read now is not deleted on the service', () => {
  const record = remoteFile('r', 'a.txt');
  const base = agreedOn(record, localFile('Other/a.txt'));
  const there = treesOf([localFile('Block A/photos/a.txt')], [record], [base]);
  expect(plan(there, { ...POLICY, unreadable: ['Block A/photos'] })).toEqual([]);
  expect(plan(there, POLICY)).toMatchObject([{ kind: 'update', reason: 'moved-here' }]);
});

describe('a file that is saved in the moment after it was placed', () => {
  const FOLDER = '/anna/Harbour House';
  const marker = {
    site: 's' as never,
    baseUrl: 'http://127.0.0.1',
    folderId: 'f',
    generation: null,
    edition: 0,
  };

  it.each(['link', 'unlink', 'lstat'] as const)(
    'is not known by the bytes of before (%s)',
    async (moment) => {
      const memory = new MemoryDisk();
      const person = memory.person(FOLDER);
      let armed = false;
      const { disk } = memory.open(({ kind }) => {
        if (armed && kind === moment && person.has('Other/b.txt')) person.write('Other/b.txt', 'saved since');
      });
      await disk.createSiteFolder(FOLDER, marker);
      person.write('Other/a.txt', 'original');
      const before = await disk.stat(FOLDER, 'Other/a.txt' as RelPath);
      if (!before.ok || before.value === null) throw new Error('The file is not there');
      armed = true;
      const moved = await disk.move(FOLDER, { ...before.value, hash: HASH }, 'Other/b.txt' as RelPath);
      armed = false;
      person.write('Other/b.txt', 'saved since');
      const now = await disk.stat(FOLDER, 'Other/b.txt' as RelPath);
      if (!moved.ok || !now.ok) throw new Error('The move failed');
      expect(moved.value.mtimeNs).not.toBe(now.value?.mtimeNs);
    },
  );
});

it('a record that changed over the same bytes leaves the copy here and no twin of it in the trash', async () => {
  const laptop = await world.inStep('a.txt');
  const file = join(laptop.folder, 'Other/a.txt');
  const before = statSync(file).ino;
  for (let change = 0; change < 3; change++) {
    world.service.editFile(world.idOf('a.txt'), { metadata: { note: change } });
    expect(await laptop.sync()).toMatchObject({ downloaded: 0, files: 1, problems: [] });
  }
  expect(await trashIn(laptop.folder)).toEqual([]);
  expect(statSync(file).ino).toBe(before);
  const reads = laptop.client.requests;
  expect((await laptop.sync()).problems).toEqual([]);
  expect(laptop.client.requests - reads).toBeLessThanOrEqual(2);
});

it('what cannot be unpacked is said to be damaged, and no lost connection', async () => {
  const laptop = await world.inStep('a.txt');
  const real = laptop.client.downloadFile.bind(laptop.client);
  const spoilt: Failure = { code: 'not-understood', message: 'Spoilt.', hint: '', retry: 'later' };
  laptop.client.downloadFile = async (...args) => {
    const answer = await real(...args);
    const stream = (async function* () {
      yield Uint8Array.of(1);
      throw new DownloadBroken(spoilt);
    })();
    return answer.ok ? ok({ ...answer.value, stream }) : answer;
  };
  world.addFile('b.gz', 'bytes');
  expect((await laptop.sync()).problems).toMatchObject([{ path: 'Other/b.gz', code: 'damaged-transfer' }]);
});

it('the room of what was fetched is there for the next', async () => {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) world.addFile(name, 'eight by');
  const space = { freeBytes: 1_000_000_010, totalBytes: 100_000_000_000, disk: 'one' };
  const laptop = await world.laptop({ transfersAtOnce: 1, disk: () => ({ space: async () => ok(space) }) });
  expect(await laptop.sync()).toMatchObject({ downloaded: 3, problems: [] });
});

describe('a sync that somebody waits for', () => {
  it('says of a file that is written to all the time that it was not sent', async () => {
    const laptop = await world.laptop({ settings: { stillMs: 2000 } });
    const write = (): void => {
      const path = join(laptop.folder, 'Other/log.txt');
      appendFileSync(path, 'line\n');
      utimesSync(path, laptop.env.now() / 1000, laptop.env.now() / 1000);
    };
    laptop.put('Other/log.txt', '');
    write();
    const sleep = laptop.env.sleep.bind(laptop.env);
    laptop.env.sleep = async (ms) => {
      await sleep(ms);
      write();
    };
    const waited = { path: 'Other/log.txt', code: 'still-changing' };
    expect((await laptop.sync()).problems).toMatchObject([waited]);
    expect(world.contents()).toEqual([]);
    laptop.env.sleep = sleep;
    await sleep(2000);
    expect(await laptop.sync()).toMatchObject({ created: 1, problems: [] });
  });

  it('says that more is left where more came up than it does', async () => {
    let made = 0;
    const changed: Failure = { code: 'changed-meanwhile', message: 'Other.', hint: '', retry: 'now' };
    const laptop = await world.laptop({
      disk: () => ({
        openUploads: async (_, files) => {
          laptop.put(`Other/${made++}.txt`, 'new');
          return files.map(() => fail(changed));
        },
      }),
    });
    laptop.put('Other/first.txt', 'new');
    expect((await laptop.sync()).problems).toContainEqual(
      expect.objectContaining({ path: '', code: 'cancelled' }),
    );
    expect(made).toBeGreaterThan(9);
  });
});

it('a file in step that a disk shows in the place that was left too is no news: seed 88440068 sent no move', async () => {
  expect((await simulate(88_440_068)).broken).toEqual([]);
});

it('an edit whose copy goes is not lost to an older one that was on its way: seed 674806685 had it nowhere', async () => {
  expect((await simulate(674_806_685)).broken).toEqual([]);
});

it('the move of a file is flushed before its edit is sent: seed 673909022 had its record twice', async () => {
  expect((await simulate(673_909_022)).broken).toEqual([]);
});

it('files that changed places before a create of one was answered stay their records: seed 917000460 deleted one', async () => {
  expect((await simulate(917_000_460)).broken).toEqual([]);
});

it('a file in the place of another of the same bytes is not agreed on as that one: seed 940000000 deleted its record', async () => {
  expect((await simulate(940_000_000)).broken).toEqual([]);
});

it('a record whose aliases are the names of two others comes all the same: seed 21255 fetched it for ever', async () => {
  expect((await simulate(21_255, { leavesOut: true })).broken).toEqual([]);
});
