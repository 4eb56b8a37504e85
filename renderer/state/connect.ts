import { createClient } from '../../shared/ipc/client.ts';
import type { PreloadApi } from '../../shared/ipc/preload.ts';
import type { Bridge } from './bridge.ts';
import { webUploads } from './drop-source.ts';
import { ALWAYS_THERE } from './reach.ts';
import { electronTransport } from './transport-electron.ts';
import { webTransport } from './transport-web.ts';

export type Entry =
  | { readonly kind: 'in'; readonly bridge: Bridge }
  /** The address was used up, or this browser was never let in. */
  | { readonly kind: 'refused' };

/** Finds out where the page runs and opens the way to the engine. */
export async function enter(): Promise<Entry> {
  const api = window.sitesync;
  if (api !== undefined) return { kind: 'in', bridge: electronBridge(api) };
  // A new address that is pasted into this very tab changes only its fragment: no load follows by itself.
  addEventListener('hashchange', () => {
    if (keyInAddress() !== null) location.reload();
  });
  await handIn();
  return (await isAllowed()) ? { kind: 'in', bridge: webBridge() } : { kind: 'refused' };
}

/** Hands in the key of a printed address, once, and takes it out of the address bar and the history first. */
async function handIn(): Promise<void> {
  const key = keyInAddress();
  if (key === null) return;
  history.replaceState(null, '', location.pathname);
  await fetch('./session', { method: 'POST', body: key });
}

function keyInAddress(): string | null {
  return /^#key=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
}

async function isAllowed(): Promise<boolean> {
  return (await fetch('./session')).status === 204;
}

function electronBridge(api: PreloadApi): Bridge {
  return {
    kind: 'electron',
    client: createClient(electronTransport(api)),
    contentUrl,
    drops: { kind: 'paths', pathOf: (file) => api.pathOf(file) || null },
    reach: ALWAYS_THERE,
  };
}

function webBridge(): Bridge {
  const transport = webTransport({
    open: () => new WebSocket(`ws://${location.host}/bridge`),
    allowed: isAllowed,
    onHint: (again) => {
      const seen = (): void => {
        if (document.visibilityState === 'visible') again();
      };
      document.addEventListener('visibilitychange', seen);
      addEventListener('online', again);
      return () => {
        document.removeEventListener('visibilitychange', seen);
        removeEventListener('online', again);
      };
    },
  });
  return {
    kind: 'web',
    client: createClient(transport),
    contentUrl,
    drops: webUploads,
    reach: transport.reach,
  };
}

/** The same in both hosts: below the page's own origin. */
function contentUrl(what: Parameters<Bridge['contentUrl']>[0], site: string, key: string): string {
  return `./content/${what}/${encodeURIComponent(site)}/${encodeURIComponent(key)}`;
}
