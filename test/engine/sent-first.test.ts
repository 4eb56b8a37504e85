import { describe, expect, it } from 'vitest';
import type { Action } from '../../main/engine/actions.ts';
import { plan } from '../../main/engine/plan.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../../main/engine/trees.ts';
import type { ContentHash, FileId, RemoteFingerprint } from '../../shared/model/ids.ts';
import { baseName, pathKey, type RelPath } from '../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../shared/model/site-file.ts';
import { POLICY } from './policy.ts';

const hash = (text: string): ContentHash => text.padEnd(64, '0') as ContentHash;
const PLAN = 'Other/plan.txt' as RelPath;
const COPY = 'Other/plan (conflict 2026-11-21 0942 T).txt' as RelPath;

interface Agreed {
  readonly base: BaseFile;
  readonly remote: RemoteFile;
}

/** A file that was in step; its size is that of the text. */
function agreed(path: RelPath, text: string, ino: bigint): Agreed {
  const id = `of ${path}` as FileId;
  const fields = { id, category: 'other', name: baseName(path), size: text.length } as const;
  const fingerprint = `v ${path}` as RemoteFingerprint;
  const updatedAt = '2026-01-01T00:00:00Z';
  return {
    base: {
      ...fields,
      path,
      impliedPath: path,
      hash: hash(text),
      mtimeNs: 10n,
      ino,
      remote: fingerprint,
      opId: null,
      updatedAt,
    },
    remote: { ...fields, facts: NO_FACTS, fingerprint, createdAt: updatedAt, updatedAt, firstSeen: 1 },
  };
}

function local(path: RelPath, text: string, ino: bigint, change: Partial<LocalFile> = {}): LocalFile {
  return { path, size: text.length, mtimeNs: 10n, ino, hash: hash(text), ...change };
}

/** What each delete on the service waits for. */
function deletes(both: readonly Agreed[], here: readonly LocalFile[]): Record<string, string | null> {
  const actions: readonly Action[] = plan(
    {
      base: new Map(both.map(({ base }) => [base.id, base])),
      local: new Map(here.map((file) => [pathKey(file.path), file])),
      remote: new Map(both.map(({ remote }) => [remote.id, remote])),
    },
    POLICY,
  );
  return Object.fromEntries(
    actions.flatMap((action) => (action.kind === 'deleteRemote' ? [[action.path, action.after]] : [])),
  );
}

describe('a record whose file is gone here waits for', () => {
  const plain = agreed(PLAN, 'theirs', 7n);
  const copy = agreed(COPY, 'mine', 8n);
  const draft = agreed('Other/draft.txt' as RelPath, 'a draft', 9n);

  it.each([
    ['the file that was put over another one', local(PLAN, 'mine', 8n)],
    ['it also before it was read', local(PLAN, 'mine', 8n, { hash: null })],
    ['it where a drive knows no inodes', local(PLAN, 'mine', 0n)],
    ['what was saved over that', local(PLAN, 'mine, longer', 8n, { mtimeNs: 20n })],
    ['what was saved over that as another file', local(PLAN, 'mine, longer', 11n, { mtimeNs: 20n })],
  ])('%s', (_what, file) => {
    expect(deletes([plain, copy], [file])).toEqual({ [COPY]: PLAN });
  });

  it('the same bytes in a new file', () => {
    const file = local('Other/new.txt' as RelPath, 'a draft', 12n);
    expect(deletes([draft], [file])).toEqual({ 'Other/draft.txt': 'Other/new.txt' });
  });

  it.each([
    ['a file that is in step', local(PLAN, 'theirs', 7n)],
    ['one that only was looked at', local(PLAN, 'theirs', 7n, { mtimeNs: 20n })],
  ])('not for %s', (_what, file) => {
    expect(deletes([plain, copy], [file])).toEqual({ [COPY]: null });
  });

  it('not for other bytes in a file that got its inode', () => {
    const file = local('Other/new.txt' as RelPath, 'others', 9n, { hash: null });
    expect(deletes([draft], [file])).toEqual({ 'Other/draft.txt': null });
  });

  it('nothing where nothing can be lost', () => {
    const file = local('Other/new.txt' as RelPath, '', 12n);
    expect(deletes([agreed('Other/draft.txt' as RelPath, '', 9n)], [file])).toEqual({
      'Other/draft.txt': null,
    });
  });
});
