import type { Failure } from '../../../shared/failure.ts';
import type { ContentHash, FileId } from '../../../shared/model/ids.ts';
import { folderOf } from '../../../shared/model/rel-path.ts';
import type { Action, Hash } from '../../engine/plan/actions.ts';
import { mayHideFiles } from '../../engine/guards/forbidden-folders.ts';
import type { SiteContext } from '../context.ts';
import type { CycleOptions } from '../cycle-options.ts';
import { inTurns, slices } from '../concurrency/in-turns.ts';
import { DeleteGuard } from './delete-guard.ts';
import { isForbidden, mayHoldMissing } from '../observe/scan-problems.ts';
import type { ListingResult } from '../observe/listing-run.ts';
import { isClaiming, PlacesLeft } from './places-left.ts';
import type { Pages, Planned, PlanQuestion } from './planning.ts';
import type { ObservedFolder } from '../observe/observed-folder.ts';
import type { ScannedFile, ScanReport } from '../ports/disk.ts';
import type { Problems } from '../problems/problems.ts';
import { withdrawReturned } from './returned-files.ts';
import { withoutYoung } from './young-records.ts';
import { readThrough } from '../observe/read-through.ts';

/** Hashes written in one transaction: it takes some milliseconds. */
const HASHES_AT_ONCE = 500;

/** The plan of a round. */
export interface RoundPlan extends Planned {
  /** Those that the person had approved. */
  readonly approvedDeletes: ReadonlySet<FileId>;
}

/** Makes the plan of a round: looks at what decides something, and plans again by what it saw. */
export class RoundPlanner {
  readonly #context: SiteContext;
  readonly #problems: Problems;
  readonly #options: Pick<CycleOptions, 'confirmDeletes' | 'eager' | 'watching'>;
  /** Receives the folders of files that changed while they were read. */
  readonly #stale: Set<string>;
  readonly #deleteGuard: DeleteGuard;

  constructor(
    context: SiteContext,
    problems: Problems,
    options: Pick<CycleOptions, 'confirmDeletes' | 'eager' | 'watching'>,
    stale: Set<string>,
  ) {
    this.#context = context;
    this.#problems = problems;
    this.#options = options;
    this.#stale = stale;
    this.#deleteGuard = new DeleteGuard(context, options);
  }

