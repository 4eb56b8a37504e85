import type { FileId, OpId } from '../../../shared/model/ids.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Action } from '../../engine/actions.ts';
import type { Step } from '../apply/step.ts';
import { pathsOf, recordOf } from './item.ts';
import { learnWhoIAm } from '../apply/me.ts';
import { Tally } from './tally.ts';

/** Work whose bytes travel for long. It neither touches the folder nor writes the mirror. */
export type Travel = <T>(work: () => Promise<T>) => Promise<T>;

/** Steps that go on after the cycle that began them. */
interface GoingOn {
  readonly ended: Promise<void>;
  /** Told to end soon. */
  readonly end: () => void;
}

export interface CycleStart {
  /** What came of those that ended after their cycle, and was not reported. */
  readonly landed: Tally;
  /** Of those something was not done, because all was stopped. */
  readonly brokeOff: boolean;
  readonly end: () => void;
  /** Asked when the cycle is over: resolves when what it began and left going on has ended. */
  readonly whenEnded: () => Promise<void>;
}

/**
 * The steps of one site that were begun and have not ended. While their bytes travel, its folder and its list are looked
 * at, planned and worked on beside them. What a step does at the folder and in the mirror, it does while nobody looks:
 * a scan or a listing knows nothing of what comes after it began, and would take a file that was just placed for gone.
 *
 * The words: a step travels while its bytes are on the line, and is ashore while it is at the folder or in the mirror; it
 * lands when it comes from the one to the other. A look is a scan, a listing and the plan of both: it begins when no step
 * is ashore, and none lands before it is over. What goes on are steps whose cycle was cut short; what came of them, a
 * later cycle reports.
 */
export class UnderWay {
  /** What came of those that ended after their cycle. */
  landed = new Tally();
  /** Of them, one was not done because all was stopped. */
  brokeOff = false;
  /** What one of them ended by, where that was no end as it should be: nothing more is begun then. */
  thrown: { readonly error: unknown } | null = null;
  /** Creates that the service said it did without showing the record; its id where it named one. */
  readonly made = new Map<OpId, FileId | null>();
  /** Records that creates made. */
  readonly created = new Set<FileId>();
  /** How often each item was planned again and did not succeed or wait in between, while one cycle or another went on. */
  readonly agains = new Map<string, number>();
  /** What was learnt in this cycle of who the person is: looked up once, and not for each of 10,000 files. */
  #me: string | null = null;
  readonly #steps = new Set<Step>();
  /** Of them, those that are at the folder or in the mirror. */
  readonly #ashore = new Set<Step>();
  readonly #goingOn = new Set<GoingOn>();
  #isLooking = false;
  #waiting: (() => void)[] = [];
  #held: Held | null = null;

  /** Something goes on whose cycle is over. */
  get isGoingOn(): boolean {
    return this.#goingOn.size > 0;
  }

