import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isCopy } from '../../../../main/adapters/disk/moves/across-drives.ts';
import { openStage } from '../../../../main/adapters/disk/drop/stage.ts';
import { TRASH } from '../../../../main/adapters/disk/layout.ts';
import { createReplacer } from '../../../../main/adapters/disk/trash/replace.ts';
import { walk } from '../../../../main/adapters/disk/scan/walk.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { canMount, newStick, type Stick } from '../../../support/faults/drives.ts';
import { Bench, failure, value } from '../suite/bench.ts';
import { realHome } from '../suite/real-home.ts';

const bench = new Bench();
let stick: Stick;

const on = (path: string): string => join(bench.folder, path);
const path = (text: string): RelPath => text as RelPath;
/** Nothing but files, and no file twice. */
async function expectFiles(files: Readonly<Record<string, string>>): Promise<void> {
  expect(await bench.files()).toEqual(files);
  expect(await bench.parts()).toEqual([]);
}

async function openWithStick(size: string | null): Promise<void> {
  await bench.open(realHome);
  stick = newStick(size);
  stick.plugIn(on('Other/stick'));
}

async function close(): Promise<void> {
  stick.close();
  await bench.close();
}

describe.skipIf(!canMount)('a site whose trash is a drive of its own', () => {
  beforeEach(async () => {
    await bench.open(realHome);
    stick = newStick();
    stick.plugIn(on(TRASH));
  });
  afterEach(close);

  it('keeps in it what is removed and what is replaced, and gives both back', async () => {
    await bench.hands.write('Other/a.txt', 'text');
    await bench.hands.write('Other/b.txt', 'old');
    await bench.hands.write('Other/c.txt', 'new');
    value(await bench.disk.trash(bench.folder, await bench.seen('Other/a.txt')));
    const [seen, over] = [await bench.seen('Other/c.txt'), await bench.seen('Other/b.txt')];
    value(await createReplacer().replace(bench.folder, seen, over));
    await expectFiles({ 'Other/b.txt': 'new' });
    expect(await bench.trash()).toEqual([
      ['Other/a.txt', 'text'],
      ['Other/b.txt', 'old'],
    ]);
    for (const { id } of value(await bench.disk.listTrash(bench.folder)))
      value(await bench.disk.restore(bench.folder, id));
    await expectFiles({ 'Other/a.txt': 'text', 'Other/b.txt': 'new', 'Other/b (restored).txt': 'old' });
    expect(await bench.trash()).toEqual([]);
  });

  it('drops with other old trash what a killed process left of a copy', async () => {
    const left = on(`${TRASH}/copy-1`);
    writeFileSync(left, 'ha');
    await bench.disk.purge(bench.folder, statSync(left).mtimeMs - 1000);
    expect(existsSync(left)).toBe(true);
    expect(value(await bench.disk.listTrash(bench.folder))).toEqual([]);
    await bench.disk.purge(bench.folder, statSync(left).mtimeMs + 1000);
    expect(existsSync(left)).toBe(false);
  });
});

