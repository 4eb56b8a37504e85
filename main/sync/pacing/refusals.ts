import type { Failure } from '../../../shared/failure.ts';
import type { Step } from '../steps/step.ts';
import type { SiteContext } from '../context.ts';
import { keyOf } from '../problems/attempt.ts';

/** Up to this many refusals in a row may each concern one file alone. */
const FEW = 3;

type RefusalsContext = Pick<SiteContext, 'env' | 'mirror' | 'site' | 'siteName'>;

/** Steps of one kind: a refusal of one says something about the others. */
interface Alike {
  /** Refusals since the last success. */
  inARow: number;
  /** Steps left out since then. */
  leftOut: number;
}

/**
 * What the service gives no access to, within one cycle (rule 13). An account that may only read should not ask in vain
 * for each file that it wants to send; but it still fetches. And an account that is kept from some files still gets the
 * others. So each kind of step is counted by itself. Files that were refused in an earlier cycle are counted apart too:
 * a further refusal of them is no news. After a few refusals, steps are only tried now and then, by chance, so that it
 * is not always the same ones that are left out.
 */
export class Refusals {
  readonly #context: RefusalsContext;
  readonly #alike = new Map<string, Alike>();
  /** Items that an earlier cycle was refused, with its words. Read at the first refusal of this cycle. */
  #before: ReadonlyMap<string, Failure> = new Map();
  /** By item: a refused item is not asked for again. */
  readonly #said = new Map<string, Failure>();
  /** Failures of items that were left out: the service was not asked about them. */
  readonly #untried = new WeakSet<Failure>();

  constructor(context: RefusalsContext) {
    this.#context = context;
  }

  /** Why this step is not tried; null if it is to be tried. */
  of(step: Step): Failure | null {
    const said = this.#said.get(keyOf(step));
    if (said !== undefined) return said;
    const { env, siteName } = this.#context;
    const alike = this.#of(step);
    if (alike.inARow < FEW || env.random() * (FEW + alike.leftOut) < 1) return null;
    alike.leftOut += 1;
    const failure = { ...(this.#before.get(keyOf(step)) ?? leftOut(step.path, siteName)) };
    this.#untried.add(failure);
    return failure;
  }

  refused(step: Step, failure: Failure): void {
    if (this.#untried.has(failure) || this.#said.has(keyOf(step))) return;
    if (this.#said.size === 0) this.#before = refusedBefore(this.#context);
    this.#said.set(keyOf(step), failure);
    this.#of(step).inARow += 1;
  }

  worked(step: Step): void {
    if (this.#alike.size > 0) this.#alike.delete(this.#likeness(step));
  }

  #of(step: Step): Alike {
    const likeness = this.#likeness(step);
    const alike = this.#alike.get(likeness) ?? { inARow: 0, leftOut: 0 };
    this.#alike.set(likeness, alike);
    return alike;
  }

  #likeness(step: Step): string {
    return `${step.kind} ${this.#before.has(keyOf(step))}`;
  }
}

function refusedBefore({ mirror, site }: RefusalsContext): ReadonlyMap<string, Failure> {
  const refused = mirror
    .problems(site.id)
    .filter(({ code, reason }) => code === 'no-access' && reason !== 'not-tried');
  return new Map(
    refused.map(({ key, code, reason, message, hint }) => [
      key,
      { code, reason, message, hint, retry: 'later' },
    ]),
  );
}

function leftOut(path: string, siteName: string): Failure {
  return {
    code: 'no-access',
    reason: 'not-tried',
    message: `${path} waits: the service gave this account no access to other files of ${siteName}.`,
    hint: 'Ask whoever manages the service for access, or sign in with another account.',
    retry: 'later',
  };
}
