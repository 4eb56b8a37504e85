import { createClient } from '../../shared/ipc/client.ts';
import type { PreloadApi } from '../../shared/ipc/preload.ts';
import type { Bridge } from './bridge.ts';
import { webUploads } from './drop-source.ts';
import { ALWAYS_THERE } from './reach.ts';
import { electronTransport } from './transport-electron.ts';
import { webTransport } from './transport-web.ts';
import { handIn, isAllowed, openBridge, withKey } from './web-session.ts';

export type Entry =
  | { readonly kind: 'in'; readonly bridge: Bridge }
  /** The address was used up, or this browser was never let in. */
  | { readonly kind: 'refused' };

/** Finds out which host the page runs in, and opens the connection to the engine. */
export async function enter(): Promise<Entry> {
  const api = window.sitesync;
  if (api !== undefined) return { kind: 'in', bridge: electronBridge(api) };
  // A new address that is pasted into this very tab changes only its fragment: no load follows by itself.
  addEventListener('hashchange', () => {
    if (keyInAddress() !== null) location.reload();
  });
  await handInKey();
  return (await isAllowed()) ? { kind: 'in', bridge: webBridge() } : { kind: 'refused' };
}

/** Hands in the key of a printed address, once, and takes it out of the address bar and the history first. */
async function handInKey(): Promise<void> {
  const key = keyInAddress();
  if (key === null) return;
  history.replaceState(null, '', location.pathname);
  await handIn(key);
}

function keyInAddress(): string | null {
  return /^#key=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
}

function electronBridge(api: PreloadApi): Bridge {
  return {
    client: createClient(electronTransport(api)),
    contentUrl,
    drops: { kind: 'paths', pathOf: (file) => api.pathOf(file) || null },
    reach: ALWAYS_THERE,
  };
}

function webBridge(): Bridge {
  const transport = webTransport({
    open: openBridge,
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
    client: createClient(transport),
    contentUrl: (what, site, key) => withKey(contentUrl(what, site, key)),
    drops: webUploads,
    reach: transport.reach,
  };
}

/** The same in both hosts, but for the key of the web host: below the page's own origin. */
function contentUrl(what: Parameters<Bridge['contentUrl']>[0], site: string, key: string): string {
  return `./content/${what}/${encodeURIComponent(site)}/${encodeURIComponent(key)}`;
}
