import type { Range } from '../time/range.ts';
import { LONGEST_MS } from '../../../../shared/series/longest.ts';

/** What all charts of a page share: the stretch in view, the place of the cursor, a selection being drawn. */
export interface LinkState {
  readonly view: Range;
  /** Epoch ms, at a real sample; null: the pointer is elsewhere. */
  readonly cursor: number | null;
  /** Where a zoom is being drawn. */
  readonly selection: Range | null;
  /** Id of the series that is pointed at in the table of numbers, and found by that in a chart of many. */
  readonly traced: string | null;
}

/** The shortest stretch that can be looked at. */
const SHORTEST_MS = 1000;
/** A view that has not moved for this long is settled: data for it is worth asking for. */
const SETTLE_MS = 150;

type Listener = () => void;

/**
 * The link between charts. It moves up to sixty times a second and so lives outside of React: charts draw once a frame,
 * and React hears of a view only when it has settled.
 */
export class ChartLink {
  #state: LinkState;
  #settled: Range;
  readonly #frames = new Set<Listener>();
  readonly #settles = new Set<Listener>();
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: Range) {
    this.#state = { view, cursor: null, selection: null, traced: null };
    this.#settled = view;
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Called once per frame in which something changed. */
  readonly onFrame = (listener: Listener): (() => void) => {
    this.#frames.add(listener);
    return () => this.#frames.delete(listener);
  };

  readonly onSettled = (listener: Listener): (() => void) => {
    this.#settles.add(listener);
    return () => this.#settles.delete(listener);
  };

  readonly settledView = (): Range => this.#settled;

  readonly cursorNow = (): number | null => this.#state.cursor;

  /** Moves the view; `settle` false while a gesture goes on. */
  show(view: Range, settle = true): void {
    const next = limited(view);
    clearTimeout(this.#timer);
    if (settle) this.#settle(next);
    else this.#timer = setTimeout(() => this.#settle(this.#state.view), SETTLE_MS);
    this.#change({ view: next });
  }

  point(cursor: number | null): void {
    if (cursor !== this.#state.cursor) this.#change({ cursor });
  }

  select(selection: Range | null): void {
    this.#change({ selection });
  }

  trace(traced: string | null): void {
    if (traced !== this.#state.traced) this.#change({ traced });
  }

  stop(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #change(change: Partial<LinkState>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      for (const listener of this.#frames) listener();
    });
  }

  #settle(view: Range): void {
    if (view.from === this.#settled.from && view.to === this.#settled.to) return;
    this.#settled = view;
    for (const listener of this.#settles) listener();
  }
}

function limited({ from, to }: Range): Range {
  const middle = (from + to) / 2;
  const half = Math.min(Math.max(to - from, SHORTEST_MS), LONGEST_MS) / 2;
  return { from: Math.round(middle - half), to: Math.round(middle + half) };
}
