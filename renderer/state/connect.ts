import { createClient } from '../../shared/ipc/client.ts';
import type { ToEngine } from '../../shared/ipc/messages.ts';
import type { Bridge } from './bridge.ts';

export type Entry =
  | { readonly kind: 'in'; readonly bridge: Bridge }
  /** The address was used up, or this browser was never let in. */
  | { readonly kind: 'refused' };

const AWAY = {
  code: 'offline',
  message: 'SiteSync itself does not answer: it was stopped, or the computer slept.',
  hint: 'Start it again. Your files are safe, and this page reconnects by itself.',
  retry: 'later',
} as const;

/** Hands in the key of the address, once, and takes it out of the address bar; then opens the bridge. */
export async function enter(): Promise<Entry> {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (key !== undefined) {
    history.replaceState(null, '', location.pathname);
    await fetch('./session', { method: 'POST', body: key });
  }
  const allowed = await probe();
  return allowed ? { kind: 'in', bridge: webBridge() } : { kind: 'refused' };
}

function address(): string {
  return `ws://${location.host}/bridge`;
}

function probe(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address());
    socket.addEventListener('open', () => {
      resolve(true);
      socket.close();
    });
    socket.addEventListener('error', () => resolve(false));
  });
}

/** A WebSocket that comes back by itself; calls made meanwhile wait for it, calls under way fail in words. */
function webBridge(): Bridge {
  let socket: WebSocket | null = null;
  let waiting: ToEngine[] = [];
  let receive: (message: unknown) => void = () => undefined;
  let pause = 250;

  const client = createClient({
    send: (message) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
      else waiting.push(message);
    },
    listen: (onMessage) => {
      receive = onMessage;
    },
  });

  const open = (): void => {
    socket = new WebSocket(address());
    socket.addEventListener('open', () => {
      pause = 250;
      for (const message of waiting) socket?.send(JSON.stringify(message));
      waiting = [];
    });
    socket.addEventListener('message', (event: MessageEvent<string>) => receive(JSON.parse(event.data)));
    socket.addEventListener('close', () => {
      waiting = [];
      client.lost(AWAY);
      setTimeout(open, pause);
      pause = Math.min(pause * 2, 5000);
    });
  };
  open();

  return {
    kind: 'web',
    client,
    contentUrl: (what, site, key) =>
      `./content/${what}/${encodeURIComponent(site)}/${encodeURIComponent(key)}`,
    pathOf: () => null,
  };
}
