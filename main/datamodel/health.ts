import type { Health, Sampling } from '../../shared/model/point-health.ts';
import type { KnownReach } from '../series/ports.ts';
import type { DatamodelPoint } from '../../shared/model/datamodel.ts';
import { gapLimit } from '../../shared/series/gaps.ts';
import { inTurns } from '../sync/concurrency/in-turns.ts';
import type { Environment } from '../sync/ports/environment.ts';
import type { PointCatalog, PointPlace } from './catalog.ts';
import type { ReadDatamodel } from './datamodel-cache.ts';

export interface HealthRow {
  readonly file: string;
  readonly line: number;
  readonly id: string;
  readonly label: string;
  readonly health: Health;
  /** Where else it is named, here or in another file; null if it is named only once. */
  readonly repeated: Repeated | null;
  /** Time of the newest sample with a value, epoch ms. */
  readonly lastAt: number | null;
  /** Time of the newest sample, if that has no value, epoch ms. */
  readonly emptyAt: number | null;
  /** How a point that said nothing for a day was sent until then; null if too little of it is here. */
  readonly sampling: Sampling | null;
  /** Some texts that came in place of numbers. */
  readonly words: readonly string[];
}

/** A point that is named several times. */
export interface Repeated {
  readonly times: number;
  /** The first of the other places, as many as a person looks up. */
  readonly also: readonly PointPlace[];
}

export interface FileHealth {
  readonly file: string;
  readonly points: number;
  /** These six add up to `points`. */
  readonly data: number;
  readonly held: number;
  readonly silent: number;
  readonly unclear: number;
  readonly unknown: number;
  readonly unchecked: number;
  /** Of all points. */
  readonly duplicated: number;
  /** Those that are to be mended: what is silent may be duplicated at once. */
  readonly trouble: number;
}

/** Which rows: those of one health, the duplicated ones, or those that are to be mended. */
export type HealthFilter = Health | 'duplicated' | 'trouble' | 'all';

/** As much of a series as its health is told from. */
export interface Known extends Omit<KnownReach, 'id'> {
  readonly sampling?: Sampling | null;
  readonly words?: readonly string[];
}

const DAY_MS = 24 * 3_600_000;
/** No point is called silent sooner than this, ms: a gateway may send the values of a day at once. */
const SILENT_MS = DAY_MS;
/** Fewer pauses may be equal, or not, by chance. */
const TELLING_PAUSES = 5;
/** A long weekend, ms: in any building, what is sent on change rests over it … */
const WEEKEND_MS = 4 * DAY_MS;
/** … and within this time, ms, there is one. */
const WEEKENDS_SEEN_MS = 14 * DAY_MS;
/** A point that never rested for half of a silence, in this many times the silence, does not merely rest. */
const TIMES_KNOWN = 3;

interface Entry {
  readonly point: DatamodelPoint;
  readonly file: string;
  readonly known: Known | undefined;
}

/** How the points of a site's datamodels stand, as of one moment. */
export class HealthBook {
  readonly files: readonly FileHealth[];
  /** When the service was asked about all of them, by the oldest answer; null if it was never asked about one. */
  readonly checkedAt: number | null;
  readonly #entries: readonly Entry[];
  readonly #repeated: PointCatalog['repeated'];
  readonly #now: number;

  constructor(
    files: readonly FileHealth[],
    entries: readonly Entry[],
    repeated: PointCatalog['repeated'],
    now: number,
  ) {
    this.files = files;
    this.#entries = entries;
    this.#repeated = repeated;
    this.#now = now;
    this.checkedAt = entries.reduce<number | null>(
      (oldest, { known }) => (oldest === null ? null : Math.min(oldest, known?.checkedAt ?? -1)),
      entries.length === 0 ? null : Infinity,
    );
    if (this.checkedAt === -1) this.checkedAt = null;
  }

