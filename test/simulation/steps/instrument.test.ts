import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EVERY_THREAD } from './every-step.ts';
import { COUNTED, FOLDER_CALLS, NOW_CALLS, type Fault } from './instrument.ts';

const MAIN = join(import.meta.dirname, '..', '..', '..', 'main');
/** No steps: they cannot fail, or none of the scenarios comes to them (a watch, another drive, a disk that ignores case). */
const NO_STEPS = ['closeSync', 'existsSync', 'constants', 'createReadStream', 'realpathSync'];
const IMPORT = /import \{([^}]*)\} from 'node:fs(\/promises)?'/gu;

it('counts whatever the engine and its adapters ask of the disk', () => {
  const counted = new Set<string>([...FOLDER_CALLS, ...NOW_CALLS, ...NO_STEPS, 'fsync']);
  const sources = globSync('{adapters,sync,app}/**/*.ts', { cwd: MAIN });
  const asked = sources.flatMap((source) => importedBy(readFileSync(join(MAIN, source), 'utf8')));
  expect(asked).toContain('rename');
  expect(asked).toContain('renameSync');
  expect([...new Set(asked)].filter((name) => !counted.has(name))).toEqual([]);
});

it('counts what each thread of the process does, and not what it takes to load the program', () => {
  const thread = `import fs from 'node:fs'; fs.lstatSync('/');`;
  const program = `
    const { getEnvironmentData, Worker } = require('node:worker_threads');
    const { main, workers } = getEnvironmentData('${COUNTED}');
    const worker = new Worker(new URL(${JSON.stringify(`data:text/javascript,${thread}`)}));
    worker.on('exit', () => console.log(main[0], workers[0]));
  `;
  const fault = JSON.stringify({ thread: 'main', at: 0, how: 'kill', code: '' } satisfies Fault);
  const args = ['--import', EVERY_THREAD, '--eval', program, fault];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8', cwd: MAIN }).stdout.trim()).toBe('0 1');
});

function importedBy(source: string): readonly string[] {
  const names = [...source.matchAll(IMPORT)].flatMap(([, list]) => (list ?? '').split(','));
  // A watch is no access, and a type nothing at all.
  return names.map((name) => name.trim()).filter((name) => !/^$|^type |^watch /u.test(name));
}
