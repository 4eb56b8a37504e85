import { describe, expect, it } from 'vitest';
import type { Action } from '../../../main/engine/plan/actions.ts';
import { aliasPath } from '../../../main/engine/names/local-names.ts';
import { plan } from '../../../main/engine/plan/plan.ts';
import type { Policy } from '../../../main/engine/policy.ts';
import { withoutSettled } from '../../../main/engine/compare/settled.ts';
import type { BaseFile, LocalFile, RemoteFile, Trees } from '../../../main/engine/trees.ts';
import type { ContentHash, FileId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import { baseName, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { POLICY } from '../policy.ts';

const HASH = 'a'.repeat(64) as ContentHash;
const AT = '2026-01-01T00:00:00Z';

/** `n` is its age: the first record is the oldest. */
function record(n: number, place: string, fingerprint = 'v1'): RemoteFile {
  return {
    id: `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000` as FileId,
    category: 'other',
    name: baseName(place),
    size: 1,
    facts: { ...NO_FACTS, path: place as RelPath },
    fingerprint: fingerprint as RemoteFingerprint,
    createdAt: `2026-01-01T00:00:${String(n).padStart(2, '0')}Z`,
    updatedAt: AT,
    firstSeen: 1,
  };
}

function file(n: number, place: string, changes: Partial<LocalFile> = {}): LocalFile {
  return { path: place as RelPath, size: 1, mtimeNs: BigInt(n), ino: BigInt(n), hash: HASH, ...changes };
}

/** In step as this file and this record, wherever both are now. */
function agreement({ path, size, mtimeNs, ino }: LocalFile, remote: RemoteFile): BaseFile {
  const { id, category, name, updatedAt, facts } = remote;
  const implied = facts.path ?? path;
  const agreed = { id, path, impliedPath: implied, category, name, hash: HASH, size, mtimeNs, ino };
  return { ...agreed, remote: 'v1' as RemoteFingerprint, opId: null, updatedAt };
}

function treesOf(
  base: readonly BaseFile[],
  local: readonly LocalFile[],
  remote: readonly RemoteFile[],
): Trees {
  return {
    base: new Map(base.map((one) => [one.id, one])),
    local: new Map(local.map((one) => [pathKey(one.path), one])),
    remote: new Map(remote.map((one) => [one.id, one])),
  };
}

function line(action: Action): string {
  return action.kind === 'moveLocal'
    ? `move ${action.path} to ${action.to}${action.settles ? '' : ', to go on'}`
    : `${action.kind} ${action.path}`;
}

/** As all of the site plans it, which is as what is not settled of it does. */
function planned(trees: Trees, policy: Partial<Policy> = {}): readonly string[] {
  const asked = { ...POLICY, ...policy };
  const actions = plan(trees, asked);
  expect(plan(withoutSettled(trees, asked), asked)).toEqual(actions);
  return actions.map(line);
}

const NOTES = record(1, 'Other/Notes');
const PLAN = record(2, 'Other/Notes/plan.txt');
const ALIAS = 'Other/Notes ~00000001';
const here = file(1, 'Other/Notes');
const agreed = agreement(here, NOTES);

describe('a record whose place is a folder', () => {
  it('gets its alias, in whichever order the records came', () => {
    const download = [`download ${ALIAS}`, 'download Other/Notes/plan.txt'];
    expect(planned(treesOf([], [], [NOTES, PLAN])).toSorted()).toEqual(download);
    const older = record(0, 'Other/Notes/plan.txt');
    expect(planned(treesOf([], [], [NOTES, older])).toSorted()).toEqual(download);
  });

  it.each(['Other/NOTES/plan.txt', 'Other/notes/a/b.txt'])(
    'gets it if the folder has another case (%s)',
    (place) => {
      expect(planned(treesOf([], [], [NOTES, record(2, place)]))).toContain(`download ${ALIAS}`);
    },
  );

  it('gets it if the folder has another spelling', () => {
    const other = [record(1, 'Other/Pla\u0308ne'), record(2, 'Other/Pl\u00e4ne/a.txt')];
    expect(planned(treesOf([], [], other))).toContain('download Other/Pla\u0308ne ~00000001');
  });

  it('gets a number if other records have the names of both its aliases', () => {
    const names = ([0, 1] as const).map((mark) => aliasPath('Other/Notes' as RelPath, NOTES.id, mark));
    const others = names.map((name, n) => ({ here: file(3 + n, name), there: record(3 + n, name) }));
    const agreements = others.map((each) => agreement(each.here, each.there));
    const trees = treesOf(
      agreements,
      others.map((each) => each.here),
      [NOTES, PLAN, ...others.map((each) => each.there)],
    );
    expect(planned(trees).toSorted()).toEqual([`download ${names[1]} (2)`, 'download Other/Notes/plan.txt']);
  });

  it('gets it if a person’s files lie in that folder, sent or not', () => {
    const mine = file(2, 'Other/Notes/mine.txt');
    expect(planned(treesOf([], [mine], [NOTES]))).toEqual([`download ${ALIAS}`, `create ${mine.path}`]);
    const sent = record(2, mine.path);
    expect(planned(treesOf([agreement(mine, sent)], [mine], [NOTES, sent]))).toEqual([`download ${ALIAS}`]);
  });

  it('gets its plain name if nothing of that folder is kept here', () => {
    const wanted: Policy['wanted'] = ({ id }) => id !== PLAN.id;
    expect(planned(treesOf([], [], [NOTES, PLAN]), { wanted })).toEqual(['download Other/Notes']);
    const ignored: Policy['ignored'] = (path) => path.startsWith('Other/Notes/');
    expect(planned(treesOf([], [], [NOTES, PLAN]), { ignored })).toEqual(['download Other/Notes']);
  });

  it('waits if all files of that folder are about to go', () => {
    const inside = file(2, 'Other/Notes/plan.txt');
    const trees = treesOf([agreement(inside, PLAN)], [inside], [NOTES]);
    expect(planned(trees)).toEqual([`trashLocal ${inside.path}`, 'wait Other/Notes']);
    const stays = file(3, 'Other/Notes/deep/mine.txt');
    const others = treesOf([agreement(inside, PLAN)], [inside, stays], [NOTES]);
    expect(planned(others)).toContain(`download ${ALIAS}`);
  });

  it('gets its alias where it was deleted here, changed there and comes back', () => {
    const inside = file(2, 'Other/Notes/plan.txt');
    const changed = record(1, 'Other/Notes', 'v2');
    const trees = treesOf([agreed, agreement(inside, PLAN)], [inside], [changed, PLAN]);
    expect(planned(trees)).toEqual([`download ${ALIAS}`]);
  });
});

describe('a file that lies where a folder has to be', () => {
  const aside = [`move Other/Notes to ${ALIAS}`, 'wait Other/Notes/plan.txt'];

  it('moves aside before anything comes into the folder', () => {
    expect(planned(treesOf([agreed], [here], [NOTES, PLAN]))).toEqual(aside);
  });

  it.each([
    ['touched', { mtimeNs: 9n }],
    ['edited', { mtimeNs: 9n, size: 2, hash: 'b'.repeat(64) as ContentHash }],
  ])('moves aside unchanged if it was %s here', (_what, changes) => {
    expect(planned(treesOf([agreed], [file(1, 'Other/Notes', changes)], [NOTES, PLAN]))).toEqual(aside);
  });

  it('moves aside, and what changed there comes next', () => {
    const changed = record(1, 'Other/Notes', 'v2');
    const [move, wait] = planned(treesOf([agreed], [here], [changed, PLAN]));
    expect([move, wait]).toEqual([`${aside[0]}, to go on`, aside[1]]);
  });

  it('is sent first where nothing is agreed on about it', () => {
    expect(planned(treesOf([], [here], [PLAN]))).toEqual(['wait Other/Notes/plan.txt', 'create Other/Notes']);
  });

  it('is waited for if it is about to go', () => {
    expect(planned(treesOf([agreed], [here], [PLAN]))).toEqual([
      'trashLocal Other/Notes',
      'wait Other/Notes/plan.txt',
    ]);
    const renamed = record(1, 'Other/log.txt', 'v2');
    expect(planned(treesOf([agreed], [here], [renamed, PLAN]))).toEqual([
      'move Other/Notes to Other/log.txt, to go on',
      'wait Other/Notes/plan.txt',
    ]);
  });

  it('stays if nothing comes into the folder, or if a folder of exactly that name exists beside it', () => {
    const inside = file(2, 'Other/notes/a.txt');
    const sent = record(2, inside.path);
    const both = [agreed, agreement(inside, sent)];
    expect(planned(treesOf(both, [here, inside], [NOTES, sent]))).toEqual([]);
    const next = record(3, 'Other/notes/b.txt');
    const trees = treesOf(both, [here, inside], [NOTES, sent, next]);
    expect(planned(trees)).toEqual(['download Other/notes/b.txt']);
  });
});

describe('moves on the service between files and folders', () => {
  /** Each file, and where its record is now. */
  function moves(...all: readonly (readonly [from: string, to: string])[]): readonly string[] {
    const files = all.map(([from], n) => file(n + 1, from));
    const records = all.map(([, to], n) => record(n + 1, to, 'v2'));
    const base = files.map((one, n) => agreement(one, record(n + 1, one.path)));
    return planned(treesOf(base, files, records)).map((each) => each.replace(', to go on', ''));
  }

  it('a file leaves before others come into a folder of its name, and a folder before a file gets its name', () => {
    expect(moves(['a', 'n/a'], ['n', 'b'])).toEqual(['move n to b', 'move a to n/a']);
    expect(moves(['a', 'n'], ['n/x', 'm/x'], ['n/d/y', 'm/y'])).toEqual([
      'move n/x to m/x',
      'move n/d/y to m/y',
      'move a to n',
    ]);
  });

  it('a file gives way to what moves into a folder of its name, and gets no name of a folder that stays', () => {
    expect(moves(['a', 'n/a'], ['n', 'n'])).toEqual(['move n to n ~00000002', 'move a to n/a']);
    expect(moves(['a', 'n'], ['n/x', 'm/x'], ['n/y', 'n/y'])).toContain('move a to n ~00000001');
  });

  it('a file that gets into, or out of, a folder of its own name stops on the way', () => {
    expect(moves(['n', 'n/x'])).toEqual(['move n to n ~00000001']);
    expect(moves(['n/x', 'n'])).toEqual(['move n/x to n ~00000001']);
  });

  it('a ring of two folders is broken by a stop outside of both', () => {
    expect(moves(['n/x', 'm'], ['m/y', 'n'])).toEqual(['move m/y to m ~00000002', 'move n/x to m']);
  });

  it('a file has the alias of its record already, and keeps it', () => {
    expect(moves(['n ~00000001', 'n'], ['n/y', 'n/y'])).toContain('move n ~00000001 to n ~00000001');
    expect(moves(['n', 'N'], ['N ~00000002', 'n'])).toEqual([
      'move n to N',
      'move N ~00000002 to n ~00000002',
    ]);
  });

  it('a stop lies beside the existing folder, if a file has its name in another case', () => {
    expect(moves(['n', 'N/x/y'], ['N/x/y', 'n/x'])).toEqual([
      'move N/x/y to N/x ~00000002',
      'move n to N/x/y',
    ]);
  });
});
