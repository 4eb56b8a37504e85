import type { MultipartForm } from './multipart.ts';

/** Small enough that a slow uplink still shows progress, large enough that writes cost nothing. */
const PIECE = 64 * 1024;

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
export class UploadStream implements AsyncIterable<Uint8Array> {
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
  /** When all that was taken has left this computer: until then the source must not write over it. */
  whenLeft: () => Promise<void> | undefined = () => undefined;
  readonly #pieces: () => AsyncGenerator<Uint8Array>;

  constructor(
    form: MultipartForm,
    size: number,
    open: () => AsyncIterable<Uint8Array>,
    onBytes: (bytes: number) => void,
  ) {
    this.length = Buffer.byteLength(form.head) + size + form.tail.length;
    this.#pieces = () => this.#inPieces(form, size, open, onBytes);
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#pieces();
  }

  async *#inPieces(
    form: MultipartForm,
    size: number,
    open: () => AsyncIterable<Uint8Array>,
    onBytes: (bytes: number) => void,
  ): AsyncGenerator<Uint8Array> {
    yield Buffer.from(form.head);
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
        await this.whenLeft();
      }
      if (sent < size) throw this.#break('length');
    } finally {
      await source.return?.();
    }
    yield Buffer.from(form.tail);
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
