import type * as V8 from 'node:v8';
import { setFlagsFromString } from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as SpareMemory from '../../../main/hosts/runtime/spare-memory.ts';

vi.mock('node:v8', () => ({ setFlagsFromString: vi.fn() }));

/** As a program has it that has just begun. */
let memory: typeof SpareMemory;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.mocked(setFlagsFromString).mockClear();
  memory = await import('../../../main/hosts/runtime/spare-memory.ts');
});

afterEach(() => {
  vi.useRealTimers();
});

function flags(): readonly string[] {
  return vi.mocked(setFlagsFromString).mock.calls.map(([flag]) => flag);
}

/** Per cent by which the heap may grow, as they were set one after the other. */
function growths(): readonly number[] {
  return flags().flatMap((flag) => {
    const [, percent] = /^--heap-growing-percent=(\d+)$/.exec(flag) ?? [];
    return percent === undefined ? [] : [Number(percent)];
  });
}

it('lets the heap grow more as long as any large file comes', () => {
  memory.collectSooner();
  vi.runAllTimers();
  const [first, second] = [memory.letFileCome(), memory.letFileCome()];
  first();
  second();
  expect(growths()).toEqual([100, 200, 200, 200, 100]);
});

it('goes back to less in a program that runs all day, also where it became one meanwhile', () => {
  memory.collectSooner();
  vi.runAllTimers();
  const over = memory.letFileCome();
  memory.spareMemory();
  over();
  memory.letFileCome()();
  expect(growths()).toEqual([100, 200, 200, 60, 200, 60]);
  expect(flags()).toContain('--memory-saver-mode');
});

it('leaves the compiled modules of Node valid while a program starts', async () => {
  const real = await vi.importActual<typeof V8>('node:v8');
  memory.collectSooner();
  memory.spareMemory();
  const over = memory.letFileCome();
  const asBuilt = real.cachedDataVersionTag();
  for (const flag of flags()) real.setFlagsFromString(flag);
  expect(real.cachedDataVersionTag()).toBe(asBuilt);
  vi.runAllTimers();
  expect(flags()).toEqual(['--no-parallel-scavenge', '--memory-saver-mode', '--heap-growing-percent=200']);
  over();
  expect(growths()).toEqual([200, 60]);
});
