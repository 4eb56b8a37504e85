import { expect, it } from 'vitest';
import { SearchText } from '../../../main/app/views/search-text.ts';

const NEEDLES = Array.from({ length: 3_000 }, (_, n) => {
  const name = `sheet ${n}${n % 7 === 0 ? ' pläne 🏗' : ''}.pdf`;
  return `${name}\n${n % 3 === 0 ? 'other' : 'spec sheet'}/${name}`;
});
const text = new SearchText(NEEDLES);

it.each([
  [['sheet']],
  [['s']],
  [['spec', 'sheet', '77']],
  [['77', 'spec']],
  [['pläne', '2', 'other']],
  [['🏗', '14']],
  [['2999']],
  [['sheet', 'nowhere']],
  [['pdf', 'pdf']],
  [['other/sheet', '0.pdf']],
])('finds the same rows for %j as to look into each', (words) => {
  const rows = NEEDLES.flatMap((needle, row) => (words.every((word) => needle.includes(word)) ? [row] : []));
  expect(text.holdingAll(words)).toEqual(rows);
});

it('finds nothing across two rows, and nothing among no rows', () => {
  expect(new SearchText(['a', 'b']).holdingAll(['ab'])).toEqual([]);
  expect(new SearchText([]).holdingAll(['a'])).toEqual([]);
});
