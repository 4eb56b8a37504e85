import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { BodyQueue } from './body-queue.ts';
import type { ConnectionPool } from './connection-pools.ts';
import type { Limits, Stall } from './limits.ts';
import type { HttpConnection } from './http-connection.ts';
import { onStop } from '../../../../shared/on-stop.ts';
import type { UploadStream } from './upload-stream.ts';

/** Status and headers of an answer; names in lower case. */
export interface Head {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

interface Outcome {
  readonly resolve: (head: Head) => void;
  readonly reject: (error: Error) => void;
}

/** How often, in the time of a small reply, it is checked whether the request has left this computer. */
const LOOKS = 8;

/**
 * One running request, and what undici tells about it. It ends the request if nothing moves, or if it is stopped, and
 * remembers how far it came: that shows what its end means.
 */
export class PendingRequest implements Dispatcher.DispatchHandler {
  /** There was a connection: the service may have received something. */
  connected = false;
  /** The connection had served another request before. */
  reused = false;
  /** The real answer has begun. */
  answered = false;
  stalled: Stall | null = null;
  readonly options: Dispatcher.DispatchOptions;
  readonly incoming = new BodyQueue();
  readonly #limits: Limits;
  readonly #upload: UploadStream | null;
  readonly #limitReply: boolean;
  #pool: ConnectionPool | null = null;
  #connection: HttpConnection | null = null;
  #forgetSignal: () => void = () => undefined;
  #outcome: Outcome | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #stopped: Error | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** `limitReply`: the whole reply is small, and due within `limits.replyMs`. */
  constructor(
    options: Dispatcher.DispatchOptions,
    upload: UploadStream | null,
    limits: Limits,
    limitReply: boolean,
  ) {
    this.options = options;
    this.#upload = upload;
    this.#limits = limits;
    this.#limitReply = limitReply;
    // Our own delays do not count against the service.
    const restart = (): void => this.#connection?.restartClock();
    this.incoming.onWait = restart;
    if (upload === null) return;
    upload.onPulled = restart;
    upload.whenLeft = () => this.#connection?.whenLeft();
  }

  get waitsForUs(): boolean {
    return this.#upload?.waits === true || (this.answered && !this.incoming.awaited);
  }

  /** It carries a file, so it may take any time. */
  get isLong(): boolean {
    return this.#upload !== null || !this.#limitReply;
  }

  /** Sends the request as soon as a connection is free. Rejects with the reason if no answer comes. */
  run(pool: ConnectionPool, signal: AbortSignal | undefined): Promise<Head> {
    this.#pool = pool;
    this.#forgetSignal = onStop(signal, () => this.stop(new Error('Stopped.')));
    return new Promise((resolve, reject) => {
      this.#outcome = { resolve, reject };
      pool.send(this);
    });
  }

  /** Its turn for a connection has come. */
  goBy(connection: HttpConnection): void {
    this.#connection = connection;
    if (this.#stopped === null) connection.send(this);
    else this.#over(this.#stopped);
  }

  /** Ends the request, however far it is. */
  stop(why: Error): void {
    if (this.#stopped !== null) return;
    this.#stopped = why;
    if (this.#controller !== null) this.#controller.abort(why);
    else this.#fail(why);
  }

  onSilence(why: Stall): void {
    if (this.waitsForUs) this.#connection?.restartClock();
    else this.#stall(why);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // If this throws, the connection that was made for it serves the next request.
    if (this.#stopped !== null) throw this.#stopped;
    this.#controller = controller;
    this.connected = true;
    this.reused = this.#connection?.begin() === true;
    this.incoming.onRoom = () => {
      if (controller.paused) controller.resume();
    };
    if (this.#limitReply) this.#awaitSent();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // What comes before the real answer (103 Early Hints) is not used.
    if (status < 200) return;
    this.answered = true;
    this.#outcome?.resolve({ status, headers });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.incoming.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#over(null);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#over(error);
  }

  #over(error: Error | null): void {
    const [connection, pool] = [this.#connection, this.#pool];
    this.#connection = null;
    if (error === null) this.incoming.end(null);
    else this.#fail(error);
    clearTimeout(this.#timer);
    this.#forgetSignal();
    // Later, since undici is still updating its own state of the connection.
    if (connection !== null) queueMicrotask(() => pool?.free(connection));
  }

  #fail(error: Error): void {
    this.#outcome?.reject(error);
    this.incoming.end(error);
  }

  /** The time for a small reply starts when the last byte has left this computer. */
  #awaitSent(): void {
    this.#timer = setTimeout(() => {
      const sent = this.#upload?.ended !== false && this.#connection?.unsent !== true;
      if (sent) this.#timer = setTimeout(() => this.#stall('reply'), this.#limits.replyMs);
      else this.#awaitSent();
    }, this.#limits.replyMs / LOOKS);
  }

  #stall(stall: Stall): void {
    this.stalled = stall;
    this.stop(new Error(`Nothing moved for too long (${stall}).`));
  }
}
