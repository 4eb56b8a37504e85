import type { EventName, EventPayload } from '../../shared/ipc/contract.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { Failure } from '../../shared/failure.ts';
import type { SyncContext } from '../sync/context.ts';
import type { NoticeOptions } from '../sync/lasting-notice.ts';
import type { Disk } from '../sync/ports/disk.ts';
import type { Environment } from '../sync/ports/environment.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { SiteLocks } from '../sync/ports/site-locks.ts';
import type { HostServices } from './app.ts';

/** What the commands of the app act through. */
export interface AppContext {
  readonly mirror: Mirror;
  readonly disk: Disk;
  readonly locks: SiteLocks;
  readonly env: Environment;
  readonly host: HostServices;
  /** Signed in: what the engine works with; null while no token is known. */
  readonly session: () => SyncContext | null;
  /** Runs a cycle of the site (null: of all) as soon as it can. */
  readonly syncSoon: (site: SiteId | null) => void;
  /** A request of a command's own failed: where nobody answers at all, the syncs and the status bar are to know it. */
  readonly requestFailed: (failure: Failure) => void;
  /** Work in the folder of a site that goes on behind the command that began it: until it ends other programs wait. */
  readonly inFolder: <T>(work: () => Promise<T>) => Promise<T>;
  /** Something of the site (null: of all) is not as it was; screens ask again. Coalesced. */
  readonly changed: (site: SiteId | null) => void;
  /** What a person should know whenever they look, until it is over. */
  readonly notices: Required<NoticeOptions>;
  readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
}
