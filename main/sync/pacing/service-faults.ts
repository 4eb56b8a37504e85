import type { Failure } from '../../../shared/failure.ts';
import { nextDelay } from '../../engine/times/back-off.ts';
import { sinceText } from '../telling/clock-text.ts';
import type { SiteContext } from '../context.ts';
import { FAILS_AT_ALL } from '../problems/reported-problems.ts';
import type { Step } from '../steps/step.ts';

/** Up to this many failures in a row may each be of one file alone. */
const FEW = 3;
/** How much a broken connection counts: a network that fails for a moment breaks all that is on its way. */
const BROKEN = 1 / 8;
/**
 * After this many tries the wait for a service that fails at everything no longer grows: it is some two minutes then.
 */
const TRIES = 2;
/** A file that was left out in the first rounds of a cycle, this many, still gets its try. */
const ROUNDS = 2;

type FaultsContext = Pick<SiteContext, 'env' | 'mirror' | 'site'>;

/** Since when the service has failed at all steps of one kind, and how often that was found. */
interface Before {
  readonly since: number;
  readonly tries: number;
}

interface Failed {
  readonly step: Step;
  readonly failure: Failure;
}

/** Steps of one kind. */
interface Alike {
  /** The steps that failed since the last success, but for those whose outcome has to be looked up. */
  failed: Step[];
  /** Their sum, each weighted by how far the failure speaks against the service. */
  inARow: number;
  /**
   * Set once the service counts as failing at all of them: others are not tried in this round. `until`: the time of
   * the next try, epoch ms.
   */
  state: { readonly failure: Failure; readonly until: number } | null;
  /** What earlier rounds and cycles found; null if the service did not fail then. */
  before: Before | null;
}

/**
 * Judges whether the service fails at everything. If it answers for one file after another that it failed, that is a
 * state of the service and no fault of the files (rule 13). The others are then not sent or asked for in vain. All
 * are tried again at the same time, and soon, so that none waits for hours after the service works again. Each kind
 * of step is judged by itself: files may still come while none can be sent.
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

  /**
   * Forgets that the service failed, so that one step of each kind is tried again. Where it failed before, one more
   * failure is enough.
   */
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

  /** Was the item of this failure only left out, and can it still be tried in this cycle? */
  isUntried(failure: Failure): boolean {
    return this.#untried.has(failure) && this.#rounds <= ROUNDS;
  }

  /**
   * Notes that the service failed at a step. Returns the failure to report for this step, and those to report now for
   * earlier steps. What became of a request whose reply was lost has to be looked up: such a step keeps its own failure,
   * which names its file.
   */
  failed(step: Step, failure: Failure): { readonly failure: Failure; readonly others: readonly Failed[] } {
    const share = this.#untried.has(failure) ? 0 : shareOfService(step, failure);
    if (share === 0) return { failure, others: [] };
    const alike = this.#of(step);
    const isLost = failure.code === 'unknown-outcome';
    const earlier = alike.failed;
    if (!isLost) alike.failed = [...earlier, step];
    alike.inARow += share;
    if (alike.inARow < (alike.before === null ? FEW : share)) return { failure, others: [] };
    const isNew = alike.state === null;
    alike.state ??= this.#stateAfter(step, failure, alike);
    const { failure: said, until } = alike.state;
    const ofAll = { ...said, retryAfterMs: until - this.#context.env.now() };
    const others = isNew ? earlier.map((each) => ({ step: each, failure: ofAll })) : [];
    return { failure: isLost ? failure : ofAll, others };
  }

  /** Notes that a step succeeded. True if until now the service failed at all steps of its kind. */
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
    return { failure: failsAtAll(step, failure, sinceText(since, env)), until };
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
      .problems(site.id)
      .filter(({ reason, action }) => reason === FAILS_AT_ALL && action === kind);
    if (found.length === 0) return null;
    return {
      since: found.reduce((first, { since }) => Math.min(first, since), Infinity),
      tries: found.reduce((most, { tries }) => Math.max(most, tries), 0),
    };
  }
}

/** How far a failure speaks against the service, or a gateway before it, and not against the file: from 0 to 1. */
function shareOfService({ kind }: Step, { code, reason, retry }: Failure): number {
  switch (code) {
    case 'service-error':
      return reason === 'server-fault' ? 1 : 0;
    case 'unknown-outcome':
      return reason === 'gateway' ? 1 : reason === undefined ? BROKEN : 0;
    // A new file cannot be the reason why the service has no place for new files, or lets nobody add any.
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
