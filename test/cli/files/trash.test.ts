import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { trashCommand } from '../../../main/hosts/cli/commands/trash-command.ts';
import type { Output } from '../../../main/hosts/cli/output/output.ts';
import type { Program } from '../../../main/hosts/compose/compose.ts';
import type { TrashEntry } from '../../../main/sync/ports/disk.ts';
import { NO_LOCKS } from '../../support/no-locks.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';

const away: Failure = {
  code: 'folder-missing',
  message: 'The folder /drive/Mill is not there.',
  hint: 'Reconnect the drive.',
  retry: 'on-change',
};
/** What happened, and what to do. */
const AWAY_WORDS = [
  'The folder /drive/Mill is not there. Reconnect the drive.',
  'Where it was moved or renamed: sitesync follow /drive/Mill --folder FOLDER',
];
const entry = { id: '1/Other/a.txt', path: 'Other/a.txt', size: 1, trashedAt: 0 } as TrashEntry;

type Trashes = Readonly<Record<string, Result<readonly TrashEntry[]>>>;

/** The drive of one site is away; the trash of the other holds a file. */
const AWAY: Trashes = { '/drive/Mill': fail(away), '/home/Harbour House': ok([entry]) };

function program(
  restored: string[],
  trashes: Trashes = AWAY,
  /** What was noted of the disk, and on which system. */
  folderCase: string | null = null,
  platform: Program['env']['platform'] = 'linux',
  noted: unknown[] = [],
): Program {
  const followed = Object.keys(trashes).map((folder) => ({ id: folder, folder, folderId: folder }));
  return {
    env: { platform, now: () => 7000 },
    stopping: new AbortController().signal,
    locks: NO_LOCKS,
    mirror: {
      followed: () => followed,
      site: (id: string) => ({ name: basename(id) }),
      removals: () => [],
      commit: (_site: string, commits: readonly unknown[]) => void noted.push(...commits),
      approvedDeletes: () => new Set<string>(),
      setting: (key: string) => (key.startsWith('folder-case:') ? folderCase : null),
    },
    disk: {
      readMarker: async (folder: string) =>
        trashes[folder]?.ok === false ? trashes[folder] : ok({ site: folder, folderId: folder }),
      readHead: async () => fail(away),
      stat: async () => ok(null),
      listTrash: (folder: string) => Promise.resolve(trashes[folder]),
      restore: (folder: string, id: string) => {
        restored.push(`${folder} ${id}`);
        return Promise.resolve(ok(entry.path));
      },
    },
  } as unknown as Program;
}

function output(said: unknown[], lines: string[] = []): Output {
  return {
    json: true,
    quiet: false,
    screen: null,
    say: (line) => lines.push(line),
    warn: () => undefined,
    log: () => undefined,
    alert: (line) => said.push(line),
    object: (value) => said.push(value),
    lines: () => Promise.resolve(true),
    pieces: () => Promise.resolve(true),
    content: () => Promise.resolve(true),
    error: (failure) => {
      said.push(failure.code);
      lines.push(failure.hint);
      return 1;
    },
    end: () => undefined,
  };
}

it('lists and restores what the other sites hold where the drive of one is away', async () => {
  const said: unknown[] = [];
  expect(await trashCommand(program([]), output(said), undefined)).toBe(1);
  expect(said).toEqual([
    ...AWAY_WORDS,
    {
      ok: true,
      entries: [expect.objectContaining({ path: 'Other/a.txt', site: '/home/Harbour House' })],
      missing: ['/drive/Mill'],
    },
  ]);
  const restored: string[] = [];
  expect(await trashCommand(program(restored), output([]), 'Other/a.txt')).toBe(0);
  expect(restored).toEqual(['/home/Harbour House 1/Other/a.txt']);
});

it('notes in the history that a file was put back', async () => {
  const noted: unknown[] = [];
  const one = program([], AWAY, null, 'linux', noted);
  expect(await trashCommand(one, output([]), 'Other/a.txt')).toBe(0);
  const activity = { at: 7000, site: '/home/Harbour House', file: null, path: 'Other/a.txt', bytes: 1 };
  expect(noted).toEqual([{ activity: { ...activity, action: 'restore', reason: 'asked' } }]);
});

