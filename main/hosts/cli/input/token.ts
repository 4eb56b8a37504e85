import { addAbortSignal, type Readable } from 'node:stream';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';

/** Standard input, which a person or a pipe writes to. */
export type TokenSource = Readable & { readonly isTTY?: boolean };

/** Reads the token from standard input: all of a pipe or file, or one line that a person types after being asked. */
export async function readToken(
  stdin: TokenSource,
  stopping: AbortSignal,
  ask: (line: string) => void,
): Promise<Result<string>> {
  const isPerson = stdin.isTTY === true;
  if (isPerson) ask('Paste the token and press Enter.');
  let text = '';
  try {
    for await (const chunk of addAbortSignal(stopping, stdin)) {
      text += String(chunk);
      if (isPerson && text.includes('\n')) break;
    }
  } catch (error) {
    if (!stopping.aborted) throw error;
    return fail(stoppedBefore('the token came'));
  }
  return text.trim() === '' ? fail(noToken()) : ok(text.trim());
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
