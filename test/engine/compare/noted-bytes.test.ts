import { describe, expect, it } from 'vitest';
import { aliasPath } from '../../../main/engine/names/local-names.ts';
import { plan } from '../../../main/engine/plan/plan.ts';
import type { Policy } from '../../../main/engine/policy.ts';
import type { BaseFile, LocalFile, NotedBytes, RemoteFile } from '../../../main/engine/trees.ts';
import type { FileId, OpId } from '../../../shared/model/ids.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { AGREED as BASE, hash, path, recordOf, version } from '../agreed-record.ts';
import type { Event } from '../model/events.ts';
import { Story } from '../model/story.ts';
import { LINUX, ModelClient, ModelService } from '../model/world.ts';
import { POLICY } from '../policy.ts';

const { id: ID } = BASE;

/** What was placed, of which no agreement was written. */
const NOTED: NotedBytes = { id: ID, hash: hash('b'), size: 3, remote: version('r2') };
const PLACED: LocalFile = { path: path('Other/b.txt'), size: 3, mtimeNs: 20n, ino: 8n, hash: hash('b') };

const EDITED: RemoteFile = {
  id: ID,
  category: 'other',
  name: 'a.txt',
  size: 3,
  facts: { ...NO_FACTS, opId: 'op-2' as OpId },
  fingerprint: NOTED.remote,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-02-01T00:00:00Z',
  firstSeen: 1,
};

interface Case {
  readonly files?: readonly LocalFile[];
  readonly remote?: RemoteFile | null;
  readonly bases?: readonly BaseFile[];
  readonly policy?: Partial<Policy>;
}

function planned({ files = [PLACED], remote = EDITED, bases = [BASE], policy = {} }: Case) {
  return plan(
    {
      base: new Map(bases.map((base) => [base.id, base])),
      local: new Map(files.map((file) => [pathKey(file.path), file])),
      remote: new Map(bases.flatMap(({ id }) => (remote === null ? [] : [[id, { ...remote, id }]]))),
    },
    { ...POLICY, notedBytes: [NOTED], ...policy },
  );
}

const said = (given: Case): readonly string[] =>
  planned(given).map((action) => `${action.kind} ${action.reason} ${action.path}`);

