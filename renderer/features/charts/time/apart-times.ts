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

/** A day, month or year to be written below a mark of an axis, around `x`; null: the mark before says it. */
interface Context {
  readonly x: number;
  readonly text: string | null;
}

/**
 * Those that have room before the next one, in their order; null where there is none: that a day goes before the next follows
 * from its name. CSS pixels.
 */
export function apartContexts(
  marks: readonly Context[],
  widthOf: (text: string) => number,
  gap: number,
): readonly (string | null)[] {
  let next = Infinity;
  return marks
    .toReversed()
    .map(({ x, text }) => {
      if (text === null) return null;
      const half = widthOf(text) / 2;
      if (x + half + gap > next) return null;
      next = x - half;
      return text;
    })
    .toReversed();
}
