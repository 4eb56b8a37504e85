import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
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

it('every rule that a guard can hold has one', () => {
  const rules = new Set(MUTANTS.map((mutant) => mutant.rule));
  // Rule 18 alone is one of words; the others are guards.
  for (let rule = 1; rule <= 18; rule++) expect([...rules], `rule ${rule}`).toContain(rule);
});
