/** How many bytes had moved in all at a moment: `at` is in ms, of any clock that never goes back. */
export interface TransferSample {
  readonly at: number;
  readonly bytes: number;
}

export interface TransferEstimate {
  /** Null until there are samples over a long enough time. */
  readonly bytesPerSecond: number | null;
  /** Rounded to steps that a person can follow; null if it is not known, or nothing moves. */
  readonly secondsLeft: number | null;
}

/** Samples older than this, ms, say nothing about the network as it is now. */
const WINDOW = 60_000;
/** Samples closer together than this, ms, are merged: a burst of small chunks is one step. */
const SPACING = 500;
/** A rate over less time than this, ms, would jump. */
const WARM_UP = 1500;
/** After this time, ms, two thirds of a change of speed show in the rate, … */
const MEMORY = 8000;
/** … or after this share of the time left, up to a longest time, ms, if that is longer: half an hour should not jump … */
const SHARE_LEFT = 1 / 6;
const LONGEST_MEMORY = 45_000;
/**
 * … or after this many of the longest pauses between bytes, if that takes longer. Small files count when they are
 * answered, several at a time, so their bytes come in bursts.
 */
const PAUSES = 3;
/** A transfer that has not moved for this long, ms, counts as stopped. */
const LONGEST_PAUSE = 30_000;
/** With fewer bytes a second than this a transfer stands still. */
const STANDSTILL = 1;

/** Adds a sample, and drops those that have become too old. At most some 120 remain. */
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
  const bytesPerSecond = smoothRate(samples, MEMORY);
  if (remainingBytes <= 0) return { bytesPerSecond, secondsLeft: 0 };
  if (bytesPerSecond === null || bytesPerSecond < STANDSTILL) return { bytesPerSecond, secondsLeft: null };
  const memory = Math.min(LONGEST_MEMORY, (remainingBytes / bytesPerSecond) * 1000 * SHARE_LEFT);
  const calmRate = memory > MEMORY ? smoothRate(samples, memory) : null;
  return { bytesPerSecond, secondsLeft: calm(remainingBytes / (calmRate ?? bytesPerSecond)) };
}

/**
 * Bytes a second: the mean of the rates between samples, in which older ones count for less. Bytes that come after a
 * pause were on their way during it, so the pause belongs to them. A pause at the end says nothing until it is longer
 * than all others. `least`: how long, ms, samples count at the least.
 */
function smoothRate(samples: readonly TransferSample[], least: number): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < WARM_UP) return null;
  const moves = samples.filter((sample, n) => n === 0 || sample.bytes !== samples[n - 1]?.bytes);
  const moved = moves.at(-1) ?? first;
  const longest = moves.reduce((most, { at }, n) => Math.max(most, at - (moves[n - 1]?.at ?? at)), 0);
  const pause = last.at - moved.at;
  if (pause >= LONGEST_PAUSE) return 0;
  const memory = Math.max(least, PAUSES * longest);
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

/** Rounds up, the more coarsely the longer it takes: single seconds are counted down only at the very end. */
function calm(seconds: number): number {
  const step = seconds <= 10 ? 1 : seconds <= 60 ? 5 : seconds <= 600 ? 15 : seconds <= 3600 ? 60 : 300;
  return Math.ceil(seconds / step) * step;
}
