import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
export const CLI = join(ROOT, 'main', 'hosts', 'cli', 'main.mjs');

/** Each test has a home of its own; the code that is stripped of its types once serves all of them. */
export const SHARED_CACHE = { XDG_CACHE_HOME: join(ROOT, 'node_modules', '.cache') };

export interface Ran {
  /** Null where a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The real command line in a process of its own. */
export interface RunningCli {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
  /** Resolves when it said this on stdout; rejects where it ends without. */
  says(words: string): Promise<void>;
}

export interface CliOptions {
  /** All of its environment, but for PATH. */
  readonly env: Readonly<Record<string, string>>;
  /** Null: it is left open, for the test to write to. */
  readonly stdin?: string | null;
  readonly nodeArguments?: readonly string[];
  /** The folder it runs in: that of the tests unless another is named. */
  readonly cwd?: string;
}

export function startCli(args: readonly string[], options: CliOptions): RunningCli {
  return startNode(CLI, args, options);
}

/** Any other program of ours in a process of its own. */
export function startNode(program: string, args: readonly string[], options: CliOptions): RunningCli {
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), program, ...args], {
    env: { PATH: process.env['PATH'], ...SHARED_CACHE, ...options.env },
    timeout: 85_000,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  // Whoever ends before all was read ends the pipe too.
  child.stdin.on('error', () => undefined);
  if (options.stdin !== null) child.stdin.end(options.stdin ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)));
  const ended = new Promise<Ran>((resolve) => {
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
  return {
    child,
    ended,
    says: (words) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (stdout.includes(words)) resolve();
        };
        child.stdout.on('data', look);
        child.on('close', () => reject(new Error(`Never said ${words}: ${stdout}${stderr}`)));
        look();
      }),
  };
}