it('takes back the delete of a file that is back, and that it is kept for it, and no other delete', async () => {
  const one = program([]);
  const written: unknown[] = [];
  Object.assign(one.mirror, {
    approvedDeletes: () => new Set(['a', 'b']),
    agreement: (_site: string, id: string) => ({ path: id === 'a' ? 'Other/a.txt' : 'Other/b.txt' }),
    setting: (key: string) => (key.startsWith('folder-case:') ? null : '{"a":false,"b":false}'),
    setApprovedDeletes: (_site: string, ids: readonly string[]) => written.push(ids),
    setPin: (_site: string, id: string, pin: boolean | null) => written.push({ [id]: pin }),
    setSetting: (_key: string, text: string) => written.push(text),
  });
  expect(await trashCommand(one, output([]), 'Other/a.txt')).toBe(0);
  expect(written).toEqual([{ a: false }, '{"b":false}', ['b']]);
});

it('puts a file back although the database cannot be written', async () => {
  const locked: Failure = { ...away, code: 'mirror-locked', retry: 'later' };
  const one = program([]);
  one.mirror.commit = () => {
    throw new FailureError(locked);
  };
  const said: unknown[] = [];
  expect(await trashCommand(one, output(said), 'Other/a.txt')).toBe(0);
  expect(said).toEqual([{ ok: true, site: '/home/Harbour House', restored: 'Other/a.txt' }]);
});

it('says that the drive is away if the wanted file may be on it', async () => {
  const said: unknown[] = [];
  expect(await trashCommand(program([]), output(said), 'Other/else.txt')).toBe(1);
  // Once, by the error itself.
  expect(said).toEqual(['folder-missing']);
});

it('guesses neither site nor version: it takes what it lists', async () => {
  const [older, newer] = [entry, { ...entry, id: '2/Other/a.txt' }];
  const both: Trashes = { '/home/Mill': ok([newer]), '/home/Harbour House': ok([older]) };
  const lines: string[] = [];
  await trashCommand(program([], both), output([], lines), undefined);
  expect(lines.slice(0, 2)).toEqual(['Mill: 2/Other/a.txt', 'Harbour House: 1/Other/a.txt']);
  const [said, words, restored]: [unknown[], string[], string[]] = [[], [], []];
  expect(await trashCommand(program(restored, both), output(said, words), 'Other/a.txt')).toBe(1);
  expect([said, restored]).toEqual([['bad-input'], []]);
  expect(words).toEqual([expect.stringContaining('2/Other/a.txt or 1/Other/a.txt')]);
  expect(await trashCommand(program(restored, both), output([], words), older.id)).toBe(0);
  expect(restored).toEqual([`/home/Harbour House ${older.id}`]);
  expect(words.at(-1)).toContain('/home/Harbour House/Other/a.txt');
});

it('tells why each lies there, so that the right one of several of a path is put back', async () => {
  const [older, newer] = [entry, { ...entry, id: '2/Other/a.txt', trashedAt: 60_000 }];
  const two = program([], { '/home/Mill': ok([newer, older]) });
  const line = { path: 'Other/a.txt', reason: '', bytes: 1 };
  const removals = () => [{ ...line, at: 60_200, action: 'delete' }];
  Object.assign(two.mirror, { removals });
  const lines: string[] = [];
  const said: unknown[] = [];
  expect(await trashCommand(two, output(said, lines), undefined)).toBe(0);
  expect(lines).toEqual([
    'Mill: 2/Other/a.txt  (You deleted it here)',
    // Nothing is said where nothing is known.
    'Mill: 1/Other/a.txt',
    'Put one back with: sitesync trash --restore PATH. Of several with one path that is the newest: name another as it stands above, with its time.',
  ]);
  expect(said).toMatchObject([{ entries: [{ why: 'You deleted it here' }, { why: null }] }]);
});

