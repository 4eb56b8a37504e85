import type { Failure } from '../../shared/failure.ts';
import { answeredAt, latestNoted, placeOf, type SeriesContext } from '../series/context.ts';
import { SETTLE_MS, type Range } from '../series/coverage.ts';
import { SeriesSender } from '../series/fetch.ts';
import { Breather } from '../series/breather.ts';
import { newerOf, newestOf, NOTHING_YET, type Newest } from '../series/newest.ts';
import type { KnownReach, Reach, SeriesPlace } from '../series/ports.ts';
import type { SeriesRequest } from '../series/split.ts';
import { storeInParts } from '../series/store-points.ts';
import { thrownFailure } from '../sync/ports/failure-error.ts';
import type { SeriesPoints } from '../sync/ports/service.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { inTurns, slices } from '../sync/concurrency/in-turns.ts';
import { PacedRequests, RequestPace } from './paced-requests.ts';

const DAY_MS = 24 * 3_600_000;
/** How many days back each step looks, from one year on yearly. An id that has data is not asked about again. */
const STEPS = [1, 3, 9, 27, 81, 182, 365, 730, 1095, 1460, 1825, 2190, 2555, 2920, 3285, 3650];
/**
 * How many ids one question about two days names, until answers show that there may be more; fewer for a longer time.
 */
const IDS_AT_ONCE = 20;
/**
 * How many ids are asked about to the end before the next ones: what is known about hundreds of thousands is not held
 * at once.
 */
const IDS_HELD = 10_000;
const FACTS_AT_ONCE = 100;
/**
 * How many samples of a silent series are kept with its newest one: they came anyway, and show whether it is sent on
 * change.
 */
const KEPT_SAMPLES = 300;

/**
 * Asks the service when each series had its newest value. Most had it within the last day; for the others it looks
 * further and further back, up to ten years, so that only ids without any data take all steps. What is learnt is
 * stored as it comes. Returns why not everything could be asked, or null; what was known before then stays.
 */
