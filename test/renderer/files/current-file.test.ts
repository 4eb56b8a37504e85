import { expect, it } from 'vitest';
import { addressed, lost, made, moved, type Current } from '../../../renderer/features/files/current-file.ts';
import { movedAs } from '../../../renderer/features/files/moved-keys.ts';
import { localKey } from '../../../shared/model/file-key.ts';

const [before, after, other] = [localKey('Other/a.txt'), localKey('Other/b.txt'), localKey('Other/c.txt')];
const newPath = movedAs([{ from: 'Other/a.txt', to: 'Other/b.txt' }]);
const current: Current = { key: before, wanted: null, gone: null };

it('stays the file that was moved, whichever of its two keys the list misses, before or after that is known', () => {
  expect(moved(lost(current, before), newPath).key).toBe(after);
  expect(lost(moved(current, newPath), before).key).toBe(after);
  expect(lost(moved(lost(current, before), newPath), before).key).toBe(after);
});

it('is lost where the list misses the file that is current', () => {
  expect(lost(moved(current, newPath), after).key).toBeNull();
  expect(lost(current, before).key).toBeNull();
});

it('is the file that a person made current, whatever is moved or missed since', () => {
  const next = made(lost(current, before), other);
  expect(moved(next, newPath).key).toBe(other);
  expect(lost(next, before).key).toBe(other);
  expect(moved(made(lost(current, before), null), newPath).key).toBeNull();
});

it('is what the address names, and stays where it names nothing any more', () => {
  expect(addressed(current, 'record').key).toBe('record');
  expect(addressed(addressed(current, 'record'), null).key).toBe('record');
});
