import type { Place } from './place.ts';
import {
  cpu,
  interleave,
  medianOf,
  ratioOf,
  said,
  wall,
  type Contender,
  type Measure,
  type Runs,
} from './samples.ts';

/** What a row gets to work with. */
export interface Bench {
  readonly place: Place;
  /** Factor for the size of the workloads; 1 is full size. */
  readonly scale: number;
  readonly rounds: number;
  /** Programs that are not installed are left out with a note. */
  readonly isInstalled: (program: string) => boolean;
  readonly progress: (line: string) => void;
}

export type Goal = { readonly most: number } | { readonly least: number } | null;

/** One figure and its goal. */
export interface Figure {
  /** What was measured, such as `SiteSync ÷ lean client, wall`. */
  readonly what: string;
  readonly value: number;
  /** `×` for a ratio, otherwise `ms`, `MiB` or `%`. */
  readonly unit: string;
  readonly goal: Goal;
}

export interface Measured {
  readonly figures: readonly Figure[];
  readonly runs: readonly Runs[];
  readonly notes: readonly string[];
}

const peak: Measure = ({ peakMiB }) => {
  if (peakMiB === null) throw new Error('This program does not tell its memory');
  return peakMiB;
};

export interface Row {
  /** The name that `--row` takes. */
  readonly name: string;
  readonly title: string;
  readonly measure: (bench: Bench) => Promise<Measured>;
}

/** Collects the figures and notes of a row. */
export class Findings {
  readonly figures: Figure[] = [];
  readonly notes: string[] = [];
  readonly runs: Runs[] = [];
  readonly #bench: Bench;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Runs the contenders in turns. Returns a look-up of the runs by name. */
  async race(contenders: readonly Contender[]): Promise<(name: string) => Runs> {
    const all = await interleave(contenders, this.#bench.rounds, this.#bench.progress);
    this.runs.push(...all);
    return (name) => {
      const found = all.find((runs) => runs.name === name);
      if (found === undefined) throw new Error(`${name} did not run`);
      return found;
    };
  }

  figure(what: string, value: number, unit: string, goal: Goal = null): void {
    this.figures.push({ what, value, unit, goal });
  }

  ratio(ours: Runs, theirs: Runs, goal: Goal, measure: Measure = wall, words = 'wall'): void {
    const what = `${ours.name} ÷ ${theirs.name}, ${words}`;
    this.figures.push({ what, value: ratioOf(ours, theirs, measure), unit: '×', goal });
  }

  /**
   * Compares three: the lean client, one that also keeps the rules of the design (and does no more, also in one
   * thread), and us.
   */
  byTheRules(ours: Runs, lean: Runs, ruled: Runs): void {
    this.ratio(ruled, lean, null);
    this.ratio(ruled, lean, null, cpu, 'CPU');
    this.ratio(ours, ruled, null);
    this.ratio(ours, ruled, null, cpu, 'CPU');
  }

  /** The medians, as measured here. */
  times(runs: Runs, measure: Measure = wall, words = 'wall'): void {
    this.figures.push({
      what: `${runs.name}, ${words}`,
      value: medianOf(runs, measure),
      unit: 'ms',
      goal: null,
    });
  }

  /** Wall and CPU time of each, so that readers see what the ratios come from. */
  all(...each: readonly Runs[]): void {
    for (const runs of each) {
      this.times(runs);
      this.times(runs, cpu, 'CPU');
    }
  }

  /** What SiteSync may use whatever it does: the event loop of the host, and memory. */
  manners(ours: Runs): void {
    this.eventLoop(ours);
    this.figure(`${ours.name}, memory at its peak`, medianOf(ours, peak), 'MiB', { most: 220 });
  }

  /** The part of `manners` that is also valid if the bench itself holds much in the same process. */
  eventLoop(ours: Runs): void {
    const name = `${ours.name}, event loop delay`;
    this.figure(`${name}, p99`, medianOf(ours, said('loopP99')), 'ms', { most: 20 });
    this.figure(`${name}, longest`, medianOf(ours, said('loopMax')), 'ms', { most: 50 });
  }

  note(line: string): void {
    this.notes.push(line);
  }

  done(): Measured {
    return { figures: this.figures, runs: this.runs, notes: this.notes };
  }
}