  /** A cycle begins. What it finds here of creates is settled by its end. */
  beginCycle(): CycleStart {
    const { agains, brokeOff, created, landed, made } = this;
    this.landed = new Tally();
    this.brokeOff = false;
    this.#me = null;
    if (!this.isGoingOn) {
      created.clear();
      agains.clear();
    }
    const before = [...made.keys()];
    const end = (): void => {
      for (const opId of before) made.delete(opId);
    };
    const earlier = new Set(this.#goingOn);
    const whenEnded = async (): Promise<void> => {
      const own = [...this.#goingOn].filter((entry) => !earlier.has(entry));
      await Promise.allSettled(own.map(({ ended }) => ended));
    };
    return { landed, brokeOff, end, whenEnded };
  }

  /** A record that a create made. */
  learnWhoIAm(mirror: Parameters<typeof learnWhoIAm>[0], record: Pick<SiteFile, 'uploadedBy'>): void {
    if (record.uploadedBy === this.#me) return;
    learnWhoIAm(mirror, record);
    this.#me = record.uploadedBy;
  }

  get steps(): Iterable<Step> {
    return this.#steps;
  }

  /** Begins a look when no step is ashore. Until `looked` nothing that travels lands. */
  async look(): Promise<void> {
    while (this.#ashore.size > 0) await this.#change();
    this.#isLooking = true;
  }

  looked(): void {
    this.#isLooking = false;
    this.#changed();
  }

  /** Nobody may be looking. */
  begin(step: Step): void {
    this.#steps.add(step);
    this.#ashore.add(step);
    this.#held = null;
  }

  travelOf(step: Step): Travel {
    return async (work) => {
      this.#ashore.delete(step);
      this.#changed();
      try {
        return await work();
      } finally {
        while (this.#isLooking) await this.#change();
        this.#ashore.add(step);
      }
    };
  }

  /** Also of one that was not begun. */
  end(step: Step): void {
    if (!this.#steps.delete(step)) return;
    this.#ashore.delete(step);
    this.#held = null;
    this.#changed();
  }

  /** Its record, its place or its file is that of a step under way: what is to be done about it shows when that ended. */
  holds(action: Action): boolean {
    if (this.#steps.size === 0) return false;
    const { records, places, files } = (this.#held ??= heldBy(this.#steps));
    const record = recordOf(action);
    return (
      (record !== null && records.has(record)) ||
      pathsOf(action).some((path) => places.has(pathKey(path))) ||
      filesOf(action).some((file) => files.has(file))
    );
  }

  /** What of a plan, in its order, is left to do now: neither held, nor waiting for a place that what is held has or gets. */
  rest(planned: readonly Action[]): readonly Action[] {
    if (this.#steps.size === 0) return planned;
    const waitedFor = new Set<string>();
    const waits = (action: Action): boolean => pathsOf(action).some((path) => waitedFor.has(pathKey(path)));
    return planned.filter((action) => {
      if (!this.holds(action) && (waitedFor.size === 0 || !waits(action))) return true;
      for (const path of pathsOf(action)) waitedFor.add(pathKey(path));
      return false;
    });
  }

  holdsPlace(path: RelPath): boolean {
    return this.#steps.size > 0 && (this.#held ??= heldBy(this.#steps)).places.has(pathKey(path));
  }

  /** These go on after their cycle. */
  goOn(ended: Promise<void>, end: () => void): void {
    const entry: GoingOn = { ended, end };
    this.#goingOn.add(entry);
    const over = (): void => {
      this.#goingOn.delete(entry);
    };
    ended.then(over, (error: unknown) => {
      this.thrown ??= { error };
      over();
    });
  }

  /** Resolves when nothing goes on any more; rejects with what one of them threw, then as well. */
  async ended(): Promise<void> {
    for (const { ended } of this.#goingOn) await ended.catch(() => undefined);
    if (this.thrown !== null) throw this.thrown.error;
  }

  /** What goes on finishes the step that it is at, or is broken off soon. */
  endAll(): void {
    for (const { end } of this.#goingOn) end();
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
    for (const goOn of waiting) goOn();
  }
}

/** What steps under way are about. */
interface Held {
  readonly records: ReadonlySet<FileId>;
  readonly places: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
}

function heldBy(steps: Iterable<Step>): Held {
  const all = [...steps];
  return {
    records: new Set(all.flatMap((step) => recordOf(step) ?? [])),
    places: new Set(all.flatMap((step) => pathsOf(step).map(pathKey))),
    files: new Set(all.flatMap(filesOf)),
  };
}

/**
 * A file that was moved or renamed meanwhile is known by this; a deleted one leaves its inode to the next. Where a drive
 * has no such numbers, none.
 */
function filesOf(action: Action): readonly string[] {
  const local = 'local' in action ? action.local : action.kind === 'download' ? action.replaces : null;
  return local === null || local.ino === 0n ? [] : [`${local.ino} ${local.size} ${local.mtimeNs}`];
}
