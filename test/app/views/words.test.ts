import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decidedIn, deedWords } from '../../../main/app/views/words.ts';

/** Every kind of action with every reason that the engine may give for it, as its types name them. */
function kindsAndReasons(): readonly (readonly [string, string])[] {
  const source = readFileSync(join(import.meta.dirname, '../../../main/engine/plan/actions.ts'), 'utf8');
  const kinds = [...source.matchAll(/readonly kind: '(\w+)';[^}]*?readonly reason:([^;]+);/g)];
  return kinds.flatMap(([, kind = '', reasons = '']) =>
    [...reasons.matchAll(/'([\w-]+)'/g)].map(([, reason = '']) => [kind, reason] as const),
  );
}

it('has plain words for whatever is done, and for every reason', () => {
  const all = kindsAndReasons();
  expect(all.length).toBeGreaterThan(25);
  for (const [action, reason] of all) {
    const { done, why } = deedWords({ action, reason, path: '' }, new Map());
    expect(`${done} · ${why}`, `${action} ${reason}`).toMatch(/^[A-Z][a-zA-Z ]+ · [A-Z][a-z][a-zA-Z ,:]+$/);
    expect(why).not.toContain('this version');
  }
});

it('tells a delete that a person said yes to', () => {
  const { why } = deedWords({ action: 'deleteRemote', reason: 'confirmed', path: 'Other/a.txt' }, new Map());
  expect(why).toBe('You said yes to the delete');
});

it.each(['create', 'update'])('tells where the service counts other bytes than were sent: %s', (action) => {
  const { why } = deedWords({ action, reason: 'stored-other', path: 'Other/a.txt' }, new Map());
  expect(why).toBe('The service keeps it at another size');
});

it('tells of a copy that went with its conflict which version was kept', () => {
  const path = 'Other/a (conflict 2026-11-21 0942 T).txt';
  const line = { action: 'deleteRemote', reason: 'confirmed', path };
  const resolved = (reason: string) => ({ action: 'resolve', reason, path });
  for (const [choice, words] of [
    ['theirs', 'You kept theirs'],
    ['mine', 'You kept yours'],
  ] as const) {
    const decided = decidedIn([line, resolved(choice), resolved('both')]);
    expect(deedWords(line, decided)).toEqual({ done: 'Deleted on the service', why: words });
    expect(deedWords(resolved(choice), decided)).toEqual({ done: 'Conflict resolved', why: words });
  }
  // Another file goes for its own sake.
  const other = deedWords({ ...line, path: 'Other/b.txt' }, decidedIn([resolved('theirs')]));
  expect(other.why).toBe('You said yes to the delete');
});

it('has words for a history that a newer version wrote', () => {
  const { done, why } = deedWords({ action: 'teleport', reason: 'beamed-up', path: '' }, new Map());
  expect(`${done} ${why}`).not.toMatch(/teleport|beamed/);
});
