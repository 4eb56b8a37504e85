import type { EventName, EventPayload } from '../../shared/ipc/contract.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { Failure } from '../../shared/failure.ts';
import type { SyncContext } from '../sync/context.ts';
import type { NoticeOptions } from '../sync/telling/lasting-notice.ts';
import type { Disk } from '../sync/ports/disk.ts';
import type { Environment } from '../sync/ports/environment.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { PauseSwitch } from '../sync/pacing/pause-switch.ts';
import type { SiteLocks } from '../sync/ports/site-locks.ts';
import type { HostServices } from './app.ts';
import type { RunningPulls } from './models/running-pulls.ts';

/** What the commands of the app act through. */
export interface AppContext {
  readonly mirror: Mirror;
  readonly disk: Disk;
  readonly locks: SiteLocks;
  readonly env: Environment;
  readonly host: HostServices;
  /** What the engine works with while somebody is signed in, else null. */
  readonly session: () => SyncContext | null;
  /** Runs a cycle of the site (null: of all) as soon as possible. */
  readonly syncSoon: (site: SiteId | null) => void;
  /** To be called when a request of a command failed: if nobody answers at all, syncs and status bar have to learn it. */
  readonly requestFailed: (failure: Failure) => void;
  /** To be called when the service answered a request of a command: where it counts as away, that is over. */
  readonly requestAnswered: () => void;
  /** Runs work in a site's folder that outlasts its command: until it ends other programs have to wait. */
  readonly inFolder: <T>(work: () => Promise<T>) => Promise<T>;
  /** By which the transfers of a site stand still while it is paused; null if nothing watches it. */
  readonly pauseSwitch: (site: SiteId) => PauseSwitch | null;
  /** Site models that are on their way here. */
  readonly pulls: RunningPulls;
  /** Something about the site (null: about any) has changed: screens ask again. Coalesced. */
  readonly changed: (site: SiteId | null) => void;
  /** Lasting conditions that a person should see whenever they look. */
  readonly notices: Required<NoticeOptions>;
  readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
}
