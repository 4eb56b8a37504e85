/** Bytes moved in all by a moment in time (any clock that does not go back), in milliseconds. */
export interface TransferSample {
  readonly at: number;
  readonly bytes: number;
}

export interface TransferEstimate {
  /** Null until it has been seen for long enough. */
  readonly bytesPerSecond: number | null;
  /** Rounded to steps that a person can follow; null where it is not known, or nothing moves. */
  readonly secondsLeft: number | null;
}

/** Older samples say nothing about the network of now. */
const WINDOW = 60_000;
/** Samples closer together are merged: a burst of small chunks is one step. */
const SPACING = 500;
/** A rate from less than this would jump. */
const WARM_UP = 1500;
/** After this time a change of speed counts for two thirds, … */
const MEMORY = 8000;
/** … or after so many of the longest pauses between bytes: small files count as they are answered, several at a time. */
const PAUSES = 3;
/** What has not moved for so long does not pause. */
const LONGEST_PAUSE = 30_000;
/** Below this a transfer stands still. */
const STANDSTILL = 1;

/** The samples with one more, without those that have become too old: at most some 120. */
export function addSample(
  samples: readonly TransferSample[],
  sample: TransferSample,
): readonly TransferSample[] {
  const kept = samples.filter((earlier) => earlier.at >= sample.at - WINDOW);
  const before = kept.at(-2);
  const crowded = before !== undefined && sample.at - before.at < SPACING;
  return [...(crowded ? kept.slice(0, -1) : kept), sample];
}

/**
 * Rate and time left from samples in order of time. A transfer that stands still is shown by samples of the same
 * bytes, so the caller adds one now and then even when nothing came.
 */
export function estimate(samples: readonly TransferSample[], remainingBytes: number): TransferEstimate {
  const bytesPerSecond = smoothRate(samples);
  if (remainingBytes <= 0) return { bytesPerSecond, secondsLeft: 0 };
  if (bytesPerSecond === null || bytesPerSecond < STANDSTILL) return { bytesPerSecond, secondsLeft: null };
  return { bytesPerSecond, secondsLeft: calm(remainingBytes / bytesPerSecond) };
}

/**
 * Mean of the rates between samples, each weighted by its time and the less the older it is. Bytes that come after a pause
 * were on their way in it; and a pause that is no longer than others says nothing yet.
 */
function smoothRate(samples: readonly TransferSample[]): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < WARM_UP) return null;
  const moves = samples.filter((sample, n) => n === 0 || sample.bytes !== samples[n - 1]?.bytes);
  const moved = moves.at(-1) ?? first;
  const longest = moves.reduce((most, { at }, n) => Math.max(most, at - (moves[n - 1]?.at ?? at)), 0);
  const pause = last.at - moved.at;
  if (pause >= LONGEST_PAUSE) return 0;
  const memory = Math.max(MEMORY, PAUSES * longest);
  return weightedRate(pause > longest ? [...moves, last] : moves, memory);
}

function weightedRate(samples: readonly TransferSample[], memory: number): number | null {
  const last = samples.at(-1)?.at ?? 0;
  let weights = 0;
  let moved = 0;
  for (const [n, to] of samples.entries()) {
    const from = samples[n - 1];
    if (from === undefined || to.at <= from.at) continue;
    const age = last - (from.at + to.at) / 2;
    const weight = Math.exp(-age / memory);
    weights += weight * (to.at - from.at);
    // A transfer that began anew counts its bytes from zero: that is no speed backwards.
    moved += weight * Math.max(0, to.bytes - from.bytes);
  }
  return weights > 0 ? (moved / weights) * 1000 : null;
}

/** Rounded up, the coarser the longer: 59, 58 … seconds only where it is about to end. */
function calm(seconds: number): number {
  const step = seconds <= 10 ? 1 : seconds <= 60 ? 5 : seconds <= 600 ? 15 : seconds <= 3600 ? 60 : 300;
  return Math.ceil(seconds / step) * step;
}
