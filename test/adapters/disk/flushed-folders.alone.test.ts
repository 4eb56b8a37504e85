import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDisk } from '../../../main/adapters/disk/disk.ts';
import { openStage } from '../../../main/adapters/disk/drop/stage.ts';
import { STAGE_PREFIX } from '../../../main/adapters/disk/drop/stage-name.ts';
import { flushAll } from '../../../main/adapters/disk/paths/folders.ts';
import { MARKER, PARTIALS, TRASH } from '../../../main/adapters/disk/layout.ts';
import { createReplacer } from '../../../main/adapters/disk/trash/replace.ts';
import { keepInTrashNow } from '../../../main/adapters/disk/trash/trash-now.ts';
import { keepInTrash } from '../../../main/adapters/disk/trash/trash.ts';
import { makeWayNow } from '../../../main/adapters/disk/paths/way-now.ts';
import { makeWay } from '../../../main/adapters/disk/paths/way.ts';
import { writeDurably } from '../../../main/adapters/disk/own-files/write-durably.ts';
import type { LocalFile } from '../../../main/engine/trees.ts';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import type { Result } from '../../../shared/failure.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { value } from '../../app/desk.ts';
import { placeFiles } from '../../../main/adapters/disk/transfers/place-files.ts';

/** Paths of what was opened, and of what was flushed; of folders with the names that were in them then. */
const seen = vi.hoisted(() => ({
  opened: new Map<number, string>(),
  flushed: [] as string[],
  names: new Map<string, readonly string[]>(),
  /** What was flushed, and what got another name, in order. */
  order: [] as string[],
}));
/** A drive without hard links. */
const drive = vi.hoisted(() => ({ links: true }));

function noteFlushed(path: string): void {
  seen.flushed.push(path);
  seen.order.push(`flush ${path}`);
  if (statSync(path).isDirectory()) seen.names.set(path, readdirSync(path));
}

function requireLinks(): void {
  if (!drive.links) throw Object.assign(new Error('no hard links here'), { code: 'EPERM', syscall: 'link' });
}

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return {
    ...fs,
    openSync: (...args: Parameters<typeof fs.openSync>) => {
      const descriptor = fs.openSync(...args);
      seen.opened.set(descriptor, String(args[0]));
      return descriptor;
    },
    fsyncSync: (descriptor: number) => {
      fs.fsyncSync(descriptor);
      noteFlushed(seen.opened.get(descriptor) ?? '');
    },
    fsync: (descriptor: number, done: (error: Error | null) => void) => {
      const path = seen.opened.get(descriptor) ?? '';
      fs.fsync(descriptor, (error) => {
        if (error === null) noteFlushed(path);
        done(error);
      });
    },
    renameSync: (from: string, to: string) => {
      fs.renameSync(from, to);
      seen.order.push(`rename ${to}`);
    },
    linkSync: (from: string, to: string) => {
      requireLinks();
      fs.linkSync(from, to);
    },
  };
});

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return {
    ...fs,
    open: async (...args: Parameters<typeof fs.open>) => {
      const handle = await fs.open(...args);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        noteFlushed(String(args[0]));
      };
      return handle;
    },
    link: async (from: string, to: string) => {
      requireLinks();
      await fs.link(from, to);
    },
  };
});

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-flushed-'));
  mkdirSync(join(folder, '.sitesync'));
  writeFileSync(join(folder, MARKER), '{}');
  seen.flushed = [];
  seen.names.clear();
  seen.order = [];
  drive.links = true;
});

afterEach(() => rmSync(folder, { recursive: true }));

it.skipIf(process.platform === 'win32').each([
  ['at once', makeWayNow],
  ['in turns', makeWay],
] as const)(
  'a folder that is made (%s) survives a power cut, and so does what it lies in',
  async (_, make) => {
    mkdirSync(join(folder, 'Other'));
    await make(folder, 'Other/deep/deeper');
    expect(seen.flushed).toEqual([join(folder, 'Other'), join(folder, 'Other', 'deep')]);
    await make(folder, 'Other/deep/deeper');
    expect(seen.flushed).toHaveLength(2);
  },
);

