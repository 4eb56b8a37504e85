import type { FileId, OpId } from '../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { pathsOf } from '../../engine/plan/action-subject.ts';
import type { Action } from '../../engine/plan/actions.ts';
import { PutOffMarks } from './put-off-marks.ts';
import { Locks } from './locks.ts';
import type { Step } from './step.ts';
import { Tally } from './tally.ts';

/** Runs work that sends or fetches, maybe for long, and that neither touches the folder nor writes the mirror. */
export type TransferPhase = <T>(work: () => Promise<T>) => Promise<T>;

/** Steps that run on after the cycle that began them, which was cut short. */
interface Detached {
  readonly ended: Promise<void>;
  /** Lets the current steps finish, and begins no other. */
  readonly stop: () => void;
}

/** What came of detached steps since the last cycle began: the next one reports it. */
export interface Unreported {
  readonly tally: Tally;
  /** One of them was not done because all was stopped. */
  interrupted: boolean;
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
  unreported: Unreported = { tally: new Tally(), interrupted: false };
  /** How often the folder was merged anew: steps that were begun before are about what lay in it then. */
  merges = 0;
  /**
   * Creates that the service confirmed without showing the record; the record's id if it named one. Each stays for as long as
   * its intent: the next list need not show the record yet, or may not come.
   */
  readonly unseenCreates = new Map<OpId, FileId | null>();
  readonly putOffMarks = new PutOffMarks();
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
  #thrown: { readonly error: unknown } | null = null;

  get hasDetached(): boolean {
    return this.#detached.size > 0;
  }

  /** Runs a cycle, as a snapshot that it leaves by `outsideSnapshot` while its steps are carried out. */
  cycle<T>(work: (unreported: Unreported) => Promise<T>): Promise<T> {
    return this.snapshot(() => work(this.#takeUnreported()));
  }

  /** Call the result later: it resolves when the steps that were detached in between have ended. */
  detachedFromNow(): () => Promise<void> {
    const earlier = new Set(this.#detached);
    return async () => {
      const since = [...this.#detached].filter((entry) => !earlier.has(entry));
      await Promise.allSettled(since.map(({ ended }) => ended));
    };
  }

  get steps(): Iterable<Step> {
    return this.#steps;
  }

  /** Looks and plans while no step is in its local phase; none enters it before the work ends. */
  async snapshot<T>(work: () => Promise<T>): Promise<T> {
    await this.#beginSnapshot();
    try {
      return await work();
    } finally {
      this.#endSnapshot();
    }
  }

  /** Leaves the snapshot in which it is called for as long as the work takes. If that throws, the snapshot is over. */
  async outsideSnapshot(work: () => Promise<void>): Promise<void> {
    if (!this.#isSnapshotting) throw new Error('No snapshot is made that could be left.');
    this.#endSnapshot();
    await work();
    await this.#beginSnapshot();
  }

  /** Runs a step that is in flight from `begin` until the work ends. If it is not admitted, it never begins. */
  async run(step: Step, work: (begin: () => TransferPhase) => Promise<void>): Promise<void> {
    try {
      await work(() => this.#begin(step));
    } finally {
      this.#end(step);
    }
  }

  /** Is a step in flight about the same record, place or file? If so, this action has to wait for its end. */
  locks(action: Action): boolean {
    return this.#steps.size > 0 && this.#ofSteps.hold(action);
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
    return this.#steps.size > 0 && this.#ofSteps.holdPlace(path);
  }

  locksRecord(id: FileId): boolean {
    return this.#steps.size > 0 && this.#ofSteps.holdRecord(id);
  }

  get #ofSteps(): Locks {
    return (this.#locks ??= new Locks(this.#steps));
  }

  /** Lets steps run on after their cycle; `stop` lets them finish and begins no other. */
  detach(ended: Promise<void>, stop: () => void): void {
    const entry: Detached = { ended, stop };
    this.#detached.add(entry);
    const over = (): void => {
      this.#detached.delete(entry);
    };
    ended.then(over, (error: unknown) => {
      this.#thrown ??= { error };
      over();
    });
  }

  /** Did a detached step throw since `end` was called last? Nothing more is begun then. */
  get hasThrown(): boolean {
    return this.#thrown !== null;
  }

  /** Throws the error of the first detached step that threw, if any did. */
  rethrow(): void {
    if (this.#thrown !== null) throw this.#thrown.error;
  }

  /** Resolves when no detached step is left; rejects, also only then, if one of them threw. */
  async settled(): Promise<void> {
    for (const { ended } of this.#detached) await ended.catch(() => undefined);
    this.rethrow();
  }

  /** Stops the detached steps and waits for them, as `settled` does. What was thrown is forgotten: cycles may begin anew. */
  async end(): Promise<void> {
    this.stopAll();
    try {
      await this.settled();
    } finally {
      this.#thrown = null;
    }
  }

  /** Tells detached steps to finish; those that do not are aborted soon. */
  stopAll(): void {
    for (const { stop } of this.#detached) stop();
  }

  #takeUnreported(): Unreported {
    const { unreported } = this;
    this.unreported = { tally: new Tally(), interrupted: false };
    if (!this.hasDetached) {
      this.createdRecords.clear();
      this.replans.clear();
    }
    return unreported;
  }

  #begin(step: Step): TransferPhase {
    if (this.#isSnapshotting)
      throw new Error(`A step was begun during a snapshot: ${step.kind} ${step.path}`);
    this.#steps.add(step);
    this.#inLocalPhase.add(step);
    this.#locks = null;
    return (work) => this.#transfer(step, work);
  }

  /** Leaves the local phase for as long as the work takes, and enters it again when no snapshot is made. */
  async #transfer<T>(step: Step, work: () => Promise<T>): Promise<T> {
    this.#inLocalPhase.delete(step);
    this.#changed();
    try {
      return await work();
    } finally {
      while (this.#isSnapshotting) await this.#change();
      this.#inLocalPhase.add(step);
    }
  }

  #end(step: Step): void {
    if (!this.#steps.delete(step)) return;
    this.#inLocalPhase.delete(step);
    this.#locks = null;
    this.#changed();
  }

  async #beginSnapshot(): Promise<void> {
    while (this.#inLocalPhase.size > 0) await this.#change();
    this.#isSnapshotting = true;
  }

  #endSnapshot(): void {
    this.#isSnapshotting = false;
    this.#changed();
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
