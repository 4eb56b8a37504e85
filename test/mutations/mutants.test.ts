import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { MUTANTS, mutate } from './mutants.ts';

const CHECKOUT = join(import.meta.dirname, '..', '..');

it('every guard can be switched off in the code as it is, and every test that it names is there', () => {
  for (const mutant of MUTANTS) {
    const mutated = mutate(mutant, readFileSync(join(CHECKOUT, mutant.file), 'utf8'));
    expect(() => stripTypeScriptTypes(mutated), mutant.off).not.toThrow();
    for (const test of mutant.tests) expect(existsSync(join(CHECKOUT, test)), test).toBe(true);
  }
});

it('what a guard names of its tests is in the name of one of them', () => {
  const lost = MUTANTS.filter(({ only, tests }) => {
    if (only === undefined) return false;
    return !tests.some((test) => new RegExp(only).test(withImported(test)));
  });
  expect(lost.map(({ off, only }) => `${off}: ${only}`)).toEqual([]);
});

it('every rule that a guard can hold has one', () => {
  const rules = new Set(MUTANTS.map((mutant) => mutant.rule));
  // Rule 18 alone is one of words; the others are guards.
  for (let rule = 1; rule <= 18; rule++) expect([...rules], `rule ${rule}`).toContain(rule);
});

/** The text of a test, and of the suites that it takes its cases from. */
function withImported(file: string, seen = new Set<string>()): string {
  if (seen.has(file)) return '';
  seen.add(file);
  const text = readFileSync(join(CHECKOUT, file), 'utf8');
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path]) => join(dirname(file), path!));
  const ofTests = imported.filter((path) => path.startsWith('test/'));
  return [text, ...ofTests.map((path) => withImported(path, seen))].join('\n');
}
