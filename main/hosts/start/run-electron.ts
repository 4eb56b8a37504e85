import { spawn } from 'node:child_process';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { ensureBuilt, ROOT, type BuildTarget } from '../checkout.ts';
import { othersEnvironment } from '../others-environment.ts';
import { REFUSED } from '../refused.ts';
import { pageFolder } from '../web/page.ts';

const CONFIG = ['-c', 'vite.electron.config.ts'];
/** The desktop app, but for its page. */
export const DESKTOP: BuildTarget = {
  built: 'build/electron/preload.cjs',
  sources: ['main', 'shared', 'preload'],
  runs: [
    [...CONFIG, '--mode', 'main'],
    [...CONFIG, '--mode', 'preload'],
  ],
  name: 'the desktop app',
};

/** What ends sooner than this never came up, ms. */
const COMING_UP = 30_000;

/** Builds what is to be built and runs the desktop app to its end. Its exit status; fails where it never came up. */
export async function runElectron(
  binary: string,
  data: string | undefined,
  say: (line: string) => void,
): Promise<Result<number>> {
  const page = pageFolder(say);
  if (!page.ok) return page;
  const built = ensureBuilt(DESKTOP, say);
  if (!built.ok) return built;
  const began = Date.now();
  const child = spawn(binary, [ROOT, ...(data === undefined ? [] : ['--data', data])], {
    stdio: 'inherit',
    env: othersEnvironment(),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(fail(notRun(error.message))));
    child.once('close', (code, signal) => {
      if (code === 0 || code === REFUSED || Date.now() - began > COMING_UP) resolve(ok(code ?? 1));
      else resolve(fail(notRun(code === null ? `it was ended by ${signal}.` : `it ended with ${code}.`)));
    });
  });
}

function notRun(message: string): Failure {
  return {
    code: 'bad-input',
    message,
    hint: 'On Linux, Electron needs the libraries of a desktop and a kernel that lets it use its sandbox.',
    retry: 'on-change',
  };
}