  /** Rows of a file, or of all (null), in the order of the files. */
  *rows(file: string | null, filter: HealthFilter): Generator<HealthRow> {
    for (const entry of this.#found(file, filter)) yield this.#rowOf(entry);
  }

  /** Rows `offset` to `offset + limit`, and how many there are. */
  page(
    file: string | null,
    filter: HealthFilter,
    offset: number,
    limit: number,
  ): { readonly rows: readonly HealthRow[]; readonly total: number } {
    const rows: HealthRow[] = [];
    let at = 0;
    for (const entry of this.#found(file, filter)) {
      if (at >= offset && at < offset + limit) rows.push(this.#rowOf(entry));
      at += 1;
    }
    return { rows, total: at };
  }

  *#found(file: string | null, filter: HealthFilter): Generator<Entry> {
    for (const entry of this.#entries) {
      if (file !== null && entry.file !== file) continue;
      const health = healthAt(entry.known, this.#now);
      if (passes(health, this.#repeated.has(entry.point.id), filter)) yield entry;
    }
  }

  #rowOf(entry: Entry): HealthRow {
    return rowOf(entry, this.#repeated.get(entry.point.id), this.#now);
  }
}

/** `facts` has what is known of the series; `now` is epoch ms. */
export async function healthOf(
  models: readonly ReadDatamodel[],
  { repeated }: PointCatalog,
  facts: ReadonlyMap<string, Known>,
  env: Pick<Environment, 'now' | 'sleep'>,
): Promise<HealthBook> {
  const now = env.now();
  const files: FileHealth[] = [];
  const entries: Entry[] = [];
  for (const { file, report } of models) {
    if (report === null || (report.columns.id === null && report.points.length === 0)) continue;
    const counts = {
      data: 0,
      held: 0,
      silent: 0,
      unclear: 0,
      unknown: 0,
      unchecked: 0,
      duplicated: 0,
      trouble: 0,
    };
    await inTurns(env, report.points, (point) => {
      const known = facts.get(point.id);
      const health = healthAt(known, now);
      const isRepeated = repeated.has(point.id);
      counts[health] += 1;
      if (isRepeated) counts.duplicated += 1;
      if (passes(health, isRepeated, 'trouble')) counts.trouble += 1;
      entries.push({ point, file: file.path, known });
    });
    files.push({ file: file.path, points: report.points.length, ...counts });
  }
  return new HealthBook(files, entries, repeated, now);
}

/** Did the service say, when it was last asked, that a point was not heard of for a day? */
export function isQuiet(known: Known | undefined): boolean {
  if (known === undefined || known.checkedAt === null) return false;
  if (known.lastAt === null) return known.emptyAt !== null;
  return known.checkedAt - known.lastAt > SILENT_MS;
}

/** The newest sample that says something, epoch ms: of a point that never sent a number, the newest of its words. */
export function heardAt({ lastAt, emptyAt, words = [] }: Known): number | null {
  return lastAt ?? (words.length > 0 ? emptyAt : null);
}

export function healthAt(known: Known | undefined, now: number): Health {
  if (known === undefined) return 'unchecked';
  // As it was when the service was last asked: after a day without a network every point would be called silent.
  const at = heardAt(known);
  const silence = at === null ? Infinity : (known.checkedAt ?? now) - at;
  if (silence <= SILENT_MS) return 'data';
  // A chart of last spring only shows last spring.
  if (known.checkedAt === null) return 'unchecked';
  if (at === null) return known.emptyAt === null ? 'unknown' : 'silent';
  // It sends, but no values.
  if (known.lastAt !== null && known.emptyAt !== null) return 'silent';
  return known.sampling === undefined || known.sampling === null
    ? 'unclear'
    : bySampling(silence, known.sampling);
}

/** `silence` of over a day, ms. */
function bySampling(silence: number, { sent, usual, longest, known, pauses }: Sampling): Health {
  const onChange = sent === 'on-change';
  if (silence <= gapLimit(usual)) return onChange ? 'held' : 'data';
  if (pauses < TELLING_PAUSES) return onChange && silence <= longest ? 'held' : 'unclear';
  if (sent === 'even') return 'silent';
  const sawWeekend = known >= WEEKENDS_SEEN_MS;
  if (sent === 'irregular') return sawWeekend ? 'silent' : 'unclear';
  if (silence <= Math.max(2 * longest, sawWeekend ? 0 : WEEKEND_MS)) return 'held';
  return known >= TIMES_KNOWN * silence ? 'silent' : 'unclear';
}

function rowOf(
  { point: { id, label, line }, file, known }: Entry,
  places: readonly PointPlace[] | undefined,
  now: number,
): HealthRow {
  return {
    file,
    line,
    id,
    label,
    health: healthAt(known, now),
    repeated: places === undefined ? null : repeatedOf(places, file, line),
    lastAt: known?.lastAt ?? null,
    emptyAt: known?.emptyAt ?? null,
    sampling: known?.sampling ?? null,
    words: known?.words ?? [],
  };
}

function passes(health: Health, duplicated: boolean, filter: HealthFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'duplicated':
      return duplicated;
    case 'trouble':
      // A point that holds its value, or may, is not known to be wrong, nor is one that the service was not asked
      // about.
      return health === 'silent' || health === 'unknown' || duplicated;
    default:
      return health === filter;
  }
}

/** More places than a person looks up. */
const PLACES = 3;

function repeatedOf(places: readonly PointPlace[], file: string, line: number): Repeated {
  const also: PointPlace[] = [];
  for (const place of places) {
    // If all rows of a file have one id, there are as many places as rows, and this runs for each row.
    if (also.length === PLACES) break;
    if (place.file !== file || place.line !== line) also.push(place);
  }
  return { times: places.length, also };
}
