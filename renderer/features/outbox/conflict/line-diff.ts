/** A line of one version, compared with the other. */
export type DiffLine =
  | { readonly kind: 'same' | 'other'; readonly number: number; readonly text: string }
  /** Equal lines that are left out. */
  | { readonly kind: 'gap'; readonly count: number };

export interface TextDiff {
  readonly mine: readonly DiffLine[];
  readonly theirs: readonly DiffLine[];
  /** The number of lines that the other version lacks. */
  readonly onlyMine: number;
  readonly onlyTheirs: number;
}

/** Lines shown around a difference, so that one sees where it is. */
const AROUND = 1;
/**
 * The most cells in the table of common lines, 4 bytes each. Where texts differ in more, all of that counts as
 * different.
 */
const CELLS = 4_000_000;

/** Compares two texts line by line, by their longest common subsequence. */
export function diffLines(mine: string, theirs: string): TextDiff {
  const a = linesOf(mine);
  const b = linesOf(theirs);
  const [sameInA, sameInB] = commonLines(a, b);
  return {
    mine: shorten(a, sameInA),
    theirs: shorten(b, sameInB),
    onlyMine: countOther(sameInA),
    onlyTheirs: countOther(sameInB),
  };
}

/** The last line end begins no new line, and line ends of other systems are no difference. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** For each line of either text: does the other have it too? */
function commonLines(a: readonly string[], b: readonly string[]): readonly [boolean[], boolean[]] {
  const sameInA = a.map(() => false);
  const sameInB = b.map(() => false);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) {
    sameInA[start] = sameInB[start] = true;
    start += 1;
  }
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
    sameInA[endA] = sameInB[endB] = true;
  }
  if ((endA - start + 1) * (endB - start + 1) > CELLS) return [sameInA, sameInB];
  for (const [inA, inB] of longestCommon(a.slice(start, endA), b.slice(start, endB)))
    sameInA[start + inA] = sameInB[start + inB] = true;
  return [sameInA, sameInB];
}

/** Pairs of indexes of equal lines, by the usual dynamic programming. */
function longestCommon(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const wide = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * wide);
  const at = (i: number, j: number): number => lengths[i * wide + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * wide + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The differences with some lines around them; equal lines in between are counted. */
export function shorten(
  lines: readonly string[],
  same: readonly boolean[],
  around = AROUND,
): readonly DiffLine[] {
  const isNear = (index: number): boolean => {
    for (let near = index - around; near <= index + around; near += 1) if (same[near] === false) return true;
    return false;
  };
  const shown: DiffLine[] = [];
  for (const [index, text] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear(index)) shown.push({ kind: same[index] === true ? 'same' : 'other', number: index + 1, text });
    else if (last?.kind === 'gap') shown[shown.length - 1] = { kind: 'gap', count: last.count + 1 };
    else shown.push({ kind: 'gap', count: 1 });
  }
  return shown;
}

function countOther(same: readonly boolean[]): number {
  return same.filter((isSame) => !isSame).length;
}
