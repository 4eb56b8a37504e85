import { heldAt, neighbour, NOTHING, sampleAt, type Told } from './series-view.ts';
import type { LinkState } from './chart-link.ts';
import { KEY_PAN, panned, type Range } from '../time/range.ts';
import { fitInto, moveApart } from './apart.ts';
import type { ChartLine } from './line.ts';
import { xOf, type PlotArea } from './plot-area.ts';
import { textBeside, valueText } from './value-range.ts';

const DOT = 4;
const TAG_HEIGHT = 18;

/** The sample of a line that the cursor stands for: a real one, no further away than the line is drawn. */
export interface Reading {
  readonly line: ChartLine;
  readonly at: number;
  readonly value: number;
}

/** Milliseconds of some pixels. */
const near = (view: Range, width: number): number => ((view.to - view.from) / Math.max(1, width)) * 6;

/** How far from the cursor a sample may lie: some pixels, or half of a gap's least length. */
function reachOf({ data }: ChartLine, view: Range, width: number): number {
  return Math.max(near(view, width), (data?.interval ?? 0) * 1.5);
}

/** The reading of a line at a moment: the nearest sample, or for a state the one that holds then, as drawn. */
export function readAt(line: ChartLine, at: number, view: Range, width: number): Told {
  const { data, step } = line;
  if (data === null) return NOTHING;
  if (!step) return sampleAt(data, at, reachOf(line, view, width));
  const held = heldAt(data, at);
  return held.at === null ? sampleAt(data, at, near(view, width)) : held;
}

/** What each line reads at a moment. */
export function readingsAt(
  lines: readonly ChartLine[],
  at: number,
  view: Range,
  width: number,
): readonly Reading[] {
  return lines.flatMap((line) => {
    const told = readAt(line, at, view, width);
    return told.at === null || told.value === null ? [] : [{ line, at: told.at, value: told.value }];
  });
}

/** The time of the sample nearest to the pointer; null if none is near. */
export function snapped(lines: readonly ChartLine[], at: number, view: Range, width: number): number | null {
  let best: number | null = null;
  for (const line of lines) {
    const { at: found } = line.data === null ? NOTHING : sampleAt(line.data, at, reachOf(line, view, width));
    if (found !== null && (best === null || Math.abs(found - at) < Math.abs(best - at))) best = found;
  }
  return best;
}

/** The moment of the next sample of any line. */
export function steppedFrom(lines: readonly ChartLine[], at: number, step: 1 | -1): number | null {
  const next = lines.flatMap(({ data }) => (data === null ? [] : (neighbour(data, at, step) ?? [])));
  if (next.length === 0) return null;
  return step === 1 ? Math.min(...next) : Math.max(...next);
}

interface Step {
  /** The moment of the sample, epoch ms. */
  readonly at: number;
  /** The very view that was given where the sample lies in it. */
  readonly view: Range;
}

/**
 * The next sample for the cursor, and the view in which it is seen: one beyond the view moves that as a key does, or as
 * far as it takes. A cursor out of view counts for nothing. Null: no further sample is known.
 */
export function stepFrom(
  lines: readonly ChartLine[],
  { view, cursor }: Pick<LinkState, 'view' | 'cursor'>,
  step: 1 | -1,
): Step | null {
  const isInView = cursor !== null && cursor >= view.from && cursor <= view.to;
  const at = steppedFrom(lines, isInView ? cursor : step === 1 ? view.from - 1 : view.to, step);
  if (at === null) return null;
  const beyond = step === 1 ? at - view.to : view.from - at;
  if (beyond <= 0) return { at, view };
  return { at, view: panned(view, step * (beyond / (view.to - view.from) + KEY_PAN)) };
}

/** What the overlay lies over. */
interface Overlaid {
  readonly lines: readonly ChartLine[];
  readonly yOf: (line: ChartLine, value: number) => number;
  readonly momentOf: (at: number) => string;
}

