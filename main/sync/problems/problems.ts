import type { Failure } from '../../../shared/failure.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { targetOf } from '../../engine/plan/action-subject.ts';
import type { Action, Wait } from '../../engine/plan/actions.ts';
import type { SiteContext } from '../context.ts';
import { CycleTries } from './cycle-tries.ts';
import { attemptAfter, dueAgain, hasSomethingToTry, keyOf, mayTry, stateOf } from './attempt.ts';
import { KeptProblems } from './kept-problems.ts';
import { LateCreates, waitsStill } from './late-creates.ts';
import { inTurns, slices } from '../concurrency/in-turns.ts';
import { isFound, type FoundProblem, type KeptProblem } from '../ports/mirror/kept-problem.ts';
import { foundKey, isFoundBy, type Look } from './found.ts';
import { FAILS_AT_ALL, failingAsOne, inShort, reported, unlistedAsOne } from './reported-problems.ts';
import { problemOf, type Problem } from './problem.ts';
import { keepsChanging, whyWaiting, type Changed } from './wait-words.ts';

/** The shortest wait before another cycle for something that failed, ms. */
const LEAST_WAIT = 1000;
/** Files that are looked up in one go, which takes some milliseconds. */
const LOOKED_UP_AT_ONCE = 100;

type ProblemsContext = Pick<SiteContext, 'env' | 'inFlight' | 'mirror' | 'site'>;

/** What did not work at a site, kept in the mirror with its reason and the time of the next try. */
export class Problems {
  readonly #context: ProblemsContext;
  readonly #kept: KeptProblems;
  readonly #tries: CycleTries;
  /** Epoch ms. */
  readonly #began: number;

  constructor(context: ProblemsContext) {
    this.#context = context;
    this.#began = context.env.now();
    this.#kept = new KeptProblems(context);
    this.#tries = new CycleTries(context.inFlight.replans);
  }

  /** Steps of an earlier cycle that ended meanwhile may have changed them. */
  lookAgain(): void {
    this.#kept.readAgain();
  }

  /**
   * Replaces what the last look of this kind found by what this one found. For paths outside of this look, what is
   * known stays.
   */
  found(by: Look, problems: readonly Problem[], tookIn: (path: string) => boolean = () => true): void {
    const now = this.#context.env.now();
    const found = problems.map((problem, index): FoundProblem => {
      const key = foundKey(by, problem, index);
      const since = this.#kept.get(key)?.since ?? now;
      return { ...problem, key, action: 'observe', tries: 1, nextAt: null, state: problem.message, since };
    });
    const keys = new Set(found.map(({ key }) => key));
    const before = this.#kept.all.filter((each) => isFoundBy(by, each));
    this.#kept.drop(before.filter(({ key, path }) => !keys.has(key) && tookIn(path)).map(({ key }) => key));
    this.#kept.save(found);
  }

  /** May it be tried now? Not in back-off, and not after too many tries or plans in this cycle. */
  mayTry(action: Action, eager: boolean): boolean {
    const key = keyOf(action);
    if (this.#tries.isUsedUp(key, eager)) return false;
    return mayTry(action, this.#kept.attemptOf(action), this.#context.env.now(), eager);
  }

  /** Notes why each action that can only wait does so, unless what is noted of it says so already. */
  waits(planned: readonly Action[]): void {
    const { mirror, site, env } = this.#context;
    const isUnknown = planned.some((action) => action.kind === 'wait' && action.reason === 'outcome-unknown');
    const late = new LateCreates(isUnknown ? mirror.intents(site.id) : [], env.now());
    for (const action of planned) {
      const isOpen = action.kind === 'wait' && action.reason === 'outcome-unknown';
      const until = isOpen && this.#isOfFile(action) ? late.until(action.path) : null;
      if (until !== null) this.#waitsUntil(action, until);
      const why = until === null ? whyWaiting(action) : null;
      if (why !== null && !this.#isSaid(action, isOpen)) this.failed(action, why);
    }
  }

  /**
   * Does what is noted of the action say why it waits? An earlier failure does not, nor an earlier wait for something else.
   * Except of an open create (`isOpen`): how it failed tells why, until the time is over in which the service may show it
   * late; from then on it waits for a complete listing.
   */
  #isSaid(action: Action, isOpen: boolean): boolean {
    const before = this.#kept.attemptOf(action);
    if (before === undefined) return false;
    if (isOpen && before.reason === 'shown-late') return this.hasFailed(action);
    return before.state === stateOf(action) || (isOpen && hasSomethingToTry(before));
  }

  /** Is the wait about the file here, and not about a record that its create may have made? */
  #isOfFile({ id }: Wait): boolean {
    return id === null || this.#context.mirror.agreement(this.#context.site.id, id) !== null;
  }

  /** Does not count as a try. If the create failed in this cycle, its own words stay: they tell about the wait as well. */
  #waitsUntil(action: Action, until: number): void {
    const { env } = this.#context;
    const words = waitsStill(action.path, until, env);
    const before = this.#kept.attemptOf(action);
    const unknown: Failure = { code: 'unknown-outcome', ...words, retry: 'later' };
    const attempt = before ?? attemptAfter(action, unknown, undefined, env);
    const said = this.hasFailed(action) ? {} : { code: unknown.code, ...words };
    this.#kept.save([{ ...attempt, ...said, nextAt: Math.max(until, before?.nextAt ?? 0) }]);
  }

