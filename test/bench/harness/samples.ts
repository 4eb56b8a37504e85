/** One run of one program. */
export interface Sample {
  /** From the start of its process to its end. */
  readonly wallMs: number;
  /** User and system time of all its threads. */
  readonly cpuMs: number;
  /** Peak resident memory, MiB; null if the system does not tell. */
  readonly peakMiB: number | null;
  /** Figures that the program itself measured. */
  readonly said: Readonly<Record<string, number>>;
}

/** A program that does the same work as the others of its row. */
export interface Contender {
  readonly name: string;
  /** Prepares the run; not measured. */
  readonly prepare?: (round: number) => Promise<void>;
  readonly run: (round: number) => Promise<Sample>;
}

/** All runs of one program, in the order of the rounds. */
export interface Runs {
  readonly name: string;
  readonly samples: readonly Sample[];
}

/**
 * Runs every contender once a round, each time with another one first, so that passing noise affects all of them alike.
 */
export async function interleave(
  contenders: readonly Contender[],
  rounds: number,
  progress: (line: string) => void,
): Promise<readonly Runs[]> {
  const samples = contenders.map((): Sample[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const at = (turn + round) % contenders.length;
      const contender = contenders[at];
      if (contender === undefined) continue;
      await contender.prepare?.(round);
      const sample = await contender.run(round);
      samples[at]?.push(sample);
      const { wallMs, cpuMs } = sample;
      progress(
        `  round ${round + 1}, ${contender.name}: ${Math.round(wallMs)} ms, CPU ${Math.round(cpuMs)} ms`,
      );
    }
  }
  return contenders.map(({ name }, at) => ({ name, samples: samples[at] ?? [] }));
}

export type Measure = (sample: Sample) => number;

export const wall: Measure = (sample) => sample.wallMs;
export const cpu: Measure = (sample) => sample.cpuMs;
/** A figure that the program itself measured. */
export const said =
  (name: string): Measure =>
  (sample) => {
    const value = sample.said[name];
    if (value === undefined) throw new Error(`A program said nothing of ${name}`);
    return value;
  };

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('The median of nothing');
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper;
  return ((lower ?? upper) + upper) / 2;
}

export function medianOf(runs: Runs, measure: Measure): number {
  return median(runs.samples.map(measure));
}

/** The median, over the rounds, of our figure divided by theirs in the same round. */
export function ratioOf(ours: Runs, theirs: Runs, measure: Measure, theirMeasure: Measure = measure): number {
  return median(
    ours.samples.map((sample, round) => {
      const other = theirs.samples[round];
      if (other === undefined) throw new Error('A round is missing');
      return measure(sample) / theirMeasure(other);
    }),
  );
}
