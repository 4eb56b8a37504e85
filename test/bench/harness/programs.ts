import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildChildren, builtChild } from './build.ts';
import type { Sample } from './samples.ts';

export interface NativeOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Exit codes besides 0 that count as success. */
  readonly accept?: readonly number[];
}

/** Is this program installed? */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0;
}

/**
 * Runs a program that is not ours. The shell that starts it reports its CPU time, because Node cannot ask for that of a
 * child.
 */
export async function runNative(
  program: string,
  args: readonly string[],
  { env = {}, cwd, accept = [] }: NativeOptions = {},
): Promise<Sample> {
  const script = 'TIMEFORMAT="%R %U %S"; time "$0" "$@"';
  const started = performance.now();
  const child = spawn('bash', ['-c', script, program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4000);
  });
  const code = await ended(child);
  const wallMs = performance.now() - started;
  if (code !== 0 && !accept.includes(code)) throw new Error(`${program} ended with ${code}: ${errors}`);
  const times = errors.trimEnd().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  const [seconds = Number.NaN, user = Number.NaN, system = Number.NaN] = times;
  if (Number.isNaN(seconds + user + system)) throw new Error(`No times of ${program}: ${errors}`);
  return { wallMs, cpuMs: (user + system) * 1000, peakMiB: null, said: {} };
}

/**
 * The flags of `npm run sitesync`. On a computer with much memory Node would let young objects grow to 128 MiB in each
 * thread before it collects them.
 */
export const OWN_FLAGS = ['--max-semi-space-size=2'];

/** Runs a child below `test/bench` with Node. The last line of its stdout holds its own figures. */
export async function runNode(script: string, args: object, flags: readonly string[] = []): Promise<Sample> {
  await buildChildren();
  const own = script.startsWith('ours/') ? OWN_FLAGS : [];
  return nodeSample([...own, ...flags, builtChild(script), JSON.stringify(args)], script);
}

/** Runs a Node program without figures of its own, such as `node -e 0` or the command line. */
export async function runPlainNode(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Sample> {
  return runNative(process.execPath, args, { env });
}

/** Compiled code is cached between runs, as the program itself does. */
async function nodeSample(args: readonly string[], name: string): Promise<Sample> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'sitesync-bench-code') },
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  const code = await ended(child);
  const wallMs = performance.now() - started;
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  const { cpuMs, peakMiB, ...said } = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '') as Record<
    string,
    number
  >;
  if (cpuMs === undefined || peakMiB === undefined) throw new Error(`${name} did not say what it took`);
  return { wallMs, cpuMs, peakMiB, said };
}

function ended(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) =>
      signal === null ? resolve(code ?? 1) : reject(new Error(`It was ended by ${signal}`)),
    );
  });
}
