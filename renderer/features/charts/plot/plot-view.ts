import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onTextScaleChange } from '../../../ui/look/text-size.ts';
import { onThemeChange } from '../../../ui/look/theme.ts';
import type { ChartLink } from './chart-link.ts';
import type { Range } from '../time/range.ts';
import { momentText, zoneNames } from '../time/time-words.ts';
import { drawHatch, drawNoData, drawWeekends, emptyStretches, hatched } from './backdrop.ts';
import { drawEndLabels } from './end-labels.ts';
import { readInks, type Inks } from './inks.ts';
import { scaleOf, type ChartLine } from './line.ts';
import { drawOverlay } from './overlay.ts';
import { isInView } from './paint-line.ts';
import { contextEnd, cornersOf, plotOptions, TIME_HEIGHT, type Gutters } from './plot-options.ts';
import type { Box, PlotArea } from './plot-area.ts';
import { drawTraced } from './traced.ts';
import { drawAxisHeads, valueAxes } from './value-axes.ts';

/** CSS pixels that the name of the zone keeps from what else is written there. */
const ZONE_GAP = 8;

export interface PlotModel {
  readonly lines: readonly ChartLine[];
  readonly zone: string;
  readonly gutters: Gutters;
  readonly noData: string;
  readonly noUnit: string;
}

/** One chart on the screen: uPlot below, cursor and selection on a canvas above it. Follows the link by itself. */
export class PlotView {
  readonly #host: HTMLElement;
  readonly #link: ChartLink;
  readonly #overlay: HTMLCanvasElement;
  readonly #stops: (() => void)[];
  #model: PlotModel;
  #plot: uPlot | null = null;
  #inks: Inks;
  #size = { width: 0, height: 0 };
  #drawn: Range | null = null;

  constructor(host: HTMLElement, link: ChartLink, model: PlotModel) {
    this.#host = host;
    this.#link = link;
    this.#model = model;
    this.#inks = readInks(host);
    this.#overlay = document.createElement('canvas');
    this.#overlay.className = 'chart-overlay';
    host.append(this.#overlay);
    const anew = (): void => {
      this.#inks = readInks(this.#host);
      this.#build();
    };
    this.#stops = [link.onFrame(() => this.#follow()), onThemeChange(anew), onTextScaleChange(anew)];
  }

  get lines(): readonly ChartLine[] {
    return this.#model.lines;
  }

  update(model: PlotModel): void {
    const before = this.#model;
    this.#model = model;
    // With its axes: the same stretch in another zone has other marks.
    if (isSameShape(before, model)) this.#plot?.redraw(true, true);
    else this.#build();
    this.#drawOverlay();
    // uPlot draws in a microtask.
    queueMicrotask(() => performance.mark('charts.drawn'));
  }

  resize(width: number, height: number): void {
    if (width === this.#size.width && height === this.#size.height) return;
    const first = this.#plot === null;
    this.#size = { width, height };
    const ratio = devicePixelRatio;
    this.#overlay.width = Math.round(width * ratio);
    this.#overlay.height = Math.round(height * ratio);
    this.#overlay.style.width = `${width}px`;
    this.#overlay.style.height = `${height}px`;
    if (first) this.#build();
    else this.#plot?.setSize(this.#size);
    this.#drawOverlay();
  }

  /** Where the plot lies inside the host, in CSS pixels. */
  box(): Box {
    const { left = 0, top = 0, width = 1, height = 1 } = this.#plot?.bbox ?? {};
    const ratio = devicePixelRatio;
    return { left: left / ratio, top: top / ratio, width: width / ratio, height: height / ratio };
  }

  /** The moment below a point of the window. */
  timeAt(clientX: number): number {
    const box = this.box();
    const { from, to } = this.#link.state.view;
    const share = (clientX - this.#host.getBoundingClientRect().left - box.left) / box.width;
    return from + Math.min(Math.max(share, 0), 1) * (to - from);
  }

  /** What is drawn, without the cursor: for pictures. */
  canvas(): HTMLCanvasElement | null {
    return this.#plot?.ctx.canvas ?? null;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#plot?.destroy();
    this.#overlay.remove();
  }

  #build(): void {
    if (this.#size.width === 0) return;
    this.#plot?.destroy();
    const { lines } = this.#model;
    const options = plotOptions({
      lines: () => this.#model.lines,
      view: () => this.#link.state.view,
      zone: () => this.#model.zone,
      gutters: this.#model.gutters,
      inks: this.#inks,
      size: this.#size,
      drawUnder: (plot) => this.#drawUnder(plot),
      drawOver: (plot) => this.#drawOver(plot),
    });
    this.#plot = new uPlot(options, cornersOf(this.#link.state.view, lines.length), this.#host);
    // The overlay stays on top of the new canvas.
    this.#host.append(this.#overlay);
    // What it shows of a line needs the scales, which uPlot has once it drew, in a microtask.
    queueMicrotask(() => this.#drawOverlay());
  }

  #follow(): void {
    const { view } = this.#link.state;
    if (view !== this.#drawn) {
      this.#drawn = view;
      this.#plot?.setScale('x', { min: view.from, max: view.to });
    }
    this.#drawOverlay();
  }

  #drawUnder(plot: uPlot): void {
    const { lines, zone, noData } = this.#model;
    const { view } = this.#link.state;
    const series = lines.flatMap(({ data }) => data ?? []);
    const now = Date.now();
    this.#drawOn(plot.ctx, (area) => {
      drawWeekends(area, zone);
      drawHatch(area, hatched(series, view, now));
      const empty = series.length === lines.length ? emptyStretches(series, view, now) : [];
      drawNoData(area, empty, noData);
    });
  }

