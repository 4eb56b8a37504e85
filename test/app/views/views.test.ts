import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMirrorReadOnly } from '../../../main/adapters/sqlite/mirror.ts';
import type { Moment } from '../../../main/app/views/moment.ts';
import { MirrorViews, type FileQuery } from '../../../main/app/views/views.ts';
import type { MirrorReader } from '../../../main/sync/ports/mirror.ts';
import type { Attempt } from '../../../main/sync/ports/mirror/kept-problem.ts';
import type { ContentHash, FileId, OpId, SiteId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { MOMENT } from '../../support/app-context.ts';
import { SITE, startWorld, type Laptop, type World } from '../../support/laptop.ts';
import { localKey } from '../../../shared/model/file-key.ts';

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

const site = SITE;
const everything: FileQuery = {
  site,
  filter: { text: '', category: null, status: [], folder: null },
  sort: { by: 'name', descending: false },
};

const moment = MOMENT;

describe('the views of a site', () => {
  let world: World;
  let laptop: Laptop;
  let reader: MirrorReader;

  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(join(laptop.folder, path, '..'), { recursive: true });
    await writeFile(join(laptop.folder, path), text);
  };

  beforeAll(async () => {
    world = await startWorld();
    laptop = world.laptop('one');
    await laptop.sync();
    await write('Spec Sheet/pump 2.pdf', 'pump two');
    await write('Spec Sheet/pump 10.pdf', 'pump ten');
    await write('Other/notes.txt', 'notes');
    await write('Other/gone.txt', 'will go');
    await laptop.sync();
    // A day without the service: all of this is seen by the scan and waits.
    await write('Other/new.txt', 'new');
    await write('Other/notes.txt', 'notes, edited');
    await rename(
      join(laptop.folder, 'Spec Sheet/pump 10.pdf'),
      join(laptop.folder, 'Spec Sheet/pump 11.pdf'),
    );
    await rm(join(laptop.folder, 'Other/gone.txt'));
    await write('Other/notes (conflict 2026-11-21 0942 LAPTOP).txt', 'mine');
    await world.service.close();
    await laptop.sync();
    const opened = openMirrorReadOnly(laptop.data);
    if (!opened.ok) throw new Error(opened.failure.message);
    reader = opened.value;
  });

  afterAll(async () => {
    reader.close();
    await world.close();
  });

  const rows = (at: Moment): Record<string, string> => {
    const { rows } = new MirrorViews(reader, at).page(everything, 0, 100);
    return Object.fromEntries(
      rows.map((row) => [row.path, row.reason === null ? row.status : `${row.status}: ${row.reason}`]),
    );
  };

  it('read the models of a site once for each look, and only those of records that are shown', () => {
    const key = new MirrorViews(reader, moment).page(everything, 0, 1).rows[0]!.key;
    const record = reader.record(site, key as FileId)!;
    let reads = 0;
    const modelRecords = (): readonly SiteFile[] => {
      reads += 1;
      return [{ ...record, id: 'unknown' as FileId }, record];
    };
    const views = new MirrorViews({ ...reader, modelRecords }, moment);
    expect(views.models(site)).toEqual([record]);
    expect(views.models(site)).toEqual([record]);
    expect(reads).toBe(1);
    views.at({ ...moment, revisions: { [site]: 1 } });
    expect(views.models(site)).toEqual([record]);
    expect(reads).toBe(2);
    expect(views.models('elsewhere' as SiteId)).toEqual([]);
    expect(reads).toBe(2);
  });

  it('give each file its word and reason, offline', () => {
    expect(rows({ ...moment, online: false })).toEqual({
      'Other/new.txt': 'waiting: offline',
      'Other/notes.txt': 'conflict: theirs',
      'Other/notes (conflict 2026-11-21 0942 LAPTOP).txt': 'conflict: mine',
      'Spec Sheet/pump 2.pdf': 'available-offline',
      'Spec Sheet/pump 11.pdf': 'waiting: offline',
      'Other/gone.txt': 'waiting: to be deleted · offline',
    });
  });

  it('tell the hashes that are known, and none of bytes that nobody has read yet', () => {
    const views = new MirrorViews(reader, moment);
    const keyOf = new Map(views.page(everything, 0, 100).rows.map(({ path, key }) => [path, key]));
    const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
    const known = (path: string): unknown => {
      const key = keyOf.get(path)!;
      return [views.hashes(site, [key])[key], views.details(site, key)?.hash];
    };
    const pump = hashOf('pump two');
    expect(known('Spec Sheet/pump 2.pdf')).toEqual([{ here: pump, record: pump }, pump]);
    // Edited, renamed and made since the service was there.
    expect(known('Other/notes.txt')).toEqual([{ here: null, record: hashOf('notes') }, null]);
    expect(known('Spec Sheet/pump 11.pdf')).toEqual([{ here: null, record: hashOf('pump ten') }, null]);
    expect(known('Other/new.txt')).toEqual([{ here: null, record: null }, null]);
    expect(known('Other/gone.txt')).toEqual([{ here: null, record: hashOf('will go') }, hashOf('will go')]);
    expect(views.hashes(site, ['nobody'])).toEqual({});
  });

  it('know which deletes lapse with a choice of categories', () => {
    const views = new MirrorViews(reader, moment);
    const { key } = views.page(everything, 0, 100).rows.find(({ path }) => path === 'Other/gone.txt')!;
    const gone = [{ id: key, path: 'Other/gone.txt' }];
    expect(views.lapsing(site, ['spec-sheet'])).toEqual(gone);
    expect(views.lapsing(site, 'none')).toEqual(gone);
    expect(views.lapsing(site, ['other'])).toEqual([]);
    expect(views.lapsing('elsewhere' as SiteId, 'none')).toEqual([]);
    // What was chosen for the file itself goes before its category.
    const pins = (): ReadonlyMap<FileId, boolean> => new Map([[key as FileId, true]]);
    expect(new MirrorViews({ ...reader, pins }, moment).lapsing(site, 'none')).toEqual([]);
  });

  it('give each file its word and reason, online', () => {
    expect(rows(moment)).toMatchObject({
      'Other/new.txt': 'queued: New here',
      'Other/notes.txt': 'conflict: theirs',
      'Other/notes (conflict 2026-11-21 0942 LAPTOP).txt': 'conflict: mine',
      'Spec Sheet/pump 2.pdf': 'up-to-date',
      'Other/gone.txt': 'queued: Deleted here',
    });
  });

  it('show what waits to be sent also where the last list was not whole, as the engine sends it', () => {
    const partial: MirrorReader = {
      ...reader,
      siteState: (id) => ({ ...reader.siteState(id), listingFault: 'The service listed 3 of 4 files.' }),
    };
    const views = new MirrorViews(partial, moment);
    const [row] = views.rows(site, { keys: [localKey('Other/new.txt')] });
    expect(row).toMatchObject({ status: 'queued', reason: 'New here' });
    expect(views.outbox(site).pendingTotal).toBe(new MirrorViews(reader, moment).outbox(site).pendingTotal);
  });

  it('call a site listed only with the files of that listing, also where it ends while they look', () => {
    let isListed = false;
    const beside: MirrorReader = {
      ...reader,
      siteState: (id) => ({ ...reader.siteState(id), ...(isListed ? {} : { listedAt: null }) }),
      trees: (id) => {
        const { base, local } = reader.trees(id);
        const remote: ReturnType<MirrorReader['trees']>['remote'] = new Map();
        // Its rows and its end are written right after the trees were read.
        isListed = true;
        return { base, local, remote };
      },
    };
    expect(new MirrorViews(beside, moment).counts()).toMatchObject([{ site, listedAt: null }]);
  });

  it('hold nothing of a site that is not kept here any more', async () => {
    let followed = reader.followed();
    const views = new MirrorViews({ ...reader, followed: () => followed }, moment);
    const shown = new WeakRef(views.page(everything, 0, 1).rows[0]!);
    followed = [];
    expect(views.counts()).toEqual([]);
    // What is looked at through a WeakRef stays until the next turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(shown.deref()).toBeUndefined();
    expect(views.counts()).toEqual([]);
  });

  it('sort names as people count, filter by words, and count for each chip what the others leave', () => {
    const views = new MirrorViews(reader, moment);
    const names = views.page(everything, 0, 100).rows.map((row) => row.name);
    expect(names.indexOf('pump 2.pdf')).toBeLessThan(names.indexOf('pump 11.pdf'));
    const filtered = views.page(
      { ...everything, filter: { ...everything.filter, text: 'PUMP', category: 'spec-sheet' } },
      0,
      100,
    );
    expect(filtered.rows.map((row) => row.name)).toEqual(['pump 2.pdf', 'pump 11.pdf']);
    expect(filtered).toMatchObject({ total: 2, all: 6, byCategory: { 'spec-sheet': 2 } });
    expect(views.find(everything, filtered.rows[0]!.key)).toBe(names.indexOf('pump 2.pdf'));
  });

  it('show a transfer under way over the row it belongs to', () => {
    const running = [{ site: SITE, path: 'Other/new.txt', direction: 'up', total: 100, done: 25 }] as const;
    const views = new MirrorViews(reader, { ...moment, running });
    const row = views.page(everything, 0, 100).rows.find((each) => each.path === 'Other/new.txt');
    expect(row).toMatchObject({ status: 'uploading', share: 0.25 });
  });

  it('list a new file as pending from the moment that it is made ready until the service said what became of it', () => {
    const intent = {
      opId: 'op' as OpId,
      path: 'Other/new.txt' as RelPath,
      name: 'new.txt',
      category: 'other',
      size: 3,
      mtimeNs: 10n,
      ino: 7n,
      hash: '0'.repeat(64) as ContentHash,
      listing: 1,
      lateUntil: 0,
    } as const;
    let attempts: readonly Attempt[] = [];
    const sending = new Proxy(reader, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (name === 'intents') return () => [intent];
        if (name === 'problems') return () => attempts;
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    const running = [{ site: SITE, path: 'Other/new.txt', direction: 'up', total: 4, done: 1 }] as const;
    const itemOf = (now: Moment) =>
      new MirrorViews(sending, now).outbox(null).pending.find(({ path }) => path === 'Other/new.txt');
    expect(itemOf({ ...moment, running })).toMatchObject({
      direction: 'up',
      reason: 'New here',
      waiting: null,
      share: 0.25,
    });
    // Its turn comes; nothing was asked of the service yet.
    const statusNow = () =>
      new MirrorViews(sending, moment).page(everything, 0, 100).rows.find(({ name }) => name === 'new.txt')
        ?.status;
    expect(itemOf(moment)).toMatchObject({ direction: 'up', reason: 'New here', waiting: null });
    expect(statusNow()).toBe('queued');
    expect(itemOf({ ...moment, online: false })?.waiting).toBe('offline');
    const lost = { key: intent.path, path: intent.path, action: 'create', code: 'unknown-outcome' } as const;
    attempts = [{ ...lost, message: '', hint: '', tries: 1, nextAt: null, state: '', since: 0 }];
    expect(statusNow()).toBe('waiting');
    expect(itemOf(moment)).toMatchObject({
      direction: 'up',
      reason: 'New here',
      waiting: 'Answer lost: the service is asked first',
    });
    const counted = (views: MirrorReader): number => new MirrorViews(views, moment).outbox(null).pendingTotal;
    expect(counted(sending)).toBe(counted(reader));
  });

  it('list what waits with its reason, conflicts with both versions, and no item without a reason', () => {
    const outbox = new MirrorViews(reader, { ...moment, online: false }).outbox(null);
    expect(outbox.pendingTotal).toBe(outbox.pending.length);
    expect(outbox.pending.map((item) => [item.path, item.reason, item.waiting])).toEqual(
      expect.arrayContaining([
        ['Other/new.txt', 'New here', 'offline'],
        ['Other/gone.txt', 'Deleted here', 'offline'],
      ]),
    );
    for (const item of outbox.pending) expect(item.reason).not.toBe('');
    // A new name and a delete move no bytes.
    const sizes = Object.fromEntries(outbox.pending.map(({ path, size }) => [path, size]));
    expect(sizes).toMatchObject({
      'Other/new.txt': 3,
      'Other/notes.txt': 13,
      'Spec Sheet/pump 11.pdf': null,
      'Other/gone.txt': null,
    });
    const added = outbox.pending.find(({ path }) => path === 'Other/new.txt');
    expect(added?.changedAt).toEqual(expect.any(Number));
    const moved = outbox.pending.reduce((sum, { size }) => sum + (size ?? 0), 0);
    expect(outbox.pendingBytes).toBe(moved);
    expect(outbox.conflicts).toMatchObject([
      {
        copy: 'Other/notes (conflict 2026-11-21 0942 LAPTOP).txt',
        mine: { size: 4 },
        theirs: { path: 'Other/notes.txt', size: 13 },
      },
    ]);
  });

  it('say until when a service that is busy is waited for, where nothing else is in the way', () => {
    const until = 1_795_000_000_000;
    const itemOf = (now: Partial<Moment>) =>
      new MirrorViews(reader, { ...moment, ...now })
        .outbox(null)
        .pending.find(({ path }) => path === 'Other/new.txt');
    const slowed = { [SITE]: until };
    expect(itemOf({})).toMatchObject({ waiting: null, waitsUntil: null });
    expect(itemOf({ slowed })).toMatchObject({ waiting: 'service busy', waitsUntil: until });
    expect(itemOf({ slowed, paused: true })).toMatchObject({ waiting: 'paused', waitsUntil: null });
    const running = [{ site: SITE, path: 'Other/new.txt', direction: 'up', total: 4, done: 1 }] as const;
    expect(itemOf({ slowed, running })).toMatchObject({ waiting: null, waitsUntil: null });
  });

  it('count categories by what lies here', () => {
    const [counts] = new MirrorViews(reader, moment).counts();
    expect(counts?.categories.find((each) => each.category === 'spec-sheet')).toMatchObject({
      files: 2,
      here: 2,
      // The one that was renamed: its new name is not there yet.
      unsent: 1,
    });
    // A new one, one that was edited, and the copy of a conflict; of the deleted one nothing is here to be sent.
    expect(counts?.categories.find((each) => each.category === 'other')).toMatchObject({ unsent: 3 });
    expect(counts).toMatchObject({ conflicts: 1, held: 0 });
  });

  it('find files by words of their paths', () => {
    const found = new MirrorViews(reader, moment).search('pump 11', 10).places;
    expect(found).toMatchObject([{ kind: 'file', label: 'pump 11.pdf', detail: 'Spec Sheet/pump 11.pdf' }]);
    const pumps = new MirrorViews(reader, moment).search('pump', 10).places.map(({ label }) => label);
    expect(pumps).toEqual(['pump 2.pdf', 'pump 11.pdf']);
  });

  it('say of each file that waits that the folder is away', async () => {
    const away = `${laptop.folder} away`;
    await rename(laptop.folder, away);
    await laptop.sync();
    const { pending } = new MirrorViews(reader, moment).outbox(null);
    expect(new Set(pending.map(({ waiting }) => waiting))).toEqual(new Set(['folder is away']));
    // What was in step may be gone with it, or changed.
    expect(rows(moment)).toMatchObject({
      'Other/new.txt': 'waiting: folder is away',
      'Spec Sheet/pump 2.pdf': 'waiting: folder is away',
    });
    expect(new MirrorViews(reader, moment).counts()).toMatchObject([{ folderAway: true }]);
    await rename(away, laptop.folder);
    await laptop.sync();
    expect(rows(moment)).toMatchObject({ 'Other/new.txt': 'queued: New here' });
    expect(new MirrorViews(reader, moment).counts()).toMatchObject([{ folderAway: false }]);
  });
});

it('a folder that is away is the one problem of its site, until it is back', async () => {
  const world = await startWorld();
  const laptop = world.laptop('one');
  await laptop.sync();
  await mkdir(join(laptop.folder, 'Other'), { recursive: true });
  await writeFile(join(laptop.folder, 'Other/new.txt'), 'new');
  world.service.set({ failNext: [{ match: { method: 'POST' }, action: { status: 400 }, times: 1 }] });
  await laptop.sync();
  const opened = openMirrorReadOnly(laptop.data);
  if (!opened.ok) throw new Error(opened.failure.message);
  const reader = opened.value;
  const problems = () => {
    const views = new MirrorViews(reader, moment);
    const [file] = views.page({ ...everything, site }, 0, 10).rows;
    const { issues } = views.outbox(null);
    return [file?.status, file?.reason, views.counts()[0]?.issues, ...issues.map(({ code }) => code)];
  };
  expect(problems()).toEqual(['failed', 'refused', 1, 'refused']);
  const away = `${laptop.folder} away`;
  await rename(laptop.folder, away);
  await laptop.sync();
  expect(problems()).toEqual(['waiting', 'folder is away', 1, 'folder-missing']);
  await rename(away, laptop.folder);
  await laptop.sync();
  expect(problems()).toEqual(['failed', 'refused', 1, 'refused']);
  reader.close();
  await world.close();
});

it('a service that gives no list of a site is told from one that is away, until the list comes', async () => {
  const world = await startWorld();
  const laptop = world.laptop('one');
  await laptop.sync();
  const opened = openMirrorReadOnly(laptop.data);
  if (!opened.ok) throw new Error(opened.failure.message);
  const unlisted = async (change: Parameters<typeof world.service.set>[0]): Promise<string | undefined> => {
    world.service.set(change);
    await laptop.sync();
    return new MirrorViews(opened.value, moment).counts()[0]?.unlisted?.code;
  };
  expect(await unlisted({ maintenance: true, retryAfter: 999 })).toBe('busy');
  expect(await unlisted({ maintenance: false })).toBe(undefined);
  const failing = { match: {}, action: { status: 500 }, times: 99 };
  expect(await unlisted({ failNext: [failing] })).toBe('service-error');
  expect(await unlisted({ failNext: [] })).toBe(undefined);
  opened.value.close();
  await world.close();
});
