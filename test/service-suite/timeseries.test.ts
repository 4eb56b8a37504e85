import { describe, expect, it } from 'vitest';
import type { RunningService } from '../service/service.ts';
import type { Settings } from '../service/switches/switches.ts';
import { call, serviceWithSite } from './harness.ts';

const T0 = Date.UTC(2025, 0, 31, 23, 30);
const QUARTER = 15 * 60_000;

async function serviceWithSeries(): Promise<RunningService> {
  const service = await serviceWithSite();
  service.store.addPoints('s1', 'a', [
    [T0 + QUARTER, 2.5],
    [T0, 1],
    [T0 + 2 * QUARTER, null],
  ]);
  service.store.addPoints('s1', 'a', [[T0 + 2 * QUARTER, 3]]);
  service.store.addPoints('s1', 'b', [[T0 + QUARTER, null]]);
  return service;
}

async function query(service: RunningService, body: object, settings: Settings = {}): Promise<unknown[]> {
  service.reset();
  service.set(settings);
  const response = await call(service, 'POST', '/api/v1/sites/s1/timeseries', {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  return [response.status, await response.json()];
}

const ALL = { timeseriesIds: ['a', 'unknown', 'b'] };

describe('timeseries query', () => {
  it('answers a map in order of time, over the end of a month, unknown ids empty', async () => {
    const service = await serviceWithSeries();
    expect(await query(service, ALL)).toEqual([
      200,
      {
        a: [
          ['2025-01-31T23:30:00Z', 1],
          ['2025-01-31T23:45:00Z', 2.5],
          ['2025-02-01T00:00:00Z', 3],
        ],
        unknown: [],
        b: [['2025-01-31T23:45:00Z', null]],
      },
    ]);
    expect(await query(service, { timeseriesIds: [] })).toEqual([200, {}]);
  });

  it('takes the start and leaves the end out', async () => {
    const service = await serviceWithSeries();
    const range = { start: '2025-01-31T23:45:00Z', end: '2025-02-01T01:00:00+01:00' };
    const millis = { timeseriesTime: 'millis' } as const;
    expect(await query(service, { timeseriesIds: ['a'], ...range }, millis)).toEqual([
      200,
      { a: [[T0 + QUARTER, 2.5]] },
    ]);
    const ignoring = { ...millis, timeseriesIgnoresRange: true };
    const [, whole] = await query(service, { timeseriesIds: ['a'], ...range }, ignoring);
    expect((whole as { a: unknown[] }).a).toHaveLength(3);
  });

  it('answers in the other shapes', async () => {
    const service = await serviceWithSeries();
    const seconds = { timeseriesTime: 'seconds' } as const;
    const t = (steps: number) => (T0 + steps * QUARTER) / 1000;
    expect(await query(service, ALL, { ...seconds, timeseriesForm: 'list' })).toEqual([
      200,
      [
        {
          timeseriesId: 'a',
          points: [
            { time: t(0), value: 1 },
            { time: t(1), value: 2.5 },
            { time: t(2), value: 3 },
          ],
        },
        { timeseriesId: 'unknown', points: [] },
        { timeseriesId: 'b', points: [{ time: t(1), value: null }] },
      ],
    ]);
    expect(await query(service, ALL, { ...seconds, timeseriesForm: 'flat' })).toEqual([
      200,
      [
        { timeseriesId: 'a', time: t(0), value: 1 },
        { timeseriesId: 'a', time: t(1), value: 2.5 },
        { timeseriesId: 'a', time: t(2), value: 3 },
        { timeseriesId: 'b', time: t(1), value: null },
      ],
    ]);
    expect(await query(service, ALL, { ...seconds, timeseriesForm: 'columns' })).toEqual([
      200,
      { time: [t(0), t(1), t(2)], a: [1, 2.5, 3], unknown: [null, null, null], b: [null, null, null] },
    ]);
  });

  it('refuses what is no query', async () => {
    const service = await serviceWithSeries();
    expect(await query(service, {})).toEqual([400, { timeseriesIds: ['This field is required.'] }]);
    expect(await query(service, { timeseriesIds: 'a' })).toEqual([
      400,
      { timeseriesIds: ['Expected a list of strings.'] },
    ]);
    const [status, errors] = await query(service, { ...ALL, start: 'yesterday' });
    expect([status, Object.keys(errors as object)]).toEqual([400, ['start']]);
  });

  it('answers a year of 20 series at once', async () => {
    const service = await serviceWithSite();
    const count = 35_040;
    const start = Date.UTC(2025, 0, 1);
    const times = Float64Array.from({ length: count }, (_, at) => start + at * QUARTER);
    const values = Float64Array.from({ length: count }, (_, at) => (at % 4000) / 100);
    const timeseriesIds = Array.from({ length: 20 }, (_, at) => `p${at}`);
    for (const id of timeseriesIds) service.store.seriesTable.load('s1', id, times, values);
    // Of the processor, since a busy machine takes its time for whatever it does.
    const started = process.cpuUsage();
    const response = await call(service, 'POST', '/api/v1/sites/s1/timeseries', {
      body: JSON.stringify({ timeseriesIds, start: '2025-01-01T00:00:00Z', end: '2026-01-01T00:00:00Z' }),
      headers: { 'content-type': 'application/json' },
    });
    const text = await response.text();
    // A few hundred milliseconds; the bound only catches a loss of an order of magnitude.
    expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
    const body = JSON.parse(text) as Record<string, unknown[]>;
    expect(timeseriesIds.map((id) => body[id]?.length)).toEqual(timeseriesIds.map(() => count));
  });
});
