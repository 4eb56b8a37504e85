import type { SiteId } from '../../../shared/model/ids.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';

/**
 * Where neither reading a site nor its plan takes more µs both are done in place, with a turn for others between: a thread
 * takes longer to start, and 100 ms of the processors. Enough for a first upload of 10,000 files.
 */
const PLANNED_HERE = 28_000;
/**
 * Where it takes no more µs to find what is not settled, that is done in place too, with turns for others between: in a
 * thread it takes as long, and its start takes as much of the processors again.
 */
const LOOKED_HERE = 88_000;
/** What a file takes, µs, in the first plan of a process: one that is in step, and one of either side alone. */
const READING = { agreed: 3.7, local: 2.1, remote: 4 };
const PLANNING = { local: 2.7, remote: 10 };

/** What a site takes, µs. */
interface Times {
  readonly agreed: number;
  readonly others: number;
  readonly planning: number;
}

export interface EstimateOptions {
  /** µs. */
  readonly plannedHere?: number;
  readonly lookedHere?: number;
}

/** Where a site is planned, by what that is going to take. */
export class PlanningEstimate {
  readonly #mirror: Pick<Mirror, 'counts'>;
  readonly #plannedHere: number;
  readonly #lookedHere: number;

  constructor(
    mirror: Pick<Mirror, 'counts'>,
    { plannedHere = PLANNED_HERE, lookedHere = LOOKED_HERE }: EstimateOptions,
  ) {
    this.#mirror = mirror;
    this.#plannedHere = plannedHere;
    this.#lookedHere = lookedHere;
  }

  /** Is all of it read and planned in place? */
  isSmall(site: SiteId): boolean {
    return this.#isSmall(this.#timesOf(site));
  }

  /** Is nearly all agreed on, and of that not too much? Then what is not settled is looked for in place. */
  isLookedAtHere(site: SiteId): boolean {
    return this.#isLookedAtHere(this.#timesOf(site));
  }

  needsThread(site: SiteId): boolean {
    const times = this.#timesOf(site);
    return !this.#isSmall(times) && !this.#isLookedAtHere(times);
  }

  /** Are so many files, all of them new here, too many to be planned in place? */
  areMany(files: number): boolean {
    return files * PLANNING.local > this.#plannedHere;
  }

  #isSmall({ agreed, others, planning }: Times): boolean {
    return Math.max(agreed + others, planning) <= this.#plannedHere;
  }

  #isLookedAtHere({ agreed, others, planning }: Times): boolean {
    return agreed > 0 && agreed <= this.#lookedHere && Math.max(others, planning) <= this.#plannedHere;
  }

  /** What reading a site takes, and what planning takes of those that are on one side alone. */
  #timesOf(site: SiteId): Times {
    const { base, ...rows } = this.#mirror.counts(site);
    const [local, remote] = [Math.abs(rows.local - base), Math.abs(rows.remote - base)];
    return {
      agreed: base * READING.agreed,
      others: local * READING.local + remote * READING.remote,
      planning: local * PLANNING.local + remote * PLANNING.remote,
    };
  }
}
