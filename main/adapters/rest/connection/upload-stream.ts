import type { MultipartForm } from './multipart.ts';

/** Bytes: small enough to show progress on a slow uplink, large enough that writes cost nothing. */
const PIECE = 64 * 1024;

/** Why our own side of an upload ended: the file has another length than announced, or could not be read. */
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

/** A file of `size` bytes inside its form, read as fast as the connection takes it. */
export class UploadStream implements AsyncIterable<Uint8Array> {
  /** Length of the whole body, for Content-Length. */
  readonly length: number;
  /** Set if the source broke off; we then abort the request. */
  broken: BodyBroken | null = null;
  /** True while we wait for the file itself: silence is then not the network's fault. */
  waits = false;
  /** True when everything was handed over. */
  ended = false;
  /** Called when the source gave something after a wait. */
  onPulled: () => void = () => undefined;
  /** Resolves when everything taken so far has left this computer: until then, the source must not overwrite it. */
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
