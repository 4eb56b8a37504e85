import type { Range } from '../series/coverage.ts';
import type { RequestQueue } from '../series/fetch.ts';
import type { SeriesRequest } from '../series/split.ts';
import type { Environment } from '../sync/ports/environment.ts';
import type { SeriesPoints } from '../sync/ports/service.ts';

/** How many samples an answer should hold at most: some 2 MB of JSON. */
const SAMPLES = 50_000;
/** How long an answer should take at most, ms: a tenth of the time-out. */
const TAKES_MS = 5000;
/** The most ids in one question: usually 64 kB of text, which every proxy takes. */
const MOST_IDS = 1000;
/**
 * By how many times the next questions may be larger than one that was answered: what follows may be full of samples.
 */
const GROWTH = 4;

/** How many ids are asked about at once: more while answers are small and quick, fewer where they are large or slow. */
export class RequestPace {
  readonly #least: number;
  #ids: number;

  /** `least`: how many ids are asked about at once in any case. */
  constructor(least: number) {
    this.#least = least;
    this.#ids = least;
  }

  get ids(): number {
    return this.#ids;
  }

  /** A question about `asked` ids was answered with this many `samples`; it `took` ms. */
  answered(asked: number, samples: number, took: number): void {
    const factor = Math.min(GROWTH, SAMPLES / samples, TAKES_MS / Math.max(took, 1));
    const next = Math.floor(asked * factor);
    // The last question may be about few ids, which does not show how many there could have been.
    this.#setIds(factor < 1 ? Math.min(this.#ids, next) : Math.max(this.#ids, next));
  }

  /** More than `ids` at once were too many, or had one among them that the service does not take. */
  tooMany(ids: number): void {
    this.#setIds(Math.min(this.#ids, ids));
  }

  #setIds(ids: number): void {
    this.#ids = Math.min(Math.max(ids, this.#least), MOST_IDS);
  }
}

type Clock = Pick<Environment, 'now'>;

/** Questions about one stretch of time, cut at the pace as they are sent. */
export class PacedRequests implements RequestQueue {
  readonly #ids: readonly string[];
  readonly #range: Range;
  readonly #pace: RequestPace;
  readonly #env: Clock;
  readonly #first: SeriesRequest[] = [];
  readonly #parts = new WeakSet<SeriesRequest>();
  readonly #sentAt = new WeakMap<SeriesRequest, number>();
  #at = 0;

  constructor(ids: readonly string[], range: Range, pace: RequestPace, env: Clock) {
    this.#ids = ids;
    this.#range = range;
    this.#pace = pace;
    this.#env = env;
  }

  next(): SeriesRequest | undefined {
    const request = this.#first.pop() ?? this.#cut();
    if (request !== undefined) this.#sentAt.set(request, this.#env.now());
    return request;
  }

  answered(request: SeriesRequest, answer: readonly SeriesPoints[]): void {
    const samples = answer.reduce((sum, { times }) => sum + times.length, 0);
    const now = this.#env.now();
    this.#pace.answered(request.ids.length, samples, now - (this.#sentAt.get(request) ?? now));
  }

  again(request: SeriesRequest): void {
    this.#first.push(request);
  }

  inParts(request: SeriesRequest, parts: readonly SeriesRequest[]): void {
    const [part] = parts;
    // A part that fails again may have an id that the service does not take, which says nothing about the others.
    if (part !== undefined && !this.#parts.has(request)) this.#pace.tooMany(part.ids.length);
    for (const each of parts) this.#parts.add(each);
    this.#first.push(...parts);
  }

  clear(): void {
    this.#first.length = 0;
    this.#at = this.#ids.length;
  }

  #cut(): SeriesRequest | undefined {
    if (this.#at === this.#ids.length) return undefined;
    const start = this.#at;
    this.#at = Math.min(start + this.#pace.ids, this.#ids.length);
    return { ids: this.#ids.slice(start, this.#at), ...this.#range };
  }
}
