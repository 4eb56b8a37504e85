import { connect, createServer, type Server } from 'node:net';
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { LockHolder } from '../../sync/ports/site-locks.ts';

/** Whoever has a folder answers in a moment; of who does not nothing more is known, ms. */
const ANSWER = 2000;
/** Whoever hangs up may be ending just then: it is asked once more, ms later. */
const ONCE_MORE = 50;
/** Programs that are answered at a time; others learn that it is held, and not by whom. */
const MOST_ASKING = 16;
/** Characters of a name that another program gives, and of all that it says. */
const LONGEST_NAME = 60;
const LONGEST_ANSWER = 4096;
/** Errors that mean that nobody listens. */
const NOBODY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);

/** It is taken, and nobody knows by whom. */
const UNKNOWN: LockHolder = { program: null, pid: null, user: null };

/** What this program tells whoever finds a folder taken by it. */
export function answerOf(program: string): string {
  return JSON.stringify({ program, pid: process.pid, user: userName() });
}

/** Listens at a name and tells everyone this; why it cannot where it cannot, as the system calls it. */
export function listenAt(name: string, answer: string): Promise<Server | string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.setTimeout(ANSWER, () => socket.destroy());
    socket.unref().resume().end(answer);
  });
  server.maxConnections = MOST_ASKING;
  // Other users of this computer may ask as well; a name that is no file has no rights.
  const rights = name.startsWith('\0') ? {} : { readableAll: true, writableAll: true };
  return new Promise((resolve) => {
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ path: name, ...rights }, () => resolve(server.unref()));
  });
}

/** Who listens at a name; null: nobody does. */
export async function ask(name: string): Promise<LockHolder | null> {
  const first = await askOnce(name);
  if (first !== 'hung-up') return first;
  await delay(ONCE_MORE);
  const second = await askOnce(name);
  return second === 'hung-up' ? UNKNOWN : second;
}

/** `hung-up`: it said nothing. */
function askOnce(name: string): Promise<LockHolder | null | 'hung-up'> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ path: name });
    const end = (holder: LockHolder | null | 'hung-up'): void => {
      socket.destroy();
      resolve(holder);
    };
    socket.setEncoding('utf8').setTimeout(ANSWER, () => end(UNKNOWN));
    socket.on('data', (part: string) => {
      text += part;
      if (text.length > LONGEST_ANSWER) end(UNKNOWN);
    });
    socket.on('end', () => end(text === '' ? 'hung-up' : parse(text)));
    socket.on('error', (error: NodeJS.ErrnoException) => end(NOBODY.has(error.code) ? null : 'hung-up'));
  });
}

/** Whoever listens may be any program, and say anything. */
function parse(text: string): LockHolder {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return UNKNOWN;
    const { program, pid, user } = value;
    const them = nameIn(user);
    return {
      program: nameIn(program),
      pid: Number.isSafeInteger(pid) ? Number(pid) : null,
      user: them === userName() ? null : them,
    };
  } catch {
    return UNKNOWN;
  }
}

function nameIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_NAME) : null;
}

/** Null where the system knows none, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
