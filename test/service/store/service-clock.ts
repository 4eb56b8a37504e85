/**
 * The service's time, in microseconds since 1970 and never the same twice: two changes of one record always have two
 * `updated_at`, and creation order is always the listing's order.
 */
export class ServiceClock {
  #last: number;

  /** `last` is the newest time already handed out, as ISO text, or null in a new store. */
  constructor(last: string | null) {
    this.#last = last === null ? 0 : parseMicros(last);
  }

  /** ISO 8601 UTC with microseconds and Z. */
  next(): string {
    this.#last = Math.max(Date.now() * 1000, this.#last + 1);
    return formatMicros(this.#last);
  }
}

function formatMicros(micros: number): string {
  const millis = new Date(Math.floor(micros / 1000)).toISOString().slice(0, -1);
  return `${millis}${String(micros % 1000).padStart(3, '0')}Z`;
}

function parseMicros(iso: string): number {
  const millis = Date.parse(iso);
  if (Number.isNaN(millis)) return 0;
  return millis * 1000 + Number(/\.\d{3}(\d{3})Z$/.exec(iso)?.[1] ?? 0);
}
