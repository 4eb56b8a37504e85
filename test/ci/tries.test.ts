import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

interface Config {
  readonly test: { readonly projects: readonly { readonly test: { name: string; retry?: number } }[] };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function tries(ci: string): Promise<unknown> {
  vi.stubEnv('CI', ci);
  const { default: config } = await vi.importActual<{ default: Config }>('../../vitest.config.ts');
  return Object.fromEntries(config.test.projects.map(({ test: { name, retry = 0 } }) => [name, 1 + retry]));
}

it('gives what a busy machine can fail further tries, and in CI alone', async () => {
  expect(await tries('true')).toEqual({ engine: 1, alone: 1, browser: 2, timed: 3 });
  vi.resetModules();
  expect(await tries('')).toEqual({ engine: 1, alone: 1, browser: 1, timed: 1 });
});

it('says to the tests that they run in CI', () => {
  const script = readFileSync(join(import.meta.dirname, '..', '..', '.ci', 'run'), 'utf8');
  expect(script).toMatch(/^export CI=true$[^]*^npx node \.ci\/test\.mjs /m);
});
