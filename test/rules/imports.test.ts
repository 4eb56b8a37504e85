import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** A forbidden import, the folder it stands in, and the words of lint. */
const FORBIDDEN = [
  [
    'main/engine',
    `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n`,
    'The engine is pure',
  ],
  ['main/engine', `export const now = (): number => Date.now();\n`, "Unexpected use of 'Date'"],
  [
    'main/sync',
    `import { createDisk } from '../../adapters/disk/disk.ts';\nexport const make = createDisk;\n`,
    'acts through ports',
  ],
  [
    'main/sync/apply',
    `import { syncSite } from '../../cycle/cycle.ts';\nexport const sync = syncSite;\n`,
    'knows nothing of what leads through it',
  ],
  [
    'main/adapters/disk',
    `import axios from 'axios';\nexport const client = axios;\n`,
    'belongs to one adapter',
  ],
  [
    'main/adapters/sqlite',
    `import { SETTINGS } from '../../../sync/settings/settings.ts';\nexport const keys = SETTINGS;\n`,
    'of these rooms nothing else',
  ],
  [
    'main/adapters/disk',
    `import { createApp } from '../../../app/create-app.ts';\nexport const make = createApp;\n`,
    'of these rooms nothing else',
  ],
  [
    'main/hosts/cli',
    `import { createWatcher } from '../../../adapters/watch/watch.ts';\nexport const make = createWatcher;\n`,
    'compose/ makes the adapters',
  ],
  [
    'main/hosts/electron',
    `import { createService } from '../../../adapters/rest/service.ts';\nexport const make = createService;\n`,
    'compose/ makes the adapters',
  ],
  ['main/hosts/web', `import { app } from 'electron';\nexport const name = app;\n`, 'Only hosts/electron'],
  [
    'preload',
    `import { parseBaseUrl } from '../../main/adapters/rest/base-url.ts';\nexport const parse = parseBaseUrl;\n`,
    'The preload is a transport',
  ],
  [
    'renderer/state',
    `import { nextDelay } from '../../../main/engine/times/back-off.ts';\nexport const delay = nextDelay;\n`,
    'The renderer knows only shared',
  ],
  [
    'shared',
    `import { hostname } from 'node:os';\nexport const name = hostname;\n`,
    'shared imports nothing',
  ],
] as const;

/**
 * What the compiler refuses to each room, whatever lint says: its tsconfig.json names the rooms and types that it knows. None
 * of these files is in the list above, since the compiler names each file once.
 */
const BEYOND_ROOM = [
  ['shared', 'main/engine/trees.ts'],
  ['main/engine', 'node:fs'],
  ['main/engine', 'main/sync/context.ts'],
  ['main/sync', 'main/adapters/csv/csv-reader.ts'],
  ['main/sync', 'main/app/app.ts'],
  ['main/series', 'main/app/app.ts'],
  ['main/models', 'main/series/context.ts'],
  ['main/datamodel', 'main/app/app.ts'],
  ['main/app', 'main/adapters/disk/disk.ts'],
  ['main/adapters', 'main/hosts/version.ts'],
  ['preload', 'main/engine/trees.ts'],
  ['renderer', 'main/engine/trees.ts'],
] as const;

const PROBES = 'forbidden-import-probe';
const probeOf = (folder: string, index: number): string => `${folder}/${PROBES}/probe-${index}.ts`;

describe('a forbidden import', () => {
  let diagnostics: readonly { readonly filename: string; readonly message: string; readonly help: string }[];
  /** Where the compiler notes what it saw: among its own notes, the next check of types would go by the probes. */
  let made: string;
  const folders = [...FORBIDDEN, ...BEYOND_ROOM].map(([folder]) => join(ROOT, folder, PROBES));

  beforeAll(() => {
    // Older than whatever was built of these folders: a source that is newer means building the screens again, which a
    // test beside this one would be told.
    mkdirSync(join(ROOT, 'build'), { recursive: true });
    made = mkdtempSync(join(ROOT, 'build', 'probes-'));
    const write = (folder: string, probe: string, text: string): void => {
      writeFileSync(join(made, probe), text);
      utimesSync(join(made, probe), 0, 0);
      mkdirSync(join(ROOT, folder, PROBES), { recursive: true });
      renameSync(join(made, probe), join(ROOT, folder, PROBES, probe));
    };
    for (const [index, [folder, text]] of FORBIDDEN.entries()) write(folder, `probe-${index}.ts`, text);
    for (const [index, [room, file]] of BEYOND_ROOM.entries()) {
      const from = file.startsWith('node:') ? file : relative(join(room, PROBES), file).split(sep).join('/');
      write(room, `room-${index}.ts`, `import * as other from '${from}';\nexport const beyond = other;\n`);
    }
    const lint = spawnSync(
      join(ROOT, 'node_modules/.bin/oxlint'),
      ['--format=json', ...FORBIDDEN.map(([folder], index) => probeOf(folder, index))],
      { cwd: ROOT, encoding: 'utf8' },
    );
    diagnostics = (JSON.parse(lint.stdout) as { diagnostics: typeof diagnostics }).diagnostics;
  });

  afterAll(() => {
    for (const folder of [...folders, made]) rmSync(folder, { recursive: true, force: true });
  });

  it.each(FORBIDDEN.map(([folder, , words], index) => [folder, words, index] as const))(
    'fails lint in %s: %s',
    (folder, words, index) => {
      const found = diagnostics.filter(({ filename }) => filename === probeOf(folder, index));
      expect(found.map(({ message, help }) => `${message} ${help}`).join('\n')).toContain(words);
    },
  );

  it.each(BEYOND_ROOM.map(([room, file], index) => [room, file, index] as const))(
    'fails the compiler in %s: %s',
    (room, file, index) => {
      const notes = join(made, `${index}.tsbuildinfo`);
      const flags = `-p ${room} --noEmit --emitDeclarationOnly false --pretty false --tsBuildInfoFile`;
      const tsc = join(ROOT, 'node_modules/.bin/tsc');
      const run = spawnSync(tsc, [...flags.split(' '), notes], { cwd: ROOT, encoding: 'utf8' });
      const found = run.stdout.split(/\n(?! )/).filter((line) => line.includes(`room-${index}.ts(`));
      expect(found.join('\n')).toContain(file);
    },
  );
});