describe.skipIf(!canMount).each([
  ['a stick', '4m'],
  ['a folder of the same disk', null],
])('a site with %s mounted in it', (_, size) => {
  beforeEach(() => openWithStick(size));
  afterEach(close);

  it.each([
    ['Other/a.txt', 'Other/stick/deep/b.txt'],
    ['Other/stick/deep/a.txt', 'Spec Sheet/b.txt'],
    ['Other/stick/a.txt', 'b.txt'],
  ])('moves %s to %s', async (from, to) => {
    await bench.hands.write(from, 'text');
    await bench.hands.setTime(from, 1_700_000_000_123_456_789n);
    const before = await bench.seen(from);
    const moved = value(await bench.disk.move(bench.folder, before, path(to)));
    await expectFiles({ [to]: 'text' });
    expect(moved).toEqual(await bench.seen(to));
    expect(Number(moved.mtimeNs - before.mtimeNs)).toBeLessThan(1000);
    expect(moved.mtimeNs / 1000n).toBe(before.mtimeNs / 1000n);
  });

  it('moves a file of 1938 with its time', async () => {
    await bench.hands.write('Other/a.txt', 'text');
    await bench.hands.setTime('Other/a.txt', -1_000_000_000_000_000_000n);
    const before = await bench.seen('Other/a.txt');
    const moved = value(await bench.disk.move(bench.folder, before, path('Other/stick/a.txt')));
    expect(Math.abs(Number(moved.mtimeNs - before.mtimeNs))).toBeLessThan(1000);
  });

  it('moves no file over another, and none that changed', async () => {
    await bench.hands.write('Other/a.txt', 'text');
    await bench.hands.write('Other/stick/b.txt', 'another');
    const seen = await bench.seen('Other/a.txt');
    const over = await bench.disk.move(bench.folder, seen, path('Other/stick/b.txt'));
    expect(failure(over).code).toBe('changed-meanwhile');
    await bench.hands.write('Other/a.txt', 'newer text');
    const changed = await bench.disk.move(bench.folder, seen, path('Other/stick/c.txt'));
    expect(failure(changed).code).toBe('changed-meanwhile');
    await expectFiles({ 'Other/a.txt': 'newer text', 'Other/stick/b.txt': 'another' });
  });

  it('keeps what goes in the trash, and gives it back', async () => {
    await bench.hands.write('Other/stick/deep/a.txt', 'text');
    value(await bench.disk.trash(bench.folder, await bench.seen('Other/stick/deep/a.txt')));
    await expectFiles({});
    expect(await bench.trash()).toEqual([['Other/stick/deep/a.txt', 'text']]);
    const [entry] = value(await bench.disk.listTrash(bench.folder));
    value(await bench.disk.restore(bench.folder, entry!.id));
    await expectFiles({ 'Other/stick/deep/a.txt': 'text' });
    expect(await bench.trash()).toEqual([]);
  });

  it('takes nothing away that was saved meanwhile', async () => {
    await bench.hands.write('Other/stick/a.txt', 'text');
    const seen = await bench.seen('Other/stick/a.txt');
    await bench.hands.write('Other/stick/a.txt', 'newer text');
    expect(failure(await bench.disk.trash(bench.folder, seen)).code).toBe('changed-meanwhile');
    await expectFiles({ 'Other/stick/a.txt': 'newer text' });
    expect(await bench.trash()).toEqual([]);
  });

  it.each([
    ['small', 9],
    ['large', null],
  ])('places a %s download, and a newer version over it', async (name, known) => {
    const target = path('Other/stick/deep/a.txt');
    const mtime = 1_700_000_000_123;
    const first = await bench.received('version 1', 'file-1', 'v1', known);
    const placed = value(await first.place(target, null, mtime));
    expect({ ...placed, hash: null }).toEqual(await bench.seen(target));
    expect(Number(placed.mtimeNs / 1_000_000n)).toBe(mtime);
    await expectFiles({ [target]: 'version 1' });
    const next = await bench.received('version 2', 'file-1', 'v2', known);
    const over = value(await next.place(target, placed, mtime + 1));
    expect({ ...over, hash: null }).toEqual(await bench.seen(target));
    await expectFiles({ [target]: 'version 2' });
    expect(await bench.trash()).toEqual([[target, 'version 1']]);
    const late = await bench.received('version 3', 'file-1', 'v3', known);
    expect(failure(await late.place(target, placed, mtime)).code, name).toBe('changed-meanwhile');
    expect(await bench.files()).toEqual({ [target]: 'version 2' });
    expect(await bench.trash()).toEqual([[target, 'version 1']]);
  });

  it.each([
    ['Other/a.txt', 'Other/stick/b.txt'],
    ['Other/stick/a.txt', 'Other/b.txt'],
  ])('puts %s over %s', async (from, over) => {
    await bench.hands.write(from, 'new');
    await bench.hands.write(over, 'old');
    const replacing = createReplacer().replace(bench.folder, await bench.seen(from), await bench.seen(over));
    expect(value(await replacing)).toEqual(await bench.seen(over));
    await expectFiles({ [over]: 'new' });
    expect(await bench.trash()).toEqual([[over, 'old']]);
  });

  it('takes what is dropped', async () => {
    const stage = value(await openStage(bench.folder, 'drop-1', { first: 'a.txt', folder: null, files: 1 }));
    const bytes = (async function* () {
      yield Buffer.from('text');
    })();
    value(await stage.write(0, { path: 'a.txt', size: 4, modifiedAt: null, bytes }, () => undefined));
    const placed = value(
      await stage.place([{ index: 0, target: path('Other/stick/a.txt') }], (target) => target),
    );
    expect(placed).toEqual([await bench.seen('Other/stick/a.txt')]);
    await expectFiles({ 'Other/stick/a.txt': 'text' });
  });

  it.each(['Other/stick/a.txt', 'Other/a.txt'])('takes what is dropped over %s', async (over) => {
    await bench.hands.write(over, 'old');
    await bench.hands.write('in the way', 'a file where a folder is needed');
    const before = await bench.seen(over);
    const about = { first: 'a.txt', folder: null, files: 2 };
    const place = async (id: string, others: readonly string[]) => {
      const stage = value(await openStage(bench.folder, id, about));
      for (const index of [0, 1]) {
        const bytes = (async function* () {
          yield Buffer.from('text');
        })();
        value(await stage.write(index, { path: 'a.txt', size: 4, modifiedAt: null, bytes }, () => undefined));
      }
      const files = [
        { index: 0, target: path('Other/free.txt'), over: await bench.seen(over) },
        ...others.map((target) => ({ index: 1, target: path(target) })),
      ];
      const placed = await stage.place(files, (target) => target);
      await stage.discard();
      return placed;
    };
    // What cannot be done whole is undone.
    failure(await place('drop-1', ['in the way/b.txt']));
    expect((await bench.seen(over)).size).toBe(before.size);
    expect(await bench.trash()).toEqual([]);
    expect(value(await place('drop-2', []))).toEqual([await bench.seen(over)]);
    await expectFiles({ [over]: 'text', 'in the way': 'a file where a folder is needed' });
    expect(await bench.trash()).toEqual([[over, 'old']]);
  });

  it('drops what a killed copy left, after a day, and lets no scan see it', async () => {
    const hidden = on('Other/stick/.sitesync');
    await mkdir(hidden);
    await writeFile(join(hidden, 'copy-1'), 'half');
    expect((await bench.scan()).paths).toEqual([]);
    expect(readdirSync(hidden)).toEqual(['copy-1']);
    await writeFile(join(hidden, 'mine'), 'whatever it is');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    const job = {
      kind: 'scan',
      folder: bench.folder,
      ignore: [],
      scope: null,
      drives: [],
      known: new Map<string, string>(),
    } as const;
    walk(job, () => undefined);
    expect(readdirSync(hidden)).toEqual(['mine']);
    rmSync(join(hidden, 'mine'));
    walk(job, () => undefined);
    vi.useRealTimers();
    expect(existsSync(hidden)).toBe(false);
  });
});

