import { expect, it } from 'vitest';
import { counted, numberText } from '../../shared/counted.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [5_000_000, '5,000,000'],
])('%i is written as %s', (count, text) => expect(numberText(count)).toBe(text));

it('so many of something are one, or several', () => {
  expect([counted(1, 'file'), counted(0, 'file'), counted(12_345, 'file has', 'files have')]).toEqual([
    '1 file',
    '0 files',
    '12,345 files have',
  ]);
});