export async function askNewest(
  context: SeriesContext,
  site: SiteId,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Failure | null> {
  const check = new NewestCheck(context, placeOf(context, site), signal);
  let failure: Failure | null = null;
  for (const some of slices(ids, IDS_HELD)) {
    failure = (await check.ask(some)) ?? failure;
    if (check.isOver) break;
  }
  return failure;
}

interface Step extends Range {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly pace: RequestPace;
}

/** What was found in one stretch of time. */
interface Found {
  readonly failure: Failure | null;
  /** The ids that have no value there. */
  readonly empty: ReadonlySet<string>;
  /** The newest samples of these, which have no value. */
  readonly newest: ReadonlyMap<string, Newest>;
}

class NewestCheck {
  readonly #context: SeriesContext;
  readonly #place: SeriesPlace;
  readonly #sender: SeriesSender;
  readonly #now: number;
  readonly #breather: Breather;
  /** From the newest to the oldest. */
  readonly #steps: readonly Step[];
  #isUnkept = false;

  constructor(context: SeriesContext, place: SeriesPlace, signal: AbortSignal) {
    this.#context = context;
    this.#place = place;
    this.#sender = new SeriesSender(context, place, signal);
    this.#now = context.env.now();
    this.#breather = new Breather(context.env);
    this.#steps = stepsBefore(this.#now);
  }

  get isOver(): boolean {
    return this.#isUnkept || this.#sender.isOver;
  }

  /** The first failure, or null. */
  async ask(ids: readonly string[]): Promise<Failure | null> {
    let open: readonly KnownReach[] = [...(await factsOf(this.#context, this.#place, ids)).values()];
    let failure: Failure | null = null;
    for (const step of this.#steps) {
      if (open.length === 0) break;
      const found = await this.#look(open, step);
      failure ??= found.failure;
      const known: Reach[] = [];
      const left: KnownReach[] = [];
      for (const facts of open) {
        if (!found.empty.has(facts.id)) continue;
        const newest = { ...facts, ...newerOf(facts, found.newest.get(facts.id) ?? NOTHING_YET) };
        (step.isLast || mayStop(facts, step.from) ? known : left).push(newest);
      }
      const unkept = await this.#keepReaches(known);
      failure ??= unkept;
      if (this.isOver) break;
      open = left;
    }
    return failure;
  }

  /** Notes how far these reach. Why it could not, as on a full disk, or null; then nor could what is learnt next be kept. */
  async #keepReaches(reaches: readonly Reach[]): Promise<Failure | null> {
    const { env } = this.#context;
    try {
      await inTurns(env, slices(reaches, FACTS_AT_ONCE), (some) => this.#setChecked(some), 1);
      return null;
    } catch (error) {
      this.#isUnkept = true;
      return thrownFailure(error);
    }
  }

  /** Asks about one stretch of time, and notes what has values there. */
  async #look(open: readonly KnownReach[], { from, to, pace, isFirst }: Step): Promise<Found> {
    const { env } = this.#context;
    const newest = new Map<string, Newest>();
    const before = new Map(open.map((facts) => [facts.id, facts]));
    const worded = new Set<string>();
    const answered = new Set<string>();
    const requests = new PacedRequests(
      open.map(({ id }) => id),
      { from, to },
      pace,
      env,
    );
    const failure = await this.#sender.send(requests, async (request, answer) => {
      requests.answered(request, answer);
      const withValues: Reach[] = [];
      for (const series of answer) {
        const { id, words = [] } = series;
        const facts = before.get(id) ?? NOTHING_YET;
        const known = newerOf(newest.get(id) ?? { ...facts, lastAt: null }, newestOf(series));
        newest.set(id, known);
        // Whether it ever sent numbers is not looked for any further, since it sends something.
        if (words.length > 0) worded.add(id);
        const says = known.lastAt !== null || worded.has(id);
        if (known.lastAt !== null) withValues.push({ id, ...known });
        else if (says) withValues.push({ id, ...newerOf(facts, known) });
        if (says && (!isFirst || known.lastAt === null)) await this.#keep(request, series);
      }
      this.#setChecked(withValues);
      // The answer to the later half of a question that was too large says nothing about the earlier half.
      if (request.from === from) for (const { id } of answer) answered.add(id);
    });
    const empty = new Set(
      [...answered].filter((id) => (newest.get(id)?.lastAt ?? null) === null && !worded.has(id)),
    );
    return { failure, empty, newest };
  }

  /** The newest samples of what was silent for a day, or sends words. */
  async #keep({ from, to }: SeriesRequest, { id, times, values, words = [] }: SeriesPoints): Promise<void> {
    if (times.length === 0) return;
    const start = Math.max(0, times.length - KEPT_SAMPLES);
    const fetched = {
      from: start === 0 ? from : (times[start] ?? from),
      to,
      at: answeredAt(this.#context),
      latest: latestNoted(this.#context),
      times: times.subarray(start),
      values: values.subarray(start),
      words,
    };
    await storeInParts(this.#context.store, this.#place, id, fetched, this.#breather);
  }

  #setChecked(reaches: readonly Reach[]): void {
    const at = Math.min(this.#now, answeredAt(this.#context));
    this.#context.store.setChecked(this.#place, reaches, at);
  }
}

function stepsBefore(now: number): readonly Step[] {
  const starts = STEPS.map((days) => now - days * DAY_MS);
  return starts.map((from, at) => {
    // A day ahead, should this computer's clock be slow.
    const to = starts[at - 1] ?? now + DAY_MS;
    const least = Math.max(1, Math.floor((IDS_AT_ONCE * 2 * DAY_MS) / (to - from)));
    return { from, to, isFirst: at === 0, isLast: at === starts.length - 1, pace: new RequestPace(least) };
  });
}

/** Is it known already what lies before this time? */
function mayStop({ lastAt, checkedAt }: KnownReach, before: number): boolean {
  return (lastAt !== null && lastAt >= before) || (checkedAt !== null && checkedAt - SETTLE_MS >= before);
}

/** What is known of these series here. */
export async function factsOf(
  { store, service, env }: Pick<SeriesContext, 'store' | 'service' | 'env'>,
  place: SeriesPlace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownReach>> {
  const facts = new Map<string, KnownReach>();
  const latest = latestNoted({ service, env });
  const read = (some: readonly string[]): void => {
    for (const each of store.reaches(place, some)) {
      const isOdd = each.checkedAt !== null && each.checkedAt > latest;
      facts.set(each.id, isOdd ? { ...each, checkedAt: null } : each);
    }
  };
  await inTurns(env, slices(ids, FACTS_AT_ONCE), read, 1);
  return facts;
}
