import type uPlot from 'uplot';
import { apartContexts } from '../time/apart-times.ts';
import type { Range } from '../time/range.ts';
import { timeTicks, type Tick } from '../time/time-ticks.ts';
import type { Inks } from './inks.ts';
import { dashOf, scaleOf, type ChartLine } from './line.ts';
import { paintLine, type Place } from './paint-line.ts';
import { xOf, type PlotArea } from './plot-area.ts';
import { plotAxis, topOf, valueAxes } from './value-axes.ts';
import { hasValues, valueRange } from './value-range.ts';

/** CSS pixels of the axis of time. */
export const TIME_HEIGHT = 40;
/** CSS pixels of a line. */
const WIDTH = 1.5;
/** The least room of a mark on the axis of time. */
const TICK_WIDTH = 76;
/** Between the names of two days below the axis. */
const CONTEXT_GAP = 8;

export interface Gutters {
  /** Axes on each side of the chart that has most of them, as many as have room: so all plots of a page line up. */
  readonly left: number;
  readonly right: number;
  /** CSS pixels of each of them. */
  readonly axis: number;
  /** CSS pixels for the names at the lines' ends. */
  readonly labels: number;
}

export interface PlotParts {
  readonly lines: () => readonly ChartLine[];
  readonly view: () => Range;
  readonly zone: () => string;
  readonly gutters: Gutters;
  readonly inks: Inks;
  readonly size: { readonly width: number; readonly height: number };
  readonly drawUnder: (plot: uPlot) => void;
  readonly drawOver: (plot: uPlot) => void;
}

/**
 * uPlot draws canvas and axes. Samples never go through its aligned tables: each line has times of its own, and is drawn
 * straight from them. Times are written by our own words: uPlot's misread zones while the computer's own clock changes.
 */
export function plotOptions(parts: PlotParts): uPlot.Options {
  const { inks, gutters, size } = parts;
  const lines = parts.lines();
  const values = valueAxes(lines);
  const drawn = values.slice(0, gutters.left + gutters.right);
  const { axis } = gutters;
  const missing = {
    left: gutters.left - Math.ceil(drawn.length / 2),
    right: gutters.right - Math.floor(drawn.length / 2),
  };
  return {
    ...size,
    ms: 1,
    padding: [topOf(values, inks), missing.right * axis + gutters.labels, 0, missing.left * axis],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: () => [parts.view().from, parts.view().to] },
      ...Object.fromEntries(
        values.map(({ unit }) => [
          scaleOf(unit),
          { auto: true, range: () => [...valueRange(parts.lines(), unit, parts.view())] },
        ]),
      ),
    },
    axes: [
      timeAxis(parts),
      ...drawn.map((each) =>
        plotAxis(each, values, axis, inks, () => !hasValues(parts.lines(), each.unit, parts.view())),
      ),
    ],
    series: [
      {},
      ...lines.map((line) => ({
        label: line.label,
        scale: scaleOf(line.unit),
        stroke: inks.line(line.colour),
        points: { show: false },
        paths: () => null,
      })),
    ],
    hooks: {
      drawAxes: [parts.drawUnder],
      drawSeries: [(plot, at) => drawLine(plot, parts, at - 1)],
      draw: [parts.drawOver],
    },
  };
}

/** uPlot needs a table. No line is drawn from it, so its corners are enough. */
export function cornersOf(view: Range, lines: number): uPlot.AlignedData {
  const none = [null, null];
  return [[view.from, view.to], ...Array.from({ length: lines }, () => none)];
}

/** Not by uPlot: its round joins would cost a processor that draws by itself several times as much. */
function drawLine(plot: uPlot, parts: PlotParts, at: number): void {
  const found = placeOf(plot, parts, at);
  if (found === null) return;
  const { line, place } = found;
  const pixels = WIDTH * devicePixelRatio;
  const dashes = dashOf(line.colour).map((length) => length * devicePixelRatio);
  paintLine(plot.ctx, line, place, { pixels, dashes, ink: parts.inks.line(line.colour) });
}

function placeOf(
  plot: uPlot,
  { lines, view }: PlotParts,
  at: number,
): { readonly line: ChartLine; readonly place: Place } | null {
  const line = lines()[at];
  const scale = line === undefined ? undefined : plot.scales[scaleOf(line.unit)];
  if (line === undefined || scale === undefined) return null;
  const { left, top, width, height } = plot.bbox;
  const { min = 0, max = 1 } = scale;
  return { line, place: { view: view(), low: min, high: max, left, top, width, height } };
}

const ticksOf = (view: Range, zone: string, width: number, { scale }: Inks): readonly Tick[] =>
  timeTicks(view, zone, width / (TICK_WIDTH * scale));

/** Where the last day, month or year below the marks ends, in CSS pixels, in the font of the canvas. */
export function contextEnd(area: PlotArea, zone: string): number {
  const { canvas, box, view, inks } = area;
  const last = ticksOf(view, zone, box.width, inks).findLast(({ context }) => context !== null);
  return last === undefined
    ? box.left
    : xOf(last.at, area) + canvas.measureText(last.context ?? '').width / 2;
}

function timeAxis({ inks, view, zone }: PlotParts): uPlot.Axis {
  const ticks = (plot: uPlot): readonly Tick[] =>
    ticksOf(view(), zone(), plot.bbox.width / devicePixelRatio, inks);
  return {
    side: 2,
    size: TIME_HEIGHT * inks.scale,
    gap: 4 * inks.scale,
    font: inks.font,
    lineGap: 1.25,
    stroke: inks.of('--ink-3'),
    grid: { show: false },
    ticks: { stroke: inks.of('--line-strong'), width: 1, size: 4 },
    border: { show: true, stroke: inks.of('--line-strong'), width: 1 },
    splits: (plot) => ticks(plot).map(({ at }) => at),
    values: (plot) => {
      const all = ticks(plot);
      const width = plot.bbox.width / devicePixelRatio;
      const { from, to } = view();
      const marks = all.map(({ at, context }) => ({ x: ((at - from) / (to - from)) * width, text: context }));
      const told = apartContexts(marks, widthIn(plot.ctx, inks.font), CONTEXT_GAP * inks.scale);
      return all.map(({ label }, at) => (typeof told[at] === 'string' ? `${label}\n${told[at]}` : label));
    },
  };
}

/** CSS pixels of words in a font, which is left as it was. */
function widthIn(canvas: CanvasRenderingContext2D, font: string): (text: string) => number {
  return (text) => {
    const before = canvas.font;
    canvas.font = font;
    const { width } = canvas.measureText(text);
    canvas.font = before;
    return width;
  };
}
