import { DEFAULT_FAULTS, type FaultAction, type Faults, type PlannedFailure } from './faults.ts';
import { DEFAULT_VARIATION, type Variation } from './variation.ts';

/** Any switch of either kind; their names do not collide. */
export type Settings = Partial<Variation & Faults>;

/** The faults that hold for a number of pages. */
export type CountedFault = 'skipRow' | 'shiftRows' | 'duplicateRow' | 'changeCountBetweenPages';

interface Pending {
  readonly plan: PlannedFailure;
  passesLeft: number;
  timesLeft: number;
}

/** The switches as they stand now; read at every request, so a change holds from the next one on. */
export class Switches {
  #variation: Variation;
  #faults: Faults;
  #pending: Pending[] = [];

  constructor(variation: Partial<Variation> = {}, faults: Partial<Faults> = {}) {
    this.#variation = { ...DEFAULT_VARIATION, ...variation };
    this.#faults = { ...DEFAULT_FAULTS };
    this.set(faults);
  }

  get variation(): Variation {
    return this.#variation;
  }

  get faults(): Faults {
    return this.#faults;
  }

  /** Changes the named switches and leaves the others. */
  set(settings: Settings): void {
    const variation: Record<string, unknown> = {};
    const faults: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(settings)) {
      if (name in DEFAULT_VARIATION) variation[name] = value;
      else if (name in DEFAULT_FAULTS) faults[name] = value;
      else throw new Error(`No such switch: ${name}`);
    }
    this.#variation = { ...this.#variation, ...variation };
    this.#faults = { ...this.#faults, ...faults };
    if (settings.failNext !== undefined) this.#pending = settings.failNext.map(toPending);
  }

  /** Adds a planned failure behind those that are still to come. */
  failNext(plan: PlannedFailure): void {
    this.#pending.push(toPending(plan));
  }

  /** Turns everything off. */
  reset(): void {
    this.#variation = DEFAULT_VARIATION;
    this.#faults = DEFAULT_FAULTS;
    this.#pending = [];
  }

  /** True, and one less to go, where the fault is on. */
  take(fault: CountedFault): boolean {
    const left = this.#faults[fault];
    if (left <= 0) return false;
    this.#faults = { ...this.#faults, [fault]: left - 1 };
    return true;
  }

  /** The planned failure that this request is due, which is thereby used up once. */
  takeFailure(method: string, path: string): FaultAction | null {
    for (const pending of this.#pending) {
      if (pending.timesLeft <= 0 || !matches(pending.plan, method, path)) continue;
      if (pending.passesLeft > 0) {
        pending.passesLeft -= 1;
        continue;
      }
      pending.timesLeft -= 1;
      return pending.plan.action;
    }
    return null;
  }
}

function toPending(plan: PlannedFailure): Pending {
  return { plan, passesLeft: plan.after ?? 0, timesLeft: plan.times ?? 1 };
}

function matches(plan: PlannedFailure, method: string, path: string): boolean {
  const { match = {} } = plan;
  if (match.method !== undefined && match.method !== method) return false;
  return match.pathPrefix === undefined || path.startsWith(match.pathPrefix);
}
