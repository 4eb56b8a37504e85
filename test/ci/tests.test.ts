import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const CHECKOUT = join(import.meta.dirname, '..', '..');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-ci-tests-'));
  symlinkSync(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'));
  write('package.json', JSON.stringify({ type: 'module', scripts: { test: 'vitest run' } }));
  write('vitest.config.mjs', "export default { test: { pool: 'forks', maxWorkers: 1 } };");
  tests('good.test.mjs', ['is good', '']);
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function tests(file: string, ...bodies: readonly (readonly [name: string, body: string])[]): void {
  const all = bodies.map(([name, body]) => `it('${name}', async () => { ${body} });`);
  write(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'; import { it } from 'vitest'; ${all.join(' ')}`,
  );
}

/** What ends the process of the test. */
const DIE = "process.kill(process.pid, 'SIGTRAP'); await new Promise(() => undefined);";
const DIE_ONCE = `if (!existsSync('died')) { writeFileSync('died', ''); ${DIE} }`;
const FAIL = "throw new Error('wrong');";

function wait(ms: number): string {
  return `await new Promise((then) => setTimeout(then, ${ms}));`;
}

/** What `.ci/run` does with the tests: the status that it ends with, what was run again, and the count at the end. */
function ci(): { status: number | null; again: readonly string[]; count: string | undefined } {
  const report = join(folder, 'results.json');
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const run = (script: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [join(CHECKOUT, '.ci', script), report, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
  const tests = run('test.mjs');
  const { status, stdout } = run('judge.mjs', String(tests.status));
  const again = tests.stdout.matchAll(/^Run once more, since its process died of \S+: .*?([^/\n]+)$/gm);
  return {
    status,
    again: Array.from(again, ([, name]) => name ?? ''),
    count: stdout.trim().split('\n').at(-1),
  };
}

it('runs a file again whose process died, and counts what came of it', () => {
  tests('dies.test.mjs', ['comes first', ''], ['dies', DIE_ONCE]);
  expect(ci()).toEqual({ status: 0, again: ['dies.test.mjs'], count: '3 passed, 0 failed' });
});

it('counts what fails the second time', () => {
  tests('dies.test.mjs', ['dies', `${DIE_ONCE} ${FAIL}`]);
  expect(ci()).toEqual({ status: 1, again: ['dies.test.mjs'], count: '1 passed, 1 failed' });
});

it('takes a file that dies twice for a failure', () => {
  tests('dies.test.mjs', ['dies', DIE]);
  expect(ci()).toEqual({ status: 1, again: ['dies.test.mjs'], count: '1 passed, 1 failed' });
});

it('gives a test that failed no second try, whatever died after it', () => {
  // The runner hears of it some moments later.
  tests('dies.test.mjs', ['is wrong', FAIL], ['waits', wait(1000)], ['dies', DIE_ONCE]);
  expect(ci()).toMatchObject({ status: 1, again: [] });
});

it('leaves failed what failed beside what died', () => {
  tests('dies.test.mjs', ['dies', DIE_ONCE]);
  tests('wrong.test.mjs', ['is wrong', FAIL]);
  expect(ci()).toEqual({ status: 1, again: ['dies.test.mjs'], count: '2 passed, 1 failed' });
});

it('stays failed where an error came from outside of all tests', () => {
  tests('dies.test.mjs', ['dies', DIE_ONCE]);
  tests('late.test.mjs', ['lets one go', `setTimeout(() => { ${FAIL} }); ${wait(200)}`]);
  expect(ci()).toEqual({ status: 1, again: ['dies.test.mjs'], count: '3 passed, 0 failed' });
});

it('stays failed where a test ends its process', () => {
  tests('ends.test.mjs', ['ends', 'process.reallyExit(0); await new Promise(() => undefined);']);
  expect(ci()).toEqual({ status: 1, again: [], count: '1 passed, 1 failed' });
});
