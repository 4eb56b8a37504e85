import type { Category } from '../../shared/model/category.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import type { Update } from '../engine/plan/actions.ts';
import type { FileId } from '../../shared/model/ids.ts';
import type { PlanHints, Planner } from './plan/planning.ts';
import type { Disk } from './ports/disk.ts';
import type { Environment } from './ports/environment.ts';
import type { Mirror } from './ports/mirror.ts';
import type { FollowedSite } from './ports/mirror/sites.ts';
import type { SiteDataService } from './ports/service.ts';
import type { SiteLocks } from './ports/site-locks.ts';
import type { Gate } from './pacing/gate.ts';
import type { PauseSwitch } from './pacing/pause-switch.ts';
import type { Progress } from './telling/progress.ts';
import type { SpaceReservations } from './pacing/space-reservations.ts';
import type { TransferSlots } from './pacing/transfer-slots.ts';
import type { Throttle } from './pacing/throttle.ts';
import type { InFlight, TransferPhase } from './steps/in-flight.ts';

/** What every step of a cycle acts through. One for the whole program; sites share its slots and its gate. */
export interface SyncContext extends PlanHints {
  readonly service: SiteDataService;
  readonly disk: Disk;
  /** Keep other programs of this computer out of a folder that this one keeps. */
  readonly locks: SiteLocks;
  /** What is known of both sides and was agreed on, across restarts. */
  readonly mirror: Mirror;
  readonly plan: Planner;
  readonly env: Environment;
  /** Whether requests may go out at all, or for one site (rule 13). */
  readonly gate: Gate;
  /** How many transfers of a direction run at a time, shared fairly among sites and weights. */
  readonly slots: TransferSlots;
  /** The bandwidth limits that the person set. */
  readonly up: Throttle;
  readonly down: Throttle;
  /** The person's pause: nothing is begun while it holds, and what is under way stands still. */
  readonly pauseSwitch: PauseSwitch;
  /** Disk space set aside for downloads under way, across all sites. */
  readonly reservations: SpaceReservations;
  /** What a person watches while a sync runs. */
  readonly progress: Progress;
  readonly settings: SyncSettings;
  /**
   * Nobody is signed in: folders are only looked at, to show what waits. They are not locked against other programs, and
   * nothing in them changes. Such a context is for an engine that is paused.
   */
  readonly looksOnly?: true;
  /** The program's own data folder: no site may be kept in a folder around it. */
  readonly ownFolder: string;
  /** Only with a window: shows a person what needs a look before it is sent. */
  readonly review?: Review;
  /** Aborts what is under way. */
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
  /** How long a cycle waits for a busy service before it leaves the rest to a later one, ms. */
  readonly patienceMs: number;
}

/** A site in the middle of a cycle. */
export interface SiteContext extends SyncContext {
  readonly site: FollowedSite;
  readonly siteName: string;
  /** Is the site still in the service's list (rule 3)? Once answered, it is not asked again in this cycle. */
  readonly siteIsListed: () => Promise<Result<boolean>>;
  readonly wanted: (file: { readonly id: FileId; readonly category: Category }) => boolean;
  /** Called when a step threw: the site's steps under way are finished, and no further one is begun. */
  readonly stopSteps: () => void;
  readonly inFlight: InFlight;
  /** Wraps the sending and fetching of a step (see `InFlight`); outside of steps it only calls the work. */
  readonly transferPhase: TransferPhase;
}

/** A site while the steps of one plan are carried out. */
export interface StepContext extends SiteContext {
  /** Those of the plan that the person had approved when it was made. */
  readonly approvedDeletes: ReadonlySet<FileId>;
  /** `InFlight.merges` when the cycle had looked at the folder. */
  readonly merges: number;
}
