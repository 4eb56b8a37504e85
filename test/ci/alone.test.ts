import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TESTS = join(import.meta.dirname, '..');
const REPLACES = /\bvi\.(?:do)?mock\(/i;

it('gives a test that replaces a module of others a process of its own, and no other', () => {
  const files = globSync('**/*.test.ts', { cwd: TESTS }).filter((file) => !file.endsWith('.timed.test.ts'));
  const replacing = files.filter((file) => REPLACES.test(readFileSync(join(TESTS, file), 'utf8')));
  expect(replacing.toSorted()).toEqual(files.filter((file) => file.endsWith('.alone.test.ts')).toSorted());
  expect(replacing).not.toEqual([]);
});
