import { numberText } from '../../../shared/counted.ts';
import type { Failure } from '../../../shared/failure.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import type { Action, DeleteRemote, Wait } from '../../engine/plan/actions.ts';
import type { SiteContext } from '../context.ts';
import { attemptAfter, keyOf, mayTry } from './item.ts';
import { LateCreates, waitsStill } from './late-creates.ts';
import type { Attempt } from '../ports/mirror.ts';
import { OBSERVED, standing, unlistedAsOne } from './standing.ts';
import type { Problem } from './tally.ts';

/** What a look was about: whether the folder is there, what is in it, or what the service lists. */
type Look = 'folder' | 'scan' | 'list';
/** How often one item may be planned again in a row before it has to wait. */
const MOST_REPLANS = 4;
/** How often one item may fail in a cycle that a person waits for. */
const EAGER_TRIES = 2;
/** The shortest wait before another cycle for something that failed, ms. */
const LEAST_WAIT = 1000;
/**
 * Problems that all files of a site may have at once, and how many of them a report names: a full disk and a busy service are
 * states of the site; of files that are forbidden the first few show whether it is the site or single files.
 */
const SAID_ONCE: ReadonlyMap<Problem['code'], number> = new Map<Problem['code'], number>([
  ['disk-full', 1],
  ['busy', 1],
  ['no-access', 3],
  ['just-sent', 3],
]);

type ProblemsContext = Pick<SiteContext, 'env' | 'inFlight' | 'mirror' | 'site'>;

/** What did not work at a site, kept in the mirror with its reason and the time of the next try. */
export class Problems {
  readonly #context: ProblemsContext;
  #attempts: Map<string, Attempt>;
  /** Epoch ms. */
  readonly #began: number;
  /** How often each item failed in this cycle. */
  readonly #failures = new Map<string, number>();
  /** How many of these failures were a service asking to wait. */
  readonly #putOff = new Map<string, number>();
  readonly #replans: Map<string, number>;

