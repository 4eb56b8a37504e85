import { expect, it } from 'vitest';
import { FolderTree } from '../../../main/adapters/watch/folder-tree.ts';
import { ownWorkOf } from '../../support/measures/own-work.ts';

function treeOf(...folders: readonly string[]): FolderTree<string> {
  const tree = new FolderTree<string>();
  for (const folder of folders) tree.set(folder, folder);
  return tree;
}

it('drops a folder with all below it, and none that only begins alike', () => {
  const tree = treeOf('', 'Other', 'Other/a', 'Other/a/b', 'Other/a b', 'Other 2');
  expect([...tree.take('Other/a')].toSorted()).toEqual(['Other/a', 'Other/a/b']);
  expect(tree.has('Other/a/b')).toBe(false);
  tree.set('Other/a', 'again');
  expect([...tree.take('Other')].toSorted()).toEqual(['Other', 'Other/a b', 'again']);
  expect([...tree.take('Other')]).toEqual([]);
  expect([...tree.take('')].toSorted()).toEqual(['', 'Other 2']);
});

it('drops 40,000 folders one by one without a look at all the others each time', () => {
  const folders = Array.from({ length: 40_000 }, (_, n) => `Other/${n}`);
  const tree = treeOf('', 'Other', ...folders);
  let dropped = 0;
  const took = ownWorkOf(() => {
    for (const folder of folders) dropped += [...tree.take(folder)].length;
  });
  // Some 50 ms: 40,000 looks at 40,000 folders are two minutes.
  expect(took).toBeLessThan(5000);
  expect(dropped).toBe(40_000);
  expect([...tree.take('')].toSorted()).toEqual(['', 'Other']);
});
