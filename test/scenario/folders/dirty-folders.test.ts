import { expect, it } from 'vitest';
import { DirtyFolders } from '../../../main/sync/watch/dirty-folders.ts';

it('names each folder once, and none that another one covers', () => {
  const dirty = new DirtyFolders();
  for (const folder of ['Other', 'Other', 'Other/a', 'Other/a/b', 'Spec Sheet']) dirty.add(folder, false);
  for (const folder of ['Other/a', 'Other/a/c', 'Spec Sheet', 'Otherwise']) dirty.add(folder, true);
  expect(dirty.scope()).toEqual({ below: ['Other/a', 'Spec Sheet', 'Otherwise'], directly: ['Other'] });
});

it('is everything where the whole site may have changed, and nothing where no folder did', () => {
  const dirty = new DirtyFolders();
  expect(dirty.scope()).toEqual({ below: [], directly: [] });
  dirty.add('', false);
  expect(dirty.scope()).toEqual({ below: [], directly: [''] });
  dirty.add('', true);
  expect(dirty.scope()).toBeNull();
});
