import { describe, expect, it } from 'vitest';
import { agreementOfUpdate, toldBy } from '../../../main/engine/open/open-updates.ts';
import { compareRemote } from '../../../main/engine/compare/there.ts';
import type { BaseFile, OpenUpdate, RemoteFile } from '../../../main/engine/trees.ts';
import type { OpId, VersionMark } from '../../../shared/model/ids.ts';
import { NO_FACTS, type SyncFacts } from '../../../shared/model/site-file.ts';
import { AGREED, hash, path, version } from '../agreed-record.ts';
import { POLICY } from '../policy.ts';

const BASE: BaseFile = {
  ...AGREED,
  path: path('Other/deep/a.txt'),
  impliedPath: path('Other/deep/a.txt'),
  opId: 'before' as OpId,
};

const UPDATE: OpenUpdate = {
  id: BASE.id,
  opId: 'ours' as OpId,
  replaces: BASE.remote,
  path: null,
  stated: BASE.path,
  category: 'other',
  name: 'a.txt',
  hash: hash('b'),
  size: 2,
  mtimeNs: 20n,
  ino: 7n,
  due: 2,
  basedOn: ['before' as VersionMark],
};

function record(over: Partial<RemoteFile> = {}, facts: Partial<SyncFacts> = {}): RemoteFile {
  return {
    id: BASE.id,
    category: 'other',
    name: 'a.txt',
    size: 2,
    facts: { ...NO_FACTS, path: BASE.path, sha256: hash('b'), opId: 'ours' as OpId, ...facts },
    fingerprint: version('r2'),
    createdAt: null,
    updatedAt: '2026-01-02T00:00:00Z',
    firstSeen: 1,
    ...over,
  };
}

const theirs = (...basedOn: readonly string[]): Partial<SyncFacts> => ({
  opId: 'theirs' as OpId,
  basedOn: basedOn as readonly VersionMark[],
});

describe('a record tells of an update', () => {
  const older = { ...UPDATE, opId: 'older' as OpId };

  it.each<[string, RemoteFile, OpId | null]>([
    ['whose mark it bears', record(), UPDATE.opId],
    ['that its version is based on', record({}, theirs('ours', 'before')), UPDATE.opId],
    ['the newest of several', record({}, theirs('ours', 'older')), UPDATE.opId],
    ['of none, where it is as before', record({}, { opId: 'before' as OpId }), null],
    ['of none, where it is by others', record({}, theirs('before')), null],
    ['of none, where it bears no marks', record({}, NO_FACTS), null],
  ])('%s', (_, seen, opId) => {
    expect(toldBy(seen, [older, UPDATE])?.opId ?? null).toBe(opId);
  });
});

describe('the agreement that a lost reply would have made', () => {
  const agreed = (seen: RemoteFile, update = UPDATE, compared = false): BaseFile =>
    agreementOfUpdate(update, BASE, seen, 'linux', compared);
  const there = (seen: RemoteFile, update = UPDATE) => compareRemote(agreed(seen, update), seen, POLICY);

  it('is what was sent, and the record as it is', () => {
    const { hash: bytes, size, mtimeNs, ino, opId } = UPDATE;
    const { fingerprint, updatedAt } = record();
    expect(agreed(record())).toEqual({
      ...BASE,
      hash: bytes,
      size,
      mtimeNs,
      ino,
      opId,
      updatedAt,
      remote: fingerprint,
    });
    expect(there(record()).kind).toBe('same');
  });

  it('has the place and the name that were sent', () => {
    const update = {
      ...UPDATE,
      path: path('Spec Sheet/b.txt'),
      stated: path('Spec Sheet/b.txt'),
      category: 'spec-sheet',
      name: 'b.txt',
    } as const;
    const seen = record({ category: 'spec-sheet', name: 'b.txt' }, { path: update.stated });
    expect(agreed(seen, update)).toMatchObject({
      path: update.path,
      impliedPath: update.path,
      name: 'b.txt',
    });
    expect(there(seen, update).kind).toBe('same');
  });

  it.each<[string, RemoteFile, { moved: boolean; content: boolean }]>([
    ['a name by others', record({ name: 'c.txt' }), { moved: true, content: false }],
    ['a category by others', record({ category: 'spec-sheet' }), { moved: true, content: false }],
    [
      'a place by others',
      record({}, { ...theirs('ours'), path: path('Other/a.txt') }),
      { moved: true, content: false },
    ],
    [
      'bytes by others',
      record({}, { ...theirs('ours'), sha256: hash('c') }),
      { moved: false, content: true },
    ],
    ['bytes of another size under our mark', record({ size: 3 }), { moved: false, content: true }],
    ['bytes that nobody counts', record({ size: null }), { moved: false, content: true }],
  ])('leaves it to the next plan to find %s', (_, seen, expected) => {
    expect(there(seen)).toMatchObject({ kind: 'changed', wentBack: false, ...expected });
  });

  it('keeps the hash of bytes that were fetched', () => {
    expect(agreed(record({ size: null }), UPDATE, true)).toMatchObject({ remote: 'r2', hash: hash('b') });
  });

  it('leaves a file in its folder where the service drops what clients note', () => {
    const seen = record({}, NO_FACTS);
    const base = agreementOfUpdate(UPDATE, BASE, seen, 'linux', true);
    expect(base).toMatchObject({ path: 'Other/deep/a.txt', impliedPath: 'Other/a.txt', remote: 'r2' });
    expect(compareRemote(base, seen, POLICY).kind).toBe('same');
  });
});
