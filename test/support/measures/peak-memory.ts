import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOOK = join(import.meta.dirname, 'peak-memory.child.ts');

/** Has processes of Node note the most memory that they ever held, at their end. */
export class PeakMemory {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sitesync-peak-'));
  #runs = 0;

  /** Arguments and environment for the next process, and what it held at most (MiB), to be asked when it has ended. */
  next(): {
    readonly nodeArguments: readonly string[];
    readonly env: Readonly<Record<string, string>>;
    readonly mebibytes: () => number;
  } {
    const file = join(this.#folder, `${++this.#runs}`);
    return {
      nodeArguments: ['--import', HOOK],
      env: { SITESYNC_TEST_PEAK: file },
      mebibytes: () => Number(readFileSync(file, 'utf8')) / 1024,
    };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