describe.skipIf(!canMount)('a stick in a site’s folder that is full', () => {
  beforeEach(async () => {
    await bench.open(realHome);
    stick = newStick('64k');
    stick.plugIn(on('Other/stick'));
    writeFileSync(on('Other/stick/filler'), new Uint8Array(60 * 1024));
  });

  afterEach(async () => {
    stick.close();
    await bench.close();
  });

  it('takes neither a download nor a file that is moved there, and nothing is half-written', async () => {
    const large = 'x'.repeat(20_000);
    await bench.hands.write('Other/a.txt', large);
    const moved = await bench.disk.move(
      bench.folder,
      await bench.seen('Other/a.txt'),
      path('Other/stick/a.txt'),
    );
    expect(failure(moved)).toMatchObject({ code: 'disk-full' });
    const sink = await bench.received(large);
    expect(failure(await sink.place(path('Other/stick/b.txt'), null, null)).code).toBe('disk-full');
    await sink.discard();
    expect(Object.keys(await bench.files()).sort()).toEqual(['Other/a.txt', 'Other/stick/filler']);
    expect(await readFile(on('Other/a.txt'), 'utf8')).toBe(large);
    expect(await bench.parts()).toEqual([]);
  });
});

describe('a copy that was made for another drive', () => {
  beforeEach(() => bench.open(realHome));
  afterEach(() => bench.close());

  it('is known by its bytes and its time', async () => {
    await bench.hands.write('a.txt', 'text');
    for (const [name, text] of [
      ['same', 'text'],
      ['other', 'Text'],
      ['longer', 'text and more'],
      ['later', 'text'],
    ] as const) {
      await bench.hands.write(name, text);
      const { atimeMs, mtimeMs } = statSync(on('a.txt'));
      utimesSync(on(name), atimeMs / 1000, mtimeMs / 1000 + (name === 'later' ? 3 : 1));
    }
    await bench.hands.hardLink('a.txt', 'second');
    const copies = ['same', 'other', 'longer', 'later', 'second', 'a.txt', 'gone'];
    const found = await Promise.all(copies.map((name) => isCopy(on(name), on('a.txt'))));
    expect(found).toEqual([true, false, false, false, false, false, false]);
  });
});

// A folder of the same disk is not told from one that was emptied.
describe.skipIf(!canMount)('a site whose drive was taken out', () => {
  beforeEach(() => openWithStick('4m'));
  afterEach(close);

  it('puts nothing where its drive was, as long as the folder is there', async () => {
    await bench.hands.write('Other/a.txt', 'text');
    const { drives } = (await bench.scan()).report;
    stick.takeOut(on('Other/stick'));
    const known = { drives: drives.map(({ folder }) => folder) };
    for (const scan of [false, true]) {
      if (scan) await bench.scan(known);
      for (const target of ['Other/stick/b.txt', 'Other/stick/deep/b.txt'].map(path)) {
        for (const known of [7, null]) {
          const sink = await bench.received('version', 'file-1', 'v1', known);
          expect(failure(await sink.place(target, null, null))).toMatchObject({ code: 'unreadable' });
          await sink.discard();
        }
        const moved = await bench.disk.move(bench.folder, await bench.seen('Other/a.txt'), target);
        expect(failure(moved).message).toContain('the drive of the folder Other/stick is not there');
      }
    }
    expect(readdirSync(on('Other/stick'))).toEqual([]);
    await bench.hands.remove('Other/stick');
    const sink = await bench.received('version');
    value(await sink.place(path('Other/stick/b.txt'), null, null));
    await expectFiles({ 'Other/a.txt': 'text', 'Other/stick/b.txt': 'version' });
  });
});
