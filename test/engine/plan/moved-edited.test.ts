import { describe, expect, it } from 'vitest';
import { plan } from '../../../main/engine/plan/plan.ts';
import type { Policy } from '../../../main/engine/policy.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../../../main/engine/trees.ts';
import type { FileId, OpId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import { baseName, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { hash, recordOf } from '../agreed-record.ts';
import { POLICY } from '../policy.ts';

/** A file whose folder was renamed, and that was edited before the next look: one update of its record, or none at all. */

function agreed(id: string, path: string, more: Partial<BaseFile> = {}): BaseFile {
  return {
    id: id as FileId,
    path: path as RelPath,
    impliedPath: path as RelPath,
    category: 'other',
    name: baseName(path),
    hash: hash('old'),
    size: 3,
    mtimeNs: 10n,
    ino: 7n,
    remote: `r ${id}` as RemoteFingerprint,
    opId: 'op 1' as OpId,
    updatedAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

function edited(path: string, more: Partial<LocalFile> = {}): LocalFile {
  return { path: path as RelPath, size: 5, mtimeNs: 20n, ino: 7n, hash: hash('new'), ...more };
}

function planned(
  bases: readonly BaseFile[],
  locals: readonly LocalFile[],
  records: readonly RemoteFile[] = bases.map((base) => recordOf(base)),
  policy: Partial<Policy> = {},
): readonly string[] {
  const trees = {
    base: new Map(bases.map((base) => [base.id, base])),
    local: new Map(locals.map((local) => [pathKey(local.path), local])),
    remote: new Map(records.map((record) => [record.id, record])),
  };
  return plan(trees, { ...POLICY, ...policy }).map(
    (action) => `${action.kind} ${action.path}${action.kind === 'moveLocal' ? ` to ${action.to}` : ''}`,
  );
}

const OLD = agreed('f1', 'Block A/a.txt');
/** What is done where they are two files: the record goes, and another comes. */
const AS_TWO = ['deleteRemote Block A/a.txt', 'create Block B/a.txt'];

describe('a file with the inode and the name of a missing one, and other bytes', () => {
  it('is sent as a new version of it under its new place', () => {
    const trees = {
      base: new Map([[OLD.id, OLD]]),
      local: new Map([[pathKey('Block B/a.txt' as RelPath), edited('Block B/a.txt')]]),
      remote: new Map([[OLD.id, recordOf(OLD)]]),
    };
    expect(plan(trees, POLICY)).toMatchObject([
      { kind: 'update', id: 'f1', path: 'Block B/a.txt', content: true, name: 'a.txt', expect: 'r f1' },
    ]);
  });

  it('is read first if its hash is not known', () => {
    expect(planned([OLD], [edited('Block B/a.txt', { hash: null })])).toEqual(['hash Block B/a.txt']);
  });

  it('is read first before another file is moved to its former place', () => {
    const other = agreed('f2', 'Block A/b.txt', { ino: 8n });
    const files = [edited('Block B/a.txt', { hash: null }), { ...other, hash: hash('old') }];
    const facts = { ...NO_FACTS, path: OLD.path, sha256: other.hash, opId: 'op 2' as OpId };
    const moved = recordOf(other, { name: 'a.txt', fingerprint: 'r2' as RemoteFingerprint, facts });
    expect(planned([OLD, other], files, [recordOf(OLD), moved])).toEqual([
      'wait Block A/b.txt',
      'hash Block B/a.txt',
    ]);
  });

  it.each<[string, readonly BaseFile[], readonly LocalFile[]]>([
    // A file that comes after a delete may get the inode of that at once (ext4): its name and folder are all there is.
    ['another name', [OLD], [edited('Block B/b.txt')]],
    ['another name in the same folder', [OLD], [edited('Block A/a rev2.txt')]],
    ['no inode', [{ ...OLD, ino: 0n }], [edited('Block B/a.txt', { ino: 0n })]],
    ['an older time', [OLD], [edited('Block B/a.txt', { mtimeNs: 9n })]],
    ['the same time', [OLD], [edited('Block B/a.txt', { mtimeNs: 10n })]],
    ['two names of one inode', [OLD], [edited('Block B/a.txt'), edited('Block C/a.txt')]],
  ])('is another file with %s', (_, bases, locals) => {
    const kinds = planned(bases, locals).map((line) => line.split(' ')[0]);
    expect(kinds).toEqual(['deleteRemote', ...locals.map(() => 'create')]);
  });

  it('is another file if two missing ones had that inode', () => {
    const other = agreed('f2', 'Block D/a.txt');
    expect(planned([OLD, other], [edited('Block B/a.txt')])).toEqual([
      'deleteRemote Block A/a.txt',
      'deleteRemote Block D/a.txt',
      'create Block B/a.txt',
    ]);
  });

  it('is another file if the old place has a file', () => {
    const here = edited('Block A/a.txt', { ino: 8n });
    expect(planned([OLD], [here, edited('Block B/a.txt')])).toEqual([
      'update Block A/a.txt',
      'create Block B/a.txt',
    ]);
  });

  it('is not judged while the missing one may lie in a folder that cannot be read', () => {
    const unseen = { path: 'Locked/a.txt' as RelPath, size: 3, mtimeNs: 10n, ino: 7n, hash: hash('old') };
    const planFor = (more: Partial<LocalFile>, base = OLD): readonly string[] =>
      planned([base], [edited('Block B/a.txt', more), { ...unseen, ino: base.ino }], undefined, {
        unreadable: ['Locked'],
      });
    expect(planFor({})).toEqual([]);
    expect(planFor({ hash: null })).toEqual([]);
    // Neither of these is it, and the missing one waits all the same.
    expect(planFor({ ino: 8n })).toEqual(['create Block B/a.txt']);
    expect(planFor({ mtimeNs: 9n })).toEqual(['create Block B/a.txt']);
    expect(planFor({ ino: 0n }, { ...OLD, ino: 0n })).toEqual(['create Block B/a.txt']);
  });

  it('is not judged while it may come from a folder that cannot be read, where a file had its inode', () => {
    const before = agreed('f1', 'Locked/a.txt');
    const unseen = { path: before.path, size: 3, mtimeNs: 10n, ino: 7n, hash: hash('old') };
    const planFor = (file: LocalFile): readonly string[] =>
      planned([before], [file, unseen], undefined, { unreadable: ['Locked'] });
    for (const file of [
      edited('Block B/a.txt'),
      edited('Block B/b.txt', { size: 3, mtimeNs: 10n, hash: null }),
    ])
      expect(planFor(file)).toEqual([]);
    for (const file of [edited('Block B/a.txt', { ino: 8n }), edited('Block B/b.txt')])
      expect(planFor(file)).toEqual([`create ${file.path}`]);
  });

  it('is no edit of the file whose place it took, if it may come from a folder that cannot be read', () => {
    const [before, other] = [agreed('f1', 'Locked/a.txt'), agreed('f2', 'Block B/b.txt', { ino: 9n })];
    const unseen = { path: before.path, size: 3, mtimeNs: 10n, ino: 7n, hash: hash('old') };
    const planFor = (ino: bigint): readonly string[] =>
      planned([before, other], [edited('Block B/b.txt', { ino, size: 3 }), unseen], undefined, {
        unreadable: ['Locked'],
      });
    expect(planFor(7n)).toEqual([]);
    expect(planFor(8n)).toEqual(['update Block B/b.txt']);
  });

  it('waits while a create of it has an unknown outcome', () => {
    const intent = {
      opId: 'op 2' as OpId,
      path: 'Block B/a.txt' as RelPath,
      name: 'a.txt',
      category: 'other',
      size: 5,
      mtimeNs: 10n,
      ino: 7n,
      hash: hash('new'),
      listing: 1,
      lateUntil: 0,
    } as const;
    expect(planned([OLD], [edited('Block B/a.txt')], undefined, { intents: [intent] })).toEqual([
      'wait Block B/a.txt',
    ]);
  });

  it('is sent as a new file if the record is gone', () => {
    expect(planned([OLD], [edited('Block B/a.txt')], [])).toEqual(['create Block B/a.txt']);
  });
});

describe('the same, while the record changed on the service', () => {
  const opId = 'op 2' as OpId;
  const fingerprint = 'r2' as RemoteFingerprint;

  it('goes to the place that the record got', () => {
    const facts = { ...NO_FACTS, path: 'Block C/a.txt' as RelPath, sha256: OLD.hash, opId };
    expect(planned([OLD], [edited('Block B/a.txt')], [recordOf(OLD, { fingerprint, facts })])).toEqual([
      'moveLocal Block B/a.txt to Block C/a.txt',
    ]);
  });

  it('is an edit if it lies in that place already', () => {
    const facts = { ...NO_FACTS, path: 'Block B/a.txt' as RelPath, sha256: OLD.hash, opId };
    expect(planned([OLD], [edited('Block B/a.txt')], [recordOf(OLD, { fingerprint, facts })])).toEqual([
      'update Block B/a.txt',
    ]);
  });

  it('stays where it was moved to if the record has other bytes: both are kept there, and the place is sent next', () => {
    const facts = { ...NO_FACTS, path: OLD.path, sha256: hash('theirs'), opId };
    const trees = {
      base: new Map([[OLD.id, OLD]]),
      local: new Map([[pathKey('Block B/a.txt' as RelPath), edited('Block B/a.txt')]]),
      remote: new Map([[OLD.id, recordOf(OLD, { fingerprint, facts })]]),
    };
    expect(plan(trees, POLICY)).toMatchObject([
      {
        kind: 'reconcile',
        reason: 'changed-on-both',
        path: 'Block B/a.txt',
        basePath: 'Block A/a.txt',
        impliedPath: 'Block A/a.txt',
        copy: expect.stringMatching(/^Block B\/a \(conflict .*\)\.txt$/),
      },
    ]);
  });

  it.each([
    ['2026-01-02T00:00:00Z', { kind: 'adopt', reason: 'same-bytes' }],
    // A list may show what was there before our own update.
    [OLD.updatedAt, { kind: 'reconcile', reason: 'changed-on-both' }],
    ['2025-12-31T00:00:00Z', { kind: 'reconcile', reason: 'service-went-back' }],
    [null, { kind: 'adopt', reason: 'same-bytes' }],
  ])('agrees on the same bytes, and leaves the place to be sent (time %s)', (updatedAt, how) => {
    const facts = { ...NO_FACTS, path: OLD.path, sha256: hash('new'), opId };
    const trees = {
      base: new Map([[OLD.id, OLD]]),
      local: new Map([[pathKey('Block B/a.txt' as RelPath), edited('Block B/a.txt')]]),
      remote: new Map([[OLD.id, recordOf(OLD, { fingerprint, facts, size: 5, updatedAt })]]),
    };
    expect(plan(trees, POLICY)).toMatchObject([{ ...how, path: 'Block B/a.txt', basePath: 'Block A/a.txt' }]);
  });

  it('is sent over a record if only its metadata changed', () => {
    const facts = { ...NO_FACTS, path: OLD.path, sha256: OLD.hash, opId };
    expect(planned([OLD], [edited('Block B/a.txt')], [recordOf(OLD, { fingerprint, facts })])).toEqual([
      'update Block B/a.txt',
    ]);
  });
});

it('if they count as two files, the record is deleted and another is made', () => {
  expect(planned([OLD], [edited('Block B/a.txt', { ino: 8n })])).toEqual(AS_TWO);
});

describe('a file in whose place another one lies', () => {
  const facts = { ...NO_FACTS, path: 'Block B/a.txt' as RelPath, sha256: hash('new'), opId: 'op 2' as OpId };
  const fingerprint = 'r2' as RemoteFingerprint;
  const updatedAt = '2026-01-02T00:00:00Z';
  const sent = recordOf(OLD, { fingerprint, facts, updatedAt, size: 5 });
  const files = [edited('Block B/a.txt'), edited('Block A/a.txt', { ino: 8n, hash: hash('other') })];

  it('is known where its record says that it lies, and the other one is new', () => {
    expect(planned([OLD], files, [sent])).toEqual(['adopt Block B/a.txt', 'create Block A/a.txt']);
  });

  it('is read first if its hash is not known', () => {
    const [own, ...others] = files;
    expect(planned([OLD], [{ ...own!, hash: null }, ...others], [sent])).toContain('hash Block B/a.txt');
  });

  it('is not known by its inode alone, nor by its place', () => {
    const elsewhere = recordOf(OLD, { ...sent, facts: { ...facts, path: 'Block C/a.txt' as RelPath } });
    for (const [locals, record] of [
      [files, elsewhere],
      [files.map((file) => ({ ...file, ino: 9n })), sent],
      [files.map((file) => ({ ...file, ino: 0n })), sent],
    ] as const)
      expect(planned([OLD], locals, [record])).not.toContain('adopt Block B/a.txt');
  });

  it('leaves one that may come from a folder that cannot be read as it is', () => {
    const unread = agreed('f2', 'Block D/d.txt', { ino: 8n, size: 5 });
    const there = { ...edited('Block D/d.txt'), ino: 8n, hash: unread.hash };
    expect(
      planned([OLD, unread], [...files, there], [sent, recordOf(unread)], {
        unreadable: ['Block D'],
        forbidden: ['Block D'],
      }),
    ).toEqual(['adopt Block B/a.txt']);
  });
});
