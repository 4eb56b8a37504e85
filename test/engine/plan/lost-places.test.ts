import { describe, expect, it } from 'vitest';
import type { Action, Download } from '../../../main/engine/plan/actions.ts';
import { plan } from '../../../main/engine/plan/plan.ts';
import type { Policy } from '../../../main/engine/policy.ts';
import type { LocalFile, RemoteFile, Trees } from '../../../main/engine/trees.ts';
import { type RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { AGREED, recordOf } from '../agreed-record.ts';
import { localFile, remoteFile, treesOf } from '../plain-trees.ts';
import { POLICY } from '../policy.ts';

let inode = 1n;
const local = (path: string, over: Partial<LocalFile> = {}): LocalFile =>
  localFile(path, { ino: inode++, ...over });
const record = (id: string, over: Partial<RemoteFile> = {}): RemoteFile => remoteFile(id, 'a.txt', over);

function planOf(
  files: readonly LocalFile[],
  records: readonly RemoteFile[],
  policy: Partial<Policy> = {},
  base: Trees['base'] = new Map(),
): readonly Action[] {
  return plan(treesOf(files, records, base.values()), { ...POLICY, joinedAt: 2, ...policy });
}

const kinds = (actions: readonly Action[]): readonly string[] =>
  actions.map(({ kind, path, reason }) => `${kind} ${path} ${reason}`).toSorted();
const maybes = (actions: readonly Action[]): readonly (readonly [number, ...string[]] | null)[] =>
  actions
    .filter((action): action is Download => action.kind === 'download')
    .map(({ maybe }) => maybe && [maybe.first, ...maybe.files.map(({ path }) => path)]);

const DOWNLOADED = 'download Other/a.txt new-on-service';
const WAITS = 'wait Other/sub/a.txt maybe-there';
const CREATED = 'create Other/sub/a.txt new-here';

describe('a file that may be that of a record which cannot say where it lies', () => {
  it('waits until the bytes of the record are known, which are compared with it', () => {
    const actions = planOf([local('Other/sub/a.txt')], [record('r')]);
    expect(kinds(actions)).toEqual([DOWNLOADED, WAITS]);
    expect(maybes(actions)).toEqual([[0, 'Other/sub/a.txt']]);
  });

  it('is read first', () => {
    const actions = planOf([local('Other/sub/a.txt', { hash: null })], [record('r')]);
    expect(kinds(actions)).toEqual(['hash Other/sub/a.txt maybe-same-bytes', 'wait Other/a.txt maybe-there']);
  });

  it('may lie outside the folders of categories, and then be of any', () => {
    const actions = planOf([local('Block A/a.txt')], [record('r', { category: 'spec-sheet' })]);
    expect(maybes(actions)).toEqual([[0, 'Block A/a.txt']]);
  });

  it('may have the name that this record alone has here', () => {
    const id = '12345678-0000-4000-8000-000000000000';
    const alias = local('Other/sub/a ~12345678.txt');
    expect(maybes(planOf([alias, local('Other/sub/a.txt')], [record(id)]))).toEqual([[0, alias.path]]);
  });

  it.each<[string, Partial<RemoteFile>, Partial<LocalFile>, Partial<Policy>]>([
    ['has another size', { size: 5 }, {}, {}],
    ['has no size', { size: null }, {}, {}],
    ['has another name', { name: 'b.txt' }, {}, {}],
    ['is of another category', { category: 'spec-sheet' }, {}, {}],
    ['says where it lies', { facts: { ...NO_FACTS, path: 'Other/a.txt' as RelPath } }, {}, {}],
    ['came after the site was joined', { firstSeen: 3 }, {}, {}],
    ['is not wanted here', {}, {}, { wanted: () => false }],
    ['would lie in what is left out', {}, {}, { ignored: (path) => path === 'Other/a.txt' }],
  ])('is another one where the record %s', (_, of, file, policy) => {
    const actions = planOf([local('Other/sub/a.txt', file)], [record('r', of)], policy);
    expect(kinds(actions)).toContain(CREATED);
    expect(maybes(actions).every((maybe) => maybe === null)).toBe(true);
  });

  it('is not one that another record names', () => {
    const facts = { ...NO_FACTS, path: 'Other/sub/a.txt' as RelPath };
    const actions = planOf([local('Other/sub/a.txt')], [record('r'), record('s', { facts })]);
    expect(kinds(actions)).toEqual([DOWNLOADED, 'reconcile Other/sub/a.txt new-on-both']);
    expect(maybes(actions)).toEqual([null]);
  });

  it('waits for no record that cannot be fetched as long as a delete waits for the file', () => {
    const { size, hash } = AGREED;
    const actions = planOf(
      [local('Other/sub/a.txt', { size, hash })],
      [recordOf(AGREED), record('r', { size })],
      {},
      new Map([[AGREED.id, AGREED]]),
    );
    expect(kinds(actions)).toEqual([
      CREATED,
      'deleteRemote Other/a.txt deleted-here',
      'wait Other/a.txt place-taken',
    ]);
  });
});

describe('several records of one name', () => {
  it('begin with one file each', () => {
    const files = ['Other/x/a.txt', 'Other/y/a.txt'];
    const actions = planOf(
      files.map((path) => local(path)),
      [record('r'), record('s')],
    );
    expect(maybes(actions)).toEqual([
      [0, ...files],
      [1, ...files],
    ]);
  });

  it('leave the file in the place that all of them imply to the one that has its bytes', () => {
    const actions = planOf([local('Other/a.txt')], [record('r'), record('s'), record('t', { size: 9 })]);
    expect(maybes(actions)).toEqual([[0, 'Other/a.txt'], [1, 'Other/a.txt'], [0]]);
    expect(actions.some(({ path, kind }) => kind !== 'wait' && path === 'Other/a.txt')).toBe(false);
  });

  it('leave it to the first one if none can have its bytes', () => {
    const actions = planOf([local('Other/a.txt')], [record('r', { size: 8 }), record('t', { size: 9 })]);
    expect(kinds(actions)[1]).toBe('reconcile Other/a.txt new-on-both');
  });

  it('is one alone: the file in its place comes first', () => {
    const actions = planOf([local('Other/Sub/a.txt'), local('Other/a.txt')], [record('r')]);
    expect(maybes(actions)).toEqual([[1, 'Other/Sub/a.txt', 'Other/a.txt']]);
  });
});
