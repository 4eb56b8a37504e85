import type { Agent, ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** All in milliseconds. */
export interface Limits {
  /** From asking for a connection to having one, TLS included. */
  readonly connectMs: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
  /** From the last byte sent to the end of a small reply, so that one byte a second does not go on forever. */
  readonly replyMs: number;
}

export const DEFAULT_LIMITS: Limits = { connectMs: 10_000, idleMs: 60_000, replyMs: 120_000 };

export type Stall = 'connect' | 'idle' | 'reply';

/** Watches one request and destroys it where nothing moves; remembers how far it came, to judge what its end means. */
export class StallGuard {
  /** A connection stood: the service may have received something. */
  connected = false;
  /** The connection had served another request before. */
  reused = false;
  stalled: Stall | null = null;
  request: ClientRequest | null = null;

  readonly #limits: Limits;
  readonly #limitReply: boolean;
  readonly #timers = new Map<'connect' | 'reply', NodeJS.Timeout>();
  #socket: Socket | null = null;
  #waitsForUs = 0;

  constructor(limits: Limits, limitReply: boolean) {
    this.#limits = limits;
    this.#limitReply = limitReply;
  }

  watch(request: ClientRequest, agent: Agent, secure: boolean): void {
    this.request = request;
    this.#awaitConnection(agent);
    request.once('socket', (socket) => {
      this.#onSocket(socket, secure);
    });
    if (this.#limitReply) {
      request.once('finish', () => {
        this.#timers.set('reply', setTimeout(this.#stall, this.#limits.replyMs, 'reply'));
      });
    }
    request.once('close', () => {
      this.#clear('connect');
      this.#clear('reply');
      this.#socket?.off('timeout', this.#onSilence);
    });
  }

  /** What follows waits for our own side (a disk, a reader): silence is then no fault of the network. */
  begin(): void {
    this.#waitsForUs += 1;
  }

  end(): void {
    this.#waitsForUs -= 1;
    // The time that we took does not count against the service.
    if (this.#waitsForUs === 0 && this.#socket?.timeout !== undefined && this.connected) this.#arm();
  }

  /** Waiting for one of our own busy connections is no failure to connect, so the clock then starts anew. */
  #awaitConnection(agent: Agent): void {
    const timer = setTimeout(() => {
      if (isQueued(agent, this.request)) this.#awaitConnection(agent);
      else this.#stall('connect');
    }, this.#limits.connectMs);
    this.#timers.set('connect', timer);
  }

  #onSocket(socket: Socket, secure: boolean): void {
    this.#socket = socket;
    this.reused = this.request?.reusedSocket === true;
    socket.on('timeout', this.#onSilence);
    if (!socket.connecting) return this.#onConnected();
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      this.#onConnected();
    });
  }

  #onConnected(): void {
    this.connected = true;
    this.#clear('connect');
    // axios switches the socket's timer off when it hands over the request; ours is set after that.
    process.nextTick(() => {
      this.#arm();
    });
  }

  #arm(): void {
    if (this.request?.destroyed === false) this.#socket?.setTimeout(this.#limits.idleMs);
  }

  readonly #onSilence = (): void => {
    if (this.#waitsForUs > 0) this.#arm();
    else this.#stall('idle');
  };

  readonly #stall = (stall: Stall): void => {
    this.stalled = stall;
    this.request?.destroy(new Error(`Nothing moved for too long (${stall}).`));
  };

  #clear(which: 'connect' | 'reply'): void {
    clearTimeout(this.#timers.get(which));
    this.#timers.delete(which);
  }
}

function isQueued(agent: Agent, request: ClientRequest | null): boolean {
  return Object.values(agent.requests).some((queue) => queue?.some((entry: unknown) => entry === request));
}
