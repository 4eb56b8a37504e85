import type { FileId, OpId } from '../../../shared/model/ids.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Action } from '../../engine/plan/actions.ts';
import type { Step } from './step.ts';
import { pathsOf, recordOf } from './item.ts';
import { learnWhoIAm } from '../me.ts';
import { Tally } from './tally.ts';

/** Runs work whose bytes are on the line, maybe for long. It neither touches the folder nor writes the mirror. */
export type TransferPhase = <T>(work: () => Promise<T>) => Promise<T>;

/** Steps that run on after the cycle that began them, which was cut short. */
interface Detached {
  readonly ended: Promise<void>;
  /** Lets them finish what they are at, and begins no more. */
  readonly stop: () => void;
}

export interface CycleStart {
  /** What came of detached steps since the last cycle began: this one reports it. */
  readonly unreported: Tally;
  /** One of them was not done, because all was stopped. */
  readonly interrupted: boolean;
  readonly end: () => void;
  /** Asked when the cycle is over: resolves when the steps that it detached have ended. */
  readonly whenEnded: () => Promise<void>;
}

/**
 * The steps of one site that were begun and have not ended. A step is in its transfer phase while its bytes are on the line,
 * and in its local phase while it is at the folder or in the mirror. A snapshot is a scan, a listing and the plan of both.
 *
 * Transfers run beside snapshots, for an hour if need be; local phases and snapshots exclude each other, as readers and a
 * writer do: a scan or a listing knows nothing of what comes after it began, and would take a file that was just placed for
 * gone. Steps whose cycle was cut short are detached from it: a later cycle reports what came of them.
 */
export class InFlight {
  /** What came of detached steps. */
  unreported = new Tally();
  /** A detached step was not done because all was stopped. */
  interrupted = false;
  /** What a detached step threw: nothing more is begun then. */
  thrown: { readonly error: unknown } | null = null;
  /** Creates that the service said it did without showing the record; its id where it named one. */
  readonly unseenCreates = new Map<OpId, FileId | null>();
  /** Records that creates made. */
  readonly createdRecords = new Set<FileId>();
  /** How often each item was planned again and did not succeed or wait in between, while one cycle or another went on. */
  readonly replans = new Map<string, number>();
  /** Who the person is, as far as this cycle learnt it: the mirror is not asked for each of 10,000 files. */
  #me: string | null = null;
  readonly #steps = new Set<Step>();
  readonly #inLocalPhase = new Set<Step>();
  readonly #detached = new Set<Detached>();
  #isSnapshotting = false;
  #waiting: (() => void)[] = [];
  #locks: Locks | null = null;

  get hasDetached(): boolean {
    return this.#detached.size > 0;
  }