it.skipIf(process.platform === 'win32')('so does the name of what is written durably', async () => {
  const path = join(folder, '.sitesync', 'plan.json');
  await writeDurably(path, '[]');
  expect(seen.flushed).toEqual([`${path}.new`, join(folder, '.sitesync')]);
});

const NOBODY = 65_534;
const FROM = 'Other/a.txt' as RelPath;
const TO = 'Spec Sheet/b.txt' as RelPath;

/** What each does to a file, and the folders in which names came and went by it. */
const CHANGES: readonly (readonly [
  name: string,
  change: (disk: Disk, file: LocalFile) => Promise<Result<unknown>>,
  folders: readonly string[],
])[] = [
  ['a move', (disk, file) => disk.move(folder, file, TO), ['Other', 'Spec Sheet']],
  ['a move into the trash', (disk, file) => disk.trash(folder, file), ['Other', ...inTrash()]],
  [
    'a restore',
    async (disk, file) => {
      value(await disk.trash(folder, file));
      seen.names.clear();
      return disk.restore(folder, value(await disk.listTrash(folder))[0]?.id ?? '');
    },
    ['Other'],
  ],
  [
    'one file over another',
    async (disk, file) => {
      writeFileSync(join(folder, TO), 'over');
      const over = value(await disk.stat(folder, TO));
      return createReplacer().replace(folder, file, { ...over!, hash: null });
    },
    ['Other', 'Spec Sheet', ...inTrash('Spec Sheet')],
  ],
  [
    'a download over a file',
    async (_, file) => (await placeOver(file))[0] ?? { ok: true, value: null },
    ['Other', ...inTrash()],
  ],
];

/** As the thread that places does it. */
function placeOver(...files: readonly LocalFile[]): ReturnType<typeof placeFiles> {
  const places = files.map((file, n) => {
    return { target: file.path, part: `part ${n}`, bytes: Buffer.from('new'), replaces: file, mtimeMs: null };
  });
  return placeFiles({ kind: 'place', folder, drives: [], edition: null, files: places });
}

/** Where it is put into the trash, as folders of the trash of this moment. */
function inTrash(parent = 'Other'): readonly string[] {
  return [TRASH, `${TRASH}/*`, `${TRASH}/*/${parent}`];
}

it.skipIf(process.platform === 'win32').each(CHANGES)(
  '%s survives a power cut',
  async (_, change, folders) => {
    for (const name of ['Other', 'Spec Sheet']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, FROM), 'text');
    const disk = createDisk();
    const file = value(await disk.stat(folder, FROM));
    value(await change(disk, { ...file!, hash: null }));
    const [time = ''] = folders.includes(TRASH) ? readdirSync(join(folder, TRASH)) : [];
    for (const each of folders.map((name) => join(folder, name.replace('*', time))))
      expect(seen.names.get(each), each).toEqual(readdirSync(each));
    await disk.close();
  },
);

it.skipIf(process.platform === 'win32')(
  'what downloads replace is in the trash on the disk before the first of them gets its name, for one flush of each folder',
  async () => {
    mkdirSync(join(folder, 'Other'));
    const disk = createDisk();
    const files: LocalFile[] = [];
    for (const path of ['Other/a.txt', 'Other/b.txt'] as RelPath[]) {
      writeFileSync(join(folder, path), path);
      files.push({ ...value(await disk.stat(folder, path))!, hash: null });
    }
    seen.order = [];
    for (const placed of await placeOver(...files)) value(placed);
    const [time = ''] = readdirSync(join(folder, TRASH));
    const inOrder = [`${TRASH}/${time}/Other`, `${TRASH}/${time}`].map((name) => join(folder, name));
    for (const each of inOrder)
      expect(
        seen.order.filter((step) => step === `flush ${each}`),
        each,
      ).toHaveLength(1);
    const renamed = seen.order.findIndex((step) => step.startsWith('rename '));
    const before = seen.order.slice(0, renamed);
    expect(before).toEqual(expect.arrayContaining(inOrder.map((each) => `flush ${each}`)));
    expect(seen.names.get(join(folder, TRASH, time, 'Other'))).toEqual(['a.txt', 'b.txt']);
    expect(readFileSync(join(folder, TRASH, time, FROM), 'utf8')).toBe(FROM);
    await disk.close();
  },
);

