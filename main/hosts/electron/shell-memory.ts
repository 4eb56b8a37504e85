import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../../../shared/model/json.ts';
import { parsePlace, type WindowPlace } from './window/window-place.ts';

export interface Remembered {
  readonly place: WindowPlace | null;
  /** Was the person told that closing the window does not end SiteSync? */
  readonly saidClosing: boolean;
}

/** What the shell remembers between runs, in a small file beside the mirror. Losing it costs only comfort. */
export class ShellMemory {
  readonly #file: string;
  readonly #log: (line: string) => void;
  #now: Remembered;

  constructor(dataDir: string, log: (line: string) => void) {
    this.#file = join(dataDir, 'shell.json');
    this.#log = log;
    this.#now = read(this.#file);
  }

  get now(): Remembered {
    return this.#now;
  }

  keep(change: Partial<Remembered>): void {
    this.#now = { ...this.#now, ...change };
    try {
      writeFileSync(`${this.#file}.new`, JSON.stringify(this.#now), { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    } catch (error) {
      this.#log(`The place of the window was not kept: ${String(error)}`);
    }
  }
}

function read(file: string): Remembered {
  try {
    const raw: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isJsonObject(raw))
      return { place: parsePlace(raw['place']), saidClosing: raw['saidClosing'] === true };
  } catch {
    // There is no file yet, or it is damaged: start as if for the first time.
  }
  return { place: null, saidClosing: false };
}