describe('a file that was moved here and edited there, whose placing was cut off', () => {
  it('belongs to the record for which its bytes were noted, and its move is still to be sent', () => {
    expect(planned({})).toMatchObject([
      {
        kind: 'adopt',
        id: ID,
        path: 'Other/b.txt',
        basePath: 'Other/a.txt',
        impliedPath: 'Other/a.txt',
        remote: { fingerprint: NOTED.remote, updatedAt: EDITED.updatedAt },
        reason: 'was-being-placed',
      },
    ]);
  });

  it('is a new file where nothing was noted: a person may have made it', () => {
    const left = ['download edit-beats-delete Other/a.txt', 'create new-here Other/b.txt'];
    expect(said({ policy: { notedBytes: [] } })).toEqual(left);
    expect(said({ policy: { notedBytes: [{ ...NOTED, id: 'another' as FileId }] } })).toEqual(left);
    expect(said({ files: [{ ...PLACED, hash: hash('c') }] })).toEqual(left);
  });

  it('has to be read first, like every other file of its size', () => {
    const unread = { ...PLACED, hash: null };
    const moved = { ...unread, path: path('Other/c.txt'), ino: 9n };
    const other = { ...unread, path: path('Other/d.txt'), size: 4 };
    expect(said({ files: [unread, moved, other] })).toEqual([
      'hash maybe-moved Other/b.txt',
      'hash maybe-moved Other/c.txt',
      'create new-here Other/d.txt',
    ]);
    expect(
      said({
        files: [
          { ...unread, hash: hash('c') },
          { ...moved, hash: hash('b') },
        ],
      }),
    ).toEqual(['adopt was-being-placed Other/c.txt', 'create new-here Other/b.txt']);
  });

  it('is asked for once although several records may have it', () => {
    const second = { ...BASE, id: 'f2' as FileId, path: path('Other/z.txt'), ino: 5n };
    const both = [NOTED, { ...NOTED, id: second.id }];
    const files = [{ ...PLACED, hash: null }];
    expect(said({ files, bases: [BASE, second], policy: { notedBytes: both } })).toEqual([
      'hash maybe-moved Other/b.txt',
    ]);
  });

  it('is found among several files that are read for two records, although a program saved over another one', () => {
    const second = { ...BASE, id: 'f2' as FileId, path: path('Other/z.txt'), ino: 5n };
    const saved = { ...BASE, id: 'f3' as FileId, path: path('Other/s.txt'), ino: 6n };
    const both = [NOTED, { ...NOTED, id: second.id, hash: hash('c') }];
    const files = [
      { ...PLACED, hash: null },
      { ...PLACED, path: path('Other/c.txt'), ino: 9n, hash: null },
      { ...PLACED, path: saved.path, ino: 10n, size: 4, hash: hash('s') },
    ];
    const given = { files, bases: [BASE, second, saved], policy: { notedBytes: both } };
    expect(said(given).filter((each) => !each.endsWith('s.txt'))).toEqual([
      'hash maybe-moved Other/b.txt',
      'hash maybe-moved Other/c.txt',
    ]);
  });

  it('may belong to a record although another file has its place: that one is no edit then', () => {
    const second = { ...BASE, id: 'f2' as FileId, path: path('Other/z.txt'), ino: 5n };
    const files = [
      { ...PLACED, hash: null },
      { ...PLACED, path: second.path, ino: 10n, size: 4, hash: hash('s') },
    ];
    const notedBytes = [NOTED, { ...NOTED, id: second.id, hash: hash('c') }];
    expect(said({ files, bases: [BASE, second], policy: { notedBytes } })).toEqual([
      'hash maybe-moved Other/b.txt',
    ]);
  });

  it('may belong to two records: neither counts as deleted, even if a new file got the inode of one', () => {
    // Its old inode is that of a file which was made since.
    const second = { ...BASE, id: 'f2' as FileId, path: path('Other/z.txt'), ino: 5n };
    const saved = { ...BASE, id: 'f3' as FileId, path: path('Other/s.txt'), ino: 6n };
    const files = [
      { ...PLACED, hash: null },
      { ...PLACED, path: path('Other/n.txt'), ino: 5n, size: BASE.size, hash: hash('n') },
      { ...PLACED, path: saved.path, ino: 10n, size: 4, hash: hash('s') },
    ];
    const notedBytes = [NOTED, { ...NOTED, id: second.id }];
    expect(said({ files, bases: [BASE, second, saved], policy: { notedBytes } })).not.toContain(
      'download edit-beats-delete Other/z.txt',
    );
  });

  it('may be the moved and edited file of a record without noted bytes, which is not deleted until the file was read', () => {
    const moved = { ...BASE, id: 'f2' as FileId, path: path('Other/m.txt'), ino: 5n };
    const edited = { ...PLACED, path: path('Other/sub/m.txt'), ino: 5n, mtimeNs: 99n, hash: null };
    const given = { bases: [BASE, moved], remote: recordOf(BASE) };
    const read = { ...edited, hash: hash('m') };
    const isDeleted = (action: string): boolean => action.endsWith('Other/m.txt');
    for (const files of [[edited], [{ ...PLACED, hash: null }, edited]])
      expect(said({ ...given, files }).filter(isDeleted)).toEqual([]);
    expect(said({ ...given, files: [PLACED, read] })).toContain('update edited-here Other/sub/m.txt');
  });

  it('may be a file that has another case now, where the disk ignores case', () => {
    const respelt = { ...BASE, id: 'f2' as FileId, path: path('Other/m.txt'), ino: 5n };
    const files = [{ ...PLACED, path: path('Other/M.txt'), hash: null }];
    const given = { files, bases: [BASE, respelt], remote: recordOf(BASE) };
    expect(said({ ...given, policy: { ignoresCase: true } })).toEqual(['hash maybe-moved Other/M.txt']);
    expect(said(given)).toContain('deleteRemote deleted-here Other/m.txt');
  });

  it('is agreed on as the version that was placed, also if the record changed since', () => {
    const later = { ...EDITED, fingerprint: version('r3'), name: 'z.txt' };
    expect(planned({ remote: later })).toMatchObject([
      {
        kind: 'adopt',
        basePath: 'Other/a.txt',
        impliedPath: 'Other/a.txt',
        // Its mark vouches for nothing, and its time makes no later one look older.
        remote: { fingerprint: NOTED.remote, updatedAt: BASE.updatedAt, facts: later.facts },
      },
    ]);
  });

  it('is also recognised by an earlier version, if a later one was then being placed over that', () => {
    const later = { ...NOTED, hash: hash('c'), size: 5, remote: version('r3') };
    const remote = { ...EDITED, fingerprint: later.remote };
    for (const notedBytes of [
      [NOTED, later],
      [later, NOTED],
    ])
      expect(planned({ remote, policy: { notedBytes } })).toMatchObject([
        { kind: 'adopt', remote: { fingerprint: NOTED.remote } },
      ]);
  });

  it('becomes a new record if its own is gone, like every file that was moved here', () => {
    expect(planned({ remote: null })).toMatchObject([
      { kind: 'create', path: 'Other/b.txt', gone: ID, reason: 'edit-beats-delete' },
    ]);
  });

  it('is not deleted where the service was set back to the version before', () => {
    const before = { ...EDITED, fingerprint: BASE.remote, updatedAt: BASE.updatedAt };
    expect(said({ remote: before })).toEqual(['adopt was-being-placed Other/b.txt']);
  });

  it('does not count as missing while it lies in a folder that cannot be read', () => {
    expect(said({ policy: { unreadable: ['Other/sub'] }, files: [] })).toEqual([
      'download edit-beats-delete Other/a.txt',
    ]);
    const below = { ...PLACED, path: path('Other/sub/b.txt'), hash: null };
    expect(said({ policy: { unreadable: ['Other/sub'] }, files: [below] })).toEqual([]);
  });

  it('is a new file if it has no inode: afterwards nothing would show that it was moved', () => {
    expect(said({ files: [{ ...PLACED, ino: 0n }] })).toContain('create new-here Other/b.txt');
  });
});

