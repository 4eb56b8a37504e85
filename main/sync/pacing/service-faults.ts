import type { Failure } from '../../../shared/failure.ts';
import { nextDelay } from '../../engine/times/back-off.ts';
import { clockText } from '../clock-text.ts';
import type { SiteContext } from '../context.ts';
import { FAILS_AT_ALL } from '../state/standing.ts';
import type { Step } from '../state/step.ts';

/** Up to this many failures in a row may each be of one file alone. */
const FEW = 3;
/** A network that breaks for a moment breaks all that is on its way: such failures count for this much. */
const BROKEN = 1 / 8;
/** The wait for a service that fails at all grows no more after this many: to some two minutes. */
const TRIES = 2;
/** In so many rounds of a cycle a file that was left out has not had its try yet. */
const ROUNDS = 2;

type FaultsContext = Pick<SiteContext, 'env' | 'mirror' | 'site'>;

/** Since when the service has failed at all steps of one kind, and how often that was found. */
interface Before {
  readonly since: number;
  readonly tries: number;
}

/** Steps of one kind. */
interface Alike {
  /** Those that failed since one worked. */
  failed: Step[];
  /** How many these are, each by its share. */
  inARow: number;
  /** That it fails at all of them: others need not be tried in this round. `until`: epoch ms. */
  state: { readonly failure: Failure; readonly until: number } | null;
  /** As earlier rounds and cycles found it; null where they did not. */
  before: Before | null;
}

/**
 * Where the service answers that it failed to one file after another, that is a state of the service and no fault of the
 * files (rule 13): the others are not sent or asked for in vain, all of them are tried again at the same time, and soon,
 * and none waits for hours after the service works again. Each kind of step is judged by itself: where no file can be
 * sent, others may come.
 */
export class ServiceFaults {
  readonly #context: FaultsContext;
  readonly #alike = new Map<Step['kind'], Alike>();
  /** Failures of items that were left out. */
  readonly #untried = new WeakSet<Failure>();
  #rounds = 0;

  constructor(context: FaultsContext) {
    this.#context = context;
  }

  /** From here on one step of a kind at which it failed is tried again. */
  beginRound(): void {
    this.#rounds += 1;
    for (const alike of this.#alike.values()) {
      alike.state = null;
      alike.failed = [];
      alike.inARow = 0;
    }
  }

  /** Why this step is not tried; null if it is to be tried. */
  of(step: Step): Failure | null {
    const { state } = this.#of(step);
    if (state === null) return null;
    const failure = { ...state.failure, retryAfterMs: state.until - this.#context.env.now() };
    this.#untried.add(failure);
    return failure;
  }

  /** May an item with this failure be tried in this cycle still? */
  isUntried(failure: Failure): boolean {
    return this.#untried.has(failure) && this.#rounds <= ROUNDS;
  }

  /**
   * Notes that the service failed at a step. Returns the failure in the words for it, and the steps before it of which
   * the same is to be said by now.
   */
  failed(step: Step, failure: Failure): { readonly failure: Failure; readonly others: readonly Step[] } {
    const share = this.#untried.has(failure) ? 0 : shareOfService(step, failure);
    if (share === 0) return { failure, others: [] };
    const alike = this.#of(step);
    alike.failed.push(step);
    alike.inARow += share;
    if (alike.inARow < (alike.before === null ? FEW : share)) return { failure, others: [] };
    const others = alike.state === null ? alike.failed.slice(0, -1) : [];
    alike.state ??= this.#stateAfter(step, failure, alike);
    // What became of the request itself is to be looked up, and told.
    if (failure.code === 'unknown-outcome') return { failure, others };
    const { failure: said, until } = alike.state;
    return { failure: { ...said, retryAfterMs: until - this.#context.env.now() }, others };
  }

  /** True if until now it failed at all steps of this kind. */
  worked(step: Step): boolean {
    const { before } = this.#of(step);
    this.#alike.set(step.kind, { failed: [], inARow: 0, state: null, before: null });
    return before !== null;
  }

  #stateAfter(step: Step, failure: Failure, alike: Alike): NonNullable<Alike['state']> {
    const { env } = this.#context;
    const { since, tries } = alike.before ?? { since: env.now(), tries: 0 };
    alike.before = { since, tries };
    const until = env.now() + nextDelay(Math.min(tries + 1, TRIES), env.random());
    return { failure: failsAtAll(step, failure, clockText(since, env)), until };
  }

  #of({ kind }: Step): Alike {
    const known = this.#alike.get(kind);
    if (known !== undefined) return known;
    const alike: Alike = { failed: [], inARow: 0, state: null, before: this.#before(kind) };
    this.#alike.set(kind, alike);
    return alike;
  }

  #before(kind: Step['kind']): Before | null {
    const { mirror, site } = this.#context;
    const found = mirror
      .attempts(site.id)
      .filter(({ reason, action }) => reason === FAILS_AT_ALL && action === kind);
    if (found.length === 0) return null;
    return {
      since: found.reduce((first, { since }) => Math.min(first, since), Infinity),
      tries: found.reduce((most, { tries }) => Math.max(most, tries), 0),
    };
  }
}

/** How far the service, or what stands before it, seems to fail at requests that may well be right: from 0 to 1. */
function shareOfService({ kind }: Step, { code, reason, retry }: Failure): number {
  switch (code) {
    case 'service-error':
      return reason === 'server-fault' ? 1 : 0;
    case 'unknown-outcome':
      return reason === 'gateway' ? 1 : reason === undefined ? BROKEN : 0;
    // No file that is sent anew can be why there is no place for new files, or why nobody may add any.
    case 'not-found':
      return kind === 'create' ? 1 : 0;
    case 'refused':
      return kind === 'create' && retry === 'later' ? 1 : 0;
    default:
      return 0;
  }
}

function failsAtAll(step: Step, failure: Failure, since: string): Failure {
  return {
    code: 'service-error',
    reason: FAILS_AT_ALL,
    message: `Since ${since} the service has failed at every file ${WHAT[step.kind]}. Of the last one: ${failure.message}`,
    hint: 'Nothing is wrong with the files, and they wait here. If this stays, tell whoever manages the service.',
    retry: 'later',
  };
}

const WHAT: Readonly<Record<Step['kind'], string>> = {
  create: 'that is sent to it',
  update: 'that is changed there',
  download: 'that is fetched from it',
  reconcile: 'that is fetched from it',
  deleteRemote: 'that is deleted there',
  moveLocal: 'that it renamed',
  trashLocal: 'that it is asked about',
  free: 'that it is asked about',
};
