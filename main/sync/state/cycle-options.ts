import type { ScanScope } from '../ports/disk.ts';
import type { InFlight } from './in-flight.ts';

export interface CycleOptions {
  /** The person said yes to all deletes of this run. */
  readonly confirmDeletes: boolean;
  /** "Retry now": overrules back-off, waits for files that are being written, and tries once more what failed. */
  readonly eager: boolean;
  /** What to scan; null for everything. */
  readonly scope: ScanScope | null;
  /** False: plan with the listing that is known. Every write is proved against the service all the same. */
  readonly list: boolean;
  /** One of many cycles in a row: what happened at once may come in several. */
  readonly watching?: boolean;
  /** Somebody waits for all of it, also in a watch: where it is stopped before, it says so. */
  readonly mustFinish?: boolean;
  /**
   * Asked during transfers: should what is left wait for a further cycle, which looks first? What is under way then is
   * detached, and runs beside that.
   */
  readonly isCutShort?: (transfers: Transfers) => boolean;
  /** The steps in flight of the site, where one cycle follows another. */
  readonly inFlight?: InFlight;
  /** A detached step ended. */
  readonly onLateEnd?: (end: LateEnd) => void;
}

/** The files of one plan are on their way. */
export interface Transfers {
  /** Epoch ms. */
  readonly since: number;
  /** What their plan took, ms. */
  readonly planMs: number;
  /** Those that were not begun. */
  readonly waiting: Pick<ReadonlySet<unknown>, 'size'>;
}

/** What has to be looked at since a detached step ended. */
export interface LateEnd {
  /** To be scanned: what was seen in them meanwhile counts for no more than what the step wrote. */
  readonly folders: readonly string[];
  /** Only a listing that begins now tells how it ended, or what came after it: one was made during its transfer. */
  readonly mustList: boolean;
}
