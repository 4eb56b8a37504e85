import { expect, it } from 'vitest';
import { partsOf } from '../../../renderer/state/in-parts.ts';
import { commands } from '../../../shared/ipc/contract.ts';
import { fitsMessage } from '../../../shared/ipc/limits.ts';

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

it('makes one message of few, and none of nothing', () => {
  expect(partsOf([1, 2])).toEqual([[1, 2]]);
  expect(partsOf([])).toEqual([]);
});
