import type { Failure, Result } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { SyncContext } from '../../sync/context.ts';
import type { PauseSwitch } from '../../sync/pacing/pause-switch.ts';
import type { NoticeOptions } from '../../sync/telling/lasting-notice.ts';
import type { SitesAsker } from './sites-asker.ts';

/** Keeps the chosen sites in step for as long as it runs. */
export interface RunningEngine {
  /** Runs a cycle now; null: of every site. Overrules back-off. */
  syncNow(site: SiteId | null): void;
  /** The machine woke up or a network came: look at once. */
  wake(): void;
  /** Sites were added, dropped, paused or changed. */
  refresh(): Promise<void>;
  /** Ends the work on one site, makes a change that nothing may work on meanwhile, and takes up what is kept then. */
  release<T>(site: SiteId, change: () => Promise<T>): Promise<T>;
  /** By which the transfers of a site that is watched stand still; null if it is not. */
  pauseSwitch(site: SiteId): PauseSwitch | null;
  pauseAll(): void;
  resumeAll(): void;
  /** Finishes the current steps and commits. */
  stop(): Promise<void>;
}

export interface Account {
  readonly baseUrl: string;
  readonly token: string;
}

/** What opens the way to the service and starts the engine on it; made where adapters meet. */
export interface SessionMaker {
  /** The token came with the start of the program, and is kept nowhere: `open` takes it in place of the kept one. */
  readonly hasGivenToken: boolean;
  /** Null: the address and token that are kept. */
  open(account: Account | null, stopping: AbortSignal): Promise<Result<SyncContext>>;
  start(context: SyncContext, notices: Required<NoticeOptions>): RunningEngine;
  /** For an engine that only looks at the folders, while nobody is signed in; null: no service was ever signed in to. */
  look(stopping: AbortSignal): Promise<SyncContext | null>;
  /** Asks the service without keeping anything. */
  check(account: Account, signal: AbortSignal): Promise<Checked>;
}

/** What a service says of an account. */
export interface Checked {
  readonly baseUrl: string;
  readonly sites: number;
  readonly failure: Failure | null;
}

/** Signed in: the way to the service, and the engine that works through it. */
export interface Session {
  readonly context: SyncContext;
  readonly engine: RunningEngine;
  /** Asks for the list of sites, for the screens. */
  readonly sites: SitesAsker;
  readonly end: () => Promise<void>;
}
