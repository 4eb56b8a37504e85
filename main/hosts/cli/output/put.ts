import type { Readable } from 'node:stream';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import { EXIT, type Output } from './output.ts';
import { STDOUT } from '../terminal.ts';
import { writeWhole } from './write-whole.ts';

/**
 * What to write where: to standard output goes the content alone, and what is said goes to stderr. Fails if the JSON
 * goes there already.
 */
export function besides(out: Output, option: string, file: string | null): Result<Output> {
  if (file !== STDOUT) return ok(out);
  if (out.json) return fail(twoInOne(option));
  return ok({ ...out, say: out.log, lines: () => Promise.resolve(true) });
}

/** Writes to a file, whole or not at all, or to standard output. Null: it was written; else the exit status. */
export async function put(
  out: Output,
  { file, from, hint }: { readonly file: string; readonly from: Readable; readonly hint?: string },
  stopping: AbortSignal,
): Promise<number | null> {
  if (file === STDOUT) return (await out.content(from, stopping)) ? null : EXIT.problems;
  const failure = await writeWhole(file, from, stopping);
  return failure === null ? null : out.error(hint === undefined ? failure : { ...failure, hint });
}

/**
 * The pieces of a table as `put` writes them. Spreadsheets take a file for UTF-8 by the mark that it begins with; a program
 * that reads standard output expects none.
 */
export function* tablePieces(file: string, pieces: Iterable<string>): Generator<string> {
  if (file !== STDOUT) yield '\uFEFF';
  yield* pieces;
}

function twoInOne(option: string): Failure {
  return {
    code: 'bad-input',
    message: `${option} - and --json both go to standard output, which holds one of them.`,
    hint: `Leave out --json, or name a file: ${option} FILE`,
    retry: 'on-change',
  };
}
