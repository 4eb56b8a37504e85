import { addAbortSignal, type Readable } from 'node:stream';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';

/** Standard input, which a person or a pipe writes to. */
export type TokenSource = Readable & {
  readonly isTTY?: boolean;
  /** If it is on, a terminal passes on each key as it is pressed, and shows none. */
  readonly setRawMode?: (on: boolean) => unknown;
};

/** No token is as long, bytes: what goes on longer is something else, as a device without an end. */
const LONGEST = 16_777_216;

/** Reads the token from standard input: all of a pipe or file, or one line that a person types after being asked. */
export async function readToken(
  stdin: TokenSource,
  stopping: AbortSignal,
  ask: (line: string) => void,
): Promise<Result<string>> {
  try {
    const token = (await (stdin.isTTY === true ? typed : piped)(stdin, stopping, ask))?.trim();
    if (token === undefined) return fail(stoppedBefore('the token came'));
    return token === '' ? fail(noToken()) : ok(token);
  } catch {
    return fail(stopping.aborted ? stoppedBefore('the token came') : noToken());
  }
}

async function piped(stdin: TokenSource, stopping: AbortSignal): Promise<string> {
  const read: Buffer[] = [];
  let length = 0;
  for await (const chunk of addAbortSignal(stopping, stdin)) {
    const bytes = Buffer.from(chunk as Uint8Array);
    read.push(bytes);
    length += bytes.length;
    if (length > LONGEST) return '';
  }
  return textOf(Buffer.concat(read));
}

/** Keys, as a terminal in raw mode hands them on. */
const ENTER = new Set(['\r', '\n', '\u0004']);
const ERASE = new Set(['\u007f', '\b']);
const ERASE_ALL = '\u0015';
const CTRL_C = '\u0003';

/**
 * What a person pastes or types, up to Enter. It is not shown: what a terminal shows stays in it, and others see it. Nor is it
 * cut off, as a Mac's terminal does with a line of over 1,024 characters. Null: they gave up.
 */
async function typed(
  stdin: TokenSource,
  stopping: AbortSignal,
  ask: (line: string) => void,
): Promise<string | null> {
  ask('Paste the token and press Enter. It is not shown.');
  stdin.setRawMode?.(true);
  let line = '';
  for await (const chunk of addAbortSignal(stopping, stdin))
    for (const key of String(chunk)) {
      if (ENTER.has(key) || key === CTRL_C) {
        // Now: as soon as the loop is left, the stream is closed, and can tell its terminal nothing.
        stdin.setRawMode?.(false);
        return key === CTRL_C ? null : line;
      }
      line = key === ERASE_ALL ? '' : ERASE.has(key) ? line.slice(0, -1) : line + key;
    }
  return line;
}

/** UTF-8, or what the PowerShell of Windows writes into a file: UTF-16, with a mark before it that says so. */
function textOf(bytes: Buffer): string {
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
}

export function stoppedBefore(what: string): Failure {
  return {
    code: 'cancelled',
    message: `Stopped before ${what}.`,
    hint: 'Nothing was done. Run the command again when you want it.',
    retry: 'now',
  };
}

function noToken(): Failure {
  return {
    code: 'bad-input',
    message: 'No token came on standard input.',
    hint: 'Hand it over through a pipe or from a file: sitesync … --token-stdin < FILE',
    retry: 'on-change',
  };
}
