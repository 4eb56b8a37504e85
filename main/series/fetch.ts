import { fail, type Failure, type Result } from '../../shared/failure.ts';
import { thrownFailure } from '../sync/ports/failure-error.ts';
import type { SeriesPoints, SiteDataService } from '../sync/ports/service.ts';
import { answeredAt, latestNoted, type SeriesContext } from './context.ts';
import type { SeriesPlace } from './ports.ts';
import { fewerIds, lessTime, splitQuery, type SeriesRequest, type Wanted } from './split.ts';
import { Breather } from './breather.ts';
import { storeInParts } from './store-points.ts';

const AT_ONCE = 4;
/** How often a service that is busy is asked again, and the longest wait for it, ms. */
const TRIES = 3;
const PATIENCE_MS = 20_000;

/** After this many questions failed each for itself, and none was answered, the others would fail as well. */
const FAILED_ALONE = 10;

/** Stores the points of one answered request. */
export type TakePoints = (request: SeriesRequest, series: readonly SeriesPoints[]) => Promise<void> | void;

/** Requests that are still to be sent. */
export interface RequestQueue {
  /** Undefined if there is none for now. */
  next(): SeriesRequest | undefined;
  /** Adds a request, to be sent before the others: for what was left out of another one's answer. */
  again(request: SeriesRequest): void;
  /** The same for the parts of a request that was too large, or had an id that the service does not take. */
  inParts(request: SeriesRequest, parts: readonly SeriesRequest[]): void;
  /** No further request is to be sent. */
  clear(): void;
}

/**
 * Asks for what is wanted, a few requests at a time, and stores what comes. A failure that would meet the other
 * requests too ends everything; else the others go on. Returns the first failure, or null; what came before it is
 * kept. `onShare`: how much of it has been answered, from 0 to 1.
 */
export async function fetchSeries(
  context: SeriesContext,
  place: SeriesPlace,
  wanted: readonly Wanted[],
  signal: AbortSignal,
  onShare: (share: number) => void = () => undefined,
): Promise<Failure | null> {
  if (wanted.every(({ ranges }) => ranges.length === 0)) return null;
  if (context.service === null) return NOT_CONNECTED;
  const breather = new Breather(context.env);
  const sender = new SeriesSender(context, place, signal);
  const all = wanted.reduce((sum, { ranges }) => sum + lengthOf(ranges), 0);
  let answered = 0;
  return sender.send(newestFirst(splitQuery(wanted)), async ({ ids, from, to }, series) => {
    const at = answeredAt(context);
    const latest = latestNoted(context);
    for (const { id, times, values, words = [] } of series) {
      await storeInParts(context.store, place, id, { from, to, at, latest, times, values, words }, breather);
    }
    answered += ids.length * (to - from);
    // What was left out of an answer is asked for, and counted, once more.
    onShare(Math.min(1, answered / all));
  });
}

function lengthOf(ranges: Wanted['ranges']): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The newest first: people look at it, and it is worth most if the rest fails. */
function newestFirst(requests: readonly SeriesRequest[]): RequestQueue {
  const queue = requests.toSorted((a, b) => a.to - b.to);
  return {
    next: () => queue.pop(),
    again: (request) => void queue.push(request),
    inParts: (_, parts) => void queue.push(...parts),
    clear: () => void (queue.length = 0),
  };
}

interface Answered {
  readonly request: SeriesRequest;
  readonly failed: Failure | null;
}

/** Sends requests for series, some at a time, as `fetchSeries` does, for answers that are not to be kept whole. */
export class SeriesSender {
  readonly #context: SeriesContext;
  readonly #place: SeriesPlace;
  readonly #signal: AbortSignal;
  #failed = 0;
  #isAnswered = false;
  /** A request was too large, and is asked for in parts. */
  #isParted = false;
  #isOver = false;

  constructor(context: SeriesContext, place: SeriesPlace, signal: AbortSignal) {
    this.#context = context;
    this.#place = place;
    this.#signal = signal;
  }

