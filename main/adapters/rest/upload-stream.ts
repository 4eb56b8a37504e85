import { Readable } from 'node:stream';
import type { MultipartForm } from './multipart.ts';

/** Small enough that a slow uplink still shows progress, large enough that writes cost nothing. */
const PIECE = 256 * 1024;

/** Why our own side of an upload ended: the file has another length than was announced, or could not be read. */
export class BodyBroken extends Error {
  override readonly name = 'BodyBroken';
  readonly kind: 'length' | 'source';

  constructor(kind: 'length' | 'source', cause?: unknown) {
    super(
      kind === 'length' ? 'The file is longer or shorter than announced.' : 'The file could not be read.',
      {
        cause,
      },
    );
    this.kind = kind;
  }
}

/** A file of `size` bytes inside its form, pulled as fast as the connection takes it. */
export class UploadStream {
  readonly readable: Readable;
  /** Of the whole body, for Content-Length. */
  readonly length: number;
  /** Set where the source broke off; the request was then aborted by us. */
  broken: BodyBroken | null = null;
  /** The file's own source is waited for: the network is not to blame for silence. */
  waits = false;
  /** All of it was handed over. */
  ended = false;
  /** The source was waited for and gave something. */
  onPulled: () => void = () => undefined;

  constructor(
    form: MultipartForm,
    size: number,
    open: () => AsyncIterable<Uint8Array>,
    onBytes: (bytes: number) => void,
  ) {
    this.length = form.head.length + size + form.tail.length;
    this.readable = Readable.from(this.#pieces(form, size, open, onBytes), {
      objectMode: false,
      highWaterMark: PIECE,
    });
  }

  async *#pieces(
    form: MultipartForm,
    size: number,
    open: () => AsyncIterable<Uint8Array>,
    onBytes: (bytes: number) => void,
  ): AsyncGenerator<Uint8Array> {
    yield form.head;
    const source = open()[Symbol.asyncIterator]();
    try {
      let sent = 0;
      for (let chunk = await this.#pull(source); chunk !== null; chunk = await this.#pull(source)) {
        sent += chunk.byteLength;
        if (sent > size) throw this.#break('length');
        for (let at = 0; at < chunk.byteLength; at += PIECE) {
          const piece = chunk.subarray(at, at + PIECE);
          yield piece;
          onBytes(piece.byteLength);
        }
      }
      if (sent < size) throw this.#break('length');
    } finally {
      await source.return?.();
    }
    yield form.tail;
    this.ended = true;
  }

  async #pull(source: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
    this.waits = true;
    try {
      const step = await source.next();
      return step.done === true ? null : step.value;
    } catch (error) {
      throw this.#break('source', error);
    } finally {
      this.waits = false;
      this.onPulled();
    }
  }

  #break(kind: 'length' | 'source', cause?: unknown): BodyBroken {
    this.broken = new BodyBroken(kind, cause);
    return this.broken;
  }
}
