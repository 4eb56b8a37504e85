import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCsvReader } from '../../main/adapters/csv/csv-reader.ts';
import { catalogOf } from '../../main/datamodel/catalog.ts';
import { findPoints } from '../../main/datamodel/find.ts';
import { foldedRows } from '../../main/datamodel/folded-rows.ts';
import { healthOf } from '../../main/datamodel/health.ts';
import type { CsvReader, CsvReport } from '../../main/datamodel/ports.ts';
import type { ReadDatamodel } from '../../main/datamodel/datamodel-cache.ts';
import { Turns } from '../support/measures/turns.ts';

const ROWS = 200_000;
const EQUIPMENT = 50_000;
/** Longest that the rest of the program may wait, ms. */
const TURN = 50;
const never = new Map<string, never>();
const env = { now: () => Date.now(), sleep: (ms: number): Promise<void> => delay(ms) };

describe('a datamodel of 200,000 rows', { timeout: 90_000 }, () => {
  let folder: string;
  let path: string;
  let csv: CsvReader;
  let report: CsvReport;
  let turns: Turns;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitesync-datamodel-'));
    path = join(folder, 'large.csv');
    const rows = ['point,label,brick_class,equipment,unit,timeseries_id'];
    for (let at = 0; at < ROWS; at += 1)
      rows.push(
        `P${at},"Supply air, ${at}",brick:Supply_Air_Temperature_Sensor,AHU-${at % EQUIPMENT},°C,site.point.${at}`,
      );
    await writeFile(path, rows.join('\n'));
  });

  // Each try starts a thread of its own: what that takes is measured each time.
  beforeEach(() => {
    csv = createCsvReader();
    turns = new Turns();
  });

  afterEach(async () => {
    turns.stop();
    await csv.close();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is read whole, and others have their turns', async () => {
    turns.reset();
    const result = await csv.read({ source: { path }, mappings: never });
    if (!result.ok) throw new Error(result.failure.message);
    report = result.value;
    expect(turns.longest).toBeLessThan(TURN);
    expect([report.points.length, report.rows, report.problems]).toEqual([ROWS, ROWS, []]);
    expect(report.points.at(-1)).toMatchObject({
      id: 'site.point.199999',
      label: 'Supply air, 199999',
      line: ROWS + 1,
    });
  });

  it('is compared with another version, and others have their turns', async () => {
    turns.reset();
    const compared = await csv.compare({
      before: report.packed,
      after: { path },
      mappings: never,
      watched: [],
    });
    expect(turns.longest).toBeLessThan(TURN);
    expect(compared.ok && compared.value.counts).toEqual({ added: 0, removed: 0, renamed: 0, altered: 0 });
  });

  it('is sorted, searched, paged and told the health of, and others have their turns', async () => {
    const file = { id: null, path: 'large.csv', here: null, agreed: null };
    const models: readonly ReadDatamodel[] = [{ file, report, confirmed: false, failure: null }];
    turns.reset();
    const catalog = await catalogOf(models, env);
    const found = await findPoints(catalog, { text: 'supply 1999', only: null }, env);
    const { rows, total } = foldedRows(catalog.groups, { all: false, except: new Set() }, ROWS, 200);
    const book = await healthOf(models, catalog, new Map(), env);
    expect(turns.longest).toBeLessThan(TURN);
    expect(catalog.groups[1]?.name).toBe('AHU-1');
    expect(found.reduce((sum, { points }) => sum + points.length, 0)).toBe(160);
    expect([rows.length, total]).toEqual([200, ROWS + EQUIPMENT]);
    expect(book.files).toMatchObject([{ points: ROWS, unchecked: ROWS, duplicated: 0 }]);
  });
});
