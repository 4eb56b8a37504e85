import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deedWords } from '../../../main/app/views/words.ts';

/** Every kind of action with every reason that the engine may give for it, as its types name them. */
function kindsAndReasons(): readonly (readonly [string, string])[] {
  const source = readFileSync(join(import.meta.dirname, '../../../main/engine/actions.ts'), 'utf8');
  const kinds = [...source.matchAll(/readonly kind: '(\w+)';[^}]*?readonly reason:([^;]+);/g)];
  return kinds.flatMap(([, kind = '', reasons = '']) =>
    [...reasons.matchAll(/'([\w-]+)'/g)].map(([, reason = '']) => [kind, reason] as const),
  );
}

it('has plain words for whatever is done, and for every reason', () => {
  const all = kindsAndReasons();
  expect(all.length).toBeGreaterThan(25);
  for (const [action, reason] of all) {
    const { done, why } = deedWords({ action, reason });
    expect(`${done} · ${why}`, `${action} ${reason}`).toMatch(/^[A-Z][a-zA-Z ]+ · [A-Z][a-z][a-zA-Z ,:]+$/);
    expect(why).not.toContain('this version');
  }
});

it('tells a delete that a person said yes to', () => {
  expect(deedWords({ action: 'deleteRemote', reason: 'confirmed' }).why).toBe('You said yes to the delete');
});

it('has words for a history that a newer version wrote', () => {
  const { done, why } = deedWords({ action: 'teleport', reason: 'beamed-up' });
  expect(`${done} ${why}`).not.toMatch(/teleport|beamed/);
});