it('says where it puts a file whose place is taken', async () => {
  const back = program([]);
  Object.assign(back.disk, { restore: async () => ok('Other/a (restored).txt') });
  const lines: string[] = [];
  expect(await trashCommand(back, output([], lines), 'Other/a.txt')).toBe(0);
  expect(lines).toEqual([
    'Another a.txt lies there now. Put beside it: /home/Harbour House/Other/a (restored).txt. The next sync sends it.',
  ]);
});

it.each(['./Other/a.txt', '/home/Harbour House/Other/a.txt'])(
  'takes %s, as a shell completes it',
  async (typed) => {
    const restored: string[] = [];
    expect(await trashCommand(program(restored), output([]), typed)).toBe(0);
    expect(restored).toEqual(['/home/Harbour House 1/Other/a.txt']);
  },
);

it('promises to send nothing that lies in Models', async () => {
  const path = 'Models/tower.glb';
  const model = { ...entry, id: `1/${path}`, path } as TrashEntry;
  const back: Program = program([], { '/home/Mill': ok([model]) });
  Object.assign(back.disk, { restore: async () => ok(path) });
  const lines: string[] = [];
  expect(await trashCommand(back, output([], lines), path)).toBe(0);
  expect(lines).toEqual([`Put back: /home/Mill/${path}. Nothing is sent from Models.`]);
});

it('does not promise to send what the ignore list of the site leaves out', async () => {
  const back: Program = program([], { '/home/Mill': ok([entry]) });
  Object.assign(back.disk, { readHead: async () => ok(new TextEncoder().encode('Other/\n')) });
  const lines: string[] = [];
  expect(await trashCommand(back, output([], lines), 'Other/a.txt')).toBe(0);
  expect(lines).toEqual([
    'Put back: /home/Mill/Other/a.txt. It is not sent: the ignore lists (.siteignore, the settings, what systems leave behind) leave it out.',
  ]);
});

it('does not call a trash empty whose folder is away', async () => {
  const lines: string[] = [];
  const none: Program = program([], { '/drive/Mill': fail(away) });
  Object.assign(none.disk, { listTrash: async () => ok([]) });
  const said: unknown[] = [];
  await trashCommand(none, output(said, lines), undefined);
  expect(lines).toEqual([]);
  expect(said).toEqual([...AWAY_WORDS, { ok: true, entries: [], missing: ['/drive/Mill'] }]);
});

it('does not call a trash empty that cannot be read, and names the site', async () => {
  const [said, lines]: [unknown[], string[]] = [[], []];
  const of: Trashes = { '/home/Mill': ok([]), '/home/Harbour House': ok([]) };
  const unread = 'The folder /home/Mill/.sitesync/trash could not be read: permission is missing.';
  const one: Program = program([], of);
  Object.assign(one.disk, {
    listTrash: async (folder: string) =>
      folder === '/home/Mill'
        ? fail({ ...away, code: 'unreadable', message: unread, hint: 'Look.' })
        : ok([]),
  });
  expect(await trashCommand(one, output(said, lines), undefined)).toBe(1);
  expect(said).toEqual([`Mill: ${unread} Look.`, { ok: true, entries: [], unread: ['/home/Mill'] }]);
  expect(lines).toEqual(['The trash of the other sites is empty.']);
  expect(await trashCommand(one, output(said), 'Other/a.txt')).toBe(1);
  expect(said.at(-1)).toBe('unreadable');
});

it('calls no trash empty if no site is kept, and says where the trash of a former site lies', async () => {
  const [lines, said]: [string[], unknown[]] = [[], []];
  await trashCommand(program([], {}), output(said, lines), undefined);
  expect(lines).toEqual(['The trash of a site that was kept before lies in its folder, in .sitesync/trash.']);
  expect(said).toEqual([expect.stringContaining('No site is kept in'), { ok: true, entries: [] }]);
});

const RESTORED = ['/home/Harbour House 1/Other/a.txt'];

it.each([
  ['linux', null, 1, []],
  ['win32', null, 0, RESTORED],
  ['darwin', null, 0, RESTORED],
  ['linux', 'ignored', 0, RESTORED],
  ['win32', 'told-apart', 1, []],
] as const)(
  'takes a path in another case where the disk does (%s, last seen: %s)',
  async (platform, folderCase, status, restored) => {
    const put: string[] = [];
    const home: Trashes = { '/home/Harbour House': ok([entry]) };
    const asked = program(put, home, folderCase, platform);
    expect(await trashCommand(asked, output([]), 'other/A.TXT')).toBe(status);
    expect(put).toEqual(restored);
  },
);