  #drawOver(plot: uPlot): void {
    const { lines, zone, gutters, noUnit } = this.#model;
    this.#drawOn(plot.ctx, (area) => {
      const { canvas, box, view, inks } = area;
      canvas.font = inks.font;
      canvas.fillStyle = inks.of('--ink-3');
      canvas.textAlign = 'right';
      canvas.textBaseline = 'top';
      const foot = box.top + box.height + (TIME_HEIGHT - 6) * inks.scale - inks.size;
      const name = zoneNames(view, zone);
      const end = this.#size.width - 2;
      // A month or year that is written there is read nowhere else; the zone stands in the bar above as well.
      if (contextEnd(area, zone) < end - canvas.measureText(name).width - ZONE_GAP)
        canvas.fillText(name, end, foot);
      drawAxisHeads(area, valueAxes(lines), gutters.left + gutters.right, gutters.axis, noUnit);
      const room = { left: this.#size.width - gutters.labels, width: gutters.labels };
      drawEndLabels(area, lines, room, (line, value) => this.#yOf(line, value));
    });
  }

  #drawOverlay(): void {
    const canvas = this.#overlay.getContext('2d');
    if (canvas === null) return;
    canvas.clearRect(0, 0, this.#overlay.width, this.#overlay.height);
    const { lines, zone } = this.#model;
    const { state } = this.#link;
    // The others go under for a line that is there to be found.
    const traced =
      lines.length > 1
        ? lines.find((line) => line.id === state.traced && isInView(line, state.view))
        : undefined;
    this.#drawOn(canvas, (area) => {
      if (traced !== undefined) drawTraced(area, traced, this.#reachOf(traced));
      drawOverlay(area, state, {
        lines,
        yOf: (line, value) => this.#yOf(line, value),
        momentOf: (at) => momentText(at, zone, Date.now()),
      });
    });
  }

  /** What the axis of a line reaches over. */
  #reachOf(line: ChartLine): { readonly low: number; readonly high: number } {
    const { min = 0, max = 1 } = this.#plot?.scales[scaleOf(line.unit)] ?? {};
    return { low: min, high: max };
  }

  #yOf(line: ChartLine, value: number): number {
    const { low, high } = this.#reachOf(line);
    const { top, height } = this.box();
    return top + ((high - value) / (high - low)) * height;
  }

  /** Draws what is in view in CSS pixels, and leaves the canvas as it was. */
  #drawOn(canvas: CanvasRenderingContext2D, draw: (area: PlotArea) => void): void {
    canvas.save();
    canvas.scale(devicePixelRatio, devicePixelRatio);
    draw({ canvas, box: this.box(), view: this.#link.state.view, inks: this.#inks });
    canvas.restore();
  }
}

/** Do they differ only in samples? If not, uPlot has to be created again. */
function isSameShape(a: PlotModel, b: PlotModel): boolean {
  const shape = ({ lines, gutters }: PlotModel): string =>
    JSON.stringify([
      lines.map(({ id, label, unit, colour, states }) => [id, label, unit, colour, states]),
      gutters,
    ]);
  return shape(a) === shape(b);
}
