import { expect, it } from 'vitest';
import { apartContexts, apartTimes } from '../../../renderer/features/charts/time/apart-times.ts';

const GAP = 8;
const widthOf = (text: string): number => text.length * 6;
const written = (marks: readonly (readonly [number, string, boolean])[], width: number) =>
  apartTimes(
    marks.map(([x, text, isTold]) => ({ x, text, isTold })),
    width,
    widthOf,
    GAP,
  );

it('writes no time below the overview over another one or beyond its edges', () => {
  const days = ['Thu, 26 Nov 2026', 'Fri, 27 Nov 2026', 'Sat, 28 Nov 2026', 'Mon, 30 Nov 2026'];
  const marks = days.flatMap((day, at) => [
    [4 + at * 90, `00:00 · ${day}`, true] as const,
    [49 + at * 90, '12:00', false] as const,
  ]);
  const found = written(marks, 330);
  expect(found.length).toBeGreaterThanOrEqual(2);
  for (const [at, one] of found.entries()) {
    expect(one.left).toBeGreaterThanOrEqual(0);
    expect(one.left + widthOf(one.text)).toBeLessThanOrEqual(330);
    for (const other of found.slice(at + 1)) {
      const [first, second] = one.left < other.left ? [one, other] : [other, one];
      expect(first.left + widthOf(first.text) + GAP).toBeLessThanOrEqual(second.left);
    }
  }
});

it('leaves out a plain time for one that names its day, and keeps all that have room', () => {
  const marks = [
    [40, '12:00', false],
    [70, '00:00 · Mon, 30 Nov 2026', true],
    [300, '12:00', false],
  ] as const;
  expect(written(marks, 400).map(({ text }) => text)).toEqual(['00:00 · Mon, 30 Nov 2026', '12:00']);
});

it('names below an axis no day over the next one, whose own name tells which one went before', () => {
  const marks = [
    { x: 10, text: 'Sun, 29 Nov 2026' },
    { x: 95, text: 'Mon, 30 Nov 2026' },
    { x: 180, text: null },
    { x: 265, text: 'Tue, 1 Dec 2026' },
  ];
  const told = (): readonly (string | null)[] => apartContexts(marks, widthOf, GAP);
  expect(told()).toEqual([null, 'Mon, 30 Nov 2026', null, 'Tue, 1 Dec 2026']);
  marks[0]!.x = -10;
  expect(told()).toEqual(['Sun, 29 Nov 2026', 'Mon, 30 Nov 2026', null, 'Tue, 1 Dec 2026']);
});
