import type { Transport } from '../../shared/ipc/client.ts';
import { fitsMessage } from '../../shared/ipc/limits.ts';
import type { ToRenderer } from '../../shared/ipc/messages.ts';
import type { PreloadApi } from '../../shared/ipc/preload.ts';
import { TOO_LARGE } from './too-large.ts';

declare global {
  interface Window {
    /** There in the desktop app alone. */
    readonly sitesync?: PreloadApi;
  }
}

/** The preload's channel. It is there before the page is and goes when the page goes: nothing to reconnect. */
export function electronTransport(api: PreloadApi): Transport {
  let tell: (message: unknown) => void = () => undefined;
  return {
    send: (message) => {
      const text = JSON.stringify(message);
      if (fitsMessage(text)) api.send(text);
      else if (message.kind === 'call') {
        const failed: ToRenderer = { kind: 'failed', id: message.id, failure: TOO_LARGE };
        // Later, so that whoever calls has its promise before it fails.
        queueMicrotask(() => tell(failed));
      }
    },
    listen: (onMessage) => {
      tell = onMessage;
      api.listen(onMessage);
    },
  };
}
