import { expect, it, onTestFinished } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import type { BaseFile, LocalFile, RemoteFile, Trees } from '../../../main/engine/trees.ts';
import type { Output } from '../../../main/hosts/cli/output/output.ts';
import { filesCommand } from '../../../main/hosts/cli/commands/files-command.ts';
import type { LockHolder } from '../../../main/sync/ports/site-locks.ts';
import { timeText } from '../../../main/hosts/system/time-text.ts';
import type { Program } from '../../../main/hosts/compose/compose.ts';

const record = (id: string, name: string): [string, Partial<RemoteFile>] => [
  id,
  {
    id: id as never,
    name,
    category: 'other',
    size: 7,
    facts: { path: null, sha256: null, mtimeMs: null, opId: null, basedOn: [] },
    updatedAt: null,
    fingerprint: 'v2' as never,
  },
];
const agreed = (
  id: string,
  path: string,
  remote: string,
  size = 5,
  ino = 0n,
): [string, Partial<BaseFile>] => [
  id,
  {
    id: id as never,
    path: path as never,
    name: path.slice('Other/'.length),
    category: 'other',
    updatedAt: null,
    remote: remote as never,
    size,
    ino,
  },
];
const INODES: Readonly<Record<string, bigint>> = { 'Other/new': 8n, 'Other/brought': 11n };
const HERE = [
  'Other/b10',
  'Other/B2',
  'Other/fresh',
  'Other/new',
  'Other/x',
  'Other/brought',
  'Other/zz4 ~1a2b3c4d.pdf',
];
let listedAt: number | null = 1;
let holder: LockHolder | null = null;

/** Of its mirror there are the trees alone: whole records with their metadata are many times as large. */
const program = {
  mirror: {
    followed: () => [{ id: 'site', folder: '/site', folderId: 'folder' }],
    // Nothing is said of a file that was left out until a moment ago.
    ignoredBy: () => ['/Other/left*', ''],
    setting: () => '*.bak',
    site: () => null,
    problems: () => [],
    siteState: () => ({
      listedAt,
      scannedAt: listedAt,
      syncedAt: listedAt,
      held: { files: [{ id: '7' }] },
    }),
    trees: () =>
      ({
        remote: new Map([
          record('1', 'b10'),
          record('2', 'a'),
          record('3', 'B2'),
          record('4', 'ä'),
          record('5', 'x'),
          record('6', 'y'),
          record('7', 'z'),
          record('8', 'zz'),
          record('9', 'zz1'),
          record('10', 'zz2'),
          record('11', 'zz3'),
          record('1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d', 'zz4.pdf'),
        ]),
        base: new Map([
          agreed('1', 'Other/b10', 'v2'),
          agreed('3', 'Other/B2', 'v1'),
          agreed('5', 'Other/x', 'v2', 4),
          agreed('6', 'Other/y', 'v2'),
          agreed('7', 'Other/z', 'v2'),
          agreed('8', 'Other/zz', 'v2', 5, 8n),
          agreed('9', 'Other/old.bak', 'v1'),
          agreed('10', 'Other/left-out', 'v2'),
          agreed('11', 'Other/left', 'v2', 5, 11n),
          agreed('1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d', 'Other/zz4 ~1a2b3c4d.pdf', 'v2'),
          // Of these the service has no record any more.
          agreed('12', 'Other/gone', 'v2'),
          agreed('13', 'Other/gone-edited', 'v2', 4),
          agreed('14', 'Other/gone-here-too', 'v2'),
        ]),
        local: new Map(
          [...HERE, 'Other/gone', 'Other/gone-edited'].map((path) => [
            path,
            // Two of them lay elsewhere before, one where it was left out.
            {
              path,
              size: 5,
              ino: INODES[path] ?? 0n,
              hash: HERE.includes(path) ? 'read' : null,
            } as LocalFile,
          ]),
        ),
      }) as unknown as Trees,
  },
  disk: {
    readMarker: async () => ok({ site: 'site', folderId: 'folder' }),
    readHead: async () => ok(new Uint8Array()),
  },
  locks: { holder: async () => holder },
  env: { platform: 'linux' },
} as unknown as Program;

