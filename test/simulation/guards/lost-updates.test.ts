import { mkdirSync, renameSync, unlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agreeWhereOurs } from '../../../main/sync/apply/send/open-update.ts';
import { InFlight } from '../../../main/sync/steps/in-flight.ts';
import { siteContext } from '../../../main/sync/cycle/site-context.ts';
import { settleUpdates } from '../../../main/sync/settle/lost-updates.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;
let anna: GuardLaptop;
let ben: GuardLaptop;
/** Of the record of `PLAN`. */
let id: FileId;

const PLAN = 'Other/plan.txt';
const RENAMED = 'Other/renamed.txt';
const AGAIN = 'Other/renamed again.txt';

/** All have it in step. */
async function begin(dropMetadata: boolean): Promise<void> {
  world = new GuardWorld();
  world.service.faults.dropMetadata = dropMetadata;
  anna = await world.laptop();
  ben = await world.laptop();
  anna.put(PLAN, 'v1');
  await anna.sync();
  await ben.sync();
  id = world.idOf('plan.txt');
}

afterEach(() => world.close());

const move = ({ folder }: GuardLaptop, from: string, to: string): void =>
  renameSync(join(folder, from), join(folder, to));
const remove = (path: string): void => unlinkSync(join(anna.folder, path));
const open = (): number => anna.mirror.openUpdates(world.site).length;

/** Anna sends what she did; the connection breaks, and the record cannot be read until the next sync. */
async function sendLost(failure: 'lose-after' | 'lose-before' = 'lose-after'): Promise<void> {
  const { faults } = world.service;
  // One look comes before it is sent.
  faults.fail({ call: 'read', after: 1, times: 99, failure: { status: 500 } });
  faults.fail({ call: 'update', times: 99, failure });
  expect(await anna.sync({ eager: false })).toMatchObject({ conflicts: [], problems: [{}] });
  faults.forget();
}

async function benSends(change: () => void): Promise<void> {
  await ben.sync();
  change();
  expect((await ben.sync()).problems).toEqual([]);
}

/** Nothing is left to do, and all hold these files and no other. */
async function expectAtRest(files: Record<string, string>): Promise<void> {
  await ben.sync({ confirmDeletes: true });
  const idle = { created: 0, updated: 0, moved: 0, downloaded: 0, conflicts: [], problems: [] };
  for (const laptop of [anna, ben]) {
    expect(await laptop.sync()).toMatchObject(idle);
    expect(await filesIn(laptop.folder)).toEqual(files);
  }
  expect(world.contents()).toEqual(Object.values(files).toSorted());
  expect(open()).toBe(0);
}

describe.each([
  ['keeps what clients note', false],
  ['drops what clients note', true],
])('an update whose reply was lost, where the service %s', (_, dropMetadata) => {
  beforeEach(async () => {
    await begin(dropMetadata);
    anna.put(PLAN, 'v2');
    await sendLost();
  });

  it('is what a later edit is made of', async () => {
    anna.put(PLAN, 'v3, longer');
    expect(await anna.sync()).toMatchObject({ updated: 1, conflicts: [], problems: [] });
    await expectAtRest({ [PLAN]: 'v3, longer' });
    expect(world.idOf('plan.txt')).toBe(id);
  });

  it('is what is deleted where the file is', async () => {
    remove(PLAN);
    expect(await anna.sync()).toMatchObject({ deletedRemote: 1, downloaded: 0, problems: [] });
    await expectAtRest({});
  });

  it('is undone by an edit that brings back the bytes before it', async () => {
    anna.put(PLAN, 'v1');
    expect(await anna.sync()).toMatchObject({ downloaded: 0, conflicts: [], problems: [] });
    await expectAtRest({ [PLAN]: 'v1' });
  });

  it('may be lost once more, and be followed by one that never came', async () => {
    anna.put(PLAN, 'v3');
    await sendLost();
    anna.put(PLAN, 'v4');
    await sendLost('lose-before');
    anna.put(PLAN, 'v5');
    expect(await anna.sync()).toMatchObject({ conflicts: [], problems: [] });
    await expectAtRest({ [PLAN]: 'v5' });
  });

  it('is in step where nothing was done since', async () => {
    expect(await anna.sync()).toMatchObject({ adopted: 1, updated: 0, downloaded: 0, conflicts: [] });
    await expectAtRest({ [PLAN]: 'v2' });
  });

  it('is no excuse where others wrote to the record since: both stay', async () => {
    await benSends(() => ben.put(PLAN, 'from ben'));
    anna.put(PLAN, 'v3');
    expect(await anna.sync()).toMatchObject({ conflicts: [{ path: PLAN }], problems: [] });
    expect(world.contents()).toEqual(['from ben', 'v3']);
    await ben.sync();
    expect(Object.values(await filesIn(ben.folder)).toSorted()).toEqual(['from ben', 'v3']);
  });

  it('is sent as a new file where others deleted the record since', async () => {
    world.service.deleteFile(id);
    anna.put(PLAN, 'v3');
    expect(await anna.sync()).toMatchObject({ created: 1, conflicts: [], problems: [] });
    await expectAtRest({ [PLAN]: 'v3' });
  });
});

