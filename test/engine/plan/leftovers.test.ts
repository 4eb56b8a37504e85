import { describe, expect, it } from 'vitest';
import { plan } from '../../../main/engine/plan/plan.ts';
import type { Policy } from '../../../main/engine/policy.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../../../main/engine/trees.ts';
import type { FileId, OpId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import { baseName, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { hash, path } from '../agreed-record.ts';
import { POLICY } from '../policy.ts';

const ID = 'c0ffee00-0000-4000-8000-000000000001' as FileId;

/** Where its maker keeps the file, and where the record of it implies that it lies. */
const STATED = path('Other/plan\\east.txt');
const ALIAS = path('Other/plan_east ~c0ffee00.txt');
const DEEP = path(`${Array.from({ length: 40 }, () => 'd').join('/')}/a.txt`);

function recordOf(stated: RelPath, changes: Partial<RemoteFile> = {}): RemoteFile {
  return {
    id: ID,
    category: 'other',
    name: baseName(stated),
    size: 1,
    facts: { path: stated, sha256: hash('a'), mtimeMs: null, opId: 'op-1' as OpId, basedOn: [] },
    fingerprint: 'r1' as RemoteFingerprint,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    firstSeen: 1,
    ...changes,
  };
}

const RECORD = recordOf(STATED);
const HERE: LocalFile = { path: STATED, size: 1, mtimeNs: 10n, ino: 7n, hash: hash('a') };

interface Sides {
  readonly local: readonly LocalFile[];
  readonly remote?: RemoteFile;
  readonly base?: readonly BaseFile[];
  readonly others?: readonly RemoteFile[];
}

function planned(
  { local, remote = RECORD, base = [], others = [] }: Sides,
  policy: Partial<Policy> = {},
): readonly string[] {
  const actions = plan(
    {
      base: new Map(base.map((one) => [one.id, one])),
      local: new Map(local.map((file) => [pathKey(file.path), file])),
      remote: new Map([remote, ...others].map((record) => [record.id, record])),
    },
    { ...POLICY, ...policy },
  );
  return actions.map((action) => `${action.kind} ${action.path}`);
}

describe('a record without an agreement, whose maker keeps its file at a place that not every system can hold', () => {
  const doubled = [`download ${ALIAS}`, `create ${STATED}`];

  it('belongs to the file there with its bytes', () => {
    expect(planned({ local: [HERE] })).toEqual([`adopt ${STATED}`]);
    expect(planned({ local: [{ ...HERE, path: DEEP }], remote: recordOf(DEEP) })).toEqual([`adopt ${DEEP}`]);
  });

  it('may belong to a file there that was not read yet', () => {
    expect(planned({ local: [{ ...HERE, hash: null }] })).toEqual([`hash ${STATED}`]);
  });

  it.each([
    ['has other bytes', { ...HERE, hash: hash('b') }],
    ['has another size', { ...HERE, size: 2 }],
    ['has another size and was not read', { ...HERE, size: 2, hash: null }],
  ])('does not belong to a file there that %s', (_what, local) => {
    expect(planned({ local: [local] })).toEqual(doubled);
  });

  it.each<[string, Partial<RemoteFile>, string]>([
    ['was renamed since', { name: 'north.txt' }, 'Other/north.txt'],
    ['was given another category since', { category: 'spec-sheet' }, `Spec Sheet/${baseName(ALIAS)}`],
    ['bears no mark of its writer', { facts: { ...RECORD.facts, opId: null } }, ALIAS],
    ['does not tell its bytes', { facts: { ...RECORD.facts, sha256: null } }, ALIAS],
  ])('does not belong to the file there if the record %s', (_what, changes, place) => {
    expect(planned({ local: [HERE], remote: recordOf(STATED, changes) })).toEqual([
      `download ${place}`,
      `create ${STATED}`,
    ]);
  });

  it('belongs to the file under its alias before any other', () => {
    expect(planned({ local: [HERE, { ...HERE, path: ALIAS, ino: 8n }] })).toEqual([
      `adopt ${ALIAS}`,
      `create ${STATED}`,
    ]);
  });

  it('does not belong to the file of another record in its implied place', () => {
    const other = path('Other/a.txt');
    const theirs = { ...HERE, path: other, size: 2, ino: 8n, hash: hash('bb') };
    const record = recordOf(other, {
      id: 'beef0000-0000-4000-8000-000000000002' as FileId,
      size: 2,
      createdAt: '2026-02-01T00:00:00Z',
    });
    const facts = { ...record.facts, sha256: hash('bb') };
    const sides = { remote: recordOf(DEEP), others: [{ ...record, facts }] };
    expect(planned({ ...sides, local: [{ ...HERE, path: DEEP }, theirs] })).toEqual([
      `adopt ${DEEP}`,
      `adopt ${other}`,
    ]);
  });

  it('is found there even if its implied place is ignored, or cannot be read', () => {
    const sides = { local: [{ ...HERE, path: DEEP }], remote: recordOf(DEEP) };
    const inOther = (place: RelPath): boolean => place.startsWith('Other/');
    expect(planned(sides, { ignored: inOther })).toEqual([`adopt ${DEEP}`]);
    expect(planned(sides, { unreadable: ['Other'] })).toEqual([`adopt ${DEEP}`]);
  });

  it('is not fetched while that place cannot be read', () => {
    const sides = { local: [], remote: recordOf(DEEP) };
    expect(planned(sides)).toEqual(['download Other/a.txt']);
    expect(planned(sides, { unreadable: ['d/d'] })).toEqual([]);
  });

  it('is found there even if an agreement still names its implied place, whose file was moved away', () => {
    const left: BaseFile = {
      id: 'beef0000-0000-4000-8000-000000000002' as FileId,
      path: path('Other/a.txt'),
      impliedPath: path('Other/a.txt'),
      category: 'other',
      name: 'a.txt',
      hash: hash('b'),
      size: 2,
      mtimeNs: 20n,
      ino: 9n,
      remote: 'r2' as RemoteFingerprint,
      opId: null,
      updatedAt: '2026-01-01T00:00:00Z',
    };
    const { id, size, mtimeNs, ino, remote: fingerprint } = left;
    const moved = { path: path('Other/moved.txt'), size, mtimeNs, ino, hash: left.hash };
    const facts = { path: left.path, sha256: left.hash, mtimeMs: null, opId: null, basedOn: [] };
    const theirs = recordOf(left.path, { id, size, fingerprint, facts });
    const sides = { remote: recordOf(DEEP), others: [theirs], base: [left] };
    expect(planned({ ...sides, local: [{ ...HERE, path: DEEP }, moved] })).toEqual([
      'update Other/moved.txt',
      `adopt ${DEEP}`,
    ]);
  });
});