/** Cursor, readout and the zoom being drawn, on a canvas of their own: the lines below need not be drawn again. */
export function drawOverlay(
  area: PlotArea,
  { cursor, selection, traced }: Omit<LinkState, 'view'>,
  { lines, yOf, momentOf }: Overlaid,
): void {
  const { canvas, box, view, inks } = area;
  if (selection !== null) {
    const left = Math.max(box.left, xOf(selection.from, area));
    const right = Math.min(box.left + box.width, xOf(selection.to, area));
    canvas.globalAlpha = 0.14;
    canvas.fillStyle = inks.of('--accent');
    canvas.fillRect(left, box.top, right - left, box.height);
    canvas.globalAlpha = 1;
    canvas.fillRect(left, box.top, 1, box.height);
    canvas.fillRect(right - 1, box.top, 1, box.height);
  }
  if (cursor === null || cursor < view.from || cursor > view.to) return;
  const x = xOf(cursor, area);
  canvas.fillStyle = inks.of('--ink');
  canvas.fillRect(Math.round(x), box.top, 1, box.height);
  const readings = readingsAt(lines, cursor, view, box.width);
  const tags = readings.map((reading) => ({ ...reading, y: yOf(reading.line, reading.value) }));
  for (const { line, at, y } of tags) {
    canvas.beginPath();
    // A state holds at the cursor, and may have begun far from it.
    canvas.arc(line.step ? x : xOf(at, area), y, DOT, 0, 2 * Math.PI);
    canvas.fillStyle = inks.line(line.colour);
    canvas.fill();
    canvas.lineWidth = 2;
    canvas.strokeStyle = inks.of('--surface');
    canvas.stroke();
  }
  const traceable = tags.filter(({ line }) => line.id === traced);
  drawTags(area, traceable.length > 0 ? traceable : tags, x);
  drawPill(area, momentOf(cursor), x);
}

/** The moment of the cursor, with its zone, on top of the line. */
function drawPill({ canvas, box, inks }: PlotArea, text: string, x: number): void {
  canvas.font = `${inks.weight} ${inks.font}`;
  canvas.textBaseline = 'middle';
  canvas.textAlign = 'center';
  const width = canvas.measureText(text).width + 12;
  const height = TAG_HEIGHT * inks.scale;
  const left = Math.min(Math.max(x - width / 2, box.left), box.left + box.width - width);
  canvas.beginPath();
  canvas.roundRect(left, 0, width, height, 5);
  canvas.fillStyle = inks.of('--ink');
  canvas.fill();
  canvas.fillStyle = inks.of('--surface');
  canvas.fillText(text, left + width / 2, height / 2 + 0.5);
}

interface Tag extends Reading {
  y: number;
}

/** What the lines read at the cursor. Where there are more than have room none is told: the table below tells all. */
function drawTags({ canvas, box, inks }: PlotArea, tags: Tag[], x: number): void {
  const height = TAG_HEIGHT * inks.scale;
  const apart = height + 2;
  const top = Math.max(box.top, apart) + height / 2;
  const bottom = box.top + box.height - height / 2;
  if (!fitInto(tags.length, apart, top, bottom)) return;
  moveApart(tags, apart, top, bottom);
  canvas.font = `600 ${inks.font}`;
  canvas.textBaseline = 'middle';
  canvas.textAlign = 'center';
  for (const { line, value, y } of tags) {
    const told = line.data === null ? valueText(value) : textBeside(value, line.data.stats);
    const text = `${told}${line.unit === null ? '' : ` ${line.unit}`}`;
    const width = canvas.measureText(text).width + 12;
    const left = x + 12 + width > box.left + box.width ? x - 12 - width : x + 12;
    canvas.beginPath();
    canvas.roundRect(left, y - height / 2, width, height, 4);
    canvas.fillStyle = inks.of('--raised');
    canvas.fill();
    canvas.lineWidth = 1;
    canvas.strokeStyle = inks.of('--line-strong');
    canvas.stroke();
    canvas.fillStyle = inks.line(line.colour);
    canvas.fillText(text, left + width / 2, y + 0.5);
  }
}
