import { listSites } from '../../sync/observe/sites.ts';
import { LastingNotice, type NoticeOptions } from '../../sync/telling/lasting-notice.ts';
import { isUnanswered } from '../../sync/pacing/gate.ts';
import { untilAskedAgain } from '../../sync/pacing/token-probe.ts';
import { isFolderFault } from '../../sync/problems/reported-problems.ts';
import type { SyncContext } from '../../sync/context.ts';
import { thrownFailure } from '../../sync/ports/failure-error.ts';
import type { Failure } from '../../../shared/failure.ts';

/** How long to wait before the sites are listed again after a failure, ms. */
const LIST_AGAIN = 30_000;
/** The shortest wait that a service may ask for, ms: else it would be asked without a pause. */
const LEAST = 1000;
/** How often the service is asked if nobody else asks it, ms: as often as the files of a site are listed. */
const ASK_EVERY = 60_000;
/** How long a list counts as new, ms, unless somebody asks: new sites and new names of sites are to show. */
const STANDS = 600_000;

export interface SitesAskerOptions extends NoticeOptions {
  /** The person paused: nothing is asked. */
  readonly isPaused: () => boolean;
  /** The mirror failed while the sites were listed. */
  readonly onTrouble: (failure: Failure) => void;
}

/**
 * Asks for the list of sites, for the screens, until the service has given it. While no site is kept, or all are
 * paused or without their folders, nobody else asks the service: then this goes on asking, so that what the screens
 * say about the connection stays true. While others ask, it only asks now and then for what is new in the list, and
 * when a person wants everything synced.
 */
export class SitesAsker {
  readonly #context: SyncContext;
  readonly #options: SitesAskerOptions;
  readonly #odd: LastingNotice;
  #wake = new AbortController();
  #refusals = 0;
  /** The list has come, or will not come as things are. */
  #hasList = false;
  #askedAt = 0;
  /** Somebody has asked for the list since then. */
  #isWanted = false;
  #failure: Failure | null = null;

  constructor(context: SyncContext, options: SitesAskerOptions) {
    this.#context = context;
    this.#options = options;
    this.#odd = new LastingNotice(options);
  }

  /** The failure of the last question for the list; null if the list came. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** The machine woke up, a network came, or somebody asks for it. */
  wake(): void {
    this.#isWanted = true;
    this.#wake.abort();
  }

  /** Resolves when the context is stopped. */
  async run(): Promise<void> {
    const { env, stopping } = this.#context;
    while (!stopping.aborted) {
      const wait = await this.#guarded(() => this.#askIfWanted());
      await env.sleep(wait ?? LIST_AGAIN, AbortSignal.any([stopping, this.#wake.signal]));
      this.#wake = new AbortController();
    }
    this.#odd.over();
  }

  /** Returns after how many ms to look again. */
  async #askIfWanted(): Promise<number> {
    if (this.#hasList && !this.#isAlone) {
      // If no list comes now, the one before stays: the syncs of the sites tell what is wrong.
      if (this.#isOld && (await this.#listed()).ok) this.#failure = null;
      return ASK_EVERY;
    }
    const failure = await this.#ask();
    this.#hasList = failure === null || failure.retry === 'on-change';
    return this.#hasList || failure === null ? ASK_EVERY : this.#waitAfter(failure);
  }

  /** Null if the mirror failed, which is told. Nobody waits for this work, so it just goes on. */
  async #guarded<T>(act: () => Promise<T>): Promise<T | null> {
    try {
      return await act();
    } catch (error) {
      this.#options.onTrouble(thrownFailure(error));
      return null;
    }
  }

  /** Does nobody else ask the service? A site whose folder is away, or in use, asks nothing until it is back. */
  get #isAlone(): boolean {
    const { mirror } = this.#context;
    if (this.#options.isPaused()) return false;
    return mirror.followed().every(({ id, paused }) => paused || mirror.problems(id).some(isFolderFault));
  }

  /** Is it time to ask for the list again, and does nothing speak against it? */
  get #isOld(): boolean {
    const { env, gate, mirror } = this.#context;
    if (this.#options.isPaused() || gate.stop !== null) return false;
    if (mirror.followed().some(({ id }) => gate.waitFor(id) > 0)) return false;
    return this.#isWanted || Math.abs(env.now() - this.#askedAt) >= STANDS;
  }

  async #ask(): Promise<Failure | null> {
    const { gate, stopping } = this.#context;
    // If the syncs of sites were stopped, they ask the service again themselves.
    const isAlone = this.#isAlone;
    if (isAlone) gate.reopen(null);
    const failure = await this.list();
    if (isAlone && failure?.code === 'sign-in') gate.halt({ kind: 'sign-in', failure });
    if (isAlone && failure !== null && isUnanswered(failure)) await gate.isDead(stopping);
    return failure;
  }

  /** Asks once, out of turn if a person wants it. Notes and returns the failure; null if the list came. */
  async list(): Promise<Failure | null> {
    try {
      const listed = await this.#listed();
      return (this.#failure = listed.ok ? null : listed.failure);
    } catch (error) {
      const failure = thrownFailure(error);
      this.#options.onTrouble(failure);
      return failure;
    }
  }

  async #listed(): ReturnType<typeof listSites> {
    this.#isWanted = false;
    this.#askedAt = this.#context.env.now();
    return listSites(this.#context, (words) => (words === null ? this.#odd.over() : this.#odd.say(words)));
  }

  /** A service that refuses the token may do so for a moment only. */
  #waitAfter({ code, retryAfterMs = LIST_AGAIN }: Failure): number {
    if (code !== 'sign-in') this.#refusals = 0;
    if (code === 'sign-in') return untilAskedAgain(this.#refusals++);
    return retryAfterMs < LEAST ? LIST_AGAIN : retryAfterMs;
  }
}
