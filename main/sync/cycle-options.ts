import type { ScanScope } from './ports/disk.ts';
import type { InFlight } from './steps/in-flight.ts';

export interface CycleOptions {
  /** The person approved all deletes of this run. */
  readonly confirmDeletes: boolean;
  /** "Retry now": overrules back-off, waits for files that are being written, and tries once more what failed. */
  readonly eager: boolean;
  /** What to scan; null for everything. */
  readonly scope: ScanScope | null;
  /** False: plan with the listing that is known. Every write is proved against the service all the same. */
  readonly list: boolean;
  /** One of many cycles in a row, as in a watch: what happened at once may be spread over several of them. */
  readonly watching?: boolean;
  /** Somebody waits for the end of this cycle, even in a watch: if it is stopped before, the report says so. */
  readonly mustFinish?: boolean;
  /**
   * Asked during transfers: should the rest be left to another cycle, which looks at both sides first? Transfers under way are
   * then detached, and run beside that cycle.
   */
  readonly isCutShort?: (transfers: Transfers) => boolean;
  /** The service gave its list: it is reached. */
  readonly onListed?: () => void;
  /** The site's steps in flight, if one cycle follows another. */
  readonly inFlight?: InFlight;
  /** A detached step ended. */
  readonly onLateEnd?: (end: LateEnd) => void;
}

/** The transfers of one plan. */
export interface Transfers {
  /** Epoch ms. */
  readonly since: number;
  /** What their plan took, ms. */
  readonly planMs: number;
  /** The steps that were not begun. */
  readonly waiting: Pick<ReadonlySet<unknown>, 'size'>;
}

/** What has to be looked at after a detached step has ended. */
export interface LateEnd {
  /** To be scanned again: what a scan saw in them meanwhile may be older than what the step wrote. */
  readonly folders: readonly string[];
  /** A new listing is needed: only that tells how the step ended, since the last one was made during its transfer. */
  readonly mustList: boolean;
}
