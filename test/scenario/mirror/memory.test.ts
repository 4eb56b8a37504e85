import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SyncReport } from '../../../main/sync/sync-once.ts';
import { rawServer, sendJson } from '../../adapters/rest/raw-server.ts';
import { startService } from '../../service/service.ts';
import { startCli, startNode } from '../../support/command-line.ts';
import { SITE, siteOf, TOKEN } from '../../support/laptop.ts';
import { PeakMemory } from '../../support/measures/peak-memory.ts';

const MIB = 1024 * 1024;
const LARGE = 300 * MIB;
/** Larger than what is handed over whole. */
const PHOTO = 2 * MIB;
const PHOTOS = 250;
/** What transfers may hold at once, over a program that has nothing to do: chunks, buffers of sockets, garbage. */
const FOR_TRANSFERS = 150;
const RECORDS = 100_000;
const PAGE = 500;
/** Enough in each record that all of them at once would not fit. */
const NOTE = 'Seen from the crane, before the scaffold came. '.repeat(12);
/** The heap of the program as it starts is 30 MiB, an id of each record 10 MiB, and all records at once 140 MiB. */
const HEAP = 112;
/** What a list of 100,000 may take over one of a few pages, the caches of SQLite and garbage included. */
const FOR_A_LIST = 150;

let home: string;
let peak: PeakMemory;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-memory-'));
  peak = new PeakMemory();
});

afterEach(async () => {
  peak.remove();
  await rm(home, { recursive: true, force: true });
});

it('sends and fetches a file of 300 MB in memory that does not grow with it', async () => {
  const service = await startService({ dataDir: join(home, 'service') });
  try {
    service.store.addSite({ id: SITE, name: 'Harbour House' });
    const idle = await sync('anna', service.url);
    const mine = join(home, 'anna root', 'Harbour House', 'BIM Source File', 'tower.ifc');
    await writeFilled(mine, LARGE);
    const up = await sync('anna', service.url);
    expect(siteOf(up.report)).toMatchObject({ created: 1, problems: [] });
    const down = await sync('ben', service.url);
    expect(siteOf(down.report)).toMatchObject({ downloaded: 1, problems: [] });
    const his = mine.replace('anna root', 'ben root');
    expect((await stat(his)).size).toBe(LARGE);
    expect(await sha256(his)).toBe(await sha256(mine));
    expect(up.mebibytes - idle.mebibytes).toBeLessThan(FOR_TRANSFERS);
    expect(down.mebibytes - idle.mebibytes).toBeLessThan(FOR_TRANSFERS);
  } finally {
    await service.close();
  }
});

it('sends and fetches hundreds of photos in memory that does not grow with their number', async () => {
  const service = await startService({ dataDir: join(home, 'service') });
  try {
    service.store.addSite({ id: SITE, name: 'Harbour House' });
    const idle = await sync('anna', service.url);
    const mine = join(home, 'anna root', 'Harbour House', 'Other');
    for (let n = 0; n < PHOTOS; n++) await writeFilled(join(mine, `${n}.jpg`), PHOTO, n);
    const up = await sync('anna', service.url);
    expect(siteOf(up.report)).toMatchObject({ created: PHOTOS, problems: [] });
    const down = await sync('ben', service.url);
    expect(siteOf(down.report)).toMatchObject({ downloaded: PHOTOS, problems: [] });
    expect(up.mebibytes - idle.mebibytes).toBeLessThan(FOR_TRANSFERS);
    expect(down.mebibytes - idle.mebibytes).toBeLessThan(FOR_TRANSFERS);
  } finally {
    await service.close();
  }
});

it('lists 100,000 records a page at a time', async () => {
  const few = await list(4 * PAGE);
  const all = await list(RECORDS);
  expect(all.mebibytes - few.mebibytes).toBeLessThan(FOR_A_LIST);
  expect(all.requests).toBeGreaterThanOrEqual(RECORDS / PAGE);
});

/** One sync of one laptop in a process of its own, and the most memory that it held. */
async function sync(name: string, url: string): Promise<{ report: SyncReport; mebibytes: number }> {
  const { nodeArguments, env, mebibytes } = peak.next();
  const args = ['sync', '--once', '--root', join(home, `${name} root`), '--site', SITE, '--json'];
  const { status, stdout, stderr } = await startCli([...args, '--data', join(home, `${name} data`)], {
    env: { HOME: home, SITESYNC_BASE_URL: url, SITESYNC_TOKEN: TOKEN, ...env },
    nodeArguments,
  }).ended;
  expect([status, stderr]).toEqual([0, '']);
  return { report: JSON.parse(stdout) as SyncReport, mebibytes: mebibytes() };
}

/** Bytes that no compression makes small; written with little memory, and old enough to be still. */
async function writeFilled(path: string, size: number, first = 0): Promise<void> {
  const block = Buffer.alloc(MIB);
  for (let n = 0, seed = 1; n < MIB; n += 4) block.writeInt32LE((seed = Math.imul(seed, 48_271) | 0), n);
  const file = await open(path, 'w');
  for (let n = 0; n < size / MIB; n++) {
    block.writeInt32LE(first + n, 0);
    await file.write(block);
  }
  await file.close();
  await utimes(path, 1_700_000_000, 1_700_000_000);
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: MIB }), hash);
  return hash.digest('hex');
}

/** Lists a site of so many records, of which the server makes each page when it is asked for. */
async function list(records: number): Promise<{ mebibytes: number; requests: number }> {
  const server = await rawServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://service').searchParams;
    const offset = Number(query.get('offset'));
    const length = Math.max(0, Math.min(Number(query.get('limit')), records - offset));
    const results = Array.from({ length }, (_, n) => record(offset + n));
    const next = offset + length < records ? `/api/v1/files/?offset=${offset + length}` : null;
    sendJson(response, { count: records, next, previous: null, results });
  });
  try {
    const { nodeArguments, env, mebibytes } = peak.next();
    const child = join(import.meta.dirname, 'listing.child.ts');
    const args = [join(home, `list of ${records}`), server.url, SITE];
    const { status, stdout, stderr } = await startNode(child, args, {
      env: { SITESYNC_TOKEN: TOKEN, ...env },
      nodeArguments: [`--max-old-space-size=${HEAP}`, ...nodeArguments],
    }).ended;
    expect([status, stderr, stdout.trim()]).toEqual([0, '', `complete, ${records} records`]);
    return { mebibytes: mebibytes(), requests: server.seen.length };
  } finally {
    await server.close();
  }
}

function record(n: number): object {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return {
    id,
    site: SITE,
    category: 'other',
    name: `photo of the north façade, level ${n % 40}, ${n}.jpg`,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    uploaded_by: 'anna',
    download_url: `/api/v1/files/${id}/download/`,
    content_type: 'image/jpeg',
    size_bytes: 1_000_000 + n,
    metadata: { trade: 'façade', level: n % 40, note: NOTE },
  };
}
