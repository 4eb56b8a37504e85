import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMirror } from '../../../main/adapters/sqlite/mirror.ts';
import { listSite } from '../../../main/sync/observe/listing.ts';
import type { ListingResult } from '../../../main/sync/observe/listing-run.ts';
import type { FetchedPage } from '../../../main/sync/ports/service.ts';
import type { SyncContext } from '../../../main/sync/context.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import { must } from '../../support/must.ts';
import { GuardWorld } from '../../simulation/guards/guard-world.ts';

/** Pages that come as they came are not read again, and the listing says the same as if they were. */

let world: GuardWorld;
let context: SyncContext;
/** Offsets of the pages that were fetched, and of those that were read. */
let fetched: number[];
let read: number[];
/** Names in the rows that were read. */
let items: string[];

const MIRRORS: Readonly<Record<string, (data: string) => Mirror>> = {
  'in memory': () => new MemoryMirror(),
  'on SQLite': (data) => must(openMirror(data)),
};

async function open(mirror: Mirror): Promise<void> {
  world = new GuardWorld();
  for (let n = 0; n < 9; n++) world.addFile(`${n}.txt`, `text ${n}`);
  const laptop = await world.laptop();
  const { service } = laptop.context;
  const fetchFilesPage: typeof service.fetchFilesPage = async (...args) => {
    const page = await service.fetchFilesPage(...args);
    fetched.push(args[1]);
    return page.ok ? { ok: true, value: noting(page.value, args[1]) } : page;
  };
  context = but(laptop.context, {
    mirror,
    settings: { ...laptop.context.settings, pageSize: 4 },
    service: but(service, { fetchFilesPage }),
  });
  fetched = [];
  read = [];
  items = [];
}

/** The same, but for some members. All others are called on the original, which may have private ones. */
function but<T extends object>(one: T, members: Partial<T>): T {
  return new Proxy(one, {
    get: (_, name) => {
      const from = name in members ? members : one;
      const value: unknown = Reflect.get(from, name, from);
      return typeof value === 'function' ? (value.bind(from) as unknown) : value;
    },
  });
}

function noting(page: FetchedPage, offset: number): FetchedPage {
  return {
    version: page.version,
    read: async (known) => {
      read.push(offset);
      const rows = await page.read(known);
      if (rows.ok) items.push(...rows.value.items.map((item) => item.name));
      return rows;
    },
  };
}

async function list(): Promise<ListingResult> {
  fetched.length = 0;
  read.length = 0;
  items.length = 0;
  return must(await listSite(context, world.site));
}

function names(): readonly string[] {
  return [...context.mirror.trees(world.site).remote.values()].map((record) => record.name).sort();
}

const idOf = (name: string): FileId =>
  world.service.files(world.site).find((file) => file.name === name)?.id ?? ('none' as FileId);

