import type { KnownReach } from '../series/ports.ts';
import type { DatamodelPoint } from '../../shared/model/datamodel.ts';
import { inTurns } from '../sync/in-turns.ts';
import type { Environment } from '../sync/ports/environment.ts';
import type { PointCatalog, PointPlace } from './catalog.ts';
import type { ReadDatamodel } from './datamodel-cache.ts';

/** Values arrived; none for a day; none in ten years, which is as far back as is asked; not asked yet. */
const HEALTHS = ['data', 'silent', 'unknown', 'unchecked'] as const;
export type Health = (typeof HEALTHS)[number];

export interface HealthRow {
  readonly file: string;
  readonly line: number;
  readonly id: string;
  readonly label: string;
  readonly health: Health;
  /** Where else it is named, here or in another file; null where it is named once. */
  readonly repeated: Repeated | null;
  /** Time of the newest sample with a value, epoch ms. */
  readonly lastAt: number | null;
  /** Time of the newest sample where that has no value, epoch ms. */
  readonly emptyAt: number | null;
}

/** A point that is named several times. */
export interface Repeated {
  readonly times: number;
  /** As many of the other places as a person looks up. */
  readonly also: readonly PointPlace[];
}

export interface FileHealth {
  readonly file: string;
  readonly points: number;
  /** These four add up to `points`. */
  readonly data: number;
  readonly silent: number;
  readonly unknown: number;
  readonly unchecked: number;
  /** Of all of them. */
  readonly duplicated: number;
  /** Those that are to be mended: what is silent may be duplicated at once. */
  readonly trouble: number;
}

/** Which rows: those of one health, the duplicated ones, or those that are to be mended. */
export type HealthFilter = Health | 'duplicated' | 'trouble' | 'all';

/** As much of a series as its health is told from. */
export type Known = Omit<KnownReach, 'id'>;

const SILENT_MS = 24 * 3_600_000;

interface Entry {
  readonly point: DatamodelPoint;
  readonly file: string;
  readonly known: Known | undefined;
}

/** How the points of a site's datamodels stand, as of one moment. */
export class HealthBook {
  readonly files: readonly FileHealth[];
  /** When the service was asked about all of them: the oldest answer; null where one was never asked about. */
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
    const counts = { data: 0, silent: 0, unknown: 0, unchecked: 0, duplicated: 0, trouble: 0 };
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

export function healthAt(known: Known | undefined, now: number): Health {
  if (known === undefined) return 'unchecked';
  // As it was when the service was last asked: after a day without a network every point would be called silent.
  if (known.lastAt !== null && (known.checkedAt ?? now) - known.lastAt <= SILENT_MS) return 'data';
  // A chart of last spring tells of last spring alone.
  if (known.checkedAt === null) return 'unchecked';
  return known.lastAt === null && known.emptyAt === null ? 'unknown' : 'silent';
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
  };
}

function passes(health: Health, duplicated: boolean, filter: HealthFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'duplicated':
      return duplicated;
    case 'trouble':
      // Of what nobody asked the service about nothing is known to be wrong.
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
    // Of a file whose rows all have one id there are as many places as rows, and this is asked of each row.
    if (also.length === PLACES) break;
    if (place.file !== file || place.line !== line) also.push(place);
  }
  return { times: places.length, also };
}
