import { listSites } from '../../sync/observe/sites.ts';
import { LastingNotice, type NoticeOptions } from '../../sync/lasting-notice.ts';
import { isUnanswered } from '../../sync/pacing/gate.ts';
import { untilAskedAgain } from '../../sync/pacing/token-probe.ts';
import { isFolderFault } from '../../sync/state/standing.ts';
import type { SyncContext } from '../../sync/context.ts';
import { MirrorError } from '../../sync/ports/mirror-error.ts';
import type { Failure } from '../../../shared/failure.ts';

/** Before the sites are listed once more after it failed, ms. */
const LIST_AGAIN = 30_000;
/** Shorter is no time that a service may ask for: it would be asked without a pause. */
const LEAST = 1000;
/** As often as the files of a site are listed, ms. */
const ASK_EVERY = 60_000;
/** For so long a list stands that came, ms, unless somebody asks: a new site is to show, and a new name of one. */
const STANDS = 600_000;

export interface SitesAskerOptions extends NoticeOptions {
  /** The person wants nothing to be asked. */
  readonly isPaused: () => boolean;
  /** The mirror failed while the sites were listed. */
  readonly onTrouble: (failure: Failure) => void;
}

/**
 * Asks for the list of sites until the service gave it, for the screens. While no site is kept, or all are paused or their
 * folders away, nobody else asks the service: then it goes on asking, so that what is said of the connection stays true.
 * Where others ask, it asks now and then, and where a person wants all to be synced, for what is new in the list.
 */
export class SitesAsker {
  readonly #context: SyncContext;
  readonly #options: SitesAskerOptions;
  readonly #odd: LastingNotice;
  #wake = new AbortController();
  #refusals = 0;
  /** The list came, or will not as things are. */
  #hasList = false;
  #askedAt = 0;
  /** Somebody asked for it since then. */
  #isWanted = false;
  #failure: Failure | null = null;

  constructor(context: SyncContext, options: SitesAskerOptions) {
    this.#context = context;
    this.#options = options;
    this.#odd = new LastingNotice(options);
  }

  /** What came instead of the list when it was asked for last; null where it came. */
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

  /** Returns after how many ms it wants to be asked again. */
  async #askIfWanted(): Promise<number> {
    if (this.#hasList && !this.#isAlone) {
      // What came before stands where none comes now: those who sync the sites tell what is wrong.
      if (this.#isOld && (await this.#listed()).ok) this.#failure = null;
      return ASK_EVERY;
    }
    const failure = await this.#ask();
    this.#hasList = failure === null || failure.retry === 'on-change';
    return this.#hasList || failure === null ? ASK_EVERY : this.#waitAfter(failure);
  }

  /** Null where the mirror failed, which is told: nobody waits for this one, and it goes on. */
  async #guarded<T>(act: () => Promise<T>): Promise<T | null> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
      this.#options.onTrouble(error.failure);
      return null;
    }
  }

  /** Does nobody else ask the service? A site whose folder is away, or in use, asks nothing until it is back. */
  get #isAlone(): boolean {
    const { mirror } = this.#context;
    if (this.#options.isPaused()) return false;
    return mirror.followed().every(({ id, paused }) => paused || mirror.attempts(id).some(isFolderFault));
  }

  /** Is the list to be asked for anew, and nothing stands against that? */
  get #isOld(): boolean {
    const { env, gate, mirror } = this.#context;
    if (this.#options.isPaused() || gate.stop !== null) return false;
    if (mirror.followed().some(({ id }) => gate.waitFor(id) > 0)) return false;
    return this.#isWanted || Math.abs(env.now() - this.#askedAt) >= STANDS;
  }

  async #ask(): Promise<Failure | null> {
    const { gate, stopping } = this.#context;
    // What stopped the syncs of sites is theirs to ask anew.
    const isAlone = this.#isAlone;
    if (isAlone) gate.reopen(null);
    const failure = await this.list();
    if (isAlone && failure?.code === 'sign-in') gate.halt({ kind: 'sign-in', failure });
    if (isAlone && failure !== null && isUnanswered(failure)) await gate.isDead(stopping);
    return failure;
  }

  /** Asks once, out of turn where a person wants it, and notes what came instead of the list. */
  async list(): Promise<Failure | null> {
    try {
      const listed = await this.#listed();
      return (this.#failure = listed.ok ? null : listed.failure);
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
      this.#options.onTrouble(error.failure);
      return error.failure;
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
