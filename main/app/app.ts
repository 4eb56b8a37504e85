import type { Result } from '../../shared/failure.ts';
import type { EventName, EventPayload } from '../../shared/ipc/contract.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { Handlers } from '../../shared/ipc/server.ts';

/** Hears every event. One renderer or many may listen. */
export type EventListener = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

/** Bytes for the screen: a file, photo or model as it lies on this computer. */
export interface Content {
  /** Absolute path of a regular file inside a site's folder or of the cache of photos. */
  readonly path: string;
  readonly size: number;
  /** A type that a browser shows without running anything; `application/octet-stream` if in doubt. */
  readonly contentType: string;
}

/** The engine behind a window: what every host carries to its renderer. */
export interface App {
  readonly handlers: Handlers;
  /** Returns how to stop listening. The current state is sent at once. */
  subscribe(listener: EventListener): () => void;
  content(what: 'file' | 'photo' | 'model', site: SiteId, key: string): Promise<Result<Content>>;
  /** The bytes of one accepted file of a drop, from a browser. */
  upload(drop: string, index: number, bytes: AsyncIterable<Uint8Array>): Promise<Result<void>>;
  /** To be called when the machine woke up, or a network came: looks at once. */
  wake(): void;
  /** Finishes the current steps, commits, and lets go of everything. */
  close(): Promise<void>;
}

/** `off-in-system`: it is in the list of what starts with the computer, and was switched off there. */
export type LoginItem = 'on' | 'off' | 'off-in-system';

/** What the engine asks of the program around it. If it cannot be done, the failure says why in words. */
export interface HostServices {
  readonly kind: 'electron' | 'web';
  readonly can: {
    readonly openFiles: boolean;
    readonly revealFiles: boolean;
    readonly chooseFolder: boolean;
    readonly loginItem: boolean;
    readonly keepAwake: boolean;
  };
  /** Where program updates come from, and the file that says so; null if the program does not update itself. */
  readonly updates: { readonly feed: string | null; readonly file: string } | null;
  open(path: string): Promise<Result<null>>;
  reveal(path: string): Promise<Result<null>>;
  chooseFolder(from: string | null): Promise<string | null>;
  setLoginItem(on: boolean): void;
  /** As the system has it now. */
  loginItem(): LoginItem;
}
