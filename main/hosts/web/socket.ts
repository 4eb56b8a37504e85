import type { WebSocket } from 'ws';
import type { AppState } from '../../../shared/ipc/app.ts';
import { createConnection, type Handlers } from '../../../shared/ipc/server.ts';
import { parseJson } from '../../../shared/model/json.ts';
import type { App } from '../../app/app.ts';

export interface SocketOptions {
  readonly app: Pick<App, 'subscribe'>;
  readonly handlers: Handlers;
  readonly onBug: (command: string, error: unknown) => void;
  /** Between two pings, ms. A window that did not answer the last one is gone. */
  readonly pingMs: number;
}

/** If more bytes than this wait in the socket, the window gets only the latest state. */
const BACKLOG = 1024 * 1024;
/** If more than this wait, the connection is closed; the window reconnects and asks again. */
const HOPELESS = 64 * BACKLOG;
/** How soon a state that was held back is offered again, ms. */
const OFFER_AGAIN = 250;

/** Connects one window to the app over a WebSocket, until either side is gone. */
export function carry({ app, handlers, onBug, pingMs }: SocketOptions, socket: WebSocket): void {
  const post = (message: unknown): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > HOPELESS) socket.terminate();
    else socket.send(JSON.stringify(message));
  };
  const connection = createConnection({ handlers, post, onBug });
  const states = new Latest(
    () => socket.bufferedAmount <= BACKLOG,
    (state) => connection.send('state', state),
  );
  const stop = app.subscribe((name, payload) => {
    if (name === 'state') states.offer(payload as AppState);
    else connection.send(name, payload);
  });
  const stopPings = keepAlive(socket, pingMs);
  socket.on('message', (data: Buffer, binary) => {
    if (!binary) connection.receive(parseJson(data.toString('utf8')));
  });
  // A close follows each error, and cleans up.
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    stop();
    stopPings();
    states.close();
    connection.close();
  });
}

/** While there is no room, keeps only the latest state, so that the last one always arrives. */
class Latest {
  readonly #hasRoom: () => boolean;
  readonly #send: (state: AppState) => void;
  #kept: AppState | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(hasRoom: () => boolean, send: (state: AppState) => void) {
    this.#hasRoom = hasRoom;
    this.#send = send;
  }

  offer(state: AppState): void {
    this.close();
    if (this.#hasRoom()) {
      this.#send(state);
      return;
    }
    this.#kept = state;
    this.#timer = setTimeout(() => {
      if (this.#kept !== null) this.offer(this.#kept);
    }, OFFER_AGAIN);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#kept = null;
  }
}

function keepAlive(socket: WebSocket, everyMs: number): () => void {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) {
      socket.terminate();
      return;
    }
    answered = false;
    socket.ping();
  }, everyMs);
  return () => clearInterval(timer);
}
