import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { assertNever } from '../../../shared/assert-never.ts';
import type { Columns, NamedPoint } from '../../../shared/model/datamodel.ts';
import type { ContentHash } from '../../../shared/model/ids.ts';
import { differenceOf } from '../../engine/datamodel-difference.ts';
import type { CsvSource } from '../../datamodel/ports.ts';
import type { CsvJob, CsvReply, ToCsv, Unreadable, Version } from './csv-messages.ts';
import { readTable, type CsvTable } from './csv-table.ts';
import { csvText } from './csv-text.ts';
import { packPoints, unpackPoints } from './packed-points.ts';

/** Parses datamodels off the main thread, one after the other, and hands the points over a few at a time. */
if (parentPort === null) throw new Error('csv.worker runs as a worker thread');
const port = parentPort;

const LARGEST_BYTES = 256 * 1024 * 1024;
const POINTS_AT_ONCE = 1000;

type ReadJob = Extract<CsvJob, { readonly source: CsvSource }>;

let work = Promise.resolve();
let goOn: () => void = () => undefined;

port.on('message', (message: ToCsv) => {
  if (message.kind === 'next') goOn();
  else work = work.then(() => run(message));
});

async function run(job: CsvJob): Promise<void> {
  try {
    post(await answer(job));
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    post({ id: job.id, kind: 'bug', message });
  }
}

function answer(job: CsvJob): CsvReply | Promise<CsvReply> {
  switch (job.kind) {
    case 'read':
      return read(job);
    case 'pack':
      return pack(job);
    case 'compare':
      return compare(job);
    default:
      return assertNever(job);
  }
}

function post(reply: CsvReply): void {
  port.postMessage(reply);
}

async function read({ id, source, mappings }: ReadJob): Promise<CsvReply> {
  const opened = open(source, mappings);
  if ('why' in opened) return { id, kind: 'unreadable', ...opened };
  const { points, ...report } = opened;
  for (let at = 0; at < points.length; at += POINTS_AT_ONCE) {
    const asked = new Promise<void>((resolve) => (goOn = resolve));
    post({ id, kind: 'points', points: points.slice(at, at + POINTS_AT_ONCE) });
    await asked;
  }
  return { id, kind: 'done', ...report, packed: packPoints(points) };
}

function pack({ id, source, mappings }: ReadJob): CsvReply {
  const opened = open(source, mappings);
  if ('why' in opened) return { id, kind: 'unreadable', ...opened };
  return { id, kind: 'packed', hash: opened.hash, packed: packPoints(opened.points) };
}

function compare({ id, before, after, mappings, watched }: CsvJob & { readonly kind: 'compare' }): CsvReply {
  const was = pointsOf(before, mappings);
  if ('why' in was) return { id, kind: 'unreadable', ...was };
  const is = pointsOf(after, mappings);
  if ('why' in is) return { id, kind: 'unreadable', ...is };
  return { id, kind: 'compared', difference: differenceOf(was, is, watched) };
}

function pointsOf(
  version: Version,
  mappings: ReadonlyMap<string, Columns>,
): readonly NamedPoint[] | Unreadable {
  if ('packed' in version)
    return unpackPoints(version.packed) ?? forGood('the version that was kept is damaged');
  const opened = open(version, mappings);
  return 'why' in opened ? opened : opened.points;
}

/** The table with the hash of its bytes, or why there is none. */
function open(
  source: CsvSource,
  mappings: ReadonlyMap<string, Columns>,
): (CsvTable & { readonly hash: ContentHash }) | Unreadable {
  const bytes = 'bytes' in source ? source.bytes : readBytes(source.path);
  if ('why' in bytes) return bytes;
  const text = csvText(bytes);
  if (text === null) return forGood('it is not text');
  return { ...readTable(text, mappings), hash: hash('sha256', bytes) as ContentHash };
}

function readBytes(path: string): Uint8Array | Unreadable {
  try {
    if (statSync(path).size > LARGEST_BYTES) return forGood('it is larger than 256 MB');
    return readFileSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { why: `the disk says ${String(error.code)}`, passes: true };
  }
}

function forGood(why: string): Unreadable {
  return { why, passes: false };
}
