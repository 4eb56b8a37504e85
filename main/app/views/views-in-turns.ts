import type { Moment } from './moment.ts';
import { LISTS, type FileQuery, type Views } from './views.ts';

/** Views that also answer a screen which would rather have an old answer than wait. */
export interface ScreenViews extends Views {
  /** From now on answers are of this moment if that takes no time, else of the last moment that was looked at. */
  soon(moment: Moment): Promise<void>;
}

export interface ClosableViews extends Views {
  close(): Promise<void>;
}

export interface TurnsOptions {
  /** Makes views with their own reader. A second one is made if looking again turns out to take long. */
  readonly make: () => ClosableViews;
  /** Milliseconds, of a clock that only goes forward. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** A screen waits this long for a fresh answer, ms; a person sees no delay below it. */
const PATIENCE = 30;
/**
 * Looking again because a screen asks takes at most a ninth of the time, however large the sites are. The clock of the
 * screens takes a fifth: while it ticks, screens get what it saw, and no look of their own right after it.
 */
const LAZINESS = 8;

/**
 * Two views that take turns: one answers while the other looks at what changed, and then they swap. So a screen is
 * answered at once while 100,000 files are planned again, and a command still gets the state of its moment.
 */
export class ViewsInTurns implements ScreenViews {
  readonly #options: TurnsOptions;
  #front: ClosableViews;
  /** Null until a look has taken longer than a screen would wait. Until then the front looks between two answers. */
  #back: ClosableViews | null = null;
  /** What the front has looked at; null before the first time. */
  #shown: Moment | null = null;
  #looking: Promise<void> | null = null;
  #lookAgainAt = 0;
  /** The last look took longer than a screen would wait for the next. */
  #isSlow = false;
  /** The last lists that were asked for since the last look, by their names. */
  #asked = new Map<string, FileQuery>();

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#front = options.make();
  }

  async at(moment: Moment): Promise<void> {
    while (!this.#hasSeen(moment)) await this.#look(moment);
    await this.#front.at(this.#asShown(moment));
  }

  async soon(moment: Moment): Promise<void> {
    if (!this.#hasSeen(moment)) {
      const { now, sleep } = this.#options;
      const looking = now() < this.#lookAgainAt ? this.#looking : this.#look(moment);
      // Whoever waits for the look to its end gets the error.
      looking?.catch(() => undefined);
      if (this.#shown === null) await looking;
      else if (looking !== null && !this.#isSlow)
        await Promise.race([looking.catch(() => undefined), sleep(PATIENCE)]);
    }
    await this.#front.at(this.#asShown(moment));
  }

  /** Only one look at a time. A moment that came meanwhile is looked at when somebody asks for it. */
  #look(moment: Moment): Promise<void> {
    this.#looking ??= this.#lookAt(moment).finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookAt(moment: Moment): Promise<void> {
    const { make, now } = this.#options;
    const views = this.#back ?? this.#front;
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    // A thread that starts takes time, which does not show how long the sites take.
    await views.at(moment);
    const start = now();
    await views.counts();
    // Sorted before they change places: a screen that asks for its list again need not wait for it.
    for (const query of asked) await views.page(query, 0, 0);
    const took = now() - start;
    if (views === this.#back) {
      this.#back = this.#front;
      this.#front = views;
    }
    // What was looked at is not looked at again, so the touched files need not be passed again.
    this.#shown = { ...moment, touched: {} };
    this.#isSlow = took > PATIENCE;
    if (this.#isSlow) this.#back ??= make();
    // On a large site this holds too if only what was written had to be looked at, since something is written all
    // day.
    if (this.#back !== null) this.#lookAgainAt = now() + took * LAZINESS;
  }

  /** Has it looked at this moment? What is only laid over the views does not count. */
  #hasSeen(moment: Moment): boolean {
    return this.#shown !== null && treesOf(moment) === treesOf(this.#shown);
  }

  #asShown(moment: Moment): Moment {
    return this.#shown === null ? moment : { ...this.#shown, ...overIt(moment) };
  }

  readonly counts: Views['counts'] = () => this.#front.counts();
  readonly page: Views['page'] = (query, ...asked) => {
    const name = JSON.stringify(query);
    // The last ones, in the order of the questions.
    this.#asked.delete(name);
    this.#asked.set(name, query);
    for (const first of this.#asked.keys()) if (this.#asked.size > LISTS) this.#asked.delete(first);
    return this.#front.page(query, ...asked);
  };
  readonly find: Views['find'] = (...asked) => this.#front.find(...asked);
  readonly keys: Views['keys'] = (...asked) => this.#front.keys(...asked);
  readonly rows: Views['rows'] = (...asked) => this.#front.rows(...asked);
  readonly models: Views['models'] = (...asked) => this.#front.models(...asked);
  readonly hashes: Views['hashes'] = (...asked) => this.#front.hashes(...asked);
  readonly details: Views['details'] = (...asked) => this.#front.details(...asked);
  readonly outbox: Views['outbox'] = (...asked) => this.#front.outbox(...asked);
  readonly search: Views['search'] = (...asked) => this.#front.search(...asked);
  readonly lapsing: Views['lapsing'] = (...asked) => this.#front.lapsing(...asked);
  readonly waitingDeletes: Views['waitingDeletes'] = (...asked) => this.#front.waitingDeletes(...asked);
  readonly folders: Views['folders'] = (...asked) => this.#front.folders(...asked);
  readonly spelledFolders: Views['spelledFolders'] = (...asked) => this.#front.spelledFolders(...asked);
  readonly holdings: Views['holdings'] = (...asked) => this.#front.holdings(...asked);

  async close(): Promise<void> {
    await Promise.all([this.#front.close(), this.#back?.close()]);
  }
}

/** The part of a moment that changes all the time, and that no view is built from. */
function overIt({ running, slowed }: Moment): Pick<Moment, 'running' | 'slowed'> {
  return { running, slowed };
}

function treesOf(moment: Moment): string {
  return JSON.stringify({ ...moment, touched: {}, running: [], slowed: {} });
}
