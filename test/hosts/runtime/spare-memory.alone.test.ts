import { setFlagsFromString } from 'node:v8';
import { beforeEach, expect, it, vi } from 'vitest';
import { collectSooner, letFileCome, spareMemory } from '../../../main/hosts/runtime/spare-memory.ts';

vi.mock('node:v8', () => ({ setFlagsFromString: vi.fn() }));

beforeEach(() => vi.mocked(setFlagsFromString).mockClear());

/** Per cent by which the heap may grow, as they were set one after the other. */
function growths(): readonly number[] {
  return vi.mocked(setFlagsFromString).mock.calls.flatMap(([flag]) => {
    const [, percent] = /^--heap-growing-percent=(\d+)$/.exec(flag) ?? [];
    return percent === undefined ? [] : [Number(percent)];
  });
}

it('lets the heap grow more as long as any large file comes', () => {
  collectSooner();
  const [first, second] = [letFileCome(), letFileCome()];
  first();
  second();
  expect(growths()).toEqual([100, 200, 200, 200, 100]);
});

it('goes back to less in a program that runs all day, also where it became one meanwhile', () => {
  const over = letFileCome();
  spareMemory();
  over();
  letFileCome()();
  expect(growths()).toEqual([200, 200, 60, 200, 60]);
});
