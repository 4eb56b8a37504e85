import { appendFileSync, mkdirSync, renameSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SITE, type World } from '../../support/laptop.ts';

/** What both sides hold when they are in step, and what then happens before the sync that goes wrong. */
export interface Scenario {
  readonly name: string;
  readonly change: (folder: string, store: World['service']['store']) => void;
}

/** Files that both sides have before a scenario begins. */
export const BEFORE: Readonly<Record<string, string>> = {
  'edited.txt': 'edited v1',
  'renamed.txt': 'renamed v1',
  'deleted.txt': 'deleted v1',
  'both.txt': 'both v1',
  'still.txt': 'still v1',
  'moved.txt': 'moved v1',
};

const LARGE = 'x'.repeat(1_200_000);

function put(folder: string, path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
  age(folder, path);
}

/** Nothing waits for it to be still. */
function age(folder: string, path: string): void {
  const aMinuteAgo = Date.now() / 1000 - 60;
  utimesSync(join(folder, path), aMinuteAgo, aMinuteAgo);
}

type Store = World['service']['store'];

function idOf(store: Store, name: string): string {
  const found = store.files(SITE).find((file) => file.name === name);
  if (found === undefined) throw new Error(`No record ${name}`);
  return found.id;
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'changes here go up',
    change: (folder) => {
      put(folder, 'Spec Sheet/new.txt', 'new here');
      put(folder, 'Other/large.bin', LARGE);
      appendFileSync(join(folder, 'Other/edited.txt'), ' and v2');
      age(folder, 'Other/edited.txt');
      renameSync(join(folder, 'Other/renamed.txt'), join(folder, 'Other/renamed here.txt'));
      unlinkSync(join(folder, 'Other/deleted.txt'));
    },
  },
  {
    name: 'changes there come down',
    change: (_, store) => {
      store.addFile(SITE, { name: 'new.txt', category: 'spec-sheet', content: 'new there' });
      store.addFile(SITE, { name: 'large.bin', category: 'other', content: LARGE });
      store.editFile(idOf(store, 'edited.txt'), { content: 'edited there' });
      store.editFile(idOf(store, 'renamed.txt'), { name: 'renamed there.txt' });
      store.deleteFile(idOf(store, 'deleted.txt'));
    },
  },
  {
    name: 'changes on both sides meet',
    change: (folder, store) => {
      put(folder, 'Other/both.txt', 'both, from here');
      store.editFile(idOf(store, 'both.txt'), { content: 'both, from there' });
      put(folder, 'Other/deleted.txt', 'deleted there, edited here');
      store.deleteFile(idOf(store, 'deleted.txt'));
      unlinkSync(join(folder, 'Other/edited.txt'));
      store.editFile(idOf(store, 'edited.txt'), { content: 'edited there, deleted here' });
      renameSync(join(folder, 'Other/moved.txt'), join(folder, 'Other/moved here.txt'));
      store.editFile(idOf(store, 'moved.txt'), { content: 'moved here, edited there' });
      put(folder, 'Other/same.txt', 'the same on both sides');
      store.addFile(SITE, { name: 'same.txt', category: 'other', content: 'the same on both sides' });
    },
  },
];
