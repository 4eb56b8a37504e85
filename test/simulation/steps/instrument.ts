import fs from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';

/** What happens at one step: the process is killed before it, or it fails with this code of the system. */
export interface Fault {
  /** 1 for the first step. 0: nothing happens, the steps are only counted. */
  readonly at: number;
  readonly how: 'kill' | 'fail';
  readonly code: string;
}

const FOLDER_CALLS = [
  'open',
  'link',
  'rename',
  'unlink',
  'mkdir',
  'rmdir',
  'rm',
  'copyFile',
  'utimes',
  'lstat',
  'stat',
  'readdir',
  'readFile',
  'statfs',
] as const;
const HANDLE_CALLS = ['read', 'write', 'sync', 'datasync', 'truncate', 'writeFile', 'stat'] as const;

type AnyCall = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Puts a counter into every access of this process's main thread to disk, database and network, and lets one of them
 * go wrong. To be called before anything else is imported that keeps a function of these for itself.
 */
export async function instrument(fault: Fault): Promise<() => number> {
  let count = 0;
  const step = (name: string): Error | null => {
    count += 1;
    if (count !== fault.at) return null;
    if (fault.how === 'kill') process.kill(process.pid, 'SIGKILL');
    return Object.assign(new Error(`${fault.code}: injected, ${name}`), {
      code: fault.code,
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
  wrapFlush(step);
  wrapNetwork(step);
  syncBuiltinESMExports();
  return () => count;
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
