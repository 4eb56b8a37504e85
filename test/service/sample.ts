import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { contentTypeOf } from './store/content-type.ts';
import type { Store } from './store/store.ts';

const Text = z.string();

const SampleSite = z.object({
  id: Text,
  organization: Text,
  name: Text,
  address: Text,
  latitude: Text,
  longitude: Text,
  city: Text,
  country: Text,
  country_code: Text,
  timezone: Text,
  photo: Text.optional(),
  triplestore_graph_uri: Text,
  created_at: Text.optional(),
  files: z
    .array(
      z.object({
        path: Text,
        category: Text,
        name: Text,
        metadata: z.unknown().optional(),
        content_type: Text.optional(),
      }),
    )
    .default([]),
  models: z.array(z.object({ id: Text, file: Text })).default([]),
  series: z.array(z.object({ id: Text, file: Text })).default([]),
});

const Sample = z.object({ token: Text, sites: z.array(SampleSite) });

export type Sample = z.infer<typeof Sample>;
type SampleSite = z.infer<typeof SampleSite>;

/** The manifest of a sample folder; throws where it is missing or not of the known shape. */
export function readSample(folder: string): Sample {
  return Sample.parse(JSON.parse(readFileSync(join(folder, 'sample.json'), 'utf8')));
}

const WEEK = 7 * 86_400_000;

/**
 * Fills an empty store; where it has sites already, nothing happens. `until`, epoch ms: each series is moved by whole weeks
 * so that it reaches that moment, and ends there, as if the sites were at work; null: their times are those of the sample.
 */
export function seedFromSample(store: Store, folder: string, until: number | null = null): void {
  if (!store.isEmpty()) return;
  const sample = readSample(folder);
  store.atomically(() => {
    for (const site of sample.sites) seedSite(store, folder, site, until);
  });
}

function seedSite(store: Store, folder: string, site: SampleSite, until: number | null): void {
  const { files, models, series, photo, created_at, ...fields } = site;
  if (photo !== undefined) store.addPhoto(basename(photo), readFileSync(join(folder, photo)));
  store.addSite({
    ...fields,
    ...(photo === undefined ? {} : { photo: basename(photo) }),
    ...(created_at === undefined ? {} : { created_at }),
  });
  for (const { path, category, name, metadata, content_type } of files) {
    store.addFileFrom(site.id, join(folder, path), {
      category,
      name,
      metadata: metadata ?? {},
      contentType: content_type ?? contentTypeOf(name),
    });
  }
  for (const model of models) {
    const path = join(folder, model.file);
    store.addModel(site.id, model.id, readFileSync(path), contentTypeOf(path));
  }
  const bySource = Map.groupBy(series, (entry) => entry.file);
  for (const [file, entries] of bySource) {
    const wanted = new Set(entries.map((entry) => entry.id));
    seedSeries(store, site.id, readSeries(join(folder, file), until), wanted);
  }
}

/** Of one file: a column for each id, NaN where there is no point, and the times of its rows, epoch ms. */
interface SeriesFile {
  readonly ids: readonly string[];
  readonly times: Float64Array;
  readonly columns: readonly Float64Array[];
}

/** Keeps the wanted columns. */
function seedSeries(
  store: Store,
  site: string,
  { ids, times, columns }: SeriesFile,
  wanted: ReadonlySet<string>,
): void {
  for (const [at, id] of ids.entries()) {
    const column = columns[at];
    if (column !== undefined && wanted.has(id)) store.seriesTable.load(site, id, times, column);
  }
}

/** Reads `time,<id>,<id>,…`, gzipped; an empty cell is no point at all. `until`: as for `seedFromSample`. */
function readSeries(path: string, until: number | null): SeriesFile {
  const [header = '', ...lines] = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split(/\r?\n/);
  const ids = header.split(',').slice(1);
  const times = new Float64Array(lines.length);
  const columns = ids.map(() => new Float64Array(lines.length));
  for (const [row, line] of lines.entries()) {
    const [time = '', ...cells] = line.split(',');
    times[row] = Date.parse(time);
    for (const [at, column] of columns.entries()) {
      const cell = cells[at] ?? '';
      column[row] = cell === '' ? Number.NaN : Number(cell);
    }
  }
  if (until === null) return { ids, times, columns };
  const later = Math.ceil((until - (times.at(-1) ?? until)) / WEEK) * WEEK;
  const moved = times.map((time) => time + later);
  const end = moved.findLastIndex((time) => time <= until) + 1;
  return { ids, times: moved.subarray(0, end), columns: columns.map((column) => column.subarray(0, end)) };
}
