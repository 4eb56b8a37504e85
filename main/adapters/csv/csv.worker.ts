import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { assertNever } from '../../../shared/assert-never.ts';
import type { Columns, DatamodelPoint, ComparedPoint } from '../../../shared/model/datamodel.ts';
import type { ContentHash } from '../../../shared/model/ids.ts';
import { SerialQueue } from '../../../shared/serial-queue.ts';
import { differenceOf } from '../../engine/datamodel/difference.ts';
import type { CsvSource, CsvTable } from '../../datamodel/ports.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import type { CsvAnswer, CsvJob, ToCsv, Unreadable, Version } from './csv-messages.ts';
import { readTable } from './csv-table.ts';
import { csvText } from './csv-text.ts';
import { packPoints, unpackPoints } from './packed-points.ts';

const LARGEST_BYTES = 256 * 1024 * 1024;
const POINTS_AT_ONCE = 1000;

type ReadJob = Extract<CsvJob, { readonly source: CsvSource }>;

/** Files are worked on one after the other: all at once would take the memory of all. */
const jobs = new SerialQueue();
let goOn: () => void = () => undefined;

/** Parses datamodels off the main thread, and hands the points over a few at a time. */
answerQuestions((message: ToCsv, send: SendPoints): Promise<CsvAnswer> | null => {
  if (message.kind === 'next') {
    goOn();
    return null;
  }
  return jobs.run(() => answer(message, send));
});

type SendPoints = (points: readonly DatamodelPoint[]) => void;

function answer(job: CsvJob, send: SendPoints): CsvAnswer | Promise<CsvAnswer> {
  switch (job.kind) {
    case 'read':
      return read(job, send);
    case 'pack':
      return pack(job);
    case 'compare':
      return compare(job);
    default:
      return assertNever(job);
  }
}

async function read({ source, mappings }: ReadJob, send: SendPoints): Promise<CsvAnswer> {
  const opened = open(source, mappings);
  if ('why' in opened) return { kind: 'unreadable', ...opened };
  const { points, ...report } = opened;
  for (let at = 0; at < points.length; at += POINTS_AT_ONCE) {
    const asked = new Promise<void>((resolve) => (goOn = resolve));
    send(points.slice(at, at + POINTS_AT_ONCE));
    await asked;
  }
  return { kind: 'done', ...report, packed: packPoints(points) };
}

function pack({ source, mappings }: ReadJob): CsvAnswer {
  const opened = open(source, mappings);
  if ('why' in opened) return { kind: 'unreadable', ...opened };
  return { kind: 'packed', hash: opened.hash, packed: packPoints(opened.points) };
}

function compare({ before, after, mappings, watched }: CsvJob & { readonly kind: 'compare' }): CsvAnswer {
  const was = pointsOf(before, mappings);
  if ('why' in was) return { kind: 'unreadable', ...was };
  const is = pointsOf(after, mappings);
  if ('why' in is) return { kind: 'unreadable', ...is };
  return { kind: 'compared', difference: differenceOf(was, is, watched) };
}

function pointsOf(
  version: Version,
  mappings: ReadonlyMap<string, Columns>,
): readonly ComparedPoint[] | Unreadable {
  if ('packed' in version)
    return unpackPoints(version.packed) ?? forGood('the version that was kept is damaged');
  const opened = open(version, mappings);
  return 'why' in opened ? opened : opened.points;
}

/** The table and the hash of its bytes, or why there is none. */
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
