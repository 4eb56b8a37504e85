import { isJsonObject, parseJson } from '../../../../shared/model/json.ts';
import type { DownloadOptions } from '../../../sync/ports/service.ts';
import { linkToContent } from '../dialect.ts';
import type { Answer } from '../requests/exchange.ts';
import { isCompressed, textOf } from '../requests/reply-body.ts';

/** A link, even a signed one, and what else is said with it, is shorter than this, bytes. */
const MOST = 16 * 1024;

/** The beginning of a body, and all of it. */
export interface Peeked {
  /** The body as JSON; undefined if it is none, longer than a link, or as long as the file. */
  readonly json: unknown;
  /** The body from its first byte on. */
  readonly content: AsyncIterator<Buffer>;
}

/** Files whose content is served as JSON. */
const JSON_FILE = /\.(?:\w*json\w*|gltf|ipynb)$/i;

/**
 * May the answer hold a link to the file, or an error, in place of the file? A JSON file of the service has as many bytes
 * as its record says, or comes with a name of its own; where its record says nothing, its name tells.
 */
export function mayHoldLink(
  answer: Answer,
  { size = null, name = '' }: Pick<DownloadOptions, 'size' | 'name'>,
): boolean {
  const type = answer.header('content-type') ?? '';
  const length = answer.header('content-length');
  return (
    answer.status === 200 &&
    /\bjson\b/i.test(type) &&
    !isCompressed(answer) &&
    answer.header('content-disposition') === null &&
    (size !== null || !JSON_FILE.test(name)) &&
    (length === null || (Number(length) <= MOST && Number(length) !== size))
  );
}

/** Reads the beginning of a body, which then can still be read whole. Never throws: an error is met where it is read. `size`: of the file; null if it is not known. */
export async function peek(body: AsyncIterable<Buffer>, size: number | null): Promise<Peeked> {
  const rest = body[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  try {
    for (let length = 0; length <= MOST;) {
      const step = await rest.next();
      if (step.done === true)
        return {
          json: length === size ? undefined : parseJson(textOf(Buffer.concat(chunks))),
          content: joined(chunks, rest, null),
        };
      chunks.push(step.value);
      length += step.value.length;
    }
    return { json: undefined, content: joined(chunks, rest, null) };
  } catch (error) {
    return { json: undefined, content: joined(chunks, rest, error) };
  }
}

async function* joined(
  chunks: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
  error: unknown,
): AsyncGenerator<Buffer> {
  yield* chunks;
  if (error !== null) throw error;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** The address in it; null if there is none. */
export function linkIn(json: unknown): string | null {
  return isJsonObject(json) ? linkToContent(json) : null;
}