it('puts back the newest of each file below a folder that is named', async () => {
  const below = [
    '3/Other/Lüftung/a.txt',
    '2/Other/Lüftung/Ost/b.txt',
    '1/Other/Lüftung/a.txt',
    '1/Other/c.txt',
  ];
  const entries = below.map((id) => ({ id, path: id.slice(2), size: 1, trashedAt: 0 }) as TrashEntry);
  const restored: string[] = [];
  const said: string[] = [];
  const out = { say: (line: string) => said.push(line), object: () => undefined } as unknown as Output;
  const trashes = { '/home/Mill': ok(entries) };
  expect(await trashCommand(program(restored, trashes), out, 'Other/Lüftung/')).toBe(0);
  expect(restored.toSorted()).toEqual([
    '/home/Mill 2/Other/Lüftung/Ost/b.txt',
    '/home/Mill 3/Other/Lüftung/a.txt',
  ]);
  expect(said).toEqual(['Put back: 2 files of Other/Lüftung/. The next sync sends what is not left out.']);
});

it('puts nothing beside the files of a folder that are there, and says so; a dot names all of a site', async () => {
  const below = ['2/Other/a.txt', '2/Other/b.txt', '1/Other/c.txt'];
  const entries = below.map((id) => ({ id, path: id.slice(2), size: 1, trashedAt: 0 }) as TrashEntry);
  for (const [named, called] of [
    ['Other', 'Other'],
    ['.', 'Mill'],
    ['/home/Mill/', 'Mill'],
  ] as const) {
    const [restored, said, objects]: [string[], string[], unknown[]] = [[], [], []];
    const one = program(restored, { '/home/Mill': ok(entries) });
    Object.assign(one.disk, {
      stat: async (_: string, path: string) => ok(path === 'Other/b.txt' ? {} : null),
    });
    expect(await trashCommand(one, output(objects, said), named)).toBe(0);
    expect(restored.toSorted()).toEqual(['/home/Mill 1/Other/c.txt', '/home/Mill 2/Other/a.txt']);
    expect(said).toEqual([
      `Put back: 2 files of ${called}. The next sync sends what is not left out.`,
      '1 file lies there now, so nothing was put beside it. One by one: sitesync trash --restore PATH',
    ]);
    expect(objects).toMatchObject([{ restored: { length: 2 }, stayed: ['Other/b.txt'] }]);
  }
});

it('ends between two files of a folder on Ctrl+C, and says how many are back', async () => {
  const entries = ['a', 'b'].map(
    (name) => ({ ...entry, id: `1/Other/${name}`, path: `Other/${name}` }) as TrashEntry,
  );
  const stop = new AbortController();
  const one: Program = program([], { '/home/Mill': ok(entries) });
  Object.assign(one, { stopping: stop.signal });
  Object.assign(one.disk, {
    restore: async () => {
      stop.abort();
      return ok('Other/b');
    },
  });
  const said: unknown[] = [];
  expect(await trashCommand(one, output(said), 'Other')).toBe(1);
  expect(said).toEqual(['1 file of Other put back before this:', 'cancelled']);
});

it('asks for the whole path of a folder whose files lie in the trash of two sites', async () => {
  const errors: Failure[] = [];
  const out = { error: (failure: Failure) => errors.push(failure) } as unknown as Output;
  const trashes = { '/home/Mill': ok([entry]), '/home/Harbour House': ok([entry]) };
  await trashCommand(program([], trashes), out, 'Other');
  expect(errors[0]?.hint).toBe('Name the folder by its whole path on this computer.');
  const restored: string[] = [];
  const quiet = { say: () => undefined, object: () => undefined } as unknown as Output;
  await trashCommand(program(restored, trashes), quiet, '/home/Mill/Other');
  expect(restored).toEqual([`/home/Mill ${entry.id}`]);
});