  constructor(context: ProblemsContext) {
    this.#context = context;
    this.#began = context.env.now();
    this.#attempts = attemptsOf(context);
    this.#replans = context.inFlight.replans;
    // An item that was planned again too often is held back by its stored attempt from now on.
    for (const [key, times] of this.#replans) if (times >= MOST_REPLANS) this.#replans.delete(key);
  }

  /** Reads the attempts again: steps of an earlier cycle that ended meanwhile may have changed them. */
  lookAgain(): void {
    this.#attempts = attemptsOf(this.#context);
  }

  /** Replaces what the last look of this kind found by what this one did, for the paths that this one took in. */
  observed(by: Look, problems: readonly Problem[], tookIn: (path: string) => boolean = () => true): void {
    const now = this.#context.env.now();
    const found = problems.map((problem, index): Attempt => {
      // By number, since rows of a list may be alike in all that is known of them.
      const key = `${OBSERVED}${by}:${by === 'list' ? index : ''}:${problem.code}:${problem.path}`;
      const since = this.#attempts.get(key)?.since ?? now;
      return { ...problem, key, action: 'observe', tries: 1, nextAt: null, state: problem.message, since };
    });
    const keys = new Set(found.map((attempt) => attempt.key));
    const before = [...this.#attempts.values()].filter(({ key }) => key.startsWith(`${OBSERVED}${by}:`));
    this.#drop(
      before.filter(({ key, path }) => !keys.has(key) && tookIn(path)).map((attempt) => attempt.key),
    );
    this.#save(found);
  }

  /** May it be tried now? Not in back-off, and not after too many tries or plans in this cycle. */
  mayTry(action: Action, eager: boolean): boolean {
    const key = keyOf(action);
    const tries = (this.#failures.get(key) ?? 0) - (this.#putOff.get(key) ?? 0);
    if (tries >= (eager ? EAGER_TRIES : 1)) return false;
    if ((this.#replans.get(key) ?? 0) >= MOST_REPLANS) return false;
    return mayTry(action, this.#attempts.get(key), this.#context.env.now(), eager);
  }

  /** Notes why each action that can only wait does so, unless an earlier failure says so already. */
  waits(planned: readonly Action[]): void {
    const { mirror, site, env } = this.#context;
    const isUnknown = planned.some((action) => action.kind === 'wait' && action.reason === 'outcome-unknown');
    const late = new LateCreates(isUnknown ? mirror.intents(site.id) : [], env.now());
    for (const action of planned) {
      const isOpen = action.kind === 'wait' && action.reason === 'outcome-unknown';
      const until = isOpen && this.#isOfFile(action) ? late.until(action.path) : null;
      if (until !== null) this.#waitsUntil(action, until);
      const why = whyWaiting(action);
      const before = this.#attempts.get(keyOf(action));
      // The time to show it late is over, and still nobody knows: now it waits for a complete listing.
      const isOver = isOpen && until === null && before?.reason === 'shown-late';
      if (why !== null && (before === undefined || (isOver && !this.hasFailed(action))))
        this.failed(action, why);
    }
  }

  /** Is the wait about the file here, and not about a record that its create may have made? */
  #isOfFile({ id }: Wait): boolean {
    return id === null || this.#context.mirror.agreement(this.#context.site.id, id) !== null;
  }

  /** Does not count as a try. If the create failed in this cycle, its own words stay: they tell about the wait as well. */
  #waitsUntil(action: Action, until: number): void {
    const { env } = this.#context;
    const words = waitsStill(action.path, until, env);
    const before = this.#attempts.get(keyOf(action));
    const unknown: Failure = { code: 'unknown-outcome', ...words, retry: 'later' };
    const attempt = before ?? attemptAfter(action, unknown, undefined, env);
    const said = this.hasFailed(action) ? {} : { code: unknown.code, ...words };
    this.#save([{ ...attempt, ...said, nextAt: Math.max(until, before?.nextAt ?? 0) }]);
  }

  /** Did an item fail because the service no longer has the site? */
  get saysUnlisted(): boolean {
    return this.#unlisted.length > 0;
  }

  /** The service has the site again: what failed only because it had not is due at once. */
  listedAgain(): void {
    this.#drop(this.#unlisted);
  }

  get #unlisted(): readonly string[] {
    return [...this.#attempts.values()].filter(({ reason }) => reason === 'unlisted').map(({ key }) => key);
  }

  hasFailed(action: Action): boolean {
    return this.#failures.has(keyOf(action));
  }

  /** Counts a step that has to be planned again. After too many in a row the item waits, and a problem says so. */
  replanned(action: Action, why: Changed = 'file'): void {
    if (count(this.#replans, keyOf(action)) === MOST_REPLANS)
      this.failed(action, KEEPS_CHANGING[why](action.path));
  }

  /** `putOff`: the service asked to wait, and will be waited for: that does not count as a try. */
  failed(action: Action, failure: Failure, putOff = false): void {
    if (putOff) count(this.#putOff, keyOf(action));
    const first = count(this.#failures, keyOf(action)) === 1;
    const before = this.#attempts.get(keyOf(action));
    const attempt = attemptAfter(action, failure, before, this.#context.env);
    // Several tries within one cycle are one step of the back-off.
    this.#save([first || before === undefined ? attempt : { ...attempt, tries: before.tries }]);
  }

  succeeded(action: Action): void {
    this.#replans.delete(keyOf(action));
    this.#drop([keyOf(action)]);
  }

  /** Drops the failures of items that the plan no longer names. */
  keepOnly(planned: readonly Action[]): void {
    const keys = new Set(planned.map((action) => keyOf(action)));
    this.#drop([...this.#attempts.keys()].filter((key) => !key.startsWith(OBSERVED) && !keys.has(key)));
  }

  /**
   * Milliseconds until something that failed may be tried again; null if nothing will be by itself. An item that was due before
   * this cycle and was not tried waits for something else than time.
   */
  dueIn(): number | null {
    let soonest: number | null = null;
    for (const { nextAt } of this.#attempts.values())
      if (nextAt !== null && nextAt >= this.#began) soonest = Math.min(nextAt, soonest ?? Infinity);
    return soonest === null ? null : Math.max(LEAST_WAIT, soonest - this.#context.env.now());
  }

  /** The problems for a report: what is wrong with the whole site is not repeated for each of its files. */
  all(): readonly Problem[] {
    const { mirror, site } = this.#context;
    const attempts = unlistedAsOne(mirror, site, [...this.#attempts.values()]);
    const problems = standing(attempts).map(({ path, code, reason, message, hint }): Problem => ({
      path,
      code,
      reason,
      message,
      hint,
    }));
    return [...SAID_ONCE].reduce<readonly Problem[]>(
      (left, [code, times]) => inShort(left, code, times),
      problems,
    );
  }

  #save(attempts: readonly Attempt[]): void {
    const changed = attempts.filter((attempt) => !same(this.#attempts.get(attempt.key), attempt));
    if (changed.length === 0) return;
    for (const attempt of changed) this.#attempts.set(attempt.key, attempt);
    this.#context.mirror.saveAttempts(this.#context.site.id, changed);
  }

  #drop(keys: readonly string[]): void {
    const there = keys.filter((key) => this.#attempts.delete(key));
    if (there.length > 0) this.#context.mirror.clearAttempts(this.#context.site.id, there);
  }
}

function attemptsOf({ mirror, site }: ProblemsContext): Map<string, Attempt> {
  return new Map(mirror.attempts(site.id).map((attempt) => [attempt.key, attempt]));
}

/** The first few problems of this kind, and how many more there are. */
function inShort(problems: readonly Problem[], code: Problem['code'], times: number): readonly Problem[] {
  const alike = problems.filter((problem) => problem.code === code);
  const last = alike[times - 1];
  const more = alike.length - times;
  if (last === undefined || more <= 0) return problems;
  const others = more === 1 ? 'One more file waits' : `${numberText(more)} more files wait`;
  const said = new Set(alike.slice(0, times));
  return problems
    .filter((problem) => problem.code !== code || said.has(problem))
    .map((problem) =>
      problem === last ? { ...last, message: `${last.message} ${others} for the same reason.` } : problem,
    );
}

/** Why an action can only wait; null if it need not, or if a problem of the site itself says so. */
function whyWaiting(action: Action): Failure | null {
  if (action.kind === 'wait') return waitOf(action);
  return action.kind === 'deleteRemote' ? sentFirstOf(action) : null;
}

/** Null if the site's own problem says it: there was no complete listing yet. */
function waitOf({ id, path, reason }: Wait): Failure | null {
  switch (reason) {
    case 'place-taken':
      return {
        code: 'in-use',
        message: `${path} of the service waits: another file has its place, or the name of its folder, here until that one is moved or deleted.`,
        hint: 'SiteSync fetches it as soon as the place is free.',
        retry: 'later',
      };
    case 'name-taken':
      return {
        code: 'in-use',
        message: `The new name of ${path} was not sent yet: another file has it on the service until that one is renamed there.`,
        hint: 'SiteSync sends it right after that. See what keeps the other file.',
        retry: 'later',
      };
    case 'not-seen':
      return {
        code: 'in-use',
        message: `${path} waits: what lay there before may lie in a folder that could not be read.`,
        hint: 'It goes on as soon as that folder can be read. See which one it is among the problems.',
        retry: 'later',
      };
    case 'outcome-unknown':
      return {
        code: 'unknown-outcome',
        message: `Whether ${path}${id === null ? ' arrived' : ' of the service is a file that was sent from here'} is not known yet.`,
        hint: 'It is looked up in the next listing before anything is sent or fetched again.',
        retry: 'later',
      };
    case 'not-listed-yet':
      return null;
    default:
      return assertNever(reason);
  }
}

/** Null if nothing has to be sent before the delete. */
function sentFirstOf({ path, after }: DeleteRemote): Failure | null {
  if (after === null) return null;
  return {
    code: 'in-use',
    message: `${path} is deleted on the service once ${after} was sent, which may be what became of it.`,
    hint: 'Until then it stays there, so that nothing is on this computer alone. See what keeps the other file.',
    retry: 'on-change',
  };
}

/** What was not as planned: the file here, its record, or that there is one, as the list shows. */
export type Changed = 'file' | 'record' | 'listed';

const KEEPS_CHANGING: Readonly<Record<Changed, (path: string) => Failure>> = {
  file: (path) => ({
    code: 'still-changing',
    message: `${path} was different each time that SiteSync looked at it.`,
    hint: 'If this stays, close the program that writes to it.',
    retry: 'later',
  }),
  record: (path) => ({
    code: 'changed-meanwhile',
    message: `The record of ${path} was another on the service each time that SiteSync looked at it.`,
    hint: 'If this stays, ask who else works on it, or who manages the service.',
    retry: 'later',
  }),
  listed: (path) => ({
    code: 'not-found',
    message: `The service lists ${path}, and says that it does not have it.`,
    hint: 'What you changed stays here until it can be sent. If this stays, tell whoever manages the service.',
    retry: 'later',
  }),
};

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

function same(a: Attempt | undefined, b: Attempt): boolean {
  return (
    a !== undefined &&
    a.reason === b.reason &&
    a.message === b.message &&
    a.tries === b.tries &&
    a.nextAt === b.nextAt &&
    a.state === b.state
  );
}
