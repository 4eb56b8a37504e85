import fs from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** What happens at one step: the process is killed before it, or it fails with this code of the system. */
export interface Fault {
  /** Whose step: threads go on beside each other, so that only those of one kind come in the same order each time. */
  readonly thread: keyof Steps;
  /** 1 for the first step. 0: nothing happens, the steps are only counted. */
  readonly at: number;
  readonly how: 'kill' | 'fail';
  readonly code: string;
}

/** How many there are, of the main thread and of all others together. */
export interface Steps {
  readonly main: number;
  readonly workers: number;
}

/** What the threads of a process share: what goes wrong, and their counters. */
export interface Counted {
  readonly fault: Fault;
  readonly main: Int32Array;
  readonly workers: Int32Array;
}

/** Under this name each thread finds it among the data that a process gives its threads. */
export const COUNTED = 'sitesync counted steps';

/** What is asked of a path in the promise form. */
export const FOLDER_CALLS = [
  'open',
  'link',
  'rename',
  'unlink',
  'mkdir',
  'mkdtemp',
  'rmdir',
  'rm',
  'copyFile',
  'utimes',
  'lstat',
  'stat',
  'readdir',
  'opendir',
  'realpath',
  'readFile',
  'statfs',
] as const;
const HANDLE_CALLS = [
  'read',
  'readFile',
  'write',
  'writeFile',
  'sync',
  'datasync',
  'truncate',
  'utimes',
  'stat',
] as const;
/** In which is done what has to follow a look without a turn of the event loop, and most of what workers do. */
export const NOW_CALLS = [
  'openSync',
  'linkSync',
  'renameSync',
  'unlinkSync',
  'mkdirSync',
  'rmdirSync',
  'rmSync',
  'copyFileSync',
  'futimesSync',
  'chmodSync',
  'lstatSync',
  'statSync',
  'fstatSync',
  'readdirSync',
  'readFileSync',
  'readSync',
  'truncateSync',
  'writeFileSync',
  'writeSync',
  'fsyncSync',
  'statfsSync',
  'accessSync',
] as const;
/** Where the program itself lies: reading it is no step of a sync. */
const CHECKOUT = join(import.meta.dirname, '..', '..', '..');

type AnyCall = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Puts a counter into every access of this thread to disk, database and network, and lets the one `at` go wrong. To be
 * called before anything else is imported that keeps a function of these for itself.
 */
export async function instrument(
  counter: Int32Array,
  { at, how, code }: Omit<Fault, 'thread'>,
): Promise<void> {
  const step = (name: string): Error | null => {
    if (Atomics.add(counter, 0, 1) + 1 !== at) return null;
    if (how === 'kill') process.kill(process.pid, 'SIGKILL');
    return Object.assign(new Error(`${code}: injected, ${name}`), {
      code,
      errno: -5,
      syscall: name,
    });
  };
  const wrapAsync = (owner: object, name: string): void => {
    const calls = owner as Record<string, AnyCall>;
    const real = calls[name];
    if (real === undefined) throw new Error(`There is no ${name}`);
    calls[name] = function wrapped(...args) {
      const wrong = step(name);
      return wrong === null ? real.apply(this, args) : Promise.reject(wrong);
    };
  };
  const handle = await fs.promises.open(import.meta.filename);
  const handles = Object.getPrototypeOf(handle) as object;
  await handle.close();
  for (const name of FOLDER_CALLS) wrapAsync(fs.promises, name);
  for (const name of HANDLE_CALLS) wrapAsync(handles, name);
  wrapDatabase(step);
  wrapNow(step);
  wrapFlush(step);
  wrapNetwork(step);
  syncBuiltinESMExports();
}

/** What such a call asks of another one in its turn is part of the same step. */
function wrapNow(step: (name: string) => Error | null): void {
  const calls = fs as unknown as Record<string, AnyCall>;
  let isWithin = false;
  for (const name of NOW_CALLS) {
    const real = calls[name];
    if (real === undefined) throw new Error(`There is no ${name}`);
    calls[name] = function wrapped(...args) {
      if (isWithin) return real.apply(this, args);
      const wrong = isOfProgram(args[0]) ? null : step(name);
      if (wrong !== null) throw wrong;
      isWithin = true;
      try {
        return real.apply(this, args);
      } finally {
        isWithin = false;
      }
    };
  }
}

function isOfProgram(file: unknown): boolean {
  return (typeof file === 'string' || file instanceof URL) && String(file).includes(CHECKOUT);
}

function wrapDatabase(step: (name: string) => Error | null): void {
  const memory = new Database(':memory:');
  const statements = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<string, AnyCall>;
  memory.close();
  const run = statements['run'];
  if (run === undefined) throw new Error('There is no run');
  statements['run'] = function wrapped(...args) {
    const wrong = step('sqlite');
    if (wrong !== null) throw Object.assign(wrong, { code: 'SQLITE_IOERR' });
    return run.apply(this, args);
  };
}

/** The flush of the mirror's log, which alone is asked for with a callback. */
function wrapFlush(step: (name: string) => Error | null): void {
  const real = fs.fsync;
  const wrapped = (descriptor: number, done: fs.NoParamCallback): void => {
    const wrong = step('fsync');
    if (wrong === null) real(descriptor, done);
    else process.nextTick(done, wrong);
  };
  fs.fsync = wrapped as typeof fs.fsync;
}

function wrapNetwork(step: (name: string) => Error | null): void {
  const real = http.request;
  const wrapped = (...args: Parameters<typeof http.request>): http.ClientRequest => {
    const wrong = step('request');
    const request = real(...args);
    if (wrong !== null) process.nextTick(() => request.destroy(Object.assign(wrong, { code: 'ECONNRESET' })));
    return request;
  };
  http.request = wrapped as typeof http.request;
}