  /**
   * Plans; if a hash decides something, reads the file and plans again. In the result a `hash` is left only for a file that
   * could not be read, deletes beyond the guard's bounds are held, and actions about missing files come only after a look at
   * the whole folder. The caller has to `release` it.
   */
  async plan(folder: ObservedFolder, listing: ListingResult): Promise<RoundPlan> {
    const looks: Looks = { left: new PlacesLeft(this.#context), isInVain: false };
    for (;;) {
      const planned = await this.#context.plan(planQuestion(this.#context, folder.report, listing.complete));
      try {
        const { learnt, unread } = await this.#hashAll(planned.hashes);
        if (!learnt && !(await this.#looksAgain(folder, planned, looks))) {
          const isSeen = (action: Action): boolean => folder.provesMissing || !isOfUnseen(action, folder);
          const actions = await withoutYoung(this.#context, planned.actions.filter(isSeen));
          await withdrawReturned(this.#context, planned.actions);
          const unheld = this.#deleteGuard.withoutHeld(planned, actions, folder, listing);
          return {
            ...planned,
            actions: [...unread, ...unheld.actions],
            approvedDeletes: unheld.approvedDeletes,
            agreements: only(isSeen, planned.agreements),
          };
        }
      } catch (error) {
        planned.release();
        throw error;
      }
      planned.release();
    }
  }

  /**
   * Looks at more if the plan needs it: at the whole folder if a file is missing, and at places that a seemingly new file may
   * have left. True if more was looked at, so that another plan makes sense.
   */
  async #looksAgain(
    folder: ObservedFolder,
    { actions, agreements, agreed }: Planned,
    looks: Looks,
  ): Promise<boolean> {
    const isMissingAny = (some: readonly Action[]): boolean => some.some((action) => isOfMissing(action));
    const isDue = !folder.provesMissing && !looks.isInVain;
    if (isDue && (isMissingAny(actions) || (await anyPage(agreements, isMissingAny)))) {
      await folder.lookAtAll();
      looks.isInVain = !folder.provesMissing;
      // Plan again even if some folders could not be read: the look may have shown what took a file's place, or where it went.
      return folder.fault === null;
    }
    if (agreed === 0) return false;
    const folders = new Set(await looks.left.folders(actions));
    if (!folder.isWhole)
      for await (const page of agreements) for (const one of await looks.left.folders(page)) folders.add(one);
    if (folders.size > 0) await folder.lookAt([...folders]);
    return folders.size > 0 && folder.fault === null;
  }

  /** `learnt`: a hash became known, so that another plan makes sense. */
  async #hashAll(
    pages: Planned['hashes'],
  ): Promise<{ readonly learnt: boolean; readonly unread: readonly Hash[] }> {
    let learnt = false;
    const unread: Hash[] = [];
    for await (const page of pages) {
      const due = page.filter((action) => this.#problems.mayTry(action, this.#options.eager));
      if (due.length > 0 && (await this.#hash(due))) learnt = true;
      if (!learnt) unread.push(...page);
    }
    return { learnt, unread };
  }

  /** True if a hash became known, so that another plan makes sense. */
  async #hash(actions: readonly Hash[]): Promise<boolean> {
    const { env, mirror, site, signal, stopping, progress } = this.#context;
    progress.phase('hashing', site.id);
    const results = await readThrough(
      this.#context,
      actions.map((action) => action.local),
      AbortSignal.any([signal, stopping]),
    );
    const known: { readonly file: ScannedFile; readonly hash: ContentHash }[] = [];
    await inTurns(env, results.entries(), ([index, result]) => {
      const action = actions[index];
      if (result.ok) known.push(result.value);
      else if (action !== undefined) this.#notRead(action, result.failure);
    });
    await inTurns(env, slices(known, HASHES_AT_ONCE), (some) => mirror.setHashes(site.id, some), 1);
    return known.length > 0;
  }

  #notRead(action: Hash, failure: Failure): void {
    // The person stopped it: nothing is wrong with the file.
    if (failure.code === 'cancelled') return;
    if (failure.code !== 'changed-meanwhile') return this.#problems.failed(action, failure);
    this.#problems.replanned(action);
    this.#stale.add(folderOf(action.path));
  }
}

/** What was looked at again during the planning of one round. */
interface Looks {
  readonly left: PlacesLeft;
  /** The whole folder was, in vain: a missing file may still lie in a folder that could not be read. */
  isInVain: boolean;
}

/** What the planner has to know about this site now. */
export function planQuestion(
  { env, inFlight, mirror, site, settings }: SiteContext,
  scan: ScanReport,
  listingComplete: boolean,
): PlanQuestion {
  const forbidden = scan.unreadable.filter(isForbidden).map((entry) => entry.folder);
  return {
    site,
    platform: env.platform,
    device: env.device,
    stamp: env.stamp(env.now()),
    ignore: settings.ignore,
    ignoreText: scan.ignoreText,
    unreadable: scan.unreadable.map((entry) => entry.folder),
    unlisted: scan.unreadable.filter(mayHoldMissing).map((entry) => entry.folder),
    forbidden,
    hidesFiles: mayHideFiles(mirror.forbiddenFolders(site.id), forbidden),
    underWay: [...inFlight.steps].flatMap((step) => (step.kind === 'update' ? [step.path, step.place] : [])),
    listingComplete,
  };
}

/**
 * Does the action take a file for missing? If that file lies in another folder by now nobody deleted it, and the file in its
 * place may have traded places with it.
 */
function isOfMissing({ kind, reason }: Action): boolean {
  if (kind === 'forget' || kind === 'deleteRemote') return true;
  return kind === 'download' && reason === 'edit-beats-delete';
}

/** As `isOfMissing`; and if the folder could not be looked at, also for files that may have come from elsewhere. */
function isOfUnseen(action: Action, { fault }: ObservedFolder): boolean {
  return isOfMissing(action) || (fault !== null && isClaiming(action));
}

async function anyPage<T>(pages: Pages<T>, is: (page: readonly T[]) => boolean): Promise<boolean> {
  for await (const page of pages) if (is(page)) return true;
  return false;
}

function only<T>(is: (item: T) => boolean, pages: Pages<T>): Pages<T> {
  return {
    count: pages.count,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages) yield page.filter(is);
    },
  };
}
