import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { Ending } from '../../main/hosts/cli/ending.ts';
import { runCommand } from '../../main/hosts/cli/program.ts';

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

/**
 * What a command says and how it ends, without a process of its own, which takes longer to start than most commands. Signals,
 * locks between programs, threads and memory are those of a process: `startCli`.
 */
export async function runCli(
  args: readonly string[],
  { env, stdin, cwd = process.cwd() }: Omit<CliOptions, 'nodeArguments'>,
): Promise<Ran> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const terminal = { stdin: Readable.from([stdin ?? '']), stdout: sink(stdout), stderr: sink(stderr) };
  const before = process.cwd();
  const restore = replaceEnvironment(args, { PATH: process.env['PATH'], ...SHARED_CACHE, ...env });
  try {
    process.chdir(cwd);
    const status = await runCommand(args, terminal, new Ending(terminal));
    return { status, stdout: stdout.join(''), stderr: stderr.join('') };
  } finally {
    process.chdir(before);
    restore();
  }
}

function sink(said: string[]): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      said.push(chunk);
      done();
    },
  });
}

/** The command that has the environment of this process. */
let running: readonly string[] | null = null;

/** What the runner of the tests and Node themselves live by stays. Returns how to put all back. */
function replaceEnvironment(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): () => void {
  if (running !== null) throw new Error(`Before that came to its end: sitesync ${running.join(' ')}`);
  running = args;
  const before = { ...process.env };
  for (const name of Object.keys(before)) if (!/^(?:VITEST|NODE_)/.test(name)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    running = null;
  };
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
