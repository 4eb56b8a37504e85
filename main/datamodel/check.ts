import type { Failure } from '../../shared/failure.ts';
import { placeOf, type SeriesContext } from '../series/context.ts';
import { SETTLE_MS } from '../series/coverage.ts';
import { sendAll } from '../series/fetch.ts';
import { newerOf, newestOf, NOTHING_YET, type Newest } from '../series/newest.ts';
import type { SeriesFacts, SeriesPlace } from '../series/ports.ts';
import type { SeriesRequest } from '../series/split.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { inTurns } from '../sync/in-turns.ts';

const DAY_MS = 24 * 3_600_000;
/** How many days back each step looks; an id that has data is not asked for again. From one year on yearly. */
const STEPS = [1, 3, 9, 27, 81, 182, 365, 730, 1095, 1460, 1825, 2190, 2555, 2920, 3285, 3650];
/** Ids in one question about a day; about a longer time fewer, for their answer may hold all samples of that time. */
const IDS_AT_ONCE = 20;
const FACTS_AT_ONCE = 100;

/**
 * Asks the service when each series had its newest value: most within the last day, for the others further and further
 * back, to ten years; only ids without anything take all of the steps. What is learnt is kept as it comes. Returns why not
 * everything could be asked; then what was known before stands.
 */
export async function askNewest(
  context: SeriesContext,
  site: SiteId,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Failure | null> {
  const place = placeOf(context, site);
  const now = context.env.now();
  const known = await factsOf(context, place, ids);
  let open = [...known.values()];
  let failure: Failure | null = null;
  // A day ahead, should this computer's clock be slow.
  let to = now + DAY_MS;
  for (const days of STEPS) {
    if (open.length === 0) break;
    const from = now - days * DAY_MS;
    const step = await askStep(context, place, open, { from, to }, signal);
    failure ??= step.failure;
    const left: SeriesFacts[] = [];
    await inTurns(context.env, open, (facts) => {
      if (!step.empty.has(facts.id)) return;
      const newest = newerOf(facts, step.found.get(facts.id) ?? NOTHING_YET);
      if (mayStop(facts, from)) context.store.setChecked(place, facts.id, newest, now);
      else left.push({ ...facts, ...newest });
    });
    if (signal.aborted) return failure;
    open = left;
    to = from;
  }
  await inTurns(context.env, open, (facts) => context.store.setChecked(place, facts.id, facts, now));
  return failure;
}

/**
 * One stretch of time: what has values there is noted. `empty` are the ids that the service has none of there; `found` has
 * what it has of them all the same.
 */
async function askStep(
  context: SeriesContext,
  place: SeriesPlace,
  open: readonly SeriesFacts[],
  range: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<{
  readonly failure: Failure | null;
  readonly empty: ReadonlySet<string>;
  readonly found: ReadonlyMap<string, Newest>;
}> {
  const now = context.env.now();
  const found = new Map<string, Newest>();
  const later = new Map(open.map(({ id, emptyAt }) => [id, { lastAt: null, emptyAt }]));
  const answered = new Set<string>();
  const failure = await sendAll(context, place, requests(open, range), signal, (request, answer) => {
    for (const series of answer) {
      const { id } = series;
      const newest = newerOf(found.get(id) ?? later.get(id) ?? NOTHING_YET, newestOf(series));
      found.set(id, newest);
      if (newest.lastAt !== null) context.store.setChecked(place, id, newest, now);
    }
    // The younger half of a question that was too large says nothing of the older one.
    if (request.from === range.from) for (const { id } of answer) answered.add(id);
  });
  const empty = new Set([...answered].filter((id) => (found.get(id)?.lastAt ?? null) === null));
  return { failure, empty, found };
}

/** What lies before this time is known already. */
function mayStop({ lastAt, checkedAt }: SeriesFacts, before: number): boolean {
  return (lastAt !== null && lastAt >= before) || (checkedAt !== null && checkedAt - SETTLE_MS >= before);
}

function requests(
  facts: readonly SeriesFacts[],
  range: { readonly from: number; readonly to: number },
): readonly SeriesRequest[] {
  const atOnce = Math.max(1, Math.floor((IDS_AT_ONCE * 2 * DAY_MS) / (range.to - range.from)));
  const batches: SeriesRequest[] = [];
  for (let at = 0; at < facts.length; at += atOnce) {
    batches.push({ ids: facts.slice(at, at + atOnce).map(({ id }) => id), ...range });
  }
  return batches;
}

/** What is known of these series here. */
export async function factsOf(
  { store, env }: Pick<SeriesContext, 'store' | 'env'>,
  place: SeriesPlace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SeriesFacts>> {
  const facts = new Map<string, SeriesFacts>();
  const starts = Array.from({ length: Math.ceil(ids.length / FACTS_AT_ONCE) }, (_, at) => at * FACTS_AT_ONCE);
  const read = (at: number): void => {
    for (const each of store.facts(place, ids.slice(at, at + FACTS_AT_ONCE))) facts.set(each.id, each);
  };
  await inTurns(env, starts, read, 1);
  return facts;
}
