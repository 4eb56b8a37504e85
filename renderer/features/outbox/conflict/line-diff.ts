/** A line of one version, compared with the other: it is there too, has no counterpart there, or another one. */
type LineKind = 'same' | 'new' | 'changed';

export type DiffLine =
  | { readonly kind: LineKind; readonly number: number; readonly text: string }
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
    mine: shorten(a, kindsOf(sameInA, sameInB)),
    theirs: shorten(b, kindsOf(sameInB, sameInA)),
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

/** Where the other version has lines of its own between the same equal lines, one took the place of the other. */
function kindsOf(same: readonly boolean[], sameThere: readonly boolean[]): readonly LineKind[] {
  const before = runsOf(sameThere);
  let run = 0;
  return same.map((isSame) => {
    if (!isSame) return (before[run] ?? 0) > 0 ? 'changed' : 'new';
    run += 1;
    return 'same';
  });
}

/** How many lines that the other version lacks are before each equal line, and after the last one. */
function runsOf(same: readonly boolean[]): readonly number[] {
  const runs = [0];
  for (const isSame of same) {
    if (isSame) runs.push(0);
    else runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
  }
  return runs;
}

/** The differences with some lines around them; equal lines in between are counted. */
export function shorten(
  lines: readonly string[],
  kinds: readonly LineKind[],
  around = AROUND,
): readonly DiffLine[] {
  const isNear = (index: number): boolean => {
    for (let near = index - around; near <= index + around; near += 1) {
      const kind = kinds[near];
      if (kind !== undefined && kind !== 'same') return true;
    }
    return false;
  };
  const shown: DiffLine[] = [];
  for (const [index, text] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear(index)) shown.push({ kind: kinds[index] ?? 'same', number: index + 1, text });
    else if (last?.kind === 'gap') shown[shown.length - 1] = { kind: 'gap', count: last.count + 1 };
    else shown.push({ kind: 'gap', count: 1 });
  }
  return shown;
}

function countOther(same: readonly boolean[]): number {
  return same.filter((isSame) => !isSame).length;
}
