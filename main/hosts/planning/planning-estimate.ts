import type { SiteId } from '../../../shared/model/ids.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';

/**
 * Up to this many µs each, a site is read and planned in place, with a turn for others in between: starting a thread
 * takes longer, and 100 ms of processor time. It is enough for a first upload of 10,000 files.
 */
const PLANNED_HERE = 28_000;
/**
 * Up to this many µs, what is not settled is found in place too, with turns for others in between: a thread would
 * take as long, and its start as much processor time again.
 */
const LOOKED_HERE = 88_000;
/** How many µs a file takes in the first plan of a process: one that is in step, and one that is on one side only. */
const READING = { agreed: 3.7, local: 2.1, remote: 4 };
const PLANNING = { local: 2.7, remote: 10 };

/** How long a site takes, µs. */
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

/** Decides where a site is planned, by how long that will take. */
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

  /** Is the whole site read and planned in place? */
  isSmall(site: SiteId): boolean {
    return this.#isSmall(this.#timesOf(site));
  }

  /** Is nearly everything agreed on, and is it not too much? Then what is not settled is looked for in place. */
  isLookedAtHere(site: SiteId): boolean {
    return this.#isLookedAtHere(this.#timesOf(site));
  }

  needsThread(site: SiteId): boolean {
    const times = this.#timesOf(site);
    return !this.#isSmall(times) && !this.#isLookedAtHere(times);
  }

  /** Are this many new files here too many to be planned in place? */
  areMany(files: number): boolean {
    return files * PLANNING.local > this.#plannedHere;
  }

  #isSmall({ agreed, others, planning }: Times): boolean {
    return Math.max(agreed + others, planning) <= this.#plannedHere;
  }

  #isLookedAtHere({ agreed, others, planning }: Times): boolean {
    return agreed > 0 && agreed <= this.#lookedHere && Math.max(others, planning) <= this.#plannedHere;
  }

  /** How long it takes to read the site, and to plan the files that are on one side only. */
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