it('the bytes of a download are on the disk before they get their name', async () => {
  mkdirSync(join(folder, 'Other'));
  writeFileSync(join(folder, FROM), 'text');
  const disk = createDisk();
  const file = { ...value(await disk.stat(folder, FROM))!, hash: null };
  seen.order = [];
  for (const placed of await placeOver(file)) value(placed);
  const part = seen.order.indexOf(`flush ${join(folder, PARTIALS, 'part 0')}`);
  const named = seen.order.indexOf(`rename ${join(folder, FROM)}`);
  expect(part).toBeGreaterThanOrEqual(0);
  expect(named).toBeGreaterThan(part);
  await disk.close();
});

it('the bytes of a file that is dropped are on the disk before anybody is told that it came', async () => {
  const stage = value(await openStage(folder, 'drop', { first: 'a.txt', folder: null, files: 1 }));
  const bytes = (async function* () {
    yield Buffer.from('text');
  })();
  seen.flushed = [];
  value(await stage.write(0, { path: 'a.txt', size: 4, modifiedAt: null, bytes }, () => undefined));
  expect(seen.flushed).toEqual([join(folder, PARTIALS, `${STAGE_PREFIX}drop`, '0')]);
});

it.skipIf(process.platform === 'win32')(
  'the trash is flushed for each file that goes there, also into a folder that another one made',
  async () => {
    mkdirSync(join(folder, 'Other'));
    const disk = createDisk();
    for (const path of ['Other/a.txt', 'Other/b.txt'] as RelPath[]) {
      writeFileSync(join(folder, path), path);
      seen.flushed.length = 0;
      value(await disk.trash(folder, { ...value(await disk.stat(folder, path))!, hash: null }));
      expect(seen.flushed).toContain(join(folder, TRASH));
    }
    await disk.close();
  },
);

it.skipIf(process.platform === 'win32')('moves that go together share their flushes', async () => {
  for (const name of ['Other', 'Spec Sheet', '.sitesync/tmp']) mkdirSync(join(folder, name));
  const disk = createDisk();
  const files = Array.from({ length: 40 }, (_, n) => `Other/${n}.txt` as RelPath);
  for (const file of files) writeFileSync(join(folder, file), file);
  const found = await Promise.all(files.map(async (file) => value(await disk.stat(folder, file))!));
  const moved = await Promise.all(
    found.map((file, n) => disk.move(folder, { ...file, hash: null }, `Spec Sheet/${n}.txt` as RelPath)),
  );
  expect(moved.every((each) => each.ok)).toBe(true);
  expect(readdirSync(join(folder, 'Spec Sheet'))).toHaveLength(40);
  // Alone each of them takes four.
  expect(seen.flushed.length).toBeLessThanOrEqual(40);
  await disk.close();
});

it.skipIf(process.platform === 'win32')('of a folder that is gone the one above is flushed', async () => {
  mkdirSync(join(folder, 'Other'));
  await flushAll([join(folder, 'Other/gone/deep')]);
  expect(seen.flushed).toEqual([join(folder, 'Other')]);
});

it.each([
  ['at once', keepInTrashNow],
  ['in turns', keepInTrash],
] as const)(
  'a copy that is put into the trash (%s) is on the disk, also of what is write-protected',
  async (_, keep) => {
    drive.links = false;
    mkdirSync(join(folder, 'Other'));
    writeFileSync(join(folder, FROM), 'text');
    chmodSync(join(folder, FROM), process.platform === 'win32' ? 0o666 : 0o444);
    await asNobody(async () => void (await keep(folder, FROM, join(folder, FROM))));
    const [time = ''] = readdirSync(join(folder, TRASH));
    const kept = join(folder, TRASH, time, FROM);
    expect(readFileSync(kept, 'utf8')).toBe('text');
    expect(seen.flushed).toContain(kept);
    if (process.platform !== 'win32') expect(seen.names.get(dirname(kept))).toEqual(['a.txt']);
  },
);

/** Root may write to what is write-protected. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0 || process.seteuid === undefined) return work();
  for (const name of ['', '.sitesync', MARKER, 'Other', FROM]) chownSync(join(folder, name), NOBODY, NOBODY);
  process.seteuid(NOBODY);
  try {
    await work();
  } finally {
    process.seteuid(0);
  }
}
