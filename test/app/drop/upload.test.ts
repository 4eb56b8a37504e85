import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { fail, ok } from '../../../shared/failure.ts';
import { filesIn } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { all, dropHome, type DropHome } from './drop-home.ts';

const CHUNKS = 64;
const CHUNK = 1024;

type Asking = (...args: readonly unknown[]) => Promise<unknown>;

describe('dropping files in a browser', () => {
  let home: DropHome;

  beforeEach(async () => {
    home = await dropHome();
  });

  afterEach(() => home.close());

  const review = async (...files: readonly (readonly [path: string, size: number])[]) =>
    value(
      await home.drops.handlers['drop.review'](
        {
          site,
          category: null,
          paths: null,
          files: files.map(([path, size]) => ({ path, size, modifiedAt: 1_700_000_000_000, head: null })),
        },
        never,
      ),
    );
  async function* bytes(...chunks: readonly string[]): AsyncIterable<Uint8Array> {
    for (const chunk of chunks) yield new TextEncoder().encode(chunk);
  }

  it('opens a door for the bytes, and places all when all have come', async () => {
    const made = await review(['folder/a.txt', 6], ['b.txt', 3], ['empty.txt', 0]);
    expect(value(await home.drops.handlers['drop.accept'](all(made), never))).toEqual({
      upload: `upload/${made.drop}`,
    });
    value(await home.drops.upload(made.drop, 0, bytes('abc', 'def')));
    value(await home.drops.upload(made.drop, 2, bytes()));
    const early = await home.drops.handlers['drop.finish']({ drop: made.drop }, never);
    expect(early).toMatchObject({ ok: false, failure: { message: '1 file has not arrived yet.' } });
    expect(await filesIn(home.desk.folder)).toEqual({});
    value(await home.drops.upload(made.drop, 1, bytes('ghi')));
    expect(value(await home.drops.handlers['drop.finish']({ drop: made.drop }, never))).toEqual({
      added: 3,
      replaced: 0,
      beside: [],
    });
    expect(await filesIn(home.desk.folder)).toEqual({
      'Other/folder/a.txt': 'abcdef',
      'Other/b.txt': 'ghi',
      'Other/empty.txt': '',
    });
    expect(await home.staged()).toEqual([]);
  });

  it('names duplicates by the hashes that the browser computed', async () => {
    await home.desk.write('Other/known.txt', 'known');
    await home.desk.sync();
    const made = await review(['a.txt', 5], ['b.txt', 5]);
    expect(made.rows.map((row) => row.sameSize)).toEqual([true, true]);
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
    const hashes = [
      { index: 0, hash: hash('other') },
      { index: 1, hash: hash('known') },
    ];
    expect(value(await home.drops.handlers['drop.hashes']({ drop: made.drop, hashes }, never))).toEqual([
      { index: 1, duplicateOf: 'Other/known.txt', twinOf: null },
    ]);
  });

  it('names files of one drop that are the same, by the first of them', async () => {
    const made = await review(['a.txt', 5], ['b.txt', 5], ['c.txt', 6], ['empty.txt', 0], ['none.txt', 0]);
    expect(made.uncompared).toEqual({ files: 0, bytes: 0 });
    expect(made.rows.map((row) => row.sameSize)).toEqual([true, true, false, false, false]);
    const hash = createHash('sha256').update('same!').digest('hex');
    const hashes = [1, 0].map((index) => ({ index, hash }));
    expect(value(await home.drops.handlers['drop.hashes']({ drop: made.drop, hashes }, never))).toEqual([
      { index: 1, duplicateOf: null, twinOf: 'a.txt' },
    ]);
  });

  it('does not read more than a person waits for to find them', async () => {
    const made = await review(['a.raw', 1e9], ['b.raw', 1e9], ['c.txt', 9], ['d.txt', 9], ['e.txt', 8]);
    expect(made.rows.map((row) => row.sameSize)).toEqual([false, false, true, true, false]);
    // And says so: else they would pass for different ones.
    expect(made.uncompared).toEqual({ files: 2, bytes: 2e9 });
    const many = await review(
      ...Array.from({ length: 1000 }, (_, at): [string, number] => [`reading ${at}.txt`, 12]),
    );
    expect(many.rows.filter((row) => row.sameSize)).toEqual([]);
  });

  const unreadFile = async (text: string): Promise<string> => {
    await home.desk.write('Other/unread.txt', text);
    const { size, mtimeNs, ino } = await stat(join(home.desk.folder, 'Other/unread.txt'), { bigint: true });
    const local = { path: 'Other/unread.txt' as never, size: Number(size), mtimeNs, ino, hash: null };
    home.desk.program.mirror.commit(site, [{ local }]);
    return createHash('sha256').update(text).digest('hex');
  };

  it('names the duplicates of each batch of hashes that comes while the site’s own files are read', async () => {
    const hash = await unreadFile('nobody');
    const made = await review(['a.txt', 6], ['b.txt', 6]);
    const batches = [0, 1].map(async (index) =>
      value(await home.drops.handlers['drop.hashes']({ drop: made.drop, hashes: [{ index, hash }] }, never)),
    );
    expect(await Promise.all(batches)).toEqual(
      [0, 1].map((index) => [{ index, duplicateOf: 'Other/unread.txt', twinOf: null }]),
    );
  });

  it('names duplicates also after a question that was taken back', async () => {
    const hash = await unreadFile('nobody');
    const made = await review(['a.txt', 6]);
    const asked = { drop: made.drop, hashes: [{ index: 0, hash }] };
    const unwanted = new AbortController();
    const first = home.drops.handlers['drop.hashes'](asked, unwanted.signal);
    unwanted.abort();
    await first;
    expect(value(await home.drops.handlers['drop.hashes'](asked, never))).toHaveLength(1);
  });

  it.each([
    ['fewer bytes than announced', () => bytes('ab')],
    ['more bytes than announced', () => bytes('abc', 'd')],
    ['a connection that breaks', broken],
  ])('refuses %s, and takes the file once more', async (_, sent) => {
    const made = await review(['a.txt', 3]);
    value(await home.drops.handlers['drop.accept'](all(made), never));
    const refused = await home.drops.upload(made.drop, 0, sent());
    expect(refused).toMatchObject({ ok: false, failure: { code: 'damaged-transfer' } });
    value(await home.drops.upload(made.drop, 0, bytes('abc')));
    expect(value(await home.drops.handlers['drop.finish']({ drop: made.drop }, never))).toEqual({
      added: 1,
      replaced: 0,
      beside: [],
    });
  });

  async function* broken(): AsyncIterable<Uint8Array> {
    yield new Uint8Array(1);
    throw new Error('socket hang up');
  }

  it('takes a file that is sent twice at once from one of the two, whatever the other sends', async () => {
    const made = await review(['a.txt', 6]);
    value(await home.drops.handlers['drop.accept'](all(made), never));
    const [more, slow] = slowly('abc', 'def');
    const first = home.drops.upload(made.drop, 0, slow);
    const second = home.drops.upload(made.drop, 0, bytes('xyz', 'xyz'));
    const early = await home.drops.handlers['drop.finish']({ drop: made.drop }, never);
    expect(early).toMatchObject({ ok: false });
    more();
    value(await first);
    const added = home.drops.handlers['drop.finish']({ drop: made.drop }, never);
    expect(await second).toMatchObject({ ok: false });
    value(await added);
    expect(await filesIn(home.desk.folder)).toEqual({ 'Other/a.txt': 'abcdef' });
    expect(home.desk.progress.at(-1)).toMatchObject({ filesDone: 1, filesTotal: 1, bytesDone: 6 });
  });

  it('takes a file from who sends it meanwhile once more, where the first breaks', async () => {
    const made = await review(['a.txt', 6]);
    value(await home.drops.handlers['drop.accept'](all(made), never));
    const first = home.drops.upload(made.drop, 0, broken());
    const second = home.drops.upload(made.drop, 0, bytes('abc', 'def'));
    expect(await first).toMatchObject({ ok: false });
    value(await second);
    value(await home.drops.handlers['drop.finish']({ drop: made.drop }, never));
    expect(await filesIn(home.desk.folder)).toEqual({ 'Other/a.txt': 'abcdef' });
  });

  /** The first chunk, and the others when it is told to go on. */
  function slowly(first: string, ...others: readonly string[]): [() => void, AsyncIterable<Uint8Array>] {
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* chunks(): AsyncIterable<Uint8Array> {
      yield* bytes(first);
      await promise;
      yield* bytes(...others);
    }
    return [resolve, chunks()];
  }

  it('adds nothing to the folder of a site that is not kept any more', async () => {
    const made = await review(['a.txt', 3]);
    value(await home.drops.handlers['drop.accept'](all(made), never));
    value(await home.drops.upload(made.drop, 0, bytes('abc')));
    home.desk.app.mirror.unfollow(site);
    expect(await home.drops.handlers['drop.finish']({ drop: made.drop }, never)).toMatchObject({
      ok: false,
      failure: {
        message: expect.stringContaining('is not kept'),
        hint: expect.stringContaining('Nothing was added'),
      },
    });
    expect(await filesIn(home.desk.folder)).toEqual({});
    expect(await home.staged()).toEqual([]);
  });

  it('adds nothing to the folder that a site was kept in before', async () => {
    const made = await review(['a.txt', 3]);
    value(await home.drops.handlers['drop.accept'](all(made), never));
    value(await home.drops.upload(made.drop, 0, bytes('abc')));
    const { app, folder } = home.desk;
    const kept = app.mirror.followed().find(({ id }) => id === site)!;
    const moved = join(home.outside, 'Harbour House');
    app.mirror.follow({ ...kept, folder: moved });
    expect(await home.drops.handlers['drop.finish']({ drop: made.drop }, never)).toMatchObject({
      ok: false,
      failure: {
        message: `The site is no longer kept in ${folder} but in ${moved}.`,
        hint: expect.stringContaining('Nothing was added'),
      },
    });
    expect([await filesIn(folder), await filesIn(home.outside)]).toEqual([{}, {}]);
    expect(await home.staged()).toEqual([]);
    expect(home.desk.syncs).toEqual([]);
  });

  it('says of a full disk that nothing was added, and not that it goes on by itself', async () => {
    const { dropDisk } = home.desk;
    const stage = dropDisk.stage.bind(dropDisk);
    const full = {
      code: 'disk-full',
      message: 'The disk is full.',
      hint: 'It goes on.',
      retry: 'later',
    } as const;
    vi.spyOn(dropDisk, 'stage').mockImplementation(async (...args) =>
      ok({ ...value(await stage(...args)), write: async () => fail(full) }),
    );
    const made = await review(['a.txt', 3]);
    value(await home.drops.handlers['drop.accept'](all(made), never));
    expect(await home.drops.upload(made.drop, 0, bytes('abc'))).toMatchObject({
      failure: { code: 'disk-full', hint: expect.stringContaining('Nothing was added to the site.') },
    });
    value(await home.drops.handlers['drop.cancel']({ drop: made.drop }, never));
    expect(await home.staged()).toEqual([]);
  });

  it('takes nothing that was not accepted', async () => {
    const made = await review(['a.txt', 3], ['b.txt', 3]);
    expect(await home.drops.upload(made.drop, 0, bytes('abc'))).toMatchObject({ ok: false });
    value(
      await home.drops.handlers['drop.accept'](
        { drop: made.drop, files: [{ index: 0, category: 'other' }] },
        never,
      ),
    );
    for (const index of [1, 2, -1])
      expect(await home.drops.upload(made.drop, index, bytes('abc'))).toMatchObject({ ok: false });
    value(await home.drops.upload(made.drop, 0, bytes('abc')));
    expect(await home.drops.upload(made.drop, 0, bytes('xyz'))).toMatchObject({ ok: false });
    value(await home.drops.handlers['drop.finish']({ drop: made.drop }, never));
    expect(await filesIn(home.desk.folder)).toEqual({ 'Other/a.txt': 'abc' });
  });

  it.each(['space', 'stage'] as const)(
    'leaves nothing where it is cancelled while the disk is asked (%s)',
    async (question) => {
      const { app, dropDisk } = home.desk;
      const disk = (question === 'space' ? app.disk : dropDisk) as unknown as Record<string, Asking>;
      const ask = disk[question]!.bind(disk);
      let go = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        go = resolve;
      });
      const asked = new Promise<void>((resolve) => {
        vi.spyOn(disk, question).mockImplementation(async (...args) => {
          resolve();
          await held;
          return ask(...args);
        });
      });
      const made = await review(['a.txt', 3]);
      const accepting = home.drops.handlers['drop.accept'](all(made), never);
      await asked;
      const cancelling = home.drops.handlers['drop.cancel']({ drop: made.drop }, never);
      // Who quits meanwhile waits for it too.
      const closing = home.drops.close();
      go();
      await closing;
      expect(await home.staged()).toEqual([]);
      value(await cancelling);
      expect(await accepting).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
      expect(await home.staged()).toEqual([]);
    },
  );

  it('ends at once where it is cancelled while bytes are awaited, and leaves nothing', async () => {
    const made = await review(['a.txt', 3]);
    value(await home.drops.handlers['drop.accept'](all(made), never));
    const sending = home.drops.upload(made.drop, 0, stalled());
    value(await home.drops.handlers['drop.cancel']({ drop: made.drop }, never));
    expect(await sending).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(await home.staged()).toEqual([]);
  });

  it('keeps nothing in memory of the bytes that went to the disk', async () => {
    const made = await review(['a.txt', CHUNKS * CHUNK], ['b.txt', CHUNKS * CHUNK]);
    value(await home.drops.handlers['drop.accept'](all(made), never));
    const sent: WeakRef<Uint8Array>[] = [];
    for (const index of [0, 1]) value(await home.drops.upload(made.drop, index, noted(sent)));
    // What a turn has looked at lives to its end.
    await turn();
    collectGarbage();
    expect(sent.filter((chunk) => chunk.deref() !== undefined).length).toBeLessThan(CHUNKS / 4);
  });

  async function* noted(sent: WeakRef<Uint8Array>[]): AsyncIterable<Uint8Array> {
    for (let at = 0; at < CHUNKS; at++) {
      const chunk = new Uint8Array(CHUNK);
      sent.push(new WeakRef(chunk));
      yield chunk;
    }
  }

  async function* stalled(): AsyncIterable<Uint8Array> {
    yield new Uint8Array(1);
    await new Promise(() => undefined);
  }

  it('has added the files where the mirror cannot note them, and ends', async () => {
    const made = await review(['a.txt', 3]);
    value(await home.drops.handlers['drop.accept'](all(made), never));
    value(await home.drops.upload(made.drop, 0, bytes('abc')));
    const full = new FailureError({ code: 'disk-full', message: 'full', hint: '', retry: 'later' });
    vi.spyOn(home.desk.app.mirror, 'commit').mockImplementation(() => {
      throw full;
    });
    expect(value(await home.drops.handlers['drop.finish']({ drop: made.drop }, never))).toEqual({
      added: 1,
      replaced: 0,
      beside: [],
    });
    expect(home.desk.progress.at(-1)?.phase).toBe('done');
    expect(home.desk.syncs).toEqual([site]);
    value(await home.drops.handlers['drop.cancel']({ drop: made.drop }, never));
    expect(await filesIn(home.desk.folder)).toEqual({ 'Other/a.txt': 'abc' });
  });

  it.each(['../escape.txt', '/etc/passwd', 'a/../../b', '.sitesync/x\u0000'])(
    'never leaves the site by the name %j',
    async (path) => {
      const made = await review([path, 3]);
      expect(made.rows[0]?.refused).not.toBeNull();
      const accepted = await home.drops.handlers['drop.accept'](
        { drop: made.drop, files: [{ index: 0, category: 'other' }] },
        never,
      );
      expect(accepted).toMatchObject({ ok: false });
    },
  );
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
