import { describe, expect, it } from 'vitest';
import type { Action } from '../../../main/engine/plan/actions.ts';
import { plan } from '../../../main/engine/plan/plan.ts';
import { sentFirst } from '../../../main/engine/plan/sent-first.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../../../main/engine/trees.ts';
import type { ContentHash, FileId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import { baseName, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { POLICY } from '../policy.ts';

const hash = (text: string): ContentHash => text.padEnd(64, '0') as ContentHash;
const PLAN = 'Other/plan.txt' as RelPath;
const NEW = 'Other/new.txt' as RelPath;
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

  it.each([
    ['the same bytes in a new file', local(NEW, 'a draft', 12n)],
    ['what may be these', local(NEW, 'a draft', 12n, { hash: null })],
    ['what it was renamed to and edited', local(NEW, 'a second draft', 9n, { mtimeNs: 20n, hash: null })],
  ])('%s', (_what, file) => {
    expect(deletes([draft], [file])).toEqual({ 'Other/draft.txt': NEW });
  });

  it('no file of other bytes', () => {
    const file = local(NEW, 'others', 12n, { hash: null });
    expect(deletes([draft], [file])).toEqual({ 'Other/draft.txt': null });
  });

  it.each([
    ['a file that is in step', local(PLAN, 'theirs', 7n)],
    ['one that only was looked at', local(PLAN, 'theirs', 7n, { mtimeNs: 20n })],
  ])('not for %s', (_what, file) => {
    expect(deletes([plain, copy], [file])).toEqual({ [COPY]: null });
  });

  it('no file that waits for its place and was not read since both sides agreed', () => {
    const [other, place] = [agreed(NEW, 'a draft', 12n), draft.base.path];
    const facts = { ...NO_FACTS, path: place };
    const moved = {
      ...other,
      remote: { ...other.remote, name: baseName(place), facts, fingerprint: 'v2' as RemoteFingerprint },
    };
    expect(deletes([draft, moved], [local(NEW, 'a draft', 12n, { hash: null })])).toEqual({ [place]: null });
  });

  it('nothing if nothing can be lost', () => {
    const file = local(NEW, '', 12n, { hash: null });
    expect(deletes([agreed('Other/draft.txt' as RelPath, '', 9n)], [file])).toEqual({
      'Other/draft.txt': null,
    });
  });
});

it('a delete waits for a file that was edited and moves to another place, and not for one that only moves', () => {
  const [plain, draft] = [agreed(PLAN, 'theirs', 7n), agreed('Other/draft.txt' as RelPath, 'a draft', 9n)];
  const remove: Action = {
    kind: 'deleteRemote',
    id: draft.base.id,
    path: draft.base.path,
    base: draft.base,
    inPlace: [],
    expect: draft.base.remote,
    after: null,
    reason: 'deleted-here',
  };
  const afterOf = (file: LocalFile): RelPath | null | undefined => {
    const { base, remote } = plain;
    const where = { path: file.path, to: NEW, impliedPath: NEW, settles: true } as const;
    const move = { kind: 'moveLocal', id: base.id, base, local: file, remote, ...where } as const;
    const trees = { base: new Map(), local: new Map([[pathKey(file.path), file]]) };
    const [first] = sentFirst([remove], [{ ...move, reason: 'renamed-on-service' }], trees);
    return first?.kind === 'deleteRemote' ? first.after : undefined;
  };
  expect(afterOf(local(PLAN, 'a draft', 7n, { mtimeNs: 20n }))).toBe(PLAN);
  expect(afterOf(local(PLAN, 'theirs', 9n))).toBe(null);
});

it('a delete waits for an edited file that waits for its name, and not for one that only was renamed', () => {
  const [plain, draft] = [agreed(PLAN, 'theirs', 7n), agreed('Other/draft.txt' as RelPath, 'a draft', 9n)];
  const { id, path } = draft.base;
  const why = { expect: draft.base.remote, after: null, reason: 'deleted-here' } as const;
  const remove = { kind: 'deleteRemote', id, path, base: draft.base, inPlace: [], ...why } as const;
  const afterOf = (file: LocalFile): Action | undefined => {
    const trees = { base: new Map([[plain.base.id, plain.base]]), local: new Map([[pathKey(NEW), file]]) };
    return sentFirst(
      [remove],
      [{ kind: 'wait', id: plain.base.id, path: NEW, reason: 'name-taken' }],
      trees,
    )[0];
  };
  expect(afterOf(local(NEW, 'a draft', 7n, { mtimeNs: 20n }))).toMatchObject({ after: NEW });
  expect(afterOf(local(NEW, 'theirs', 7n))).toMatchObject({ after: null });
});

it('a delete does not wait for what lies in step where a record would come whose bytes may be in a file that was not read', () => {
  const [draft, other] = [agreed('Other/draft.txt' as RelPath, 'as long', 9n), agreed(PLAN, 'as long', 7n)];
  const trees = { base: new Map(), local: new Map([[pathKey(PLAN), local(PLAN, 'as long', 7n)]]) };
  const { id, path } = draft.base;
  const remove = {
    kind: 'deleteRemote',
    id,
    path,
    base: draft.base,
    inPlace: [],
    expect: draft.base.remote,
  } as const;
  const afterWait = (of: FileId | null): Action | undefined =>
    sentFirst(
      [
        { ...remove, after: null, reason: 'deleted-here' },
        { kind: 'wait', id: of, path: PLAN, reason: 'maybe-there' },
      ],
      [],
      trees,
    )[0];
  expect(afterWait(other.remote.id)).toMatchObject({ after: null });
  expect(afterWait(null)).toMatchObject({ after: PLAN });
});
