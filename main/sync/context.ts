import type { Category } from '../../shared/model/category.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import type { Update } from '../engine/plan/actions.ts';
import type { FileId } from '../../shared/model/ids.ts';
import type { Planner } from './plan/planning.ts';
import type { Disk } from './ports/disk.ts';
import type { Environment } from './ports/environment.ts';
import type { FollowedSite, Mirror } from './ports/mirror.ts';
import type { SiteDataService } from './ports/service.ts';
import type { SiteLocks } from './ports/site-locks.ts';
import type { Gate } from './pacing/gate.ts';
import type { PauseSwitch } from './pacing/pause-switch.ts';
import type { Progress } from './state/progress.ts';
import type { SpaceReservations } from './pacing/space-reservations.ts';
import type { Slots } from './pacing/slots.ts';
import type { Throttle } from './pacing/throttle.ts';
import type { InFlight, TransferPhase } from './state/in-flight.ts';

/** What every step of a cycle acts through. One for the whole program; sites share its slots and its gate. */
export interface SyncContext {
  readonly service: SiteDataService;
  readonly disk: Disk;
  /** Against other programs of this computer that keep the same folder. */
  readonly locks: SiteLocks;
  /** What is known of both sides and was agreed on, across restarts. */
  readonly mirror: Mirror;
  readonly plan: Planner;
  /** A plan of this site is asked for soon: a planning thread, if there is one, reads all of it during the scan. */
  readonly planAhead?: (site: FollowedSite) => void;
  /** The next plan of this site takes all of it in: a planning thread, if there is one, is started in time. */
  readonly planSoon?: (site: FollowedSite) => void;
  /** As `planSoon`, told during a scan, with how many files were found until now. */
  readonly planFound?: (site: FollowedSite, files: number) => void;
  readonly env: Environment;
  /** Whether requests may go out at all, or for one site (rule 13). */
  readonly gate: Gate;
  /** How many transfers run at a time, shared fairly among sites and weights. */
  readonly slots: Slots;
  /** The person's limits of bandwidth. */
  readonly up: Throttle;
  readonly down: Throttle;
  /** The person's pause: nothing is begun while it holds, and what is under way stands still. */
  readonly pauseSwitch: PauseSwitch;
  /** Disk space for downloads that are under way, of all sites. */
  readonly reservations: SpaceReservations;
  /** What a person follows while it works. */
  readonly progress: Progress;
  readonly settings: SyncSettings;
  /**
   * Nobody is signed in: folders are looked at, so that what waits is seen. They stay free for other programs, and as they
   * are. Such a context is for an engine that is paused.
   */
  readonly looksOnly?: true;
  /** Where the program keeps what is its own; no site may be kept around it. Absent where it keeps nothing on the disk. */
  readonly ownFolder?: string;
  /** Where a person works at a window: what is to be seen before it is sent. */
  readonly review?: Review;
  /** Breaks off what is under way. */
  readonly signal: AbortSignal;
  /** Starts nothing new: the current steps are finished and committed. */
  readonly stopping: AbortSignal;
}

/** A failure holds the update back until the file changes or the person has seen it; null lets it go. */
export type Review = (context: SiteContext, action: Update) => Promise<Failure | null>;

/** Read anew by each cycle: a host may change them at any time. */
export interface SyncSettings {
  /** Rows asked for per page of a listing. */
  readonly pageSize: number;
  /** Milliseconds for which a file must be still before it is sent (rule 9). */
  readonly stillMs: number;
  /** Gitignore lines of the person, besides `.siteignore` and the built-in ones. */
  readonly ignore: readonly string[];
  /** Longest time to wait in place for a service that is busy and does nothing; beyond it the rest waits for a later cycle. */
  readonly patienceMs: number;
}

/** A site in the middle of a cycle. */
export interface SiteContext extends SyncContext {
  readonly site: FollowedSite;
  readonly siteName: string;
  /** Is the site still in the service's list (rule 3)? Once answered, it is not asked again in this cycle. */
  readonly siteIsListed: () => Promise<Result<boolean>>;
  readonly wanted: (file: { readonly id: FileId; readonly category: Category }) => boolean;
  /** Which deletes the person had said yes to when the plan was made that is carried out now. */
  readonly approved: { deletes: ReadonlySet<FileId> | 'all' };
  /** A step threw: the others of the site are finished, and none is begun. */
  readonly stopSteps: () => void;
  readonly inFlight: InFlight;
  /** How the step that this is given to sends and fetches; what is no step does it as it is. */
  readonly transferPhase: TransferPhase;
}
