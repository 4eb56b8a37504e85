import { lowerBound } from '../../../../shared/series/search.ts';
import type { Range } from '../time/range.ts';
import type { ChartLine } from './line.ts';
import { heldAt } from './series-view.ts';
import type { Box } from './plot-area.ts';

/** Where a stretch of time and of values lies on the canvas, in its own pixels. */
export interface Place extends Box {
  readonly view: Range;
  readonly low: number;
  readonly high: number;
}

/** With more samples than this in a pixel the line is a band: columns from the lowest to the highest value. */
const DENSE = 2;

interface Pen {
  to(x: number, y: number): void;
  /** Ends the line: what comes next is not joined to it. A held value is drawn up to `x`; null: nothing follows. */
  lift(x: number | null): void;
}

export interface LineLook {
  /** Thickness. */
  readonly pixels: number;
  readonly dashes: readonly number[];
  readonly ink: string;
}

/**
 * Draws a series: a line through the samples in view and one on either side, broken at each gap, with steps for states.
 * Where many samples lie in one column of pixels, the column is filled from their lowest to their highest, so that no spike
 * is lost. Whole pixels one by one: a line that runs up and down in them, or one path of all columns, would cost a
 * processor that draws by itself a hundred times as much, and a pan its frames.
 */
export function paintLine(
  canvas: CanvasRenderingContext2D,
  line: ChartLine,
  place: Place,
  { pixels, dashes, ink }: LineLook,
): void {
  canvas.save();
  canvas.beginPath();
  canvas.rect(place.left, place.top, place.width, place.height);
  canvas.clip();
  if (isDense(line, place)) {
    canvas.fillStyle = ink;
    draw(line, place, new BandPen(canvas, pixels, line.step));
  } else {
    const pen = new LinePen(line.step);
    draw(line, place, pen);
    canvas.strokeStyle = ink;
    canvas.lineWidth = pixels;
    canvas.lineJoin = 'bevel';
    canvas.setLineDash([...dashes]);
    canvas.stroke(pen.path);
  }
  canvas.restore();
}

/** Is any of the line to be seen in a stretch of time: a sample, the way between two beside it, or what still holds? */
export function isInView({ data, step }: Pick<ChartLine, 'data' | 'step'>, view: Range): boolean {
  if (data === null) return false;
  if (step && heldAt(data, view.from).at !== null) return true;
  const isSample = (value = Number.NaN): boolean => !Number.isNaN(value);
  const start = lowerBound(data.times, view.from);
  const end = lowerBound(data.times, view.to, start);
  const within = data.values.subarray(start, end);
  return (
    within.some(isSample) || (start === end && [data.values[start - 1], data.values[end]].every(isSample))
  );
}

function isDense({ data }: ChartLine, { view, width }: Place): boolean {
  if (data === null) return false;
  const start = lowerBound(data.times, view.from);
  return lowerBound(data.times, view.to, start) - start > DENSE * width;
}

function draw({ data }: ChartLine, { view, low, high, left, top, width, height }: Place, pen: Pen): void {
  if (data === null) return;
  const { times, values } = data;
  const start = Math.max(0, lowerBound(times, view.from) - 1);
  const end = Math.min(times.length, lowerBound(times, view.to, start) + 1);
  const perMs = width / (view.to - view.from);
  const perUnit = height / (high - low);
  for (let at = start; at < end; at += 1) {
    const value = values[at] ?? Number.NaN;
    const x = left + ((times[at] ?? 0) - view.from) * perMs;
    if (Number.isNaN(value)) pen.lift(x);
    else pen.to(x, top + (high - value) * perUnit);
  }
  pen.lift(null);
}

/** Draws a line from left to right. */
class LinePen implements Pen {
  readonly path = new Path2D();
  readonly #step: boolean;
  #points = 0;
  #x = 0;
  #y = 0;

  constructor(step: boolean) {
    this.#step = step;
  }

  to(x: number, y: number): void {
    if (this.#points === 0) this.path.moveTo(x, y);
    else {
      if (this.#step) this.path.lineTo(x, this.#y);
      this.path.lineTo(x, y);
    }
    this.#points += 1;
    [this.#x, this.#y] = [x, y];
  }

  /** A sample between two gaps is a dot. */
  lift(x: number | null): void {
    if (this.#step && this.#points > 0 && x !== null) this.path.lineTo(x, this.#y);
    if (this.#points === 1) this.path.lineTo(this.#x + 1, this.#y);
    this.#points = 0;
  }
}

/** Fills columns of pixels. Each reaches to the end of the one before, as the line would. */
class BandPen implements Pen {
  readonly #canvas: CanvasRenderingContext2D;
  readonly #thickness: number;
  readonly #step: boolean;
  #column = Number.NaN;
  #low = 0;
  #high = 0;
  #last = 0;

  constructor(canvas: CanvasRenderingContext2D, thickness: number, step: boolean) {
    this.#canvas = canvas;
    this.#thickness = thickness;
    this.#step = step;
  }

  to(x: number, y: number): void {
    const column = Math.floor(x);
    if (column === this.#column) {
      this.#low = Math.min(this.#low, y);
      this.#high = Math.max(this.#high, y);
    } else {
      const before = this.#column;
      const joined = !Number.isNaN(before);
      this.#flush();
      // The line crosses columns without a sample, and a held value stays the same in them.
      if (joined && column > before + 1)
        this.#fill(before + 1, column, this.#last, this.#step ? this.#last : y);
      this.#column = column;
      this.#low = joined ? Math.min(this.#last, y) : y;
      this.#high = joined ? Math.max(this.#last, y) : y;
    }
    this.#last = y;
  }

  lift(x: number | null): void {
    const [before, end] = [this.#column, Math.floor(x ?? Number.NaN)];
    this.#flush();
    if (this.#step && end > before + 1) this.#fill(before + 1, end, this.#last, this.#last);
    this.#column = Number.NaN;
  }

  #flush(): void {
    if (!Number.isNaN(this.#column)) this.#fill(this.#column, this.#column + 1, this.#low, this.#high);
  }

  #fill(left: number, right: number, a: number, b: number): void {
    // Ends between two pixels are shaded, as those of a line are.
    const top = Math.min(a, b) - this.#thickness / 2;
    this.#canvas.fillRect(left, top, right - left, Math.abs(a - b) + this.#thickness);
  }
}
