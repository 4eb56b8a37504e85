import { offsetAt, offsetText } from './zone.ts';

const QUARTER_MS = 900_000;

/**
 * Clock times of one zone for very many instants. Intl takes microseconds for each, but zones change their offset only
 * at quarter hours of UTC, so one question per quarter of an hour is enough.
 */
export class ZoneClock {
  readonly #zone: string;
  #quarter = Number.NaN;
  #offset = 0;
  #text = '';

  /** An IANA zone that Intl knows. */
  constructor(zone: string) {
    this.#zone = zone;
  }

  /** `2026-03-29T03:15:00+02:00`, with milliseconds if there are any. */
  text(at: number): string {
    const quarter = Math.floor(at / QUARTER_MS);
    if (quarter !== this.#quarter) {
      this.#quarter = quarter;
      this.#offset = offsetAt(quarter * QUARTER_MS, this.#zone);
      this.#text = offsetText(quarter * QUARTER_MS, this.#zone);
    }
    return `${clockText(at + this.#offset)}${this.#text}`;
  }
}

/** `2026-03-29T01:15:00Z`. */
export function utcText(at: number): string {
  return `${clockText(at)}Z`;
}

function clockText(at: number): string {
  return new Date(at).toISOString().slice(0, at % 1000 === 0 ? 19 : 23);
}