  /** Any further request would fail as well. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Only an answer shows whether parts are small enough: until then one of them is tried at a time, not four. */
  get #atOnce(): number {
    return this.#isParted && !this.#isAnswered ? 1 : AT_ONCE;
  }

  /** The first failure of these, or null. */
  async send(queue: RequestQueue, take: TakePoints): Promise<Failure | null> {
    const { service } = this.#context;
    if (service === null) {
      this.#isOver = true;
      return NOT_CONNECTED;
    }
    let failure: Failure | null = null;
    const running = new Map<SeriesRequest, Promise<Answered>>();
    for (;;) {
      // An answer may have had parts of its request queued: whoever is free takes them.
      while (running.size < this.#atOnce) {
        const request = queue.next();
        if (request === undefined) break;
        running.set(request, this.#sendOne(service, request, queue, take));
      }
      if (running.size === 0) return failure;
      const { request, failed } = await Promise.race(running.values());
      failure ??= failed;
      running.delete(request);
    }
  }

  async #sendOne(
    service: SiteDataService,
    request: SeriesRequest,
    queue: RequestQueue,
    take: TakePoints,
  ): Promise<Answered> {
    const answer = await ask(this.#context, service, this.#place, request, this.#signal);
    if (answer.ok) {
      this.#isAnswered = true;
      const unread = withoutAnswered(request, answer.value);
      if (unread !== null) queue.again(unread);
      return { request, failed: await this.#taken(request, answer.value, queue, take) };
    }
    const smaller = smallerThan(request, answer.failure, this.#isAnswered);
    if (smaller !== null) {
      queue.inParts(request, smaller);
      this.#isParted = true;
      return { request, failed: null };
    }
    this.#failed += 1;
    if (meetsAll(answer.failure, this.#isAnswered) || (!this.#isAnswered && this.#failed >= FAILED_ALONE))
      this.#end(queue);
    return { request, failed: answer.failure };
  }

  /** Why an answer could not be kept, as on a full disk: then nor could the next ones, and none is asked for. */
  async #taken(
    request: SeriesRequest,
    series: readonly SeriesPoints[],
    queue: RequestQueue,
    take: TakePoints,
  ): Promise<Failure | null> {
    try {
      await take(request, series);
      return null;
    } catch (error) {
      const failure = thrownFailure(error);
      this.#end(queue);
      return failure;
    }
  }

  #end(queue: RequestQueue): void {
    this.#isOver = true;
    queue.clear();
  }
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
    const wait = Math.max(answer.failure.retryAfterMs ?? 0, tries * 1000);
    // The service is not asked again before the time that it named (rule 13).
    if (wait > PATIENCE_MS) return answer;
    await env.sleep(wait, signal);
  }
}

/**
 * The request for series that could not be read beside others: asked for alone, their failure says why. Null if there
 * are none.
 */
function withoutAnswered(request: SeriesRequest, answer: readonly SeriesPoints[]): SeriesRequest | null {
  const read = new Set(answer.map(({ id }) => id));
  const ids = request.ids.filter((id) => !read.has(id));
  return ids.length === 0 ? null : { ...request, ids };
}

/**
 * Into how many parts a request is split whose answer was too large: reading it was in vain, so the parts must not be
 * too large again.
 */
const PARTS_OF_LARGE = 8;

/**
 * The parts of a request that was too large, or whose answer ended half-way, or that had an id among others which the
 * service does not take, or answers in a form of its own. `isKnown`: the service has answered other requests in a
 * known form.
 */
function smallerThan(
  request: SeriesRequest,
  failure: Failure,
  isKnown: boolean,
): readonly SeriesRequest[] | null {
  if (failure.code === 'refused') return fewerIds(request, 2);
  if (failure.code === 'not-understood') return isKnown ? fewerIds(request, 2) : null;
  const isTooMuch = failure.code === 'too-large' || failure.cut === true;
  return isTooMuch ? (fewerIds(request, PARTS_OF_LARGE) ?? lessTime(request)) : null;
}

/**
 * Would this failure meet every request? A part that is too large even at its smallest is not too large because it
 * asks for much.
 */
function meetsAll({ code, cut = false }: Failure, isAnswered: boolean): boolean {
  if (cut && isAnswered) return false;
  return code !== 'refused' && code !== 'not-understood';
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