  /** Did an item fail because the service no longer has the site? */
  get saysUnlisted(): boolean {
    return this.#unlisted.length > 0;
  }

  /** The service has the site again: what failed only because it had not is due at once. */
  listedAgain(): void {
    this.#kept.drop(this.#unlisted);
  }

  get #unlisted(): readonly string[] {
    return this.#kept.all.filter(({ reason }) => reason === 'unlisted').map(({ key }) => key);
  }

  hasFailed(action: Action): boolean {
    return this.#tries.hasFailed(keyOf(action));
  }

  /** Counts a step that has to be planned again. After too many in a row the item waits, and a problem says so. */
  replanned(action: Action, why: Changed = 'file'): void {
    if (this.#tries.replanned(keyOf(action)))
      this.failed(action, keepsChanging(why, action.path, targetOf(action)));
  }

  /** `putOff`: the service asked to wait, and will be waited for: that does not count as a try. */
  failed(action: Action, failure: Failure, putOff = false): void {
    const first = this.#tries.failed(keyOf(action), putOff);
    const before = this.#kept.attemptOf(action);
    const attempt = attemptAfter(action, failure, before, this.#context.env);
    // Several tries within one cycle are one step of the back-off.
    this.#kept.save([first || before === undefined ? attempt : { ...attempt, tries: before.tries }]);
  }

  succeeded(action: Action): void {
    this.#tries.succeeded(keyOf(action));
    this.#kept.drop([keyOf(action)]);
  }

  /** The service does what it failed at until now: whatever waits for that is due at once. */
  serviceWorks({ kind }: Action): void {
    const now = this.#context.env.now();
    const waiting = this.#kept.all.filter(({ reason, action }) => reason === FAILS_AT_ALL && action === kind);
    this.#kept.save(waiting.map((each) => dueAgain(each, now)));
  }

  /** Drops the failures of new files that are not here any more, or have another name. */
  async forgetGone(): Promise<void> {
    const { env, mirror, site } = this.#context;
    // Whatever has a record goes by that.
    const ofFiles = this.#kept.all.filter((each) => !isFound(each) && each.key === each.path);
    const drop = (some: readonly KeptProblem[]): void => {
      const paths = some.map(({ path }) => pathKey(path as RelPath));
      const here = mirror.someTrees(site.id, { ids: [], paths })?.local;
      if (here !== undefined)
        this.#kept.drop(some.map(({ path }) => path).filter((path) => !here.has(pathKey(path as RelPath))));
    };
    await inTurns(env, slices(ofFiles, LOOKED_UP_AT_ONCE), drop, 1);
  }

  /** Drops the failures of items that the plan no longer names. */
  keepOnly(planned: readonly Action[]): void {
    const keys = new Set(planned.map((action) => keyOf(action)));
    const attempts = this.#kept.all.filter((each) => !isFound(each));
    this.#kept.drop(attempts.map(({ key }) => key).filter((key) => !keys.has(key)));
  }

  /**
   * Milliseconds until something that failed may be tried again; null if nothing will be by itself. An item that was due before
   * this cycle and was not tried waits for something else than time.
   */
  dueIn(): number | null {
    let soonest: number | null = null;
    for (const { nextAt } of this.#kept.all)
      if (nextAt !== null && nextAt >= this.#began) soonest = Math.min(nextAt, soonest ?? Infinity);
    return soonest === null ? null : Math.max(LEAST_WAIT, soonest - this.#context.env.now());
  }

  /** The problems for a report: what is wrong with the whole site is not repeated for each of its files. */
  all(): readonly Problem[] {
    const { mirror, site } = this.#context;
    const asOne = failingAsOne(unlistedAsOne(mirror, site, this.#kept.all));
    return inShort(reported(asOne).map(problemOf));
  }
}
