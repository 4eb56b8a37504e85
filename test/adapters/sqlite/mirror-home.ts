import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { openMirror, type OpenedMirror } from '../../../main/adapters/sqlite/mirror.ts';
import type { Result } from '../../../shared/failure.ts';

/** When the tests' mirrors are opened, and how that stands in the name of a file that is set aside. */
export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
export const NOW_IN_NAMES = '20260102T030405Z';

/** A data folder of one test, with what was opened in it. */
export class MirrorHome {
  readonly dir = mkdtempSync(path.join(os.tmpdir(), 'mirror-'));
  readonly file = path.join(this.dir, 'mirror.sqlite');
  readonly #opened: { close(): void }[] = [];

  /** Opens it, or throws with the failure's words. */
  open(dir: string = this.dir): OpenedMirror {
    return this.keep(openMirror(dir, { now: () => NOW }));
  }

  keep<T extends { close(): void }>(result: Result<T>): T {
    if (!result.ok) throw new Error(`${result.failure.message} ${result.failure.detail ?? ''}`);
    this.#opened.push(result.value);
    return result.value;
  }

  close(): void {
    for (const mirror of this.#opened.splice(0)) mirror.close();
  }

  remove(): void {
    this.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