describe.each(Object.entries(MIRRORS))('a listing taken over %s', (_, openMirrorIn) => {
  let data: string;

  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'sitesync-pages-'));
    await open(openMirrorIn(data));
  });

  afterEach(async () => {
    context.mirror.close();
    await world.close();
    rmSync(data, { recursive: true, force: true });
  });

  it('reads no page of a listing that is the same, and every page of the first', async () => {
    expect(await list()).toMatchObject({ complete: true });
    expect([fetched, read]).toEqual([
      [0, 3, 6],
      [0, 3, 6],
    ]);
    expect(await list()).toEqual({ complete: true, fault: null, odd: [] });
    expect([fetched, read]).toEqual([[0, 3, 6], []]);
    expect(names()).toHaveLength(9);
  });

  it('waits for room before a page is taken', async () => {
    const { mirror } = context;
    let makeRoom = (): void => undefined;
    let asked = 0;
    const room = (): Promise<void> => {
      asked += 1;
      return asked === 2 ? new Promise((resolve) => (makeRoom = resolve)) : Promise.resolve();
    };
    const beginListing: Mirror['beginListing'] = (site) => Object.assign(mirror.beginListing(site), { room });
    context = but(context, { mirror: but(mirror, { beginListing }) });
    const listing = list();
    await expect.poll(() => asked).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(read).toEqual([0]);
    makeRoom();
    expect(await listing).toMatchObject({ complete: true });
    expect([read, asked]).toEqual([[0, 3, 6], 3]);
  });

  it('reads the one page that changed, wherever it is', async () => {
    await list();
    for (const [name, pages] of [
      ['1.txt', [0]],
      ['4.txt', [3]],
      ['8.txt', [6]],
      // The overlap of two pages is in both.
      ['3.txt', [0, 3]],
    ] as const) {
      world.service.editFile(idOf(name), { content: 'another' });
      const before = context.mirror.record(world.site, idOf(name))?.fingerprint;
      expect(await list()).toMatchObject({ complete: true });
      expect(read).toEqual(pages);
      expect(context.mirror.record(world.site, idOf(name))?.fingerprint).not.toBe(before);
      expect(names()).toHaveLength(9);
      await list();
      expect(read).toEqual([]);
    }
  });

  it('drops what is gone from a page and adds what came, and reads all that shifted', async () => {
    await list();
    world.service.deleteFile(idOf('7.txt'));
    world.addFile('new.txt', 'new');
    expect(await list()).toMatchObject({ complete: true });
    expect(read).toEqual([6]);
    expect(names()).toEqual([...Array.from({ length: 7 }, (_, n) => `${n}.txt`), '8.txt', 'new.txt']);
    world.service.deleteFile(idOf('0.txt'));
    expect(await list()).toMatchObject({ complete: true });
    expect(read).toEqual([0, 3, 6]);
    expect(names()).toHaveLength(8);
  });

  it('reads all with another size of pages, and each page that lists a record that was written here since', async () => {
    await list();
    const smaller = but(context, { settings: { ...context.settings, pageSize: 3 } });
    read.length = 0;
    expect(must(await listSite(smaller, world.site))).toMatchObject({ complete: true });
    expect(read).toEqual([0, 2, 4, 6]);
    await list();
    expect(read).toEqual([0, 3, 6]);
    // What we sent is newer than what a service that lags behind still lists.
    const record = context.mirror.record(world.site, idOf('5.txt'));
    if (record === null) throw new Error('No record');
    context.mirror.commit(world.site, [{ remote: { ...record, fingerprint: 'ours' as never } }]);
    await list();
    expect([read, items]).toEqual([[3], ['3.txt', '5.txt', '6.txt']]);
    expect(context.mirror.record(world.site, record.id)?.fingerprint).toBe(record.fingerprint);
    await list();
    expect(read).toEqual([]);
    // Dropped here, and listed still.
    context.mirror.commit(world.site, [{ dropRemote: record.id }]);
    await list();
    expect([read, items]).toEqual([[3], ['3.txt', '5.txt', '6.txt']]);
    expect(names()).toHaveLength(9);
  });

  it('reads of a page that changed only the rows that are others', async () => {
    await list();
    expect(items).toHaveLength(11);
    world.service.editFile(idOf('4.txt'), { content: 'another' });
    await list();
    // Those at its ends are on another page as well, where they may have come as others.
    expect([read, items]).toEqual([[3], ['3.txt', '4.txt', '6.txt']]);
    // One that was on another page is not known on this one.
    world.service.deleteFile(idOf('4.txt'));
    world.addFile('new.txt', 'new');
    await list();
    expect([read, [...new Set(items)].sort()]).toEqual([
      [3, 6],
      ['3.txt', '6.txt', '7.txt', 'new.txt'],
    ]);
    expect(names()).toEqual([...['0', '1', '2', '3', '5', '6', '7', '8'].map((n) => `${n}.txt`), 'new.txt']);
  });

  it('goes on where a record was written here while it compared, and compares all the next time', async () => {
    await list();
    world.service.editFile(idOf('8.txt'), { content: 'another' });
    const record = context.mirror.record(world.site, idOf('2.txt'));
    if (record === null) throw new Error('No record');
    const { service } = context;
    let written = false;
    const fetchFilesPage: typeof service.fetchFilesPage = (...args) => {
      const ours = { ...record, id: 'made-by-us' as FileId, name: 'made by us.txt' };
      if (args[1] === 3 && !written) context.mirror.commit(world.site, [{ remote: ours }]);
      written ||= args[1] === 3;
      return service.fetchFilesPage(...args);
    };
    const meanwhile = but(context, { service: but(service, { fetchFilesPage }) });
    fetched.length = 0;
    expect(must(await listSite(meanwhile, world.site))).toMatchObject({ complete: true });
    expect(fetched).toEqual([0, 3, 6]);
    expect(context.mirror.record(world.site, 'made-by-us' as FileId)).not.toBeNull();
    await list();
    expect([fetched, read]).toEqual([[0, 3, 6], []]);
    expect(context.mirror.record(world.site, 'made-by-us' as FileId)).toBeNull();
  });
});
