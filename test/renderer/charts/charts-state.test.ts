import { describe, expect, it } from 'vitest';
import { coloursOf } from '../../../renderer/features/charts/colours.ts';
import {
  fitting,
  moveSeries,
  panelsOf,
  withoutSeries,
  withoutTooLong,
  withSeries,
  type ChartPanel,
} from '../../../renderer/features/charts/panels.ts';
import {
  lackingBrief,
  lackingList,
  lackingNote,
} from '../../../renderer/features/charts/reading/lacking-words.ts';
import { emptyStretches, hatched } from '../../../renderer/features/charts/plot/backdrop.ts';
import { valueAxes } from '../../../renderer/features/charts/plot/value-axes.ts';
import { valueRange } from '../../../renderer/features/charts/plot/value-range.ts';
import { readingsAt, snapped, steppedFrom } from '../../../renderer/features/charts/plot/overlay.ts';
import { newestBefore, newestWordAt, type ChartLine } from '../../../renderer/features/charts/plot/line.ts';
import { sampleRows } from '../../../renderer/features/charts/sample-rows.ts';
import { sampleAt, type SeriesView } from '../../../renderer/features/charts/plot/series-view.ts';
import { rangeText } from '../../../renderer/features/charts/time/time-words.ts';
import {
  lastPreset,
  startHistory,
  zoomBack,
  zoomForward,
  zoomTo,
} from '../../../renderer/features/charts/time/zoom-history.ts';
import { looksLikeStates } from '../../../shared/series/states.ts';

const NAN = Number.NaN;

function series(
  pairs: readonly (readonly [number, number])[],
  changes: Partial<SeriesView> = {},
): SeriesView {
  return {
    id: 'a',
    times: Float64Array.from(pairs, ([at]) => at),
    values: Float64Array.from(pairs, ([, value]) => value),
    whole: true,
    stats: { count: 0, min: null, max: null, mean: null, first: null, last: null },
    coverage: [],
    interval: 10,
    without: 0,
    words: [],
    cadence: 'even',
    known: true,
    lastAt: null,
    lastValue: null,
    emptyAt: null,
    fetchedAt: null,
    ...changes,
  };
}

function line(data: SeriesView, unit: string | null = null): ChartLine {
  return {
    id: data.id,
    label: data.id,
    unit,
    colour: 0,
    states: false,
    step: false,
    lastAt: data.lastAt,
    data,
  };
}

describe('charts of a page', () => {
  const units: Readonly<Record<string, string>> = { t1: '°C', t2: '°C', p: 'kW' };
  const unitOf = (id: string): string | null => units[id] ?? null;
  const three = ['t1', 'p', 't2'].reduce<readonly ChartPanel[]>((all, id) => withSeries(all, id, unitOf), []);
  const ids = (panels: readonly ChartPanel[]): readonly (readonly string[])[] =>
    panels.map((panel) => panel.series);

  it('are as many of a view as can be asked for at a time', () => {
    const many = (from: number, count: number): string[] =>
      Array.from({ length: count }, (_, at) => `p${from + at}`);
    const views = [many(0, 30), many(30, 30), many(60, 30)].map((found) => ({ series: found }));
    expect(ids(fitting(panelsOf(views)))).toEqual([many(0, 30), many(30, 20)]);
    expect(fitting(panelsOf(many(0, 30).map((id) => ({ series: [id] }))))).toHaveLength(20);
    expect(fitting(three)).toEqual(three);
  });

  it('gather series by their unit, each once', () => {
    expect(ids(three)).toEqual([['t1', 't2'], ['p']]);
    expect(withSeries(three, 't2', unitOf)).toBe(three);
    expect(ids(withSeries(three, 'none', unitOf))).toEqual([['t1', 't2'], ['p'], ['none']]);
  });

  it('let series move and go; a chart without any goes too', () => {
    expect(ids(moveSeries(three, 't2', null))).toEqual([['t1'], ['t2'], ['p']]);
    expect(ids(moveSeries(three, 'p', three[0]!.id))).toEqual([['t1', 't2', 'p']]);
    expect(ids(withoutSeries(three, 'p'))).toEqual([['t1', 't2']]);
    expect(ids(withoutTooLong(withSeries(three, 'z'.repeat(513), unitOf)))).toEqual(ids(three));
    expect(withoutTooLong(three)).toBe(three);
    expect(moveSeries(three, 'unknown', null)).toBe(three);
  });
});

