import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    'shared',
    `import { hostname } from 'node:os';\nexport const name = hostname;\n`,
    'shared imports nothing',
  ],
] as const;

describe('a forbidden import', () => {
  const folders = FORBIDDEN.map(([folder]) => join(ROOT, folder, 'forbidden-import-probe'));

  beforeAll(() => {
    // Older than whatever was built of these folders: a source that is newer means building the screens again, which a
    // test beside this one would be told.
    mkdirSync(join(ROOT, 'build'), { recursive: true });
    const made = mkdtempSync(join(ROOT, 'build', 'probes-'));
    for (const [index, [, text]] of FORBIDDEN.entries()) {
      const probe = `probe-${index}.ts`;
      writeFileSync(join(made, probe), text);
      utimesSync(join(made, probe), 0, 0);
      mkdirSync(folders[index]!, { recursive: true });
      renameSync(join(made, probe), join(folders[index]!, probe));
    }
    rmdirSync(made);
  });

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it.each(FORBIDDEN.map(([folder, , words], index) => [folder, words, index] as const))(
    'fails lint in %s: %s',
    (folder, words, index) => {
      const probe = `${folder}/forbidden-import-probe/probe-${index}.ts`;
      const run = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--deny-warnings', probe], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      expect(run.stdout).toContain(words);
      expect(run.status).not.toBe(0);
    },
  );

  it('fails the compiler where a room reaches into one it does not know', () => {
    const run = spawnSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      ['-p', 'main/sync', '--noEmit', '--composite', 'false', '--emitDeclarationOnly', 'false'],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    );
    const whole = spawnSync(
      join(ROOT, 'node_modules/.bin/tsc'),
      ['-p', 'main/engine', '--noEmit', '--emitDeclarationOnly', 'false'],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect(`${run.stdout}${whole.stdout}`).toMatch(/node:fs/);
    expect(whole.status).not.toBe(0);
  });
});
