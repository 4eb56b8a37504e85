import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDrops, type Drops } from '../../../main/app/drop/drop-commands.ts';
import { filesIn } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { all, dropHome, type DropHome } from './drop-home.ts';

/** Bytes in pieces; a promise among them is waited for. */
async function* bytes(...pieces: readonly (string | Promise<void>)[]): AsyncIterable<Uint8Array> {
  for (const piece of pieces)
    if (typeof piece === 'string') yield new TextEncoder().encode(piece);
    else await piece;
}

describe('files that a page sends and is closed meanwhile', () => {
  let home: DropHome;
  let drops: Drops;
  let waits: (() => void)[];
  let waitedFor: (AbortSignal | undefined)[];

  beforeEach(async () => {
    home = await dropHome();
    const { env } = home.desk.app;
    waits = [];
    waitedFor = [];
    const sleep: typeof env.sleep = (ms, signal) => {
      if (ms < 60_000) return env.sleep(ms, signal);
      waitedFor.push(signal);
      return new Promise((resolve) => waits.push(resolve));
    };
    drops = createDrops({ ...home.desk.app, env: { ...env, sleep } }, home.desk.fresh, home.desk.dropDisk);
  });

  afterEach(async () => {
    await drops.close();
    await home.close();
  });

  /** What is waited for in minutes is over now. */
  const pass = async (): Promise<void> => {
    await expect.poll(() => waits).not.toEqual([]);
    for (const wake of waits.splice(0)) wake();
  };
  const accepted = async (...files: readonly (readonly [path: string, size: number])[]) =>
    acceptedOver(undefined, ...files);
  const acceptedOver = async (
    replaces: string | undefined,
    ...files: readonly (readonly [path: string, size: number])[]
  ) => {
    const announced = files.map(([path, size]) => ({ path, size, modifiedAt: null, head: null }));
    const input = { site, category: null, paths: null, files: announced };
    const made = value(await drops.handlers['drop.review'](input, never));
    const chosen = all(made).files.map((file) => ({ ...file, replaces }));
    value(await drops.handlers['drop.accept']({ drop: made.drop, files: chosen }, never));
    return made.drop;
  };

  it('leaves nothing of what had come, and says so until something is added', async () => {
    const drop = await accepted(['a.txt', 3], ['b.txt', 3], ['c.txt', 3]);
    value(await drops.upload(drop, 0, bytes('abc')));
    expect(await drops.upload(drop, 1, bytes('a'))).toMatchObject({ ok: false });
    await pass();
    await pass();
    await expect.poll(() => home.staged()).toEqual([]);
    expect(await filesIn(home.desk.folder)).toEqual({});
    expect(home.desk.notices).toEqual([
      'a.txt and 2 other files were not added to Harbour House. The page that sent the files was closed ' +
        'before all had come. Drop them again: they are still where you took them from.',
    ]);
    expect(await drops.upload(drop, 1, bytes('abc'))).toMatchObject({ ok: false });
    const next = await accepted(['a.txt', 3]);
    value(await drops.upload(next, 0, bytes('abc')));
    value(await drops.handlers['drop.finish']({ drop: next }, never));
    expect(home.desk.notices).toEqual([]);
  });

  it('places what has come whole', async () => {
    const drop = await accepted(['a.txt', 3]);
    value(await drops.upload(drop, 0, bytes('abc')));
    await pass();
    await pass();
    await expect.poll(() => filesIn(home.desk.folder)).toEqual({ 'Other/a.txt': 'abc' });
    await expect.poll(() => home.desk.syncs).toEqual([site]);
    expect([await home.staged(), home.desk.notices]).toEqual([[], []]);
  });

  it('says which file was not replaced, since it was changed meanwhile', async () => {
    await home.desk.write('Other/a.txt', 'old');
    await home.desk.sync();
    const drop = await acceptedOver('Other/a.txt', ['a.txt', 3]);
    value(await drops.upload(drop, 0, bytes('abc')));
    await home.desk.write('Other/a.txt', 'old, with notes');
    await pass();
    await pass();
    await expect
      .poll(() => home.desk.notices)
      .toEqual([
        'Other/a.txt of Harbour House was changed or moved meanwhile and not replaced: yours is Other/a (2).txt.',
      ]);
    expect(await filesIn(home.desk.folder)).toEqual({
      'Other/a.txt': 'old, with notes',
      'Other/a (2).txt': 'abc',
    });
  });

  it('says why what has come whole could not be placed', async () => {
    const drop = await accepted(['a.txt', 3]);
    value(await drops.upload(drop, 0, bytes('abc')));
    home.desk.app.mirror.unfollow(site);
    await pass();
    await pass();
    await expect.poll(() => home.desk.notices).toHaveLength(1);
    expect(home.desk.notices[0]).toMatch(/^a\.txt was not added to .* Nothing was added/);
  });

  it('is waited for no longer once all lies in place, or was stopped: a program that ends would wait too', async () => {
    const isOver = (): unknown[] => waitedFor.map((signal) => signal?.aborted);
    const placed = await accepted(['a.txt', 3]);
    value(await drops.upload(placed, 0, bytes('abc')));
    expect(isOver()).toEqual([false]);
    value(await drops.handlers['drop.finish']({ drop: placed }, never));
    expect(isOver()).toEqual([true]);
    const stopped = await accepted(['b.txt', 3]);
    value(await drops.handlers['drop.cancel']({ drop: stopped }, never));
    expect(isOver()).toEqual([true, true]);
  });

  it('waits for a page that is still sending, however slowly', async () => {
    const drop = await accepted(['a.txt', 6], ['b.txt', 3]);
    const { promise, resolve: more } = Promise.withResolvers<void>();
    const first = drops.upload(drop, 0, bytes('abc', promise, 'def'));
    for (let minutes = 0; minutes < 4; minutes++) await pass();
    more();
    value(await first);
    await pass();
    value(await drops.upload(drop, 1, bytes('ghi')));
    await pass();
    value(await drops.handlers['drop.finish']({ drop }, never));
    expect(await filesIn(home.desk.folder)).toEqual({ 'Other/a.txt': 'abcdef', 'Other/b.txt': 'ghi' });
    expect(home.desk.notices).toEqual([]);
  });
});
