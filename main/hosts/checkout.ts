import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Failure, type Result } from '../../shared/failure.ts';
import { othersEnvironment } from './system/others-environment.ts';

/** The folder of this checkout, or of the installed package. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** Something that vite makes of the sources. Paths are relative to the checkout. */
export interface BuildTarget {
  /** A file that is there when it is built. */
  readonly built: string;
  /** Folders; a file in them that is newer means building again. */
  readonly sources: readonly string[];
  /** The arguments of each run of `vite build`. */
  readonly runs: readonly (readonly string[])[];
  /** What is built, for a person. */
  readonly name: string;
}

/**
 * Builds the target in a checkout, if it is missing or older than its sources. Outside of a checkout it has to be
 * there.
 */
export function ensureBuilt(target: BuildTarget, say: (line: string) => void): Result<null> {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const at = builtAt(target);
  if (existsSync(vite) && (at === null || at < newestOf(target))) {
    say(`Building ${target.name}, once…`);
    for (const run of target.runs) {
      const args = [vite, 'build', '--logLevel', 'error', ...run];
      // Whoever asks may run under another name (a test does), and would get React's slow development build.
      const env = { ...othersEnvironment(), NODE_ENV: 'production' };
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
      if (status !== 0) return fail(notBuilt(target, stderr));
    }
  }
  return builtAt(target) === null ? fail(notBuilt(target, '')) : ok(null);
}

function builtAt({ built }: BuildTarget): number | null {
  const file = join(ROOT, built);
  return existsSync(file) ? statSync(file).mtimeMs : null;
}

/** How it is made counts as well. */
function newestOf({ sources }: BuildTarget): number {
  const rules = readdirSync(ROOT).filter((name) => /^vite\..*\.ts$/.test(name));
  const ruleTimes = rules.map((name) => statSync(join(ROOT, name)).mtimeMs);
  const times = sources.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
  return Math.max(0, ...ruleTimes, ...times);
}

function notBuilt({ name }: BuildTarget, detail: string): Failure {
  return {
    code: 'bad-input',
    message: `${name.replace(/^./, (letter) => letter.toUpperCase())} of SiteSync could not be built.`,
    hint: 'In a checkout run: npm ci. Then try again.',
    retry: 'on-change',
    detail,
  };
}
