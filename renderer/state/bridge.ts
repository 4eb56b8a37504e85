import type { Client } from '../../shared/ipc/client.ts';
import type { DropSource } from './drop-source.ts';
import type { Reach } from './reach.ts';

/** How this window reaches the engine: the preload's bridge in Electron, a WebSocket in a browser. */
export interface Bridge {
  readonly client: Client;
  /** Address of the bytes of a site's file, photo or model, for previews: always the copy on this computer. */
  readonly contentUrl: (what: 'file' | 'photo' | 'model', site: string, key: string) => string;
  /** How dropped and chosen files reach the engine. */
  readonly drops: DropSource;
  /** Whether the engine's host answers at all. */
  readonly reach: Reach;
}
