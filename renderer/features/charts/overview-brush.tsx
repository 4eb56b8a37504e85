import { useEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { onTextScaleChange } from '../../ui/look/text-size.ts';
import { onThemeChange } from '../../ui/look/theme.ts';
import { useWidth } from '../../ui/browser/use-width.ts';
import type { ChartLink } from './plot/chart-link.ts';
import { panned, type Range } from './time/range.ts';
import { drawHatch, hatched } from './plot/backdrop.ts';
import { readInks, type Inks } from './plot/inks.ts';
import { paintLine } from './plot/paint-line.ts';
import { xOf } from './plot/plot-area.ts';
import { valueRange } from './plot/value-range.ts';
import type { ChartLine } from './plot/line.ts';
import { apartTimes } from './time/apart-times.ts';
import { timeTicks } from './time/time-ticks.ts';
import { momentText, rangeText } from './time/time-words.ts';
import { useSeriesHere } from './reading/use-series-here.ts';

const HEIGHT = 52;
const PLOT_HEIGHT = 32;
/** How many times as long as the view the overview is. */
const TIMES = 4.3;
const LEAST_WINDOW = 6;
const KEY_STEP = 0.02;

interface OverviewBrushProps {
  readonly site: string;
  readonly link: ChartLink;
  readonly view: Range;
  readonly zone: string;
  /** The first that has data in view is drawn. */
  readonly lines: readonly ChartLine[];
  readonly onZoom: (range: Range) => void;
  /** Changes when something was fetched. */
  readonly version: unknown;
}

/** A longer stretch in small, with a window over what is in view: drag it, its edges, or move them by keys. */
export function OverviewBrush({
  site,
  link,
  view,
  zone,
  lines,
  onZoom,
  version,
}: OverviewBrushProps): ReactNode {
  const t = useText();
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(host);
  const whole = useWhole(view);
  const first = lines.find(({ data: inView }) => (inView?.stats.count ?? 0) > 0) ?? lines[0];
  const data = useSeriesHere(site, first?.id ?? null, whole, Math.max(1, width), version);
  const line = useMemo(() => (first === undefined ? null : { ...first, colour: 0, data }), [first, data]);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) return undefined;
    let inks = readInks(document.body);
    const draw = (): void => drawOverview(element, { width, whole, view: link.state.view, zone, line, inks });
    draw();
    const anew = (): void => {
      inks = readInks(document.body);
      draw();
    };
    const stops = [link.onFrame(draw), onThemeChange(anew), onTextScaleChange(anew)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [link, width, whole, zone, line]);
  const drag = useWindowDrag(link, whole, width, onZoom);
  const move = (edge: 'from' | 'to', event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const by = step * KEY_STEP * (whole.to - whole.from);
    const next = { ...view, [edge]: view[edge] + by };
    if (next.to > next.from) onZoom(next);
  };
  return (
    <div className="chart-brush at-foot">
      <div ref={host} className="chart-brush-area" {...drag.handlers} title={t('charts.overview')}>
        <canvas ref={canvas} aria-hidden="true" />
        {(['from', 'to'] as const).map((edge) => (
          <div
            key={edge}
            role="slider"
            tabIndex={0}
            className="chart-grip"
            style={{ left: xOf(view[edge], { view: whole, box: { left: 0, width } }) }}
            aria-label={t(edge === 'from' ? 'charts.overviewStart' : 'charts.overviewEnd')}
            aria-valuemin={whole.from}
            aria-valuemax={whole.to}
            aria-valuenow={view[edge]}
            aria-valuetext={momentText(view[edge], zone, Date.now())}
            onKeyDown={(event) => move(edge, event)}
          />
        ))}
      </div>
      <span className="visually-hidden">{rangeText(whole, zone, Date.now())}</span>
    </div>
  );
}

/** The overview stays while the view moves within it, and follows when the view leaves it or becomes too large. */
function useWhole(view: Range): Range {
  const whole = useRef<Range | null>(null);
  const length = view.to - view.from;
  const { from = 0, to = 0 } = whole.current ?? {};
  const fits = view.from >= from && view.to <= to && length * 1.5 < to - from && length * 60 > to - from;
  if (whole.current === null || !fits) {
    const end = Math.min(view.to + (length * (TIMES - 1)) / 2, Math.max(view.to, Date.now()));
    whole.current = { from: end - length * TIMES, to: end };
  }
  return whole.current;
}

