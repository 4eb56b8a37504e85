import { expect, it } from 'vitest';
import {
  mayLieIn,
  NONE_FORBIDDEN,
  noteForbidden,
  withoutRead,
} from '../../../main/engine/guards/forbidden-folders.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

const A = 'Photos/a.jpg' as RelPath;
const B = 'Visit/b.txt' as RelPath;

it('a file that is missing when a forbidden folder comes may lie in it, until it is found or the folder is not forbidden', () => {
  const met = noteForbidden(NONE_FORBIDDEN, ['Old'], [A]);
  expect(mayLieIn(met)(A)).toBe('Old');
  expect(mayLieIn(met)(B)).toBe(null);
  expect(noteForbidden(met, ['Old'], [A])).toBe(met);
  expect(mayLieIn(noteForbidden(met, ['Old'], []))(A)).toBe(null);
  expect(noteForbidden(met, [], [A])).toEqual(NONE_FORBIDDEN);
});

it('one that is lost later lies in no folder that was forbidden before, as lost+found', () => {
  const before = noteForbidden(NONE_FORBIDDEN, ['lost+found'], []);
  const after = noteForbidden(before, ['lost+found'], [A]);
  expect(after).toBe(before);
  expect(mayLieIn(after)(A)).toBe(null);
});

it('a forbidden folder that is renamed takes its files along', () => {
  const met = noteForbidden(NONE_FORBIDDEN, ['lost+found', 'Old'], [A]);
  const renamed = noteForbidden(met, ['lost+found', 'Older'], [A, B]);
  expect([A, B].map(mayLieIn(renamed))).toEqual(['lost+found', 'Older']);
  const readable = noteForbidden(renamed, ['Older'], [A, B]);
  expect([A, B].map(mayLieIn(readable))).toEqual(['Older', 'Older']);
});

it('a file that was lost with a later folder may not lie in an earlier one, whatever becomes of the later', () => {
  const first = noteForbidden(NONE_FORBIDDEN, ['lost+found'], []);
  const second = noteForbidden(first, ['lost+found', 'Old'], [A]);
  expect(mayLieIn(second)(A)).toBe('Old');
  const gone = noteForbidden(second, ['lost+found'], [A]);
  expect(mayLieIn(gone)(A)).toBe(null);
  // Numbers are given again: nothing that was let go may come back by that.
  const third = noteForbidden(gone, ['lost+found', 'Another'], []);
  expect([A, B].map(mayLieIn(third))).toEqual([null, null]);
});

it('a folder that was read in between is a new one where it is forbidden again', () => {
  const first = noteForbidden(NONE_FORBIDDEN, ['lost+found'], []);
  const second = noteForbidden(first, ['lost+found', 'Other'], [A]);
  expect(withoutRead(second, () => false)).toBe(second);
  const read = withoutRead(second, (folder) => folder === 'Other');
  expect(read).toEqual(first);
  expect([A, B].map(mayLieIn(noteForbidden(read, ['lost+found', 'Other'], [B])))).toEqual([null, 'Other']);
});