describe('a file that was fetched under the name that its record has by now, whose placing was cut off', () => {
  const agreedPlace = (lies: string, remote: RemoteFile, policy: Partial<Policy> = {}) =>
    planned({ files: [{ ...PLACED, path: path(lies) }], remote, policy });
  const renamed = { ...EDITED, name: 'b.txt' };

  it('is agreed on in that place: no move is left to be sent', () => {
    expect(agreedPlace('Other/b.txt', renamed)).toMatchObject([
      { kind: 'adopt', basePath: 'Other/b.txt', impliedPath: 'Other/b.txt' },
    ]);
  });

  it('also beside it, if another file has that name', () => {
    for (const attempt of [0, 1] as const) {
      const alias = aliasPath(path('Other/b.txt'), ID, attempt);
      expect(agreedPlace(alias, renamed)).toMatchObject([{ basePath: alias, impliedPath: 'Other/b.txt' }]);
    }
  });

  it('also where the disk spells its folder in another way', () => {
    const remote = { ...renamed, facts: { ...EDITED.facts, path: path('Other/sub/b.txt') } };
    const agreed = { basePath: 'Other/SUB/b.txt', impliedPath: 'Other/sub/b.txt' };
    expect(agreedPlace('Other/SUB/b.txt', remote, { ignoresCase: true })).toMatchObject([agreed]);
    expect(agreedPlace('Other/SUB/b.txt', remote)).toMatchObject([{ basePath: BASE.path }]);
  });

  it('also if its bytes changed there since', () => {
    const later = { ...renamed, fingerprint: version('r3') };
    expect(agreedPlace('Other/b.txt', later)).toMatchObject([
      { basePath: 'Other/b.txt', impliedPath: 'Other/b.txt', remote: { fingerprint: NOTED.remote } },
    ]);
  });

  it('is to be followed to another place, if a person moved it since', () => {
    expect(agreedPlace('Other/c.txt', renamed)).toMatchObject([
      { basePath: BASE.path, impliedPath: BASE.impliedPath },
    ]);
  });
});

