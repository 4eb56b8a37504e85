import type { ChartLink } from './chart-link.ts';
import { KEY_PAN, panned, zoomed, type Range } from '../time/range.ts';
import { snapped, stepFrom } from './overlay.ts';
import type { PlotView } from './plot-view.ts';

/** What gestures end in besides moving the link. */
export interface GestureEnds {
  /** A gesture ended at this range: a step in the zoom history. */
  readonly zoomed: (range: Range) => void;
  readonly reset: () => void;
  /** Another sample is pointed at by keys, and is to be said. */
  readonly stepped: () => void;
}

/** A shorter drag is a click that slipped. */
const LEAST_DRAG = 4;
const WHEEL_STEP = 1.0015;
const KEY_ZOOM = 1.5;
/** A wheel that has stood still for so long has ended its zoom. */
const WHEEL_REST_MS = 300;
const MODIFIERS: ReadonlySet<string> = new Set(['Control', 'Meta', 'Shift', 'Alt']);

/** Mouse, wheel and keys of one chart. Returns how to stop. */
export function listenToGestures(
  host: HTMLElement,
  plot: PlotView,
  link: ChartLink,
  ends: GestureEnds,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const drag = new Drag(host, plot, link, ends);
  let rest: ReturnType<typeof setTimeout> | undefined;
  /** The wheel stands still: its zoom becomes a step. */
  const comeToRest = (): void => {
    if (rest === undefined) return;
    clearTimeout(rest);
    rest = undefined;
    ends.zoomed(link.state.view);
  };
  // Pressing anything, such as "Previous zoom", first ends the wheel's zoom: it is a step of its own before that press.
  window.addEventListener('pointerdown', comeToRest, { signal, capture: true });
  // A held Ctrl says so again and again while the wheel turns.
  const onAnyKey = ({ key }: KeyboardEvent): void => (MODIFIERS.has(key) ? undefined : comeToRest());
  window.addEventListener('keydown', onAnyKey, { signal, capture: true });
  host.addEventListener('pointerdown', (event) => drag.start(event), { signal });
  host.addEventListener('pointermove', (event) => drag.move(event), { signal });
  host.addEventListener('pointerup', (event) => drag.end(event), { signal });
  host.addEventListener('pointercancel', () => drag.cancel(), { signal });
  host.addEventListener('pointerleave', () => link.point(null), { signal });
  host.addEventListener('dblclick', ends.reset, { signal });
  host.addEventListener(
    'wheel',
    (event) => {
      const next = wheeled(event, plot, link.state.view);
      if (next === null) return;
      event.preventDefault();
      link.show(next, false);
      clearTimeout(rest);
      rest = setTimeout(comeToRest, WHEEL_REST_MS);
    },
    { signal, passive: false },
  );
  host.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') drag.cancel();
      if (onKey(event, plot, link, ends)) event.preventDefault();
    },
    { signal },
  );
  return () => {
    clearTimeout(rest);
    stop.abort();
  };
}

/** Ctrl and wheel zoom at the pointer. Shift and wheel, or a sideways wheel, pan. Otherwise the page scrolls. */
function wheeled(event: WheelEvent, plot: PlotView, view: Range): Range | null {
  if (event.ctrlKey || event.metaKey) {
    return zoomed(view, WHEEL_STEP ** (event.deltaY * lineHeight(event)), plot.timeAt(event.clientX));
  }
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return null;
  return panned(view, (sideways * lineHeight(event)) / plot.box().width);
}

function lineHeight({ deltaMode }: WheelEvent): number {
  return deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16;
}

/** True if the key was one of ours. */
function onKey(event: KeyboardEvent, plot: PlotView, link: ChartLink, ends: GestureEnds): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { view, cursor } = link.state;
  const middle = cursor ?? (view.from + view.to) / 2;
  const show = (range: Range): boolean => {
    link.show(range, false);
    ends.zoomed(link.state.view);
    return true;
  };
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight': {
      const step = event.key === 'ArrowLeft' ? -1 : 1;
      return event.shiftKey ? stepCursor(step, plot, link, ends) : show(panned(view, step * KEY_PAN));
    }
    case '+':
    case '=':
      return show(zoomed(view, 1 / KEY_ZOOM, middle));
    case '-':
    case '_':
      return show(zoomed(view, KEY_ZOOM, middle));
    case '0':
      ends.reset();
      return true;
    case 'Escape':
      link.point(null);
      return true;
    default:
      return false;
  }
}

/** Moves to the next sample. The view follows if that lies outside of it. */
function stepCursor(step: 1 | -1, plot: PlotView, link: ChartLink, ends: GestureEnds): boolean {
  const { view } = link.state;
  const next = stepFrom(plot.lines, link.state, step);
  if (next === null) return true;
  if (next.view !== view) {
    link.show(next.view, false);
    ends.zoomed(link.state.view);
  }
  link.point(next.at);
  ends.stepped();
  return true;
}

/** A drag draws a zoom; with Shift it moves the view. */
class Drag {
  readonly #host: HTMLElement;
  readonly #plot: PlotView;
  readonly #link: ChartLink;
  readonly #ends: GestureEnds;
  #begin: { readonly x: number; readonly at: number; readonly pan: Range | null } | null = null;

  constructor(host: HTMLElement, plot: PlotView, link: ChartLink, ends: GestureEnds) {
    this.#host = host;
    this.#plot = plot;
    this.#link = link;
    this.#ends = ends;
  }

  start(event: PointerEvent): void {
    if (event.button !== 0 || event.ctrlKey) return;
    this.#host.setPointerCapture(event.pointerId);
    this.#begin = {
      x: event.clientX,
      at: this.#plot.timeAt(event.clientX),
      pan: event.shiftKey ? this.#link.state.view : null,
    };
  }

  move(event: PointerEvent): void {
    const at = this.#plot.timeAt(event.clientX);
    const begin = this.#begin;
    const { width } = this.#plot.box();
    if (begin !== null && begin.pan !== null) {
      this.#link.show(panned(begin.pan, (begin.x - event.clientX) / width), false);
      return;
    }
    // Also during a zoom: the cursor shows where it would end.
    this.#link.point(snapped(this.#plot.lines, at, this.#link.state.view, width));
    if (begin !== null) this.#link.select({ from: Math.min(begin.at, at), to: Math.max(begin.at, at) });
  }

  end(event: PointerEvent): void {
    const begin = this.#begin;
    const { selection, view } = this.#link.state;
    if (begin === null || Math.abs(event.clientX - begin.x) < LEAST_DRAG) {
      this.cancel();
      return;
    }
    this.#letGo();
    if (begin.pan !== null) this.#ends.zoomed(view);
    else if (selection !== null) this.#ends.zoomed(selection);
  }

  /** As if it had not been begun. */
  cancel(): void {
    const pan = this.#begin?.pan ?? null;
    this.#letGo();
    if (pan !== null) this.#link.show(pan);
  }

  #letGo(): void {
    this.#begin = null;
    if (this.#link.state.selection !== null) this.#link.select(null);
  }
}
