import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decidedIn, deedWords, putBackIn } from '../../../main/app/views/words.ts';
import type { Activity } from '../../../main/sync/ports/mirror/history.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { fileId } from '../../support/model-values.ts';

/** Every kind of action with every reason that the engine may give for it, as its types name them. */
function kindsAndReasons(): readonly (readonly [string, string])[] {
  const source = readFileSync(join(import.meta.dirname, '../../../main/engine/plan/actions.ts'), 'utf8');
  const kinds = [...source.matchAll(/readonly kind: '(\w+)';[^}]*?readonly reason:([^;]+);/g)];
  return kinds.flatMap(([, kind = '', reasons = '']) =>
    [...reasons.matchAll(/'([\w-]+)'/g)].map(([, reason = '']) => [kind, reason] as const),
  );
}

const NOTHING = decidedIn([]);

function line(about: Partial<Activity>): Activity {
  const site = 'site-1' as SiteId;
  return { at: 5, site, file: fileId('1'), path: 'Other/a.txt', action: '', reason: '', bytes: 0, ...about };
}

it('has plain words for whatever is done, and for every reason', () => {
  const all = kindsAndReasons();
  expect(all.length).toBeGreaterThan(25);
  for (const [action, reason] of all) {
    const { done, why } = deedWords(line({ action, reason }), NOTHING);
    expect(`${done} · ${why}`, `${action} ${reason}`).toMatch(/^[A-Z][a-zA-Z ]+ · [A-Z][a-z][a-zA-Z ,:]+$/);
    expect(why).not.toContain('this version');
  }
});

it('tells a delete that a person said yes to', () => {
  const { why } = deedWords(line({ action: 'deleteRemote', reason: 'confirmed' }), NOTHING);
  expect(why).toBe('You said yes to the delete');
});

it.each(['create', 'update'])('tells where the service counts other bytes than were sent: %s', (action) => {
  const { why } = deedWords(line({ action, reason: 'stored-other' }), NOTHING);
  expect(why).toBe('The service keeps it at another size');
});

it('tells of a copy that went with its conflict which version was kept', () => {
  const path = 'Other/a (conflict 2026-11-21 0942 T).txt';
  const gone = line({ action: 'deleteRemote', reason: 'confirmed', path });
  const resolved = (reason: string) => line({ action: 'resolve', reason, path });
  for (const [choice, words] of [
    ['theirs', 'You kept theirs'],
    ['mine', 'You kept yours'],
  ] as const) {
    const decided = decidedIn([gone, resolved(choice), resolved('both')]);
    expect(deedWords(gone, decided)).toEqual({ done: 'Deleted on the service', why: words });
    expect(deedWords(resolved(choice), decided)).toEqual({ done: 'Conflict resolved', why: words });
  }
  // Another file goes for its own sake.
  const other = deedWords({ ...gone, path: 'Other/b.txt' }, decidedIn([resolved('theirs')]));
  expect(other.why).toBe('You said yes to the delete');
});

it('tells of what follows an undone delete that the person put the file back', () => {
  const undone = line({ action: 'putBack', reason: 'held' });
  const fetched = line({ action: 'download', reason: 'new-on-service', path: 'Other/a ~1a2b3c4d.txt' });
  const sent = line({ action: 'create', reason: 'edit-beats-delete', file: fileId('2') });
  const whyAfter = (...since: readonly Activity[]): readonly string[] => {
    const lines = [...since.toReversed(), undone];
    const decided = decidedIn(lines);
    expect(deedWords(undone, decided)).toEqual({ done: 'Delete undone', why: 'You put it back' });
    return since.map((each) => deedWords(each, decided).why);
  };
  expect([whyAfter(fetched), whyAfter(sent)]).toEqual([['You put it back'], ['You put it back']]);
  for (const other of [
    { ...fetched, file: fileId('2') },
    { ...fetched, site: 'site-2' as SiteId },
    { ...sent, path: 'Other/b.txt' },
    { ...fetched, reason: 'changed-on-service' },
  ])
    expect(whyAfter(other)).not.toContain('You put it back');
  // What came before it came for another reason.
  expect(deedWords({ ...fetched, at: 4 }, decidedIn([undone, { ...fetched, at: 4 }])).why).not.toBe(
    'You put it back',
  );
  // Only the first that comes after it: a copy that was given up since comes again for another reason.
  const free = line({ action: 'free', reason: 'not-kept-here', at: 6 });
  const again = { ...fetched, at: 7 };
  const looked = line({ action: 'hash', reason: 'changed-here' });
  expect(whyAfter(looked, fetched, free, again)[1]).toBe('You put it back');
  expect(whyAfter(looked, fetched, free, again)[3]).toBe('New on the service');
  expect(whyAfter(fetched, again)).toEqual(['You put it back', 'New on the service']);
  // One that lay in the trash was back at once.
  expect(whyAfter(free, again)[1]).toBe('New on the service');
  expect(whyAfter(sent, { ...sent, at: 7, file: fileId('3') })[1]).not.toBe('You put it back');
  // Undone once more, it is put back once more.
  const twice = decidedIn([again, { ...undone, at: 6 }, fetched, undone]);
  expect([fetched, again].map((each) => deedWords(each, twice).why)).toEqual([
    'You put it back',
    'You put it back',
  ]);
});

it('knows which records are still to come back, by the last line about each', () => {
  const undone = line({ action: 'putBack', reason: 'held' });
  const fetched = line({ action: 'download', reason: 'new-on-service' });
  expect([...putBackIn([undone, fetched])]).toEqual([undone.file]);
  expect([...putBackIn([fetched, undone])]).toEqual([]);
  expect([...putBackIn([{ ...fetched, file: fileId('2') }, undone])]).toEqual([undone.file]);
  expect([...putBackIn([{ ...undone, file: null }])]).toEqual([]);
});

it('has words for a history that a newer version wrote', () => {
  const { done, why } = deedWords(line({ action: 'teleport', reason: 'beamed-up' }), NOTHING);
  expect(`${done} ${why}`).not.toMatch(/teleport|beamed/);
});
