import { expect, it } from 'vitest';
import { categoriesInParts, partsOf } from '../../../renderer/state/in-parts.ts';
import { commands } from '../../../shared/ipc/contract.ts';
import { fitsMessage } from '../../../shared/ipc/limits.ts';
import { localKey } from '../../../shared/model/file-key.ts';

it.each([
  [250_000, 'Photos'],
  [40_000, 'é'.repeat(1000)],
])('undoes a move of %i files in messages that the engine takes', (count, folder) => {
  const moved = Array.from({ length: count }, (_, number) => ({
    from: `Other/sheet ${number}.txt`,
    to: `${folder}/sheet ${number}.txt`,
    key: `0b64c9a1-5b0f-4a7e-9d55-${number.toString().padStart(12, '0')}`,
    record: null,
    category: 'other' as const,
  }));
  const parts = partsOf(moved);
  expect(parts.flat()).toEqual(moved);
  for (const part of parts) {
    const input = { site: 'harbour', moved: part };
    expect(commands['files.moveBack'].input.safeParse(input).success).toBe(true);
    expect(fitsMessage(JSON.stringify(input))).toBe(true);
  }
});

it.each([
  [450_000, ''],
  [40_000, 'é'.repeat(1000)],
])('undoes a change of category of %i files in messages that the engine takes', (count, folder) => {
  const keys = Array.from({ length: count }, (_, number) => localKey(`Other/${folder}sheet ${number}.txt`));
  const before = [
    { category: 'other' as const, keys: keys.slice(1) },
    { category: 'spec-sheet' as const, keys: keys.slice(0, 1) },
  ];
  const parts = categoriesInParts(before);
  const again = parts.flat();
  for (const { category, keys: all } of before)
    expect(again.flatMap((each) => (each.category === category ? each.keys : []))).toEqual(all);
  for (const part of parts) {
    const input = { site: 'harbour', before: part };
    expect(commands['files.restoreCategories'].input.safeParse(input).success).toBe(true);
    expect(fitsMessage(JSON.stringify(input))).toBe(true);
  }
});

it('makes one message of few, and none of nothing', () => {
  expect(partsOf([1, 2])).toEqual([[1, 2]]);
  expect(partsOf([])).toEqual([]);
});
