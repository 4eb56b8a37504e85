import type { Transport } from '../../shared/ipc/client.ts';
import type { FailureWords } from '../../shared/ipc/define.ts';
import { fitsMessage } from '../../shared/ipc/limits.ts';
import type { ToEngine, ToRenderer } from '../../shared/ipc/messages.ts';
import { createReach, type Reach } from './reach.ts';
import { TOO_LARGE } from './too-large.ts';

export interface WebTransportOptions {
  readonly open: () => WebSocket;
  /** Asks the host whether this browser is still let in. Rejects if the host does not answer. */
  readonly allowed: () => Promise<boolean>;
  /** Tells when a try makes sense before its time: the network or the page is back. Returns how to stop. */
  readonly onHint?: (again: () => void) => () => void;
  /** First and longest pause between tries, ms. */
  readonly pauses?: { readonly first: number; readonly longest: number };
}

export interface WebTransport extends Transport {
  readonly reach: Reach;
  close(): void;
}

const AWAY: FailureWords = {
  code: 'offline',
  message: 'SiteSync itself does not answer: it was stopped, or the computer slept.',
  hint: 'Your files are safe. After a sleep this page comes back by itself. If it was stopped, start it again and open the address that it prints.',
  retry: 'later',
};

const SHUT_OUT: FailureWords = {
  code: 'sign-in',
  message: 'SiteSync was restarted and does not know this page.',
  hint: 'Open the address that it printed; Enter in its terminal prints another one.',
  retry: 'on-sign-in',
};

/** Most calls that wait for the first connection; a page makes far fewer. */
const WAITING = 200;

/**
 * A WebSocket that reconnects by itself. Calls made before it first opens wait. Calls made while it is away, and those
 * under way when it closes, fail at once with words for the person. When it is back, the engine sends its state, and a
 * `changed` of everything makes the page ask again for what it missed.
 */
export function webTransport(options: WebTransportOptions): WebTransport {
  return new Reconnecting(options);
}

class Reconnecting implements WebTransport {
  readonly reach = createReach(() => this.#again());
  readonly #options: WebTransportOptions;
  readonly #pauses: { readonly first: number; readonly longest: number };
  readonly #running = new Set<number>();
  readonly #stopHints: () => void;
  #tell: (message: unknown) => void = () => undefined;
  #socket: WebSocket | null = null;
  #waiting: string[] | null = [];
  #words: FailureWords = AWAY;
  #pause: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: WebTransportOptions) {
    this.#options = options;
    this.#pauses = options.pauses ?? { first: 250, longest: 5000 };
    this.#pause = this.#pauses.first;
    this.#stopHints = options.onHint?.(() => this.#again()) ?? (() => undefined);
    this.#connect();
  }

  listen(onMessage: (message: unknown) => void): void {
    this.#tell = onMessage;
  }

  send(message: ToEngine): void {
    const text = JSON.stringify(message);
    const open = this.#socket?.readyState === OPEN;
    if (message.kind === 'call') {
      if (!fitsMessage(text)) return this.#fail(message.id, TOO_LARGE);
      if (!open && (this.#waiting === null || this.#waiting.length >= WAITING))
        return this.#fail(message.id, this.#words);
      this.#running.add(message.id);
    }
    if (open) this.#socket?.send(text);
    else this.#waiting?.push(text);
  }

  close(): void {
    this.#closed = true;
    this.#stopHints();
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    const socket = this.#options.open();
    this.#socket = socket;
    socket.addEventListener('open', () => this.#opened(socket));
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => this.#received(data));
    socket.addEventListener('close', () => void this.#lost(socket));
  }

  #opened(socket: WebSocket): void {
    this.#pause = this.#pauses.first;
    this.#words = AWAY;
    this.reach.set('there');
    const first = this.#waiting !== null;
    for (const text of this.#waiting ?? []) socket.send(text);
    this.#waiting = null;
    if (!first) this.#tell({ kind: 'event', name: 'changed', payload: { site: null } });
  }

  #received(data: string): void {
    const message = JSON.parse(data) as ToRenderer;
    if (message.kind !== 'event') this.#running.delete(message.id);
    this.#tell(message);
  }

  async #lost(socket: WebSocket): Promise<void> {
    if (this.#closed || this.#socket !== socket) return;
    this.#socket = null;
    this.#waiting = null;
    const pause = this.#pause;
    this.#pause = Math.min(pause * 2, this.#pauses.longest);
    // Those of this socket alone: a hint may open another one while the host is asked, and calls go out on that.
    const lost = [...this.#running];
    this.#running.clear();
    const allowed = await this.#isAllowed();
    this.#words = allowed ? AWAY : SHUT_OUT;
    if (this.#socket === null) this.reach.set(allowed ? 'away' : 'shutOut');
    for (const id of lost) this.#fail(id, this.#words);
    if (!this.#closed) this.#timer = setTimeout(() => this.#again(), pause);
  }

  /**
   * True where the host does not say so in time: it may stand still, or the browser's few connections to it may all be taken by
   * files on their way. The next socket finds out.
   */
  async #isAllowed(): Promise<boolean> {
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(true), this.#pauses.longest);
    try {
      return await Promise.race([this.#options.allowed().catch(() => true), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #again(): void {
    if (this.#closed || this.#socket !== null) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** Later, so that whoever calls has its promise before it fails. */
  #fail(id: number, failure: FailureWords): void {
    queueMicrotask(() => this.#tell({ kind: 'failed', id, failure } satisfies ToRenderer));
  }
}

/** `WebSocket.OPEN`, since the global may be missing. */
const OPEN = 1;