it('lists the files of a site by name from its trees, then what waits to be sent, and when that was so', async () => {
  const said: string[] = [];
  const objects: unknown[] = [];
  const warned: string[] = [];
  const warn = (line: string): number => warned.push(line);
  const out = {
    warn,
    say: (line: string) => said.push(line),
    object: (value: unknown) => objects.push(value),
  };
  expect(await filesCommand(program, out as unknown as Output, 'site', {})).toBe(0);
  const file = (id: string, name: string, path: string | null, status: string): object => {
    // A script has no other way to name one that is not here to "keep".
    return {
      id,
      name,
      category: 'other',
      size: 7,
      updatedAt: null,
      path,
      otherName: null,
      status,
      sha256: { here: path !== null && HERE.includes(path) ? 'read' : null, record: null },
      place: path ?? `Other/${name}`,
    };
  };
  expect(objects).toEqual([
    {
      ok: true,
      site: 'site',
      syncedAt: 1,
      scannedAt: 1,
      listedAt: 1,
      problems: [],
      files: [
        file('2', 'a', null, 'Online only'),
        file('4', 'ä', null, 'Online only'),
        file('3', 'B2', 'Other/B2', 'Out of date'),
        file('1', 'b10', 'Other/b10', 'Up to date'),
        // Edited here, and deleted here.
        file('5', 'x', 'Other/x', 'Queued'),
        file('6', 'y', 'Other/y', 'Deleted here'),
        file('7', 'z', 'Other/z', 'Held'),
        // Once, where it lies now.
        file('8', 'zz', 'Other/new', 'Queued'),
        file('9', 'zz1', 'Other/old.bak', 'Left out'),
        file('10', 'zz2', 'Other/left-out', 'Left out'),
        file('11', 'zz3', 'Other/brought', 'Queued'),
        {
          ...file('1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d', 'zz4.pdf', 'Other/zz4 ~1a2b3c4d.pdf', 'Up to date'),
          otherName: 'taken',
        },
        { ...file('12', 'gone', 'Other/gone', 'Out of date'), size: 5 },
        { ...file('13', 'gone-edited', 'Other/gone-edited', 'Queued'), size: 5 },
        {
          id: null,
          name: 'fresh',
          category: null,
          size: 5,
          updatedAt: null,
          path: 'Other/fresh',
          otherName: null,
          status: 'Queued',
          sha256: { here: 'read', record: null },
          place: 'Other/fresh',
        },
      ],
    },
  ]);
  expect(said).toContainEqual(
    expect.stringMatching(/^Up to date .* Other\/zz4 ~1a2b3c4d\.pdf {2}\(on the service: zz4\.pdf\)$/),
  );
  expect(said.filter((line) => line.includes('on the service:'))).toHaveLength(1);
  expect(said.at(-1)).toBe(
    `12 files on the service, 5 files waiting to be sent, 1 deleted here and to be deleted there, 1 delete held (what to do: sitesync problems): as of the last sync at ${timeText(1)}.`,
  );
  expect(warned).toEqual([]);
});

it('says so where another program keeps the folder, which alone knows how it is now', async () => {
  holder = { program: 'the desktop app', pid: 7, user: null };
  onTestFinished(() => void (holder = null));
  const warned: string[] = [];
  const objects: unknown[] = [];
  const out = {
    say: () => undefined,
    object: (value: unknown) => objects.push(value),
    warn: (line: string) => warned.push(line),
  };
  expect(await filesCommand(program, out as unknown as Output, 'site', {})).toBe(0);
  expect(warned).toEqual([expect.stringContaining('keeps its folder /site: the desktop app (process 7).')]);
  expect(objects).toEqual([
    expect.objectContaining({ problems: [expect.objectContaining({ code: 'folder-in-use' })] }),
  ]);
});

it('does not pretend to know what the service has before it was asked', async () => {
  listedAt = null;
  const warned: string[] = [];
  const nothing = (): void => undefined;
  const out = { say: nothing, object: nothing, warn: (line: string) => warned.push(line) };
  await filesCommand(program, out as unknown as Output, 'site', {});
  expect(warned).toEqual([expect.stringMatching(/^What the service has is not known yet: /)]);
});