type Held = 'from' | 'to' | 'window' | 'new';

function useWindowDrag(
  link: ChartLink,
  whole: Range,
  width: number,
  onZoom: (range: Range) => void,
): { readonly handlers: object } {
  const held = useRef<{ readonly what: Held; readonly at: number; readonly view: Range } | null>(null);
  const timeAt = (event: PointerEvent<HTMLDivElement>): number => {
    const share = (event.clientX - event.currentTarget.getBoundingClientRect().left) / width;
    return whole.from + Math.min(Math.max(share, 0), 1) * (whole.to - whole.from);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = timeAt(event);
    const { view } = link.state;
    const near = ((whole.to - whole.from) / width) * LEAST_WINDOW;
    const inside = at > view.from && at < view.to;
    const what =
      Math.abs(at - view.from) < near
        ? 'from'
        : Math.abs(at - view.to) < near
          ? 'to'
          : inside
            ? 'window'
            : 'new';
    held.current = { what, at, view };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const start = held.current;
    if (start !== null) link.show(dragged(start, timeAt(event)), false);
  };
  const onPointerUp = (): void => {
    const start = held.current;
    held.current = null;
    if (start !== null && link.state.view !== start.view) onZoom(link.state.view);
  };
  const onPointerCancel = (): void => {
    if (held.current !== null) link.show(held.current.view);
    held.current = null;
  };
  return { handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}

function dragged(
  { what, at: start, view }: { readonly what: Held; readonly at: number; readonly view: Range },
  at: number,
): Range {
  switch (what) {
    case 'from':
      return { from: Math.min(at, view.to - 1000), to: view.to };
    case 'to':
      return { from: view.from, to: Math.max(at, view.from + 1000) };
    case 'window':
      return panned(view, (at - start) / (view.to - view.from));
    case 'new':
      return { from: Math.min(start, at), to: Math.max(start, at) };
    default:
      return what satisfies never;
  }
}

interface Overview {
  /** CSS pixels. */
  readonly width: number;
  readonly whole: Range;
  readonly view: Range;
  readonly zone: string;
  readonly line: ChartLine | null;
  readonly inks: Inks;
}

function drawOverview(element: HTMLCanvasElement, { width, whole, view, zone, line, inks }: Overview): void {
  const canvas = element.getContext('2d');
  if (canvas === null) return;
  const ratio = devicePixelRatio;
  const [height, foot] = [HEIGHT * inks.scale, PLOT_HEIGHT * inks.scale];
  if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    element.style.width = `${width}px`;
    element.style.height = `${height}px`;
  }
  const box = { left: 0, top: 2, width, height: foot - 4 };
  canvas.setTransform(ratio, 0, 0, ratio, 0, 0);
  canvas.clearRect(0, 0, width, height);
  const area = { canvas, box, view: whole, inks };
  if (line?.data) drawHatch(area, hatched([line.data], whole, Date.now()));
  if (line !== null) {
    const [low, high] = valueRange([line], line.unit, whole);
    const look = { pixels: 1, dashes: [], ink: inks.of('--ink-3') };
    paintLine(canvas, line, { ...box, view: whole, low, high }, look);
  }
  canvas.fillStyle = inks.of('--line-strong');
  canvas.fillRect(0, foot, width, 1);
  canvas.font = inks.font;
  canvas.fillStyle = inks.of('--ink-3');
  canvas.textBaseline = 'top';
  canvas.textAlign = 'left';
  const ticks = timeTicks(whole, zone, width / (90 * inks.scale)).map(({ at, label, context }) => ({
    x: xOf(at, area),
    text: context === null || /\d{4}$/.test(label) ? label : `${label} · ${context}`,
    isTold: context !== null,
  }));
  const widthOf = (text: string): number => canvas.measureText(text).width;
  for (const { text, left } of apartTimes(ticks, width, widthOf, 8 * inks.scale))
    canvas.fillText(text, left, foot + 5 * inks.scale);
  const [left, right] = [xOf(view.from, area), xOf(view.to, area)];
  canvas.globalAlpha = 0.12;
  canvas.fillStyle = inks.of('--accent');
  canvas.fillRect(left, 1, right - left, foot - 2);
  canvas.globalAlpha = 1;
  canvas.strokeStyle = inks.of('--accent');
  canvas.lineWidth = 1;
  canvas.strokeRect(left + 0.5, 1.5, Math.max(1, right - left - 1), foot - 3);
}
