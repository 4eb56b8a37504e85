/** A time to be written below the overview, around `x`. */
export interface TimeMark {
  readonly x: number;
  readonly text: string;
  /** Does it name a day, month or year? */
  readonly isTold: boolean;
}

/**
 * Which times are written, and where each begins: all within `width`, none nearer to another than `gap`. Those that name a
 * day come first, since nothing else says it; CSS pixels.
 */
export function apartTimes(
  marks: readonly TimeMark[],
  width: number,
  widthOf: (text: string) => number,
  gap: number,
): readonly { readonly text: string; readonly left: number }[] {
  const placed: { readonly text: string; readonly left: number; readonly right: number }[] = [];
  for (const { x, text } of [...marks].sort((a, b) => Number(b.isTold) - Number(a.isTold))) {
    const length = widthOf(text);
    const left = Math.max(0, Math.min(x - length / 2, width - length));
    const right = left + length;
    if (placed.every((other) => right + gap <= other.left || other.right + gap <= left))
      placed.push({ text, left, right });
  }
  return placed;
}
