import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { buildConnector, Dispatcher } from 'undici';
import { Client } from './lean-http.ts';
import { readLeniently } from './lenient-heads.ts';
import type { Limits } from './limits.ts';

/** Milliseconds. */
const LOOK = 5;

/** What a connection carries: undici tells it how it goes. */
interface Carried extends Dispatcher.DispatchHandler {
  readonly options: Dispatcher.DispatchOptions;
  /** The answer proper has begun. */
  readonly answered: boolean;
  /** For the idle time nothing moved. */
  onSilence(): void;
}

/** One connection, for one request at a time. It is opened when it is needed and anew where it was closed. */
export class HttpConnection {
  readonly #client: InstanceType<typeof Client>;
  readonly #idleMs: number;
  #socket: Socket | null = null;
  /** Requests that this connection has served. */
  #served = 0;
  #carries: Carried | null = null;

  constructor(origin: string, limits: Limits, connect: buildConnector.connector) {
    this.#idleMs = limits.idleMs;
    this.#client = new Client(origin, {
      connect: (to, done) => {
        connect(to, (...outcome) => {
          if (outcome[0] !== null) return done(asAnyOther(outcome[0]), null);
          this.#watch(outcome[1]);
          done(...outcome);
        });
      },
      // Routers forget silent connections without telling either side, and a write sent down a forgotten one has no
      // known outcome.
      keepAliveTimeout: limits.connectMs,
      keepAliveMaxTimeout: limits.connectMs,
      keepAliveTimeoutThreshold: 1000,
      // Ours know what waits for our own side, and count every byte on its way.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  send(request: Carried): void {
    this.#carries = request;
    this.#client.dispatch(request.options, request);
  }

  /** The request is about to be written. True: the connection had served another before. */
  begin(): boolean {
    this.#served += 1;
    return this.#served > 1;
  }

  /** Bytes were handed over of which some have not left yet. */
  get unsent(): boolean {
    return this.#socket?.destroyed === false && this.#socket.writableLength > 0;
  }

  /**
   * When nothing is unsent any more. What fills a socket's buffer is told by its event; of the few bytes below that mark
   * there is none.
   */
  async whenLeft(): Promise<void> {
    while (this.unsent) await pause(LOOK);
  }

  restartClock(): void {
    this.#socket?.setTimeout(this.#idleMs);
  }

  release(): void {
    this.#carries = null;
  }

  close(): void {
    void this.#client.destroy();
  }

  #watch(socket: Socket): void {
    this.#socket = socket;
    this.#served = 0;
    this.restartClock();
    readLeniently(socket, () => this.#carries?.answered === false);
    // A socket counts the bytes that leave it too: a slow uplink is none that stands still.
    socket.on('timeout', () => {
      this.#listenOnce(socket);
    });
  }

  /** Where this computer stood still (asleep, overloaded), its clocks run out before what came meanwhile is read. */
  #listenOnce(socket: Socket): void {
    const { bytesRead, writableLength } = socket;
    const carries = this.#carries;
    setImmediate(() => {
      const moved = socket.bytesRead !== bytesRead || socket.writableLength !== writableLength;
      if (moved || this.#carries !== carries) this.restartClock();
      else carries?.onSilence();
    });
  }
}

/**
 * After a certificate for another name, as a guest network shows it, undici takes the request for one that still runs, and
 * no other would ever go by this connection. With OpenSSL's own code it is an error like any other.
 */
function asAnyOther(error: Error): Error {
  const isOtherName = 'code' in error && error.code === 'ERR_TLS_CERT_ALTNAME_INVALID';
  return isOtherName ? Object.assign(error, { code: 'HOSTNAME_MISMATCH' }) : error;
}