describe('a file that we moved on a disk without inodes', () => {
  const base = { ...BASE, ino: 0n };
  const copy: LocalFile = {
    ...PLACED,
    path: path('Other/copy.txt'),
    size: BASE.size,
    hash: BASE.hash,
    ino: 0n,
  };
  const noted: NotedBytes = { id: ID, hash: BASE.hash, size: BASE.size, remote: BASE.remote };
  const asAgreed = recordOf(base);
  const sends = (given: Case): readonly string[] =>
    said({ files: [copy], bases: [base], remote: asAgreed, policy: { notedBytes: [noted] }, ...given });

  it('still belongs to its record, and the move is sent', () => {
    expect(sends({})).toEqual(['update renamed-here Other/copy.txt']);
    expect(sends({ policy: { notedBytes: [] } })).toEqual([
      'deleteRemote deleted-here Other/a.txt',
      'create new-here Other/copy.txt',
    ]);
  });

  it('is read before anything is planned for it', () => {
    expect(sends({ files: [{ ...copy, hash: null }] })).toEqual(['hash maybe-moved Other/copy.txt']);
  });

  it('is a new file where it was edited since, or another one took its place', () => {
    expect(sends({ files: [{ ...copy, hash: hash('x') }] })).toContain('create new-here Other/copy.txt');
    const another = { ...copy, path: base.path, hash: hash('x'), mtimeNs: 99n };
    expect(sends({ files: [copy, another] })).toEqual([
      'update edited-here Other/a.txt',
      'create new-here Other/copy.txt',
    ]);
  });

  it('goes back before it is replaced: afterwards nothing would show that it was moved', () => {
    const remote = { ...asAgreed, fingerprint: version('r2'), facts: NO_FACTS };
    expect(sends({ remote })).toEqual(['moveLocal changed-on-both Other/copy.txt']);
    const here = { bases: [BASE], files: [{ ...copy, ino: BASE.ino }], remote };
    expect(sends(here)).toEqual(['download changed-on-service Other/copy.txt']);
  });

  it('stays if its path differs only in case: the path still shows where it belongs', () => {
    const remote = { ...asAgreed, fingerprint: version('r2'), facts: NO_FACTS };
    const policy = { ignoresCase: true };
    const files = [{ ...copy, path: path('Other/A.txt') }];
    expect(sends({ files, remote, policy })).toEqual(['download changed-on-service Other/A.txt']);
  });
});

describe('a history in which the process dies between a placing and its agreement', () => {
  const start: readonly Event[] = [
    { who: 'there', does: 'create', which: 0, to: 'Other/a.pdf' },
    { who: 'sync', does: 'round', steps: 9 },
    { who: 'here', does: 'rename', which: 0, to: 'Spec Sheet/b.pdf' },
    { who: 'there', does: 'edit', which: 0 },
    { who: 'process', does: 'dieAtPlacing' },
    { who: 'sync', does: 'round', steps: 9 },
  ];

  it.each<[string, readonly Event[]]>([
    ['nothing else', []],
    ['another edit there', [{ who: 'there', does: 'edit', which: 0 }]],
    ['another rename there', [{ who: 'there', does: 'rename', which: 0, to: 'Other/c.pdf' }]],
    ['another rename here', [{ who: 'here', does: 'rename', which: 0, to: 'Other/c.pdf' }]],
    [
      'another edit there, and the same again',
      [
        { who: 'there', does: 'edit', which: 0 },
        { who: 'process', does: 'dieAtPlacing' },
        { who: 'sync', does: 'round', steps: 9 },
        { who: 'sync', does: 'round', steps: 9 },
      ],
    ],
  ])('has one record and one file in the end, after %s', (_what, events) => {
    const service = new ModelService({ keepsFacts: true, ignoresCategory: false });
    const client = new ModelClient(LINUX);
    const story = new Story(client, service);
    for (const event of [...start, ...events]) story.tell(event);
    for (let round = 0; round < 6; round++) story.tell({ who: 'sync', does: 'round', steps: 9 });
    const [record, ...others] = service.records.values();
    expect(others).toEqual([]);
    expect(record?.name).not.toBe('a.pdf');
    expect([...client.local.values()].map(({ content }) => content)).toEqual([record?.content]);
  });
});
