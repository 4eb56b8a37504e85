import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { Workspace } from './workspace.ts';

// Each starts the test runner anew in a copy of the checkout.
const LONG = 120_000;
const TEST = 'test/engine/times/back-off.test.ts';

let workspace: Workspace;

beforeAll(() => {
  workspace = new Workspace(join(import.meta.dirname, '..', '..'));
});
afterAll(() => workspace.remove());

it('has all in its copy that a test needs', { timeout: LONG }, async () => {
  expect(await workspace.failing([TEST])).toEqual([]);
});

it('switches a guard off in its copy, and hears what its tests say', { timeout: LONG }, async () => {
  const guard = MUTANTS.find(({ tests, only }) => tests.includes(TEST) && only === undefined);
  expect(guard).toBeDefined();
  expect(await workspace.judge(guard!)).toBe('failed');
  expect(await workspace.judge({ ...guard!, tests: ['test/shared/file-key.test.ts'] })).toBe('passed');
});
