import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, type DiffLine } from '../../../renderer/features/outbox/conflict/line-diff.ts';

const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const said = (lines: readonly DiffLine[]): readonly string[] =>
  lines.map((line) => (line.kind === 'gap' ? `… ${line.count}` : `${MARKS[line.kind]}${line.text}`));
const MARKS = { same: ' ', new: '+', changed: '~' } as const;

describe('two versions of a text, line by line', () => {
  it('shows what differs with a line around it, and counts the rest', () => {
    const base = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const { mine, theirs, onlyMine, onlyTheirs } = diffLines(
      text(...base, 'new'),
      text('a', 'b', 'C', 'd', 'e', 'f', 'g'),
    );
    expect(said(mine)).toEqual(['… 1', ' b', '~c', ' d', '… 2', ' g', '+new']);
    expect(said(theirs)).toEqual(['… 1', ' b', '~C', ' d', '… 3']);
    expect({ onlyMine, onlyTheirs }).toEqual({ onlyMine: 2, onlyTheirs: 1 });
  });

  it.each([
    ['line ends of another system', 'a\r\nb\r\n', 'a\nb\n'],
    ['a last line without an end', 'a\nb', 'a\nb\n'],
    ['nothing at all', '', ''],
  ])('finds no difference in %s', (_, mine, theirs) => {
    expect(diffLines(mine, theirs)).toMatchObject({ onlyMine: 0, onlyTheirs: 0 });
  });

  it('marks two lines in one place alike, whoever wrote them, and otherwise a line that only one version has', () => {
    const { mine, theirs } = diffLines(text('a', 'lift', 'z'), text('a', 'desk', 'z', 'end'));
    expect(said(mine)).toEqual([' a', '~lift', ' z']);
    expect(said(theirs)).toEqual([' a', '~desk', ' z', '+end']);
  });

  it('numbers lines as an editor does', () => {
    const { mine } = diffLines(text('a', 'b', 'c', 'x'), text('a', 'b', 'c'));
    expect(mine.at(-1)).toEqual({ kind: 'new', number: 4, text: 'x' });
  });

  it('finds in either text only lines that the other has as often, and never more in common than there is', () => {
    const lines = array(constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
    assert(
      property(lines, lines, (a, b) => {
        const { onlyMine, onlyTheirs } = diffLines(text(...a), text(...b));
        // What is left after taking away the others is the same run of lines on both sides.
        expect(a.length - onlyMine).toBe(b.length - onlyTheirs);
        const common = a.length - onlyMine;
        const most = ['a', 'b', 'c', 'd'].reduce(
          (sum, letter) =>
            sum +
            Math.min(a.filter((each) => each === letter).length, b.filter((each) => each === letter).length),
          0,
        );
        expect(common).toBeLessThanOrEqual(most);
        if (a.join() === b.join()) expect(onlyMine).toBe(0);
      }),
    );
  });

  it('takes large texts that differ throughout as different, without a table of all pairs', () => {
    const a = Array.from({ length: 5000 }, (_, index) => `mine ${index}`);
    const b = Array.from({ length: 5000 }, (_, index) => `theirs ${index}`);
    expect(diffLines(text('head', ...a, 'foot'), text('head', ...b, 'foot'))).toMatchObject({
      onlyMine: 5000,
      onlyTheirs: 5000,
    });
  });
});
