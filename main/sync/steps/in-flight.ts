import type { FileId, OpId } from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Action } from '../../engine/plan/actions.ts';
import type { Step } from './step.ts';
import { pathsOf, recordOf } from '../../engine/plan/action-subject.ts';
import { Tally } from './tally.ts';

/** Runs work that sends or fetches, maybe for long, and that neither touches the folder nor writes the mirror. */
export type TransferPhase = <T>(work: () => Promise<T>) => Promise<T>;

/** Steps that run on after the cycle that began them, which was cut short. */
interface Detached {
  readonly ended: Promise<void>;
  /** Lets the current steps finish, and begins no other. */
  readonly stop: () => void;
}

export interface CycleStart {
  /** What came of detached steps since the last cycle began: this one reports it. */
  readonly unreported: Tally;
  /** One of the detached steps was not done because all was stopped. */
  readonly interrupted: boolean;
  readonly end: () => void;
  /** To be called at the end of the cycle: resolves when the steps that it detached have ended. */
  readonly whenEnded: () => Promise<void>;
}

/**
 * The steps of one site that were begun and have not ended. A step is in its transfer phase while it sends or fetches bytes,
 * and in its local phase while it works on the folder or the mirror. A snapshot is a scan, a listing and the plan of both.
 *
 * Transfers run beside snapshots, for an hour if need be; local phases and snapshots exclude each other, as readers and a
 * writer do. Otherwise a scan or listing that began before a file was placed would take that file for gone. Steps whose cycle
 * was cut short are detached from it: a later cycle reports what came of them.
 */
export class InFlight {
  /** What came of detached steps. */
  unreported = new Tally();
  /** A detached step was not done because all was stopped. */
  interrupted = false;
  /** The error of a detached step that threw: nothing more is begun then. */
  thrown: { readonly error: unknown } | null = null;
  /** How often the folder was merged anew: steps that were begun before are about what lay in it then. */
  merges = 0;
  /** Creates that the service confirmed without showing the record; the record's id if it named one. */
  readonly unseenCreates = new Map<OpId, FileId | null>();
  /** Records made by creates. */
  readonly createdRecords = new Set<FileId>();
  /** How often each item was planned again without success or a wait in between; counted across overlapping cycles. */
  readonly replans = new Map<string, number>();
  readonly #steps = new Set<Step>();
  readonly #inLocalPhase = new Set<Step>();
  readonly #detached = new Set<Detached>();
  #isSnapshotting = false;
  #waiting: (() => void)[] = [];
  #locks: Locks | null = null;

  get hasDetached(): boolean {
    return this.#detached.size > 0;
  }

  /** To be called when a cycle begins, which settles all unseen creates that it finds here. */
  beginCycle(): CycleStart {
    const { createdRecords, interrupted, replans, unreported, unseenCreates } = this;
    this.unreported = new Tally();
    this.interrupted = false;
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

  /** Must not be called during a snapshot. */
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

  /** May be called for a step that was not begun. */
  end(step: Step): void {
    if (!this.#steps.delete(step)) return;
    this.#inLocalPhase.delete(step);
    this.#locks = null;
    this.#changed();
  }

  /** Is a step in flight about the same record, place or file? If so, this action has to wait for its end. */
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

  /** The actions that may be done now, in order: neither locked, nor about a place of an earlier action that has to wait. */
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

  /** Lets steps run on after their cycle; `stop` lets them finish and begins no other. */
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

  /** Resolves when no detached step is left; rejects, also only then, if one of them threw. */
  async settled(): Promise<void> {
    for (const { ended } of this.#detached) await ended.catch(() => undefined);
    if (this.thrown !== null) throw this.thrown.error;
  }

  /** Tells detached steps to finish; those that do not are aborted soon. */
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

/** The records, places and files that steps in flight are about: other actions about them wait. */
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
 * Keys by which a file is recognised even if it was moved meanwhile. The inode alone would not do: a deleted file leaves it to
 * the next one. None on a drive without inodes.
 */
function filesOf(action: Action): readonly string[] {
  const local = 'local' in action ? action.local : action.kind === 'download' ? action.replaces : null;
  return local === null || local.ino === 0n ? [] : [`${local.ino} ${local.size} ${local.mtimeNs}`];
}
