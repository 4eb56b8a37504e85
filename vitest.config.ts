import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const TIMED = 'test/**/*.timed.test.ts';
/** Modules of others are replaced, or signals sent that others hear. */
const ALONE = 'test/**/*.alone.test.ts';
const IN_A_BROWSER = [
  'test/e2e/**/*.test.ts',
  'test/renderer/**/*.test.ts',
  'test/hosts/web/neighbours.test.ts',
  'test/demo/first-sight.test.ts',
];
const IN_CI = process.env['CI'] === 'true';
/** One more than the smallest machine has processors: a fifth of their time these tests wait, for clocks and for the disk. */
const AT_ONCE = 3;
// Threads of the tests strip types as those of the program do, which keeps the outcome as well.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'code');

export default defineConfig({
  test: {
    pool: 'forks',
    // The tests run the engine in their own processes.
    setupFiles: ['main/hosts/runtime/wasm-wrappers.mjs'],
    // For what hangs. A machine that others share has taken a minute for what a quiet one does in five seconds.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // What is waited for comes soon; how soon is a matter of the machine and of what else it does.
    expect: { poll: { timeout: 45_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['test/**/*.test.ts'],
          exclude: [TIMED, ALONE, ...IN_A_BROWSER],
          maxWorkers: AT_ONCE,
          // To start a process and to load the engine takes most files longer than their tests do.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: [ALONE], maxWorkers: AT_ONCE },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: IN_A_BROWSER,
          exclude: [TIMED],
          maxWorkers: 2,
          isolate: false,
          // Not among the others: a process goes on with files of its own project alone.
          sequence: { groupOrder: 1 },
          // Where other work shares the machine a browser may miss its time; a fault of ours fails twice, and is named
          // either way.
          retry: IN_CI ? 1 : 0,
        },
      },
      {
        extends: true,
        // After the others and one at a time: what is measured shares the machine with nothing else of ours.
        test: {
          name: 'timed',
          include: [TIMED],
          maxWorkers: 1,
          // As the program runs: to clear out more room for young objects at once holds up all else for as long.
          execArgv: ['--max-semi-space-size=2'],
          sequence: { groupOrder: 2 },
          // What others do on the machine only adds to a time: a fault of ours misses its bound each time, noise does
          // not. What passed after a failed try is named at the end.
          retry: IN_CI ? 2 : 0,
        },
      },
    ],
  },
});