describe('an update whose reply was lost and which never came', () => {
  beforeEach(() => begin(false));

  it('is sent again, and nothing of it stays noted', async () => {
    anna.put(PLAN, 'v2');
    await sendLost('lose-before');
    expect(open()).toBe(1);
    expect(await anna.sync()).toMatchObject({ updated: 1, adopted: 0, problems: [] });
    await expectAtRest({ [PLAN]: 'v2' });
  });

  it('is a conflict with what others sent instead', async () => {
    anna.put(PLAN, 'v2');
    await sendLost('lose-before');
    await benSends(() => ben.put(PLAN, 'from ben'));
    expect(await anna.sync()).toMatchObject({ conflicts: [{ path: PLAN }], problems: [] });
    expect(world.contents()).toEqual(['from ben', 'v2']);
    expect(open()).toBe(0);
  });

  it('stays noted while nothing tells of it, whatever is agreed on about the same version', async () => {
    anna.put(PLAN, 'v2');
    await sendLost('lose-before');
    anna.put(PLAN, 'v1');
    expect(await anna.sync()).toMatchObject({ updated: 0, problems: [] });
    expect(open()).toBe(1);
  });
});

it('a rename whose reply was lost is proved by the name, and not by bytes that were there before', async () => {
  await begin(false);
  move(anna, PLAN, RENAMED);
  await sendLost();
  const { context, mirror, client } = anna;
  const [site] = mirror.followed();
  const before = mirror.record(world.site, id);
  const bytes = mirror.agreement(world.site, id)?.hash ?? null;
  if (site === undefined || before === null || bytes === null) throw new Error('Not in step before');
  const here = siteContext(context, site, new InFlight(), () => undefined);
  expect(before.name).toBe('plan.txt');
  expect(await agreeWhereOurs(here, before, bytes)).toBeNull();
  expect(open()).toBe(1);
  const now = await client.readFile(id);
  if (!now.ok) throw new Error(now.failure.message);
  expect(await agreeWhereOurs(here, { ...before, ...now.value }, bytes)).toMatchObject({ kind: 'done' });
  expect(open()).toBe(0);
  await expectAtRest({ [RENAMED]: 'v1' });
});

it('a file whose time a program sets back stays the one that was moved, edited and sent', async () => {
  await begin(true);
  const [moved, edited] = ['Other/deep/plan.txt', 'v2, longer'];
  mkdirSync(join(anna.folder, 'Other/deep'));
  move(anna, PLAN, moved);
  anna.put(moved, edited);
  await sendLost();
  utimesSync(join(anna.folder, moved), 1, 1);
  expect(await anna.sync()).toMatchObject({ created: 0, conflicts: [], problems: [] });
  expect(await filesIn(anna.folder)).toEqual({ [moved]: edited });
  expect(world.contents()).toEqual([edited]);
  expect(world.idOf('plan.txt')).toBe(id);
  expect(open()).toBe(0);
});

