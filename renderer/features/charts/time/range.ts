/** A stretch of time in epoch ms, half-open. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The stretch made `factor` times as long about a moment, which keeps its place on the screen. */
export function zoomed({ from, to }: Range, factor: number, about: number): Range {
  return { from: about - (about - from) * factor, to: about + (to - about) * factor };
}

/** By what share of its length a key moves the stretch in view. */
export const KEY_PAN = 0.1;

/** The stretch moved by a share of its length. */
export function panned({ from, to }: Range, share: number): Range {
  const by = (to - from) * share;
  return { from: from + by, to: to + by };
}
