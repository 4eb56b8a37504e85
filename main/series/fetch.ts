import type { Failure, Result } from '../../shared/failure.ts';
import { fail } from '../../shared/failure.ts';
import type { SeriesPoints, SiteDataService } from '../sync/ports/service.ts';
import type { SeriesContext } from './context.ts';
import type { SeriesPlace } from './ports.ts';
import { fewerIds, lessTime, type SeriesRequest } from './split.ts';
import { Pauses } from './pauses.ts';
import { storeInParts } from './store-points.ts';

const AT_ONCE = 4;
/** How often a service that is busy is asked again, and the longest wait for it, ms. */
const TRIES = 3;
const PATIENCE_MS = 20_000;

/** After so many questions that failed for themselves, and none that was answered, the others would fail as well. */
const FAILED_ALONE = 10;

/** Takes over the points of one answered request. */
export type TakePoints = (request: SeriesRequest, series: readonly SeriesPoints[]) => Promise<void> | void;

/**
 * Sends the requests, some at a time, and stores what comes. A failure that would meet the others too ends all of it; else
 * the others go on. Returns the first failure; what came before it is kept.
 */
export async function fetchSeries(
  context: SeriesContext,
  place: SeriesPlace,
  requests: readonly SeriesRequest[],
  signal: AbortSignal,
): Promise<Failure | null> {
  const pauses = new Pauses(context.env);
  return sendAll(context, place, requests, signal, async ({ from, to }, series) => {
    const at = context.env.now();
    for (const { id, times, values } of series) {
      await storeInParts(context.store, place, id, { from, to, at, times, values }, pauses);
    }
  });
}

/** As `fetchSeries`, for answers that are not to be kept whole. */
export async function sendAll(
  context: SeriesContext,
  place: SeriesPlace,
  requests: readonly SeriesRequest[],
  signal: AbortSignal,
  take: TakePoints,
): Promise<Failure | null> {
  const { service } = context;
  if (service === null) return requests.length === 0 ? null : NOT_CONNECTED;
  let failure: Failure | null = null;
  let failed = 0;
  let isAnswered = false;
  // The newest first: it is what people look at, and what is worth most where the rest fails.
  const queue = requests.toSorted((a, b) => a.to - b.to);
  const lane = async (): Promise<void> => {
    for (let request = queue.pop(); request !== undefined; request = queue.pop()) {
      const answer = await ask(context, service, place, request, signal);
      if (answer.ok) {
        isAnswered = true;
        const unread = withoutAnswered(request, answer.value);
        if (unread !== null) queue.push(unread);
        await take(request, answer.value);
        continue;
      }
      const smaller = smallerThan(request, answer.failure);
      if (smaller !== null) {
        queue.push(...smaller);
        continue;
      }
      failure ??= answer.failure;
      failed += 1;
      if (meetsAll(answer.failure) || (!isAnswered && failed >= FAILED_ALONE)) queue.length = 0;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return failure;
}

async function ask(
  { env }: SeriesContext,
  service: SiteDataService,
  place: SeriesPlace,
  request: SeriesRequest,
  signal: AbortSignal,
): Promise<Result<readonly SeriesPoints[]>> {
  for (let tries = 1; ; tries += 1) {
    if (signal.aborted) return fail(CANCELLED);
    const answer = await service.querySeries(place.site, request.ids, request, { signal });
    if (answer.ok || answer.failure.code !== 'busy' || tries === TRIES) return answer;
    const wait = answer.failure.retryAfterMs ?? tries * 1000;
    // Sooner than it asks for it is not asked again (rule 13).
    if (wait > PATIENCE_MS) return answer;
    await env.sleep(wait, signal);
  }
}

/** What could not be read beside others is asked for alone: the failure of that says why. */
function withoutAnswered(request: SeriesRequest, answer: readonly SeriesPoints[]): SeriesRequest | null {
  const read = new Set(answer.map(({ id }) => id));
  const ids = request.ids.filter((id) => !read.has(id));
  return ids.length === 0 ? null : { ...request, ids };
}

/** The parts of a request that was too much at once, or had an id among others that the service does not take. */
function smallerThan(request: SeriesRequest, failure: Failure): readonly SeriesRequest[] | null {
  if (failure.code === 'refused') return fewerIds(request);
  return failure.code === 'too-large' ? (fewerIds(request) ?? lessTime(request)) : null;
}

/** What is too large in its smallest part is not so for being too much. */
function meetsAll(failure: Failure): boolean {
  return !['refused', 'not-understood'].includes(failure.code);
}

const CANCELLED: Failure = {
  code: 'cancelled',
  message: 'The request was cancelled.',
  hint: 'Ask again.',
  retry: 'now',
};

const NOT_CONNECTED: Failure = {
  code: 'sign-in',
  message: 'The timeseries cannot be asked for: you are not signed in.',
  hint: 'Sign in. What is on this computer stays usable.',
  retry: 'on-sign-in',
};
