import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    // Where other work shares the machine a browser may miss its time; a fault of ours fails twice, and is named either way.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    hookTimeout: 20_000,
    // What is waited for comes soon; how soon is a matter of the machine and of what else it does.
    expect: { poll: { timeout: 15_000 } },
  },
});
