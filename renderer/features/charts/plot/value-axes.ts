import type uPlot from 'uplot';
import { fitted } from './end-labels.ts';
import type { Inks } from './inks.ts';
import { scaleOf, type ChartLine } from './line.ts';
import { longestMark, markTexts } from './marks.ts';
import type { PlotArea } from './plot-area.ts';

/** The least CSS pixels of one axis of values. */
const AXIS_WIDTH = 52;
/** CSS pixels of a digit on it. */
const DIGIT = 6.5;
/** CSS pixels above the plot: some air, and room for the heads of several axes. */
const TOP = 18;
const TOP_WITH_HEADS = 24;
const GAP = 6;
const TICK_HEIGHT = 32;
/** Between two states there is nothing to mark. */
const WHOLE_STEPS: number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** An axis of values: one for each unit, in turns left and right of the plot. */
export interface ValueAxis {
  readonly unit: string | null;
  readonly side: 'left' | 'right';
  /** From 0, the one beside the plot. */
  readonly nth: number;
  readonly lines: readonly ChartLine[];
}

/** The units of the lines in order of appearance; each has an axis of its own. */
export function unitsOf(lines: readonly Pick<ChartLine, 'unit'>[]): readonly (string | null)[] {
  return [...new Set(lines.map(({ unit }) => unit))];
}

export function valueAxes(lines: readonly ChartLine[]): readonly ValueAxis[] {
  return unitsOf(lines).map((unit, at) => ({
    unit,
    side: at % 2 === 0 ? 'left' : 'right',
    nth: Math.floor(at / 2),
    lines: lines.filter((line) => line.unit === unit),
  }));
}

/**
 * Are all of them states? Then the axis has whole numbers, and some space below the lowest, where a line runs most of
 * the time.
 */
export function areStates(lines: readonly Pick<ChartLine, 'states'>[]): boolean {
  return lines.length > 0 && lines.every(({ states }) => states);
}

export function topOf(axes: readonly ValueAxis[], { scale }: Inks): number {
  return (axes.length > 1 ? TOP_WITH_HEADS : TOP) * scale;
}

/** CSS pixels of an axis on which each mark is whole: of one that is cut another number is read. */
export function axisWidth(ranges: readonly (readonly [low: number, high: number])[]): number {
  const letters = ranges.map(([low, high]) => longestMark(low, high));
  return Math.max(AXIS_WIDTH, Math.ceil(Math.max(0, ...letters) * DIGIT) + GAP);
}

function textsOf(marks: readonly (number | null)[], step: number): string[] {
  const texts = markTexts(
    marks.filter((at) => at !== null),
    step,
  ).values();
  return marks.map((at) => (at === null ? '' : (texts.next().value ?? '')));
}

export function plotAxis(
  axis: ValueAxis,
  among: readonly ValueAxis[],
  width: number,
  inks: Inks,
  isEmpty: () => boolean,
): uPlot.Axis {
  const marked = (_: uPlot, splits: number[]): (number | null)[] =>
    isEmpty() ? splits.map(() => null) : splits;
  return {
    filter: marked,
    values: (_, marks: readonly (number | null)[], __, ___, step) => textsOf(marks, step),
    scale: scaleOf(axis.unit),
    side: axis.side === 'left' ? 3 : 1,
    size: width,
    gap: GAP * inks.scale,
    space: TICK_HEIGHT * inks.scale,
    font: inks.font,
    stroke: inkOf(axis, among, inks),
    grid: { show: axis === among[0], filter: marked, stroke: inks.of('--line-soft'), width: 1 },
    ticks: { show: false },
    ...(areStates(axis.lines) ? { incrs: WHOLE_STEPS } : {}),
  };
}

/** With several axes, each has its unit above it. With one, the head of the chart says it. The first ones have room. */
export function drawAxisHeads(
  { canvas, box, inks }: PlotArea,
  axes: readonly ValueAxis[],
  drawn: number,
  /** CSS pixels of one axis. */
  room: number,
  noUnit: string,
): void {
  if (axes.length < 2) return;
  canvas.font = `${inks.weight} ${inks.font}`;
  canvas.textBaseline = 'bottom';
  const gap = GAP * inks.scale;
  for (const axis of axes.slice(0, drawn)) {
    const away = gap + axis.nth * room;
    canvas.textAlign = axis.side === 'left' ? 'right' : 'left';
    canvas.fillStyle = inkOf(axis, axes, inks);
    const x = axis.side === 'left' ? box.left - away : box.left + box.width + away;
    canvas.fillText(fitted(canvas, axis.unit ?? noUnit, room - gap), x, box.top - gap);
  }
}

/** The ink of its line, if it has only one and there are other axes to tell it from. */
function inkOf({ lines }: ValueAxis, among: readonly ValueAxis[], inks: Inks): string {
  const [line] = lines;
  return among.length > 1 && lines.length === 1 && line !== undefined
    ? inks.line(line.colour)
    : inks.of('--ink-3');
}