describe('the colours of a page', () => {
  it('stay with their series while others come and go; one that is free again goes to the next', () => {
    const three = coloursOf({}, ['a', 'b', 'c']);
    expect(three).toEqual({ a: 0, b: 1, c: 2 });
    const two = coloursOf(three, ['b', 'c']);
    expect(two).toEqual({ b: 1, c: 2 });
    expect(coloursOf(two, ['d', 'b', 'e', 'c'])).toEqual({ d: 0, b: 1, e: 3, c: 2 });
  });

  it('are of a hue that no other has, where there is one', () => {
    const seven = coloursOf({}, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    const four = coloursOf(seven, ['d', 'e', 'f', 'g']);
    expect(four).toEqual({ d: 3, e: 4, f: 5, g: 6 });
    // Of the first two the hues are taken by the dashed ones.
    expect(coloursOf(four, ['d', 'e', 'f', 'g', 'h', 'i'])).toEqual({ ...four, h: 2, i: 0 });
  });

  it('are never the same for two, whatever was kept', () => {
    expect(coloursOf({ a: 1, b: 1, gone: 0 }, ['a', 'b', 'a', 'constructor'])).toEqual({
      a: 1,
      b: 0,
      constructor: 2,
    });
  });
});

describe('zooms', () => {
  it('are gone back and forward through; another one ends the way forward', () => {
    const [a, b] = [
      { from: 0, to: 10 },
      { from: 2, to: 4 },
    ];
    let history = zoomTo(zoomTo(startHistory('month'), a), b);
    expect(zoomTo(history, { ...b })).toBe(history);
    history = zoomBack(zoomBack(history));
    expect([history.now, zoomForward(history).now, lastPreset(history)]).toEqual(['month', a, 'month']);
    history = zoomTo(zoomForward(history), 'day');
    expect([history.future, zoomBack(history).now, lastPreset(history)]).toEqual([[], a, 'day']);
    expect(zoomBack(startHistory('day')).now).toBe('day');
  });
});

describe('the readout', () => {
  const data = series([
    [0, 1],
    [10, 2],
    [15, NAN],
    [100, 5],
  ]);
  const view = { from: 0, to: 120 };

  it('snaps to real samples, never to a gap or far away', () => {
    expect(snapped([line(data)], 8, view, 1200)).toBe(10);
    expect(snapped([line(data)], 16, view, 1200)).toBe(10);
    expect(snapped([line(data)], 50, view, 1200)).toBeNull();
    expect(readingsAt([line(data)], 100, view, 1200)).toMatchObject([{ at: 100, value: 5 }]);
  });

  it('tells as the newest what came last, whatever is drawn, and nothing where the stretch ends before it', () => {
    const known = line(series([[90, 4]], { lastAt: 100, lastValue: 7 }));
    expect(newestBefore(known, 120)).toEqual({ at: 100, value: 7 });
    // The sample itself is not here: its time is known all the same.
    expect(newestBefore({ ...known, lastAt: 110 }, 120)).toEqual({ at: 110, value: null });
    const nothing = { at: null, value: null };
    expect([newestBefore(known, 100), newestBefore({ ...known, lastAt: null }, 120)]).toEqual([
      nothing,
      nothing,
    ]);
    // A check knew of one that came since a live chart was drawn; of an older stretch that says nothing.
    expect(newestBefore({ ...known, lastAt: 120 }, 120)).toEqual({ at: 100, value: 7 });
    expect(newestBefore({ ...known, lastAt: 120 + 60_000 }, 120)).toEqual(nothing);
    expect([sampleAt(data, 8, 5), sampleAt(data, 50, 5)]).toEqual([{ at: 10, value: 2 }, nothing]);
  });

  it('tells as the newest also what is no number, of a series that sends words', () => {
    const said = { lastAt: 100, lastValue: 7, emptyAt: 110 };
    const wordy = line(series([[90, 4]], { ...said, words: ['fault'] }));
    expect(newestBefore(wordy, 120)).toEqual({ at: 110, value: null });
    expect(newestWordAt(wordy)).toBe(110);
    // A number came since, as a check knew.
    const since = { ...wordy, lastAt: 115 };
    expect([newestBefore(since, 120), newestWordAt(since)]).toEqual([{ at: 115, value: null }, null]);
    // It came since a live chart was drawn; of an older stretch that says nothing.
    expect(newestBefore(wordy, 105)).toEqual({ at: 100, value: 7 });
    const late = line(series([[90, 4]], { ...said, emptyAt: 105 + 60_000, words: ['fault'] }));
    expect(newestBefore(late, 105)).toEqual({ at: null, value: null });
    // Of what only pauses now and then the last number counts.
    expect(newestBefore(line(series([[90, 4]], said)), 120)).toEqual({ at: 100, value: 7 });
  });

  it('steps over gaps with keys', () => {
    expect([steppedFrom([line(data)], 10, 1), steppedFrom([line(data)], 100, -1)]).toEqual([100, 10]);
    expect(steppedFrom([line(data)], 100, 1)).toBeNull();
  });
});

describe('what lies behind the lines', () => {
  const view = { from: 0, to: 1000 };

  it('hatches what was never fetched up to now, and leaves open what has no data', () => {
    const data = series(
      [
        [300, 1],
        [310, 2],
      ],
      {
        coverage: [
          { from: -500, to: 200, state: 'never' },
          { from: 200, to: 800, state: 'fetched' },
          { from: 800, to: 2000, state: 'never' },
        ],
      },
    );
    expect(hatched([data], view, 900)).toEqual([
      { from: 0, to: 200 },
      { from: 800, to: 900 },
    ]);
    expect(emptyStretches([data], view, 900)).toEqual([
      { from: 200, to: 300 },
      { from: 340, to: 800 },
    ]);
  });
});

describe('what was never fetched', () => {
  const DAY = 86_400_000;
  const day = (of: number): number => Date.UTC(2026, 2, of);
  const view = { from: day(1), to: day(21) };
  /** A line that has nothing of these days. */
  const lacking = (label: string, ...spans: readonly (readonly [number, number])[]): ChartLine => ({
    ...line(
      series([], {
        coverage: spans.map(([from, to]) => ({ from: day(from), to: day(to), state: 'never' as const })),
      }),
    ),
    label,
  });
  const note = (...lines: readonly ChartLine[]): string | null => lackingNote(lines, view, 'UTC', day(40));
  const list = (...lines: readonly ChartLine[]): string | null => lackingList(lines, view, 'UTC', day(40));
  const [whole, out, also] = [lacking('In'), lacking('Out', [2, 5]), lacking('Also', [2, 5])];

  it('is hatched where no series is here, not over the line of another one', () => {
    const data = (each: ChartLine): SeriesView => each.data!;
    const early = lacking('Early', [1, 4], [10, 12]);
    expect(hatched([data(whole), data(out)], view, day(40))).toEqual([]);
    expect(hatched([data(early), data(out)], view, day(40))).toEqual([{ from: day(2), to: day(4) }]);
    expect(hatched([data(out)], view, day(3))).toEqual([{ from: day(2), to: day(2) + DAY }]);
  });

  it('is said of the series that lack it, and of all where all do', () => {
    expect([note(whole), list(whole)]).toEqual([null, null]);
    const range = rangeText({ from: day(2), to: day(5) }, 'UTC', day(40));
    expect([note(out, also), list(out, also)]).toEqual([`Not fetched: ${range}`, range]);
    expect([note(whole, out), list(whole, out)]).toEqual([`Out: not fetched ${range}`, `Out (${range})`]);
    expect(note(whole, out, also)).toBe(`Out and Also: not fetched ${range}`);
    const many = ['B', 'C', 'D'].map((name) => lacking(name, [2, 5]));
    expect(note(whole, out, ...many)).toBe(`Out, B, and 2 more series: not fetched ${range}`);
    // Beside a chart long names leave it a line, and can still be told apart.
    const floors = ['north', 'south'].map((side) =>
      lacking(`Return air temperature before the recuperator, ${side} wing, level 12`, [2, 5]),
    );
    const brief = lackingBrief([whole, ...floors], view, 'UTC', day(40));
    expect(brief).toBe(`Return air temp…north…vel 12 and Return air temp…south…vel 12: not fetched ${range}`);
    expect(note(whole, ...floors)).toContain('recuperator, south wing');
    expect(lackingBrief([whole, out], view, 'UTC', day(40))).toBe(note(whole, out));
    const apart = [7, 9, 11, 13].map((at) => lacking(String(at), [at, at + 1]));
    expect(note(out, ...apart)).toMatch(
      /^Out: not fetched .* · 7: not fetched .* · 9: not fetched .* · 2 more series: not fetched in part$/,
    );
  });
});

describe('values', () => {
  it('have an axis that holds those in view, and stands on zero where none is below', () => {
    const lines = [
      line(
        series([
          [0, 100],
          [50, 4],
          [60, 10],
          [500, -900],
        ]),
        'kW',
      ),
      line(series([[55, 1e6]]), '°C'),
    ];
    const [low, high] = valueRange(lines, 'kW', { from: 40, to: 70 });
    // One sample beyond either edge: the line reaches out of the picture there.
    expect([low < -900, high > 100]).toEqual([true, true]);
    expect(
      valueRange(
        [
          line(
            series([
              [50, 4],
              [60, 0],
            ]),
            null,
          ),
        ],
        null,
        { from: 40, to: 70 },
      )[0],
    ).toBe(0);
    expect(valueRange([], null, view)).toEqual([0, 1]);
    expect(valueRange([line(series([[50, 4]]))], null, view)).toEqual([3.5, 4.5]);
  });

  const view = { from: 0, to: 1000 };
});

describe('axes of values', () => {
  const of = (id: string, unit: string | null): ChartLine => ({ ...line(series([]), unit), id });

  it('are one for each unit, in turns left and right, the first ones beside the plot', () => {
    const axes = valueAxes([of('a', '°C'), of('b', 'kW'), of('c', '°C'), of('d', null), of('e', 'Pa')]);
    expect(
      axes.map(({ unit, side, nth, lines }) => [unit, side, nth, lines.map(({ id }) => id).join('')]),
    ).toEqual([
      ['°C', 'left', 0, 'ac'],
      ['kW', 'right', 0, 'b'],
      [null, 'left', 1, 'd'],
      ['Pa', 'right', 1, 'e'],
    ]);
  });

  it('leave a foot below states, whose line runs along zero most of the time', () => {
    const data = series([
      [0, 0],
      [50, 1],
    ]);
    const states = { ...line(data), states: true };
    const range = (lines: readonly ChartLine[]): readonly [number, number] =>
      valueRange(lines, null, { from: 0, to: 100 });
    expect(range([states])).toEqual([-0.06, 1.06]);
    expect(range([states, line(data)])[0]).toBe(0);
  });
});

describe('states', () => {
  it('are a few whole numbers without a unit', () => {
    const of = (...values: number[]): Float64Array => Float64Array.from(values);
    expect(looksLikeStates(of(0, 1, NAN, 1), null)).toBe(true);
    expect(looksLikeStates(of(0, 1), 'bool')).toBe(true);
    expect(looksLikeStates(of(0, 1), '°C')).toBe(false);
    expect(looksLikeStates(of(0, 0.5), null)).toBe(false);
    expect(looksLikeStates(of(NAN), null)).toBe(false);
    expect(
      looksLikeStates(
        Float64Array.from({ length: 40 }, (_, at) => at),
        null,
      ),
    ).toBe(false);
  });
});

describe('the table behind a chart', () => {
  it('has a row for each moment at which a line has a value', () => {
    const rows = sampleRows(
      [
        line(
          series([
            [1, 1],
            [2, NAN],
            [3, 3],
          ]),
        ),
        line(
          series([
            [3, 30],
            [9, 90],
          ]),
        ),
      ],
      { from: 1, to: 9 },
    );
    expect(rows).toEqual([
      { at: 1, values: [1, NAN] },
      { at: 3, values: [3, 30] },
    ]);
  });
});
