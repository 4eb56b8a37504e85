import type { Client } from '../../shared/ipc/client.ts';

/** How this window reaches the engine: the preload's bridge in Electron, a WebSocket in a browser. */
export interface Bridge {
  readonly kind: 'electron' | 'web';
  readonly client: Client;
  /** Address of the bytes of a site's file, photo or model, for previews: always the copy on this computer. */
  readonly contentUrl: (what: 'file' | 'photo' | 'model', site: string, key: string) => string;
  /** Absolute path of a dropped file; null in a browser, which tells none. */
  readonly pathOf: (file: File) => string | null;
}
