import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/failure.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const BUILT = join(ROOT, 'build', 'renderer');
const SOURCES = ['renderer', 'shared'];

/** The folder of the page. In a checkout it is built first where it is missing or older than its sources. */
export function pageFolder(say: (line: string) => void): Result<string> {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const built = builtAt();
  if (existsSync(vite) && (built === null || built < newestSource())) {
    say('Building the screens, once …');
    const run = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (run.status !== 0) return fail(notBuilt(run.stderr));
  }
  return builtAt() === null ? fail(notBuilt('')) : ok(BUILT);
}

function builtAt(): number | null {
  const index = join(BUILT, 'index.html');
  return existsSync(index) ? statSync(index).mtimeMs : null;
}

function newestSource(): number {
  const times = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
  return Math.max(0, ...times);
}

function notBuilt(detail: string): Extract<Result<never>, { ok: false }>['failure'] {
  return {
    code: 'bad-input',
    message: 'The screens of SiteSync could not be built.',
    hint: 'In a checkout run: npm ci. Then try again.',
    retry: 'on-change',
    detail,
  };
}