describe('an update whose reply was lost and which the record tells of', () => {
  beforeEach(() => begin(false));

  it('asks for no bytes', async () => {
    const { faults } = world.service;
    const calls: string[] = [];
    faults.onCall = (call) => calls.push(call);
    anna.put(PLAN, 'v2');
    await sendLost();
    anna.put(PLAN, 'v3');
    expect(await anna.sync()).toMatchObject({ adopted: 1, updated: 1 });
    anna.put(PLAN, 'v4');
    await sendLost();
    remove(PLAN);
    expect(await anna.sync()).toMatchObject({ adopted: 1, deletedRemote: 1 });
    expect(calls).not.toContain('download');
    const lines = anna.mirror.activity(world.site, 9).map(({ action, reason }) => `${action} ${reason}`);
    expect(lines.slice(0, 4)).toEqual([
      'deleteRemote deleted-here',
      'update edited-here',
      'update edited-here',
      'update edited-here',
    ]);
  });

  it('is the version that others went on from, which comes without a conflict', async () => {
    anna.put(PLAN, 'v2');
    await sendLost();
    await benSends(() => ben.put(PLAN, 'v3 from ben'));
    expect(await anna.sync()).toMatchObject({ downloaded: 1, conflicts: [], problems: [] });
    await expectAtRest({ [PLAN]: 'v3 from ben' });
  });

  it('is gone on from by a client that leaves our note and its size', async () => {
    anna.put(PLAN, 'v2');
    await sendLost();
    world.service.editFile(id, { content: 'by the office' });
    anna.put(PLAN, 'v3');
    expect(await anna.sync()).toMatchObject({ conflicts: [{ path: PLAN }], problems: [] });
    expect(world.contents()).toEqual(['by the office', 'v3']);
  });

  it('keeps the name that others gave it since, beside what was edited here', async () => {
    anna.put(PLAN, 'v2');
    await sendLost();
    await benSends(() => move(ben, PLAN, RENAMED));
    anna.put(PLAN, 'v3');
    expect(await anna.sync()).toMatchObject({ conflicts: [], problems: [] });
    await expectAtRest({ [RENAMED]: 'v3' });
  });

  it('is not deleted where others renamed it since', async () => {
    anna.put(PLAN, 'v2');
    await sendLost();
    await benSends(() => move(ben, PLAN, RENAMED));
    remove(PLAN);
    expect(await anna.sync()).toMatchObject({ deletedRemote: 0, downloaded: 1 });
    await expectAtRest({ [RENAMED]: 'v2' });
  });

  it('is told from what overwrote it unseen: both stay', async () => {
    anna.put(PLAN, 'v2');
    ben.put(PLAN, 'from ben');
    const { client } = ben;
    const send = client.updateFile.bind(client);
    client.updateFile = async (...sent) => {
      await sendLost();
      return send(...sent);
    };
    expect((await ben.sync()).problems).toEqual([]);
    anna.put(PLAN, 'v3');
    expect(await anna.sync()).toMatchObject({ conflicts: [{ path: PLAN }], problems: [] });
    expect(world.contents()).toEqual(['from ben', 'v3']);
  });

  it('is ours where it is overwritten unseen after it was found', async () => {
    let letGo = (): void => undefined;
    ben.put(PLAN, 'from ben');
    const { client } = ben;
    const send = client.updateFile.bind(client);
    const held = new Promise<void>((came) => {
      client.updateFile = async (...sent) => {
        came();
        await new Promise<void>((go) => (letGo = go));
        return send(...sent);
      };
    });
    const sending = ben.sync();
    await held;
    anna.put(PLAN, 'v2');
    await sendLost();
    expect(await anna.sync()).toMatchObject({ adopted: 1 });
    letGo();
    await sending;
    expect(await anna.sync()).toMatchObject({ conflicts: [{ path: PLAN }], problems: [] });
    expect(world.contents()).toEqual(['from ben', 'v2']);
  });

  it('is found by a list that is not whole', async () => {
    for (const name of ['b', 'c', 'd', 'e', 'f']) anna.put(`Other/${name}.txt`, name);
    await anna.sync();
    anna.put(PLAN, 'v2');
    await sendLost();
    anna.put(PLAN, 'v3');
    world.service.faults.duplicateRow = 99;
    expect(await anna.sync()).toMatchObject({ adopted: 1, updated: 1, conflicts: [] });
    world.service.faults.duplicateRow = 0;
    expect(world.contents()).toEqual(['b', 'c', 'd', 'e', 'f', 'v3']);
  });

  it('gave it a name, from which it gets the next one', async () => {
    move(anna, PLAN, RENAMED);
    await sendLost();
    move(anna, RENAMED, AGAIN);
    expect(await anna.sync()).toMatchObject({ moved: 1, conflicts: [], problems: [] });
    await expectAtRest({ [AGAIN]: 'v1' });
  });

  it('gave it a name, under which it is edited or deleted', async () => {
    move(anna, PLAN, RENAMED);
    await sendLost();
    anna.put(RENAMED, 'v2');
    expect(await anna.sync()).toMatchObject({ updated: 1, conflicts: [], problems: [] });
    await expectAtRest({ [RENAMED]: 'v2' });
    move(anna, RENAMED, AGAIN);
    await sendLost();
    remove(AGAIN);
    expect(await anna.sync()).toMatchObject({ deletedRemote: 1, downloaded: 0 });
    await expectAtRest({});
  });

  it('gave it a place where another file lies by now, which keeps its record', async () => {
    anna.put('Other/other.txt', 'another');
    await anna.sync();
    const another = world.idOf('other.txt');
    move(anna, PLAN, RENAMED);
    await sendLost();
    remove(RENAMED);
    move(anna, 'Other/other.txt', RENAMED);
    expect(await anna.sync()).toMatchObject({ moved: 1, updated: 0, deletedRemote: 1, problems: [] });
    expect(world.idOf('renamed.txt')).toBe(another);
    await expectAtRest({ [RENAMED]: 'another' });
  });

  it('is nothing to a site that is followed anew', async () => {
    anna.put(PLAN, 'v2');
    await sendLost();
    anna.mirror.dropAgreements(world.site);
    expect(open()).toBe(0);
    anna.put(PLAN, 'v3');
    expect(await anna.sync()).toMatchObject({ conflicts: [{}], problems: [] });
    expect(world.contents()).toEqual(['v2', 'v3']);
  });
});

