import { expect, it } from 'vitest';
import { SharedMemory } from '../../../../main/adapters/disk/workers/shared-memory.ts';

const SIZE = 256 * 1024;

it('lends what was given back again, for anything that fits', () => {
  const memory = new SharedMemory();
  const first = memory.lend(SIZE);
  memory.giveBack(first);
  expect(memory.lend(SIZE - 1)).toBe(first);
  expect(memory.lend(SIZE)).not.toBe(first);
});

it('never lends the same to two, also where it is given back twice', () => {
  const memory = new SharedMemory();
  const first = memory.lend(SIZE);
  memory.giveBack(first);
  memory.giveBack(first);
  expect(memory.lend(SIZE)).toBe(first);
  expect(memory.lend(SIZE)).not.toBe(first);
});

it('never lends again what was lent before its threads were ended', () => {
  const memory = new SharedMemory();
  const first = memory.lend(SIZE);
  memory.clear();
  const second = memory.lend(SIZE);
  memory.giveBack(first);
  expect(memory.lend(SIZE)).not.toBe(first);
  memory.giveBack(second);
  expect(memory.lend(SIZE)).toBe(second);
});
