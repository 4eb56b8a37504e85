import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { ensureBuilt, ROOT, type BuildTarget } from '../checkout.ts';
import { othersEnvironment } from '../system/others-environment.ts';
import { REFUSED } from './refused.ts';
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

/**
 * Builds what is to be built, runs the desktop app to its end, and returns its exit status. Fails if the app never came
 * up, unless somebody ended it.
 */
export async function runElectron(
  binary: string,
  data: string | undefined,
  say: (line: string) => void,
  platform: NodeJS.Platform = process.platform,
): Promise<Result<number>> {
  const page = pageFolder(say);
  if (!page.ok) return page;
  const built = ensureBuilt(DESKTOP, say);
  if (!built.ok) return built;
  let told = false;
  const forward = (signal: NodeJS.Signals): void => {
    // Windows tells each program of a console of Ctrl+C, and knows no signal that it could end in order by: sent from
    // here it ends it at once, in the middle of a step.
    if (platform !== 'win32' || told) child.kill(signal);
    told = true;
  };
  // Before it is there: no signal must end us alone.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, forward);
  const child = spawn(binary, [ROOT, ...(data === undefined ? [] : ['--data', data])], {
    stdio: 'inherit',
    env: othersEnvironment(),
  });
  const ended = await endOf(child, () => told);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, forward);
  return ended;
}

function endOf(child: ChildProcess, isTold: () => boolean): Promise<Result<number>> {
  const began = Date.now();
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(fail(notRun(error.message))));
    child.once('close', (code, signal) => {
      const cameUp = code === 0 || code === REFUSED || Date.now() - began > COMING_UP;
      if (cameUp || isTold()) resolve(ok(code ?? statusOf(signal)));
      else resolve(fail(notRun(code === null ? `it was ended by ${signal}.` : `it ended with ${code}.`)));
    });
  });
}

/** As a shell tells of a program that a signal ended. */
function statusOf(signal: NodeJS.Signals | null): number {
  return signal === null ? 1 : 128 + constants.signals[signal];
}

function notRun(message: string): Failure {
  return {
    code: 'bad-input',
    message,
    hint: 'On Linux, Electron needs the libraries of a desktop and a kernel that lets it use its sandbox.',
    retry: 'on-change',
  };
}
