import type { Failure } from '../../../shared/failure.ts';
import type { Step } from '../state/step.ts';
import type { SiteContext } from '../context.ts';
import { keyOf } from '../state/item.ts';

/** So many in a row may each be of its file alone. */
const FEW = 3;

type RefusalsContext = Pick<SiteContext, 'env' | 'mirror' | 'site' | 'siteName'>;

/** Steps that tell something of each other. */
interface Alike {
  /** Refused since one was done. */
  inARow: number;
  /** Left out since then. */
  leftOut: number;
}

/**
 * What the service gives no access to, in one cycle (rule 13). An account that may only read is not to ask in vain for each
 * of its files; but it fetches all the same, and one that is kept from some files has the others. So each kind of step
 * counts for itself, as do files that were refused before: that they are once more is no news. After a few refusals a
 * step is tried now and then, by chance, so that it is not always the same ones which are left out.
 */
export class Refusals {
  readonly #context: RefusalsContext;
  readonly #alike = new Map<string, Alike>();
  /** Items that an earlier cycle was refused, with the words of then; read when the first one is refused in this cycle. */
  #before: ReadonlyMap<string, Failure> = new Map();
  /** By item: what was refused is not asked for again. */
  readonly #said = new Map<string, Failure>();
  /** What was said of those that were left out: nobody asked for them. */
  readonly #untried = new WeakSet<Failure>();

  constructor(context: RefusalsContext) {
    this.#context = context;
  }

  /** Why this step is not to be tried; null where it is. */
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
    .attempts(site.id)
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
