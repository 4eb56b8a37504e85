import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../main/engine/policy.ts';
import { plan } from '../../../main/engine/plan/plan.ts';
import type { BaseFile, LocalFile, RemoteFile } from '../../../main/engine/trees.ts';
import type { FileId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import { pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { AGREED as BASE, hash, path } from '../agreed-record.ts';
import { POLICY } from '../policy.ts';

const { id: ID } = BASE;

const REMOTE: RemoteFile = {
  id: ID,
  category: 'other',
  name: 'a.txt',
  size: 1,
  facts: NO_FACTS,
  fingerprint: BASE.remote,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  firstSeen: 1,
};

const HERE: Readonly<Record<string, LocalFile | null>> = {
  same: { path: BASE.path, size: 1, mtimeNs: 10n, ino: 7n, hash: hash('a') },
  changed: { path: BASE.path, size: 2, mtimeNs: 20n, ino: 7n, hash: hash('b') },
  // Read again, its bytes are others than agreed on, though the disk says nothing of a change.
  rewritten: { path: BASE.path, size: 1, mtimeNs: 10n, ino: 7n, hash: hash('b') },
  gone: null,
  moved: { path: path('Other/here.txt'), size: 1, mtimeNs: 10n, ino: 7n, hash: hash('a') },
  // Its folder was renamed, and it was edited there.
  'moved and changed': {
    path: path('Block B/a.txt'),
    size: 2,
    mtimeNs: 20n,
    ino: 7n,
    hash: hash('b'),
  },
};

const FINGERPRINT = 'r2' as RemoteFingerprint;
const WRITTEN = { ...NO_FACTS, sha256: hash('a'), opId: 'op-2' as NonNullable<BaseFile['opId']> };
const THERE: Readonly<Record<string, RemoteFile | null>> = {
  same: REMOTE,
  changed: { ...REMOTE, size: 3, fingerprint: FINGERPRINT, updatedAt: '2026-02-01T00:00:00Z' },
  gone: null,
  // A client of our kind renamed it and vouches for the bytes.
  moved: {
    ...REMOTE,
    name: 'there.txt',
    fingerprint: FINGERPRINT,
    facts: WRITTEN,
    updatedAt: '2026-02-01T00:00:00Z',
  },
};

/** Here, there, and what the plan asks for: kind and reason, or nothing. */
const CELLS: readonly (readonly [string, string, string])[] = [
  ['same', 'same', ''],
  ['same', 'changed', 'download changed-on-service'],
  ['same', 'gone', 'trashLocal deleted-on-service'],
  ['same', 'moved', 'moveLocal renamed-on-service'],
  ['changed', 'same', 'update edited-here'],
  ['changed', 'changed', 'reconcile changed-on-both'],
  ['changed', 'gone', 'create edit-beats-delete'],
  ['changed', 'moved', 'moveLocal renamed-on-service'],
  ['rewritten', 'same', 'update edited-here'],
  ['rewritten', 'changed', 'reconcile changed-on-both'],
  ['rewritten', 'gone', 'create edit-beats-delete'],
  ['rewritten', 'moved', 'moveLocal renamed-on-service'],
  ['gone', 'same', 'deleteRemote deleted-here'],
  ['gone', 'changed', 'download edit-beats-delete'],
  ['gone', 'gone', 'forget gone-on-both'],
  ['gone', 'moved', 'download edit-beats-delete'],
  ['moved', 'same', 'update renamed-here'],
  ['moved', 'changed', 'download changed-on-service'],
  ['moved', 'gone', 'create edit-beats-delete'],
  ['moved', 'moved', 'moveLocal renamed-on-service'],
  ['moved and changed', 'same', 'update edited-here'],
  ['moved and changed', 'changed', 'reconcile changed-on-both'],
  ['moved and changed', 'gone', 'create edit-beats-delete'],
  ['moved and changed', 'moved', 'moveLocal renamed-on-service'],
];

function planned(here: LocalFile | null, there: RemoteFile | null, policy: Partial<Policy> = {}): string {
  const actions = plan(
    {
      base: new Map([[ID, BASE]]),
      local: new Map(here === null ? [] : [[pathKey(here.path), here]]),
      remote: new Map(there === null ? [] : [[ID, there]]),
    },
    { ...POLICY, ...policy },
  );
  return actions.map((action) => `${action.kind} ${action.reason}`).join(', ');
}

describe('the plan, cell by cell', () => {
  it.each(CELLS)('%s here, %s there: %s', (here, there, expected) => {
    expect(planned(HERE[here]!, THERE[there]!)).toBe(expected);
  });

  it.each(CELLS.filter(([here]) => here !== 'rewritten'))(
    '%s here without a hash, %s there',
    (here, there, expected) => {
      const local = HERE[here]!;
      const unread = local === null ? null : { ...local, hash: null };
      // The fingerprint alone tells that a file is as it was; anything else has to be read first.
      const asks = here.startsWith('moved')
        ? 'hash maybe-moved'
        : here === 'changed'
          ? 'hash touched'
          : expected;
      expect(planned(unread, THERE[there]!)).toBe(asks);
    },
  );
});

describe('of a file that is left out by rules', () => {
  const isIts = (path: string): boolean => path === BASE.path;

  it.each([
    ['same', ''],
    ['changed', ''],
    ['gone', ''],
    ['moved', 'forget ignored'],
  ] as const)('nothing is said, but that it left what they name: %s there: %s', (there, expected) => {
    expect(planned(null, THERE[there]!, { ignored: isIts })).toBe(expected);
    expect(planned(null, THERE[there]!, { ignored: () => true })).toBe('');
  });

  it.each([
    ['same', 'forget was-ignored'],
    ['changed', 'forget was-ignored'],
    ['gone', 'forget gone-on-both'],
  ] as const)('until now a missing one was deleted by nobody: %s there: %s', (there, expected) => {
    expect(planned(null, THERE[there]!, { wasIgnored: isIts })).toBe(expected);
  });

  it.each(
    ['changed', 'rewritten'].flatMap((here) => [
      [here, 'same', 'reconcile changed-while-ignored'],
      [here, 'changed', 'reconcile changed-while-ignored'],
      [here, 'gone', 'create edit-beats-delete'],
      [here, 'moved', 'forget was-ignored'],
    ]),
  )('until now other bytes in its place may be another file: %s, %s there: %s', (here, there, expected) => {
    expect(planned(HERE[here]!, THERE[there]!, { wasIgnored: isIts })).toBe(expected);
  });

  it.each(['same', 'changed', 'moved'])(
    'until now, or of any other, other bytes in its place wait while their create is open: %s there',
    (there) => {
      const local = HERE['changed']!;
      const { path: at, size, mtimeNs, ino } = local;
      const opId = 'op-3' as NonNullable<BaseFile['opId']>;
      const file = {
        path: at,
        name: 'a.txt',
        category: 'other',
        size,
        mtimeNs,
        ino,
        hash: hash('b'),
      } as const;
      const intents = [{ opId, ...file, listing: 1, lateUntil: 0 }];
      expect(planned(local, THERE[there]!, { wasIgnored: isIts, intents })).toBe('wait outcome-unknown');
      expect(planned(local, THERE[there]!, { intents })).toBe('wait outcome-unknown');
    },
  );

  it('until now other bytes in its place are the record’s where that vouches for them', () => {
    const facts = { ...WRITTEN, sha256: hash('b') };
    const there = { ...THERE['changed']!, size: 2, facts };
    expect(planned(HERE['changed']!, there, { wasIgnored: isIts })).toBe('adopt same-bytes');
  });

  it.each([
    ['same', 'forget was-ignored, create new-here'],
    ['changed', 'forget was-ignored, create new-here'],
    ['gone', 'forget gone-on-both, create new-here'],
  ] as const)('until now its inode and name elsewhere prove nothing: %s there: %s', (there, expected) => {
    expect(planned(HERE['moved and changed']!, THERE[there]!, { wasIgnored: isIts })).toBe(expected);
  });

  it.each(CELLS.filter(([here]) => here === 'same' || here === 'moved'))(
    'until now one with its bytes is as ever: %s, %s',
    (here, there, expected) => {
      expect(planned(HERE[here]!, THERE[there]!, { wasIgnored: isIts })).toBe(expected);
    },
  );

  it('until now what lies there is read first, or is the file that was moved there', () => {
    const [changed, policy] = [{ ...HERE['changed']!, hash: null }, { wasIgnored: isIts }];
    expect(planned(changed, REMOTE, policy)).toBe('hash touched');
    expect(planned({ ...changed, ino: 8n }, REMOTE, policy)).toBe('hash touched');
    const other: BaseFile = { ...BASE, id: 'f2' as FileId, path: path('Other/b.txt'), ino: 8n, size: 2 };
    const movedIn = (from: BaseFile, more: Partial<Policy>): readonly string[] =>
      plan(
        {
          base: new Map([BASE, { ...from, hash: hash('b') }].map((base) => [base.id, base])),
          local: new Map([[pathKey(BASE.path), { ...changed, ino: 8n, hash: hash('b') }]]),
          remote: new Map([REMOTE, { ...REMOTE, id: from.id, name: 'b.txt' }].map((each) => [each.id, each])),
        },
        { ...POLICY, ...policy, ...more },
      ).map(({ kind, reason }) => `${kind} ${reason}`);
    expect(movedIn(other, {})).toEqual(['update renamed-here', 'forget was-ignored']);
    // Where nobody can look from where it came, nothing is said of either.
    const below = { ...other, path: path('Locked/b.txt') };
    expect(movedIn(below, { unreadable: ['Locked'], unlisted: ['Locked'] })).toEqual([]);
  });
});

it('compares what is missing with what cannot be seen in one pass, however many they are', () => {
  const FILES = 500;
  let looks = 0;
  const base = new Map<FileId, BaseFile>();
  const local = new Map<PathKey, LocalFile>();
  const remote = new Map<FileId, RemoteFile>();
  for (let n = 0; n < FILES; n++) {
    const id = `f${n}` as FileId;
    const at = path(`Other/${n}.txt`);
    base.set(id, { ...BASE, id, path: at, impliedPath: at, name: `${n}.txt`, ino: BigInt(n) });
    remote.set(id, { ...REMOTE, id, name: `${n}.txt` });
    const locked = path(`Locked/${n}.txt`);
    const file: LocalFile = {
      path: locked,
      size: 1,
      mtimeNs: 10n,
      get ino() {
        looks += 1;
        return BigInt(FILES + n - 1);
      },
      hash: hash('a'),
    };
    local.set(pathKey(locked), file);
  }
  const actions = plan({ base, local, remote }, { ...POLICY, unreadable: ['Locked'] });
  // The last one may lie in the folder that cannot be read.
  expect(actions.filter(({ kind }) => kind === 'deleteRemote')).toHaveLength(FILES - 1);
  expect(looks).toBeLessThan(10 * FILES);
});
