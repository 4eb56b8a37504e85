import { addAbortSignal, type Readable } from 'node:stream';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';

/** Standard input, which a person or a pipe writes to. */
export type TokenSource = Readable & { readonly isTTY?: boolean };

/** No token is as long, bytes: what goes on longer is something else, as a device without an end. */
const LONGEST = 16_777_216;

/** Reads the token from standard input: all of a pipe or file, or one line that a person types after being asked. */
export async function readToken(
  stdin: TokenSource,
  stopping: AbortSignal,
  ask: (line: string) => void,
): Promise<Result<string>> {
  const isPerson = stdin.isTTY === true;
  if (isPerson) ask('Paste the token and press Enter.');
  const read: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of addAbortSignal(stopping, stdin)) {
      const bytes = Buffer.from(chunk as Uint8Array);
      read.push(bytes);
      length += bytes.length;
      if (length > LONGEST) return fail(noToken());
      if (isPerson && bytes.includes('\n')) break;
    }
  } catch {
    return fail(stopping.aborted ? stoppedBefore('the token came') : noToken());
  }
  const token = textOf(Buffer.concat(read)).trim();
  return token === '' ? fail(noToken()) : ok(token);
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
