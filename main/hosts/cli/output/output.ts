import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Failure } from '../../../../shared/failure.ts';
import { isUnanswered } from '../../../sync/pacing/gate.ts';
import { plain } from '../../system/plain-line.ts';
import { hintAtEnd } from './hints.ts';
import type { Screen, Terminal } from '../terminal.ts';
import { typed } from './typed.ts';

/** Exit statuses of design section 4. */
export const EXIT = { inSync: 0, problems: 1, usage: 2, signIn: 3, offline: 4 } as const;

export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  /** A line for people; silent with --json and --quiet. */
  readonly say: (line: string) => void;
  /** As `say`, for any number of lines, no faster than they are read. False if it was stopped before the last. */
  readonly lines: (lines: Iterable<string>, stopping: AbortSignal) => Promise<boolean>;
  /** A line that somebody must see: as `say`, and with --quiet on stderr. */
  readonly warn: (line: string) => void;
  /** Logs go to stderr, so that stdout is one object with --json. */
  readonly log: (line: string) => void;
  /** On stderr even with --quiet and --json: for what the JSON does not tell and a person must know. */
  readonly alert: (line: string) => void;
  readonly object: (value: object) => void;
  /**
   * As `object`, for one that is too large for one string: its JSON in pieces, no faster than they are read. False if
   * it was stopped before the last.
   */
  readonly pieces: (json: Iterable<string>, stopping: AbortSignal) => Promise<boolean>;
  /** Content as it is, such as a table, no faster than it is read; on a terminal without what would steer it. */
  readonly content: (from: AsyncIterable<string | Uint8Array>, stopping: AbortSignal) => Promise<boolean>;
  /** Prints a failure; returns its exit status. Without `hint`, the hint for a command that ends. */
  readonly error: (failure: Failure, hint?: string) => number;
  /** A terminal on which a progress line can be redrawn; null if nobody watches. */
  readonly screen: Screen | null;
  /** To be called last: without its data folder, a command that was named would act on another one. */
  readonly end: () => void;
}

/** Names a command to type; a file of such a name would hardly stand so. */
const NAMES_COMMAND = /(?:[:("\u201c] ?|then )sitesync [a-z]/;

export function output(
  { stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>,
  json: boolean,
  quiet: boolean,
  /** The data folder, where one was named. */
  data: string | null = null,
): Output {
  /** Where a command to type was named last. */
  let named: Writable | null = null;
  const textOf = (stream: Writable, line: string): string => {
    if (NAMES_COMMAND.test(line)) named = stream;
    return `${plain(line)}\n`;
  };
  const write = (stream: Writable, line: string): void => void stream.write(textOf(stream, line));
  return {
    json,
    quiet,
    say: (line) => {
      if (!json && !quiet) write(stdout, line);
    },
    warn: (line) => {
      if (!json) write(quiet ? stderr : stdout, line);
    },
    log: (line) => {
      if (!quiet) write(stderr, line);
    },
    alert: (line) => write(stderr, line),
    object: (value) => {
      if (json) stdout.write(`${plainJson(JSON.stringify(value))}\n`);
    },
    lines: async (lines, stopping) =>
      json ||
      quiet ||
      writeAll(
        stdout,
        inBlocks(lines, (line) => textOf(stdout, line)),
        stopping,
      ),
    pieces: async (pieces, stopping) => !json || writeAll(stdout, plainPieces(pieces), stopping),
    content: (from, stopping) =>
      writeAll(stdout, stdout.isTTY === true ? plainContent(from) : from, stopping),
    error: (failure, hint = hintAtEnd(failure)) => {
      const { code, message } = failure;
      if (json) stdout.write(`${plainJson(JSON.stringify({ ok: false, error: { code, message, hint } }))}\n`);
      else for (const line of [message, hint]) write(stderr, line);
      return exitOf(failure);
    },
    screen: !json && !quiet && canRedraw(stderr) ? stderr : null,
    end: () => {
      if (data !== null) named?.write(`Add to the commands above: --data ${typed(data, 'DIR')}\n`);
    },
  };
}

/** Some terminals show what would clear a line as letters, as that of an editor: they call themselves dumb. */
function canRedraw({ isTTY }: Screen): boolean {
  return isTTY === true && process.env['TERM'] !== 'dumb';
}

/**
 * Escapes in JSON, or a piece of it, all characters that could steer a terminal; the meaning stays. Only strings
 * contain such characters, and JSON itself escapes those of C0.
 */
function plainJson(json: string): string {
  return json.replaceAll(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function* plainPieces(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield plainJson(piece);
}

/** Logs a text of several lines, such as the stack of an error. */
export function logLines(out: Pick<Output, 'log'>, text: string): void {
  for (const line of text.split('\n')) out.log(line);
}

/** Lines written at a time. */
const LINES = 500;

function* inBlocks(lines: Iterable<string>, textOf: (line: string) => string): Generator<string> {
  let text = '';
  let count = 0;
  for (const line of lines) {
    text += textOf(line);
    count += 1;
    if (count % LINES !== 0) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function* plainContent(from: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of from) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    yield text.split('\n').map(plain).join('\n');
  }
}

async function writeAll(
  stdout: Writable,
  pieces: Iterable<string> | AsyncIterable<string | Uint8Array>,
  stopping: AbortSignal,
): Promise<boolean> {
  for await (const piece of pieces) {
    if (stopping.aborted) return false;
    if (!stdout.write(piece)) await roomIn(stdout, stopping);
    // Pipes and files take everything at once, but signals are only heard between turns of the loop.
    await nextTurn();
  }
  return true;
}

/** A reader may take its time, or go away: the latter stops the command, as a signal does. */
async function roomIn(stream: Writable, stopping: AbortSignal): Promise<void> {
  await once(stream, 'drain', { signal: stopping }).catch(() => undefined);
}

export function exitOf(failure: Failure): number {
  // As in a sync: a guest network's page, or a gateway without a way to the service, is a service that was not reached.
  if (isUnanswered(failure)) return EXIT.offline;
  switch (failure.code) {
    case 'sign-in':
      return EXIT.signIn;
    case 'bad-input':
      return EXIT.usage;
    default:
      return EXIT.problems;
  }
}

/**
 * True if the service could not answer, or was not asked since nobody is signed in: then local data stands in. A refusal
 * stays a refusal.
 */
export function isAbsence({ code, reason }: Failure): boolean {
  if (reason === 'signed-out' || reason === 'no-keychain') return true;
  return !['sign-in', 'no-access', 'not-found', 'bad-input', 'cancelled'].includes(code);
}

/** The order of names on the screens: without case, `2` before `10`. */
export function nameOrder(): (a: string, b: string) => number {
  return new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;
}
