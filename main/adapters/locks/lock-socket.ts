import { connect, createServer, type Server } from 'node:net';
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject, parseJson } from '../../../shared/model/json.ts';
import type { LockHolder } from '../../sync/ports/site-locks.ts';

/**
 * A program that has a folder answers in a moment. If it does not within this time, ms, nothing more is known of it.
 */
const ANSWER = 2000;
/** A program that hangs up may be ending just then: it is asked once more after this long, ms. */
const ONCE_MORE = 50;
/** At most this many programs are answered at a time. Others learn that the folder is taken, but not by whom. */
const MOST_ASKING = 16;
/** The most characters of a name that another program gives; the next one, of all that it says. */
const LONGEST_NAME = 60;
const LONGEST_ANSWER = 4096;
/** Errors that mean: nobody listens. */
const NOBODY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);

/** It is taken by an unknown program. */
const UNKNOWN: LockHolder = { program: null, pid: null, user: null };

/** What this program answers to others that find a folder taken by it. */
export function answerOf(program: string): string {
  return JSON.stringify({ program, pid: process.pid, user: userName() });
}

/** Listens at a name and gives everyone this answer. If it cannot, resolves to the system's error code. */
export function listenAt(name: string, answer: string): Promise<Server | string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.setTimeout(ANSWER, () => socket.destroy());
    socket.unref().resume().end(answer);
  });
  server.maxConnections = MOST_ASKING;
  // Other users of this computer may ask too. A name that is no file has no rights to set.
  const rights = name.startsWith('\0') ? {} : { readableAll: true, writableAll: true };
  return new Promise((resolve) => {
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ path: name, ...rights }, () => resolve(server.unref()));
  });
}

/** Who listens at a name; null if nobody does. */
export async function ask(name: string): Promise<LockHolder | null> {
  const first = await askOnce(name);
  if (first !== 'hung-up') return first;
  await delay(ONCE_MORE);
  const second = await askOnce(name);
  return second === 'hung-up' ? UNKNOWN : second;
}

/** `hung-up`: it closed without a word. */
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

/** Reads an answer, which may come from any program and say anything. */
function parse(text: string): LockHolder {
  const value = parseJson(text);
  if (!isJsonObject(value)) return UNKNOWN;
  const { program, pid, user } = value;
  const them = nameIn(user);
  return {
    program: nameIn(program),
    pid: Number.isSafeInteger(pid) ? Number(pid) : null,
    user: them === userName() ? null : them,
  };
}

function nameIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_NAME) : null;
}

/** Null if the system knows none, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
