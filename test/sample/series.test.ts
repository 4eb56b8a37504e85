import { describe, expect, test } from 'vitest';
import { namedIds, sample, type SampleSite, seriesOf, type SeriesTable } from './sample.ts';

const STEP_MS = 15 * 60_000;
const UNKNOWN_ID = 'rtm.l12.zt.1207';
const DEAD_ID = 'rtm.l12.zt.1204';

const tables = new Map<string, SeriesTable>(
  sample.sites.map((site) => [site.id, seriesOf(site.series[0]!.file)]),
);
const tableOf = (site: SampleSite): SeriesTable => tables.get(site.id)!;
const column = ({ ids, rows }: SeriesTable, id: string): string[] =>
  rows.map((row) => row[ids.indexOf(id) + 1]!);

describe.each(sample.sites)('$name', (site) => {
  const table = tableOf(site);

  test('covers a year every 15 minutes', () => {
    expect(table.rows.length).toBe(365 * 96);
    const start = Date.parse('2025-11-01T00:00:00Z');
    const wrong = table.rows.findIndex((row, step) => Date.parse(row[0]!) !== start + step * STEP_MS);
    expect(wrong).toBe(-1);
    expect(table.rows.every((row) => row.length === table.ids.length + 1)).toBe(true);
  });

  test('holds the series of the manifest, numbers only, with gaps', () => {
    expect(table.ids).toEqual(site.series.map(({ id }) => id));
    const cells = table.rows.flatMap((row) => row.slice(1));
    expect(cells.every((cell) => cell === '' || /^-?\d+(\.\d+)?$/.test(cell))).toBe(true);
    expect(cells.filter((cell) => cell === '').length).toBeGreaterThan(20);
  });

  test('is named by its datamodels, but for the one unknown id', () => {
    const named = namedIds(site);
    expect(named.length).toBeGreaterThanOrEqual(table.ids.length);
    const unknown = named.filter((id) => !table.ids.includes(id));
    expect(unknown).toEqual(site.id === 'rijnhaven-tower' ? [UNKNOWN_ID] : []);
    expect(table.ids.filter((id) => !named.includes(id))).toEqual([]);
  });
});

test('one datamodel names one id twice', () => {
  const repeated = sample.sites.map((site) => namedIds(site).length - new Set(namedIds(site)).size);
  expect(repeated).toEqual(sample.sites.map(({ id }) => (id === 'hudson-research-center' ? 1 : 0)));
});

test('one sensor is dead: it spoke for months and says nothing since', () => {
  const dead = sample.sites.flatMap((site) =>
    tableOf(site).ids.filter((id) =>
      column(tableOf(site), id)
        .slice(-96 * 30)
        .every((cell) => cell === ''),
    ),
  );
  expect(dead).toEqual([DEAD_ID]);
  const cells = column(tableOf(sample.sites[0]!), DEAD_ID);
  expect(cells.findLastIndex((cell) => cell !== '')).toBeGreaterThan(96 * 200);
});

test('one sensor is stuck for days', () => {
  const hospital = sample.sites.find(({ id }) => id === 'orestad-hospital-north')!;
  const stuck = tableOf(hospital).ids.filter((id) => longestRun(column(tableOf(hospital), id)) >= 400 * 4);
  expect(stuck.length).toBe(1);
});

test('an office works on weekdays by its own clock, summer time and winter time', () => {
  const table = tableOf(sample.sites[0]!);
  const running = column(table, 'rtm.ahu03.fan');
  const at = (time: string): string => running[table.rows.findIndex((row) => row[0] === time)]!;
  // The fan starts at 07:00 in Rotterdam: 06:00 UTC in January, 05:00 UTC in June.
  expect([at('2026-01-20T05:45:00Z'), at('2026-01-20T06:00:00Z')]).toEqual(['0', '1']);
  expect([at('2026-06-16T04:45:00Z'), at('2026-06-16T05:00:00Z')]).toEqual(['0', '1']);
  expect([at('2026-06-20T10:00:00Z'), at('2026-06-21T10:00:00Z')]).toEqual(['0', '0']);
});

test('energy meters never run backwards', () => {
  const table = tableOf(sample.sites[0]!);
  const meter = column(table, 'rtm.main.kwh').map(Number);
  expect(meter.every((value, step) => step === 0 || value >= meter[step - 1]!)).toBe(true);
});

function longestRun(cells: readonly string[]): number {
  let [longest, run] = [0, 0];
  cells.forEach((cell, step) => {
    run = cell !== '' && cell === cells[step - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return longest;
}
