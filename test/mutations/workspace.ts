import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import type { Mutant } from './mutant.ts';
import { mutate } from './mutants.ts';

/** What no test of a guard reads. */
const LEFT_OUT = new Set(['.git', '.ci', 'build', 'dist', 'node_modules']);
/** No guard's tests need longer; a mutant that hangs is found as well. */
const LONGEST = 90_000;
/** All of them together, with nothing switched off, on a machine that may be busy. */
const LONGEST_OF_ALL = 15 * 60_000;

/** How the tests of a guard ended: `passed` means that none of them noticed. */
export type Verdict = 'passed' | 'failed' | 'hung' | 'broken';

/** A copy of the checkout in which one guard after the other is switched off; the checkout is never written. */
export class Workspace {
  readonly #dir = mkdtempSync(join(tmpdir(), 'sitesync-mutants-'));

  constructor(checkout: string) {
    for (const name of readdirSync(checkout))
      if (!LEFT_OUT.has(name)) cpSync(join(checkout, name), join(this.#dir, name), { recursive: true });
    symlinkSync(join(checkout, 'node_modules'), join(this.#dir, 'node_modules'));
  }

  /** The tests of the guard with the guard off. */
  async judge(mutant: Mutant): Promise<Verdict> {
    const file = join(this.#dir, mutant.file);
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, mutate(mutant, source));
    const only = mutant.only === undefined ? [] : ['--testNamePattern', mutant.only];
    try {
      const report = await this.#run(['--bail=1', ...only, ...mutant.tests], LONGEST);
      return report === null ? 'hung' : verdictOf(report);
    } finally {
      writeFileSync(file, source);
    }
  }

  /** The names of those tests that fail with every guard on, and of files that cannot be loaded; null if they hang. */
  async failing(tests: readonly string[]): Promise<readonly string[] | null> {
    const report = await this.#run(tests, LONGEST_OF_ALL);
    return report?.testResults.flatMap(failuresOf) ?? null;
  }

  remove(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }

  /** What the test runner reports; null where it took longer than this many milliseconds. */
  async #run(asked: readonly string[], longest: number): Promise<Report | null> {
    const report = join(this.#dir, 'report.json');
    const vitest = join(this.#dir, 'node_modules/vitest/vitest.mjs');
    const output = ['--reporter=json', `--outputFile=${report}`];
    rmSync(report, { force: true });
    const status = await runQuietly([vitest, 'run', '--no-cache', ...output, ...asked], this.#dir, longest);
    return status === null ? null : (JSON.parse(readFileSync(report, 'utf8')) as Report);
  }
}

/** What is read of vitest's report. */
interface Report {
  readonly numFailedTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Fails only by a test that failed: a file that cannot be loaded proves nothing. */
function verdictOf({ numFailedTests, numPassedTests }: Report): Verdict {
  if (numFailedTests > 0) return 'failed';
  return numPassedTests > 0 ? 'passed' : 'broken';
}

function failuresOf({ name, status, assertionResults }: Report['testResults'][number]): readonly string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length > 0) return failed.map(({ fullName }) => `${name}: ${fullName}`);
  return status === 'failed' ? [name] : [];
}

/** The exit status; null where it took too long and was ended. */
function runQuietly(args: readonly string[], cwd: string, longest: number): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'ignore', detached: true });
    const timer = setTimeout(() => {
      // The whole group: the runner has workers of its own.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, longest);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve(status);
    });
  });
}
