import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // What is waited for comes soon; how soon is a matter of the machine and of what else it does.
    expect: { poll: { timeout: 15_000 } },
  },
});
