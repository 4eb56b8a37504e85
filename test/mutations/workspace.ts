import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import type { Mutant } from './mutant.ts';
import { mutate } from './mutants.ts';

/** What no test of a guard reads. */
const LEFT_OUT = new Set(['.git', '.ci', 'build', 'dist', 'node_modules', 'resources']);
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

  /** The tests of the guard with the guard off; with it on where `off` is false. */
  async judge(mutant: Mutant, off: boolean): Promise<Verdict> {
    const file = join(this.#dir, mutant.file);
    const source = readFileSync(file, 'utf8');
    if (off) writeFileSync(file, mutate(mutant, source));
    try {
      return await this.#run(mutant, off ? LONGEST : LONGEST_OF_ALL);
    } finally {
      writeFileSync(file, source);
    }
  }

  remove(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }

  async #run(mutant: Mutant, longest: number): Promise<Verdict> {
    const only = mutant.only === undefined ? [] : ['--testNamePattern', mutant.only];
    const report = join(this.#dir, 'report.json');
    const vitest = join(this.#dir, 'node_modules/vitest/vitest.mjs');
    const output = ['--reporter=json', `--outputFile=${report}`];
    const args = [vitest, 'run', '--bail=1', '--no-cache', ...output, ...only, ...mutant.tests];
    rmSync(report, { force: true });
    const status = await runQuietly(args, this.#dir, longest);
    if (status === null) return 'hung';
    return verdictOf(readFileSync(report, 'utf8'));
  }
}

/** Fails only by a test that failed: a file that cannot be loaded proves nothing. */
function verdictOf(report: string): Verdict {
  const { numFailedTests, numPassedTests } = JSON.parse(report) as {
    numFailedTests: number;
    numPassedTests: number;
  };
  if (numFailedTests > 0) return 'failed';
  return numPassedTests > 0 ? 'passed' : 'broken';
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
