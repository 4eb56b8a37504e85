import { lowerBound } from '../../../../shared/series/search.ts';
import type { Range } from '../chart-link.ts';
import type { ChartLine } from './line.ts';

/** Where a stretch of time and of values lies on the canvas, in its own pixels. */
export interface Place {
  readonly view: Range;
  readonly low: number;
  readonly high: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The line of a series: samples in view and one on either side, a new stroke after each gap, steps for states. Of a column
 * of pixels that holds many samples its first, lowest, highest and last are drawn, so that no spike is lost and the path
 * stays short while a view of very many samples is moved.
 */
export function linePath({ data, step }: ChartLine, place: Place): Path2D {
  const path = new Path2D();
  if (data === null) return path;
  const { times, values } = data;
  const { view, low, high, left, top, width, height } = place;
  const perMs = width / (view.to - view.from);
  const perUnit = height / (high - low);
  const pen = new Pen(path, step);
  const start = Math.max(0, lowerBound(times, view.from) - 1);
  const end = Math.min(times.length, lowerBound(times, view.to, start) + 1);
  for (let at = start; at < end; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) pen.lift();
    else pen.to(left + ((times[at] ?? 0) - view.from) * perMs, top + (high - value) * perUnit);
  }
  pen.lift();
  return path;
}

/** Draws points from left to right, gathering those of one column of pixels. */
class Pen {
  readonly #path: Path2D;
  readonly #step: boolean;
  #isDown = false;
  #column = Number.NaN;
  #held = 0;
  #firstX = 0;
  #lastX = 0;
  #lastY = 0;
  #lowY = 0;
  #highY = 0;
  #drawnY = 0;

  constructor(path: Path2D, step: boolean) {
    this.#path = path;
    this.#step = step;
  }

  to(x: number, y: number): void {
    const column = Math.floor(x);
    if (this.#held > 0 && column === this.#column) {
      this.#held += 1;
      this.#lastX = x;
      this.#lastY = y;
      this.#lowY = Math.min(this.#lowY, y);
      this.#highY = Math.max(this.#highY, y);
      return;
    }
    this.#flush();
    this.#column = column;
    this.#held = 1;
    [this.#firstX, this.#lastX] = [x, x];
    [this.#lastY, this.#lowY, this.#highY] = [y, y, y];
    this.#draw(x, y);
  }

  /** What comes next is not joined to this. A sample between two gaps is a dot. */
  lift(): void {
    this.#flush();
    if (this.#isDown && this.#held === 1) this.#path.lineTo(this.#lastX + 0.01, this.#lastY);
    this.#isDown = false;
    this.#held = 0;
  }

  #draw(x: number, y: number): void {
    if (!this.#isDown) this.#path.moveTo(x, y);
    else {
      if (this.#step) this.#path.lineTo(x, this.#drawnY);
      this.#path.lineTo(x, y);
    }
    this.#isDown = true;
    this.#drawnY = y;
  }

  #flush(): void {
    if (this.#held < 2) return;
    const middle = (this.#firstX + this.#lastX) / 2;
    if (this.#lowY < this.#drawnY) this.#draw(middle, this.#lowY);
    if (this.#highY > this.#drawnY) this.#draw(middle, this.#highY);
    if (this.#lastY !== this.#drawnY) this.#draw(this.#lastX, this.#lastY);
  }
}
