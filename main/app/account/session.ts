import type { Failure, Result } from '../../../shared/failure.ts';
import type { SyncContext } from '../../sync/context.ts';
import type { NoticeOptions } from '../../sync/telling/lasting-notice.ts';
import type { SyncEngine } from '../../sync/watch/sync-engine.ts';
import type { SitesAsker } from './sites-asker.ts';

/** What of a running engine the app asks for. */
export type RunningEngine = Pick<
  SyncEngine,
  'syncNow' | 'wake' | 'refresh' | 'release' | 'pauseSwitch' | 'pauseAll' | 'resumeAll' | 'stop'
>;

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
