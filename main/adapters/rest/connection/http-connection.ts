import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { buildConnector, Dispatcher } from 'undici';
import { Client } from './lean-http.ts';
import { readLeniently } from './lenient-heads.ts';
import type { Limits, Stall } from './limits.ts';

/** Milliseconds. */
const LOOK = 5;

/** A request on a connection: undici tells it what happens. */
interface Carried extends Dispatcher.DispatchHandler {
  readonly options: Dispatcher.DispatchOptions;
  /** True once the real answer has begun. */
  readonly answered: boolean;
  /** It waits for our own disk or reader: then silence is no fault of the network. */
  readonly waitsForUs: boolean;
  /** Called when nothing moved for the idle time, or since this computer woke up. */
  onSilence(why: Extract<Stall, 'idle' | 'sleep'>): void;
}

/** One connection for one request at a time. It is opened when it is needed, and reopened if it was closed. */
export class HttpConnection {
  readonly #client: InstanceType<typeof Client>;
  readonly #limits: Limits;
  #socket: Socket | null = null;
  /** What had moved when this computer woke up; null once more has, or if it never slept. */
  #movedAtWake: number | null = null;
  /** Requests that this connection has served. */
  #served = 0;
  #carries: Carried | null = null;

  constructor(origin: string, limits: Limits, connect: buildConnector.connector) {
    this.#limits = limits;
    this.#client = new Client(origin, {
      connect: (to, done) => {
        connect(to, (...outcome) => {
          if (outcome[0] !== null) return done(asAnyOther(outcome[0]), null);
          this.#watch(outcome[1]);
          done(...outcome);
        });
      },
      // Routers forget silent connections without telling either side, and nobody knows what becomes of a write on a
      // forgotten one. So they are closed soon.
      keepAliveTimeout: limits.connectMs,
      keepAliveMaxTimeout: limits.connectMs,
      keepAliveTimeoutThreshold: 1000,
      // Our own timers know when our side is the slow one, and see every byte that moves.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  send(request: Carried): void {
    this.#carries = request;
    this.#client.dispatch(request.options, request);
  }

  /** The request is about to be written. True if the connection has served another before. */
  begin(): boolean {
    this.#served += 1;
    return this.#served > 1;
  }

  /** True while bytes that were handed over have not all left. */
  get unsent(): boolean {
    return this.#socket?.destroyed === false && this.#socket.writableLength > 0;
  }

  /** A request waits for the other side, to take bytes or to answer. */
  get waits(): boolean {
    return this.#carries?.waitsForUs === false;
  }

  /** Bytes that came or left, of this connection as long as it is open. */
  get moved(): number {
    const socket = this.#socket;
    return socket === null ? 0 : socket.bytesRead + socket.bytesWritten - socket.writableLength;
  }

  /**
   * Resolves when all bytes have left. A full socket buffer tells by an event when it is empty; for fewer bytes there
   * is no event, so it is looked at now and then.
   */
  async whenLeft(): Promise<void> {
    while (this.unsent) await pause(LOOK);
  }

  restartClock(): void {
    this.#socket?.setTimeout(this.#limits.idleMs);
  }

  /**
   * This computer was asleep, and nothing tells whether the other side still knows the connection. One that is not in use is
   * closed. One that is has as long to move a byte as a new one would take to be made: that is soon enough for a dead one, and
   * a transfer that goes on is not broken off.
   */
  woke(): void {
    if (this.#carries === null) this.#socket?.destroy();
    else {
      this.#movedAtWake = this.moved;
      this.#socket?.setTimeout(this.#limits.connectMs);
    }
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
    this.#movedAtWake = null;
    this.restartClock();
    readLeniently(socket, () => this.#carries?.answered === false);
    // The socket's timer also counts outgoing bytes: a slow uplink does not stand still.
    socket.on('timeout', () => {
      this.#listenOnce(socket);
    });
  }

  /**
   * If this computer itself stood still (asleep, overloaded), the timer fires before the bytes are read that came
   * meanwhile: so listen once more.
   */
  #listenOnce(socket: Socket): void {
    const { bytesRead, writableLength } = socket;
    const carries = this.#carries;
    setImmediate(() => {
      const moved = socket.bytesRead !== bytesRead || socket.writableLength !== writableLength;
      const since = this.#movedAtWake;
      this.#movedAtWake = null;
      // After a sleep the clock ran faster: what has moved since then has its whole time.
      if (moved || this.#carries !== carries || (since !== null && since !== this.moved)) this.restartClock();
      else carries?.onSilence(since === null ? 'idle' : 'sleep');
    });
  }
}

/**
 * After a certificate for another name, as guest networks show it, undici takes the request for one that still runs,
 * and would never use this connection again. With OpenSSL's own code it is an error like any other.
 */
function asAnyOther(error: Error): Error {
  const isOtherName = 'code' in error && error.code === 'ERR_TLS_CERT_ALTNAME_INVALID';
  return isOtherName ? Object.assign(error, { code: 'HOSTNAME_MISMATCH' }) : error;
}
