import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TESTS = join(import.meta.dirname, '..');
/** A module of others, or what they hear: a signal reaches also what an earlier file left listening. */
const REACHES_OTHERS = /\bvi\.(?:do)?mock\(|^import .*\bsyncBuiltinESMExports\b|\bprocess\.emit\(/im;

it('gives a test that replaces modules of others or signals them a process of its own, and no other', () => {
  const files = globSync('**/*.test.ts', { cwd: TESTS }).filter((file) => !file.endsWith('.timed.test.ts'));
  const alone = files.filter((file) => REACHES_OTHERS.test(readFileSync(join(TESTS, file), 'utf8')));
  expect(alone.toSorted()).toEqual(files.filter((file) => file.endsWith('.alone.test.ts')).toSorted());
  expect(alone).not.toEqual([]);
});
