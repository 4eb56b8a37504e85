import { type TransferOptions, DownloadBroken } from '../../../sync/ports/service.ts';
import type { Ask, Client } from '../requests/client.ts';
import type { Answer } from '../requests/exchange.ts';

/** The content of an answer. */
interface Opened {
  readonly answer: Answer;
  readonly content: AsyncIterator<Uint8Array>;
  /** To be called when nothing more is read. */
  readonly end: () => void;
}

/** Counts the bytes of a download; if it ends early, throws what that means. */
export class CheckedStream implements AsyncIterator<Uint8Array> {
  readonly #client: Client;
  readonly #ask: Ask;
  readonly #opened: Opened;
  readonly #due: number | null;
  readonly #onBytes: TransferOptions['onBytes'];
  #received = 0;

  constructor(client: Client, ask: Ask, opened: Opened, due: number | null, options: TransferOptions) {
    this.#client = client;
    this.#ask = ask;
    this.#opened = opened;
    this.#due = due;
    this.#onBytes = options.onBytes;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const step = await this.#step();
    if (step.done === true) {
      this.#opened.end();
      if (this.#due !== null && this.#received !== this.#due) throw this.#cut(this.#due);
    } else {
      this.#received += step.value.length;
      this.#onBytes?.(step.value.length);
    }
    return step;
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#opened.end();
    await this.#opened.content.return?.();
    return END;
  }

  async #step(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await this.#opened.content.next();
    } catch (error) {
      this.#opened.end();
      const failure = this.#client.failureOfReading(error, this.#ask, this.#opened.answer);
      throw new DownloadBroken(this.#client.failed(failure).failure);
    }
  }

  #cut(due: number): DownloadBroken {
    return new DownloadBroken({
      code: 'timeout',
      message: `The connection broke before ${this.#ask.purpose.subject} was here.`,
      hint: '',
      retry: 'later',
      detail: `${this.#received} of ${due} bytes`,
    });
  }
}

const END: IteratorResult<Uint8Array> = { done: true, value: undefined };
