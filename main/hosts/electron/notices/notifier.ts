import type { AppState } from '../../../../shared/ipc/app.ts';
import type { DropProgress } from '../../../../shared/ipc/drop.ts';
import type { Outbox } from '../../../../shared/ipc/outbox.ts';
import { isMore, listOf, needsOf, needsWords, NO_NEEDS, stillThere, trouble, type Needs } from './needs.ts';
import type { Notice } from './notices.ts';
import { LongJobs } from './long-jobs.ts';
import { WORDS } from '../words.ts';

export interface NotifierOptions {
  readonly show: (notice: Notice) => void;
  /** Has the person switched notifications on? */
  readonly isOn: () => boolean;
  /** Is the window in front? Then it shows all this itself. */
  readonly isSeen: () => boolean;
  /** Null if it cannot be read now. */
  readonly outbox: () => Promise<Outbox | null>;
}

/** Needs that come within this time are told together, ms. */
const TOGETHER = 5000;
/** Silence after a notification, ms. Each further one triples it. */
const QUIET = 10 * 60_000;
const LONGEST_QUIET = 4 * 60 * 60_000;

/**
 * Notifies when something needs a person, once each time that it grows. Needs are told together, less and less often
 * while nobody acts on them, and never while the window is in front. Also announces the end of a job of over a minute
 * that the person started.
 */
export class Notifier {
  readonly #options: NotifierOptions;
  readonly #jobs = new LongJobs();
  #state: AppState | null = null;
  #seen: readonly number[] = [];
  #told: Needs = NO_NEEDS;
  /** Resolves when it is known what was there before the start. */
  #known: Promise<void> = Promise.resolve();
  #times = 0;
  #quietUntil = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Counted up to discard a look that is still running, because all is well or the end has come. */
  #looks = 0;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** The person started something that may take long. */
  started(): void {
    this.#jobs.started(Date.now());
  }

  state(state: AppState): void {
    const now = trouble(state);
    if (this.#state === null) {
      // A sign-in that is refused at the start is news.
      this.#seen = [0, ...now.slice(1)];
      this.#known = this.#takeStock(state);
    }
    this.#state = state;
    this.#told = stillThere(this.#told, state);
    if (isMore(now, this.#seen)) this.#lookLater();
    // A count that fell may grow again, and is then news.
    this.#seen = now;
    if (now.every((count) => count === 0)) this.#calm();
    if (this.#jobs.state(state, Date.now())) this.#jobDone(state);
  }

  drop(progress: DropProgress): void {
    if (!this.#jobs.drop(progress, Date.now())) return;
    this.#tell({ title: WORDS.jobDone, body: WORDS.dropDone(progress.filesTotal), screen: '#/outbox' });
  }

  close(): void {
    this.#looks += 1;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /**
   * What was already there before the start has been told. The first state may not know of it, since it comes before any
   * site was looked at: the outbox does.
   */
  async #takeStock(first: AppState): Promise<void> {
    const outbox = await this.#options.outbox();
    if (outbox !== null) this.#told = { ...needsOf(first, outbox), signIn: 0 };
  }

  #lookLater(): void {
    if (this.#timer !== null) return;
    // If the clock was set back, the silence would last longer by as much.
    const quiet = Math.min(LONGEST_QUIET, this.#quietUntil - Date.now());
    const wait = Math.max(TOGETHER, quiet);
    this.#timer = setTimeout(() => void this.#look(), wait);
  }

  async #look(): Promise<void> {
    // Whatever grows while the outbox is read gets another look.
    this.#timer = null;
    const looks = this.#looks;
    await this.#known;
    const outbox = await this.#options.outbox();
    if (looks !== this.#looks || this.#state === null) return;
    if (outbox === null) {
      this.#lookLater();
      return;
    }
    const needs = needsOf(this.#state, outbox);
    const grown = isMore(listOf(needs), listOf(this.#told));
    this.#told = needs;
    if (!grown || !this.#tell({ title: WORDS.needsYou, ...needsWords(needs) })) return;
    this.#quietUntil = Date.now() + Math.min(QUIET * 3 ** this.#times, LONGEST_QUIET);
    this.#times += 1;
  }

  #calm(): void {
    this.#told = NO_NEEDS;
    this.#times = 0;
    this.#quietUntil = 0;
    this.close();
  }

  #jobDone({ outbox }: AppState): void {
    const needs = outbox.issues + outbox.conflicts + outbox.held;
    const body = needs > 0 ? WORDS.syncDoneBut(needs) : WORDS.syncDone;
    this.#tell({ title: WORDS.jobDone, body, screen: needs > 0 ? '#/outbox' : '#/sites' });
  }

  #tell(notice: Notice): boolean {
    if (!this.#options.isOn() || this.#options.isSeen()) return false;
    this.#options.show(notice);
    return true;
  }
}