it('an update that is under way is no reason to settle one before it that comes late', async () => {
  await begin(false);
  const { client, context, mirror } = anna;
  const send = client.updateFile.bind(client);
  let carryOut = (): Promise<unknown> => Promise.resolve();
  client.updateFile = (record, fields, body, options) => {
    const bytes = body?.kind === 'bytes' ? Uint8Array.from(body.bytes) : null;
    carryOut = () => send(record, fields, bytes === null ? null : { kind: 'bytes', bytes });
    return send(record, fields, body, options);
  };
  anna.put(PLAN, 'v2');
  await sendLost('lose-before');
  const [site] = mirror.followed();
  if (site === undefined) throw new Error('No site is followed');
  const inFlight = new InFlight();
  const beside = siteContext(context, site, inFlight, () => undefined);
  const look = async (): Promise<void> => {
    const record = await client.readFile(id);
    if (record.ok) mirror.commit(world.site, [{ remote: record.value }]);
  };
  let noted: readonly string[] | null = null;
  client.updateFile = async (...sent) => {
    await carryOut();
    await look();
    noted = await settleUpdates(beside);
    client.updateFile = send;
    await send(...sent);
    await look();
    anna.put(PLAN, 'v4');
    world.service.faults.fail({ call: 'read', times: 1, failure: { status: 500 } });
    return {
      ok: false,
      failure: { code: 'offline', message: 'The reply was lost.', hint: '', retry: 'later' },
    };
  };
  anna.put(PLAN, 'v3');
  await anna.sync({ inFlight, eager: false });
  expect(noted).toEqual([]);
  expect(await anna.sync()).toMatchObject({ conflicts: [], problems: [] });
  await expectAtRest({ [PLAN]: 'v4' });
});