  /** A cycle begins. What it finds here of creates is settled by its end. */
  beginCycle(): CycleStart {
    const { createdRecords, interrupted, replans, unreported, unseenCreates } = this;
    this.unreported = new Tally();
    this.interrupted = false;
    this.#me = null;
    if (!this.hasDetached) {
      createdRecords.clear();
      replans.clear();
    }
    const before = [...unseenCreates.keys()];
    const end = (): void => {
      for (const opId of before) unseenCreates.delete(opId);
    };
    const earlier = new Set(this.#detached);
    const whenEnded = async (): Promise<void> => {
      const own = [...this.#detached].filter((entry) => !earlier.has(entry));
      await Promise.allSettled(own.map(({ ended }) => ended));
    };
    return { unreported, interrupted, end, whenEnded };
  }

  /** Learns who the person is from a record that a create made. */
  learnWhoIAm(mirror: Parameters<typeof learnWhoIAm>[0], record: Pick<SiteFile, 'uploadedBy'>): void {
    if (record.uploadedBy === this.#me) return;
    learnWhoIAm(mirror, record);
    this.#me = record.uploadedBy;
  }

  get steps(): Iterable<Step> {
    return this.#steps;
  }

  /** Resolves when no step is in its local phase; none enters it again before `endSnapshot`. */
  async beginSnapshot(): Promise<void> {
    while (this.#inLocalPhase.size > 0) await this.#change();
    this.#isSnapshotting = true;
  }

  endSnapshot(): void {
    this.#isSnapshotting = false;
    this.#changed();
  }

  /** Not while a snapshot is made. */
  begin(step: Step): void {
    this.#steps.add(step);
    this.#inLocalPhase.add(step);
    this.#locks = null;
  }

  /** Leaves the local phase for as long as the work takes, and enters it again when no snapshot is made. */
  transferPhaseOf(step: Step): TransferPhase {
    return async (work) => {
      this.#inLocalPhase.delete(step);
      this.#changed();
      try {
        return await work();
      } finally {
        while (this.#isSnapshotting) await this.#change();
        this.#inLocalPhase.add(step);
      }
    };
  }

  /** Also of one that was not begun. */
  end(step: Step): void {
    if (!this.#steps.delete(step)) return;
    this.#inLocalPhase.delete(step);
    this.#locks = null;
    this.#changed();
  }

  /** Is a step in flight about the same record, place or file? What to do about these shows once that step has ended. */
  locks(action: Action): boolean {
    if (this.#steps.size === 0) return false;
    const { records, places, files } = (this.#locks ??= locksOf(this.#steps));
    const record = recordOf(action);
    return (
      (record !== null && records.has(record)) ||
      pathsOf(action).some((path) => places.has(pathKey(path))) ||
      filesOf(action).some((file) => files.has(file))
    );
  }

  /** What of a plan, in its order, may be done now: neither locked, nor about a place of one that is held back before it. */
  unlocked(planned: readonly Action[]): readonly Action[] {
    if (this.#steps.size === 0) return planned;
    const waitedFor = new Set<string>();
    const waits = (action: Action): boolean => pathsOf(action).some((path) => waitedFor.has(pathKey(path)));
    return planned.filter((action) => {
      if (!this.locks(action) && (waitedFor.size === 0 || !waits(action))) return true;
      for (const path of pathsOf(action)) waitedFor.add(pathKey(path));
      return false;
    });
  }

  locksPlace(path: RelPath): boolean {
    return this.#steps.size > 0 && (this.#locks ??= locksOf(this.#steps)).places.has(pathKey(path));
  }

  locksRecord(id: FileId): boolean {
    return this.#steps.size > 0 && (this.#locks ??= locksOf(this.#steps)).records.has(id);
  }

  /** These run on after their cycle; `stop` lets them finish what they are at. */
  detach(ended: Promise<void>, stop: () => void): void {
    const entry: Detached = { ended, stop };
    this.#detached.add(entry);
    const over = (): void => {
      this.#detached.delete(entry);
    };
    ended.then(over, (error: unknown) => {
      this.thrown ??= { error };
      over();
    });
  }

  /** Resolves when no detached step is left; rejects with what one of them threw, then as well. */
  async settled(): Promise<void> {
    for (const { ended } of this.#detached) await ended.catch(() => undefined);
    if (this.thrown !== null) throw this.thrown.error;
  }

  /** Detached steps finish what they are at, or are broken off soon. */
  stopAll(): void {
    for (const { stop } of this.#detached) stop();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #changed(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** What steps in flight are about, by which others wait for them. */
interface Locks {
  readonly records: ReadonlySet<FileId>;
  readonly places: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
}

function locksOf(steps: Iterable<Step>): Locks {
  const all = [...steps];
  return {
    records: new Set(all.flatMap((step) => recordOf(step) ?? [])),
    places: new Set(all.flatMap((step) => pathsOf(step).map(pathKey))),
    files: new Set(all.flatMap(filesOf)),
  };
}

/**
 * A file is recognised by this even if it was moved meanwhile. The inode alone would not do: a deleted file leaves it to the
 * next one. None on a drive without inodes.
 */
function filesOf(action: Action): readonly string[] {
  const local = 'local' in action ? action.local : action.kind === 'download' ? action.replaces : null;
  return local === null || local.ino === 0n ? [] : [`${local.ino} ${local.size} ${local.mtimeNs}`];
}
