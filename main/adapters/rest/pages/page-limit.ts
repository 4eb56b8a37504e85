import type { Result } from '../../../../shared/failure.ts';

/** How many rows to ask for if more are refused. Few services refuse the last. */
const FEWER = [100, 20];

/** How many rows a service allows in a page. Most lower a limit that is too large; some refuse it. */
export class PageLimit {
  #most = Infinity;

  /** Asks for a page. If its limit is refused, asks for fewer rows, now and from now on. */
  async ask<T>(limit: number, page: (limit: number) => Promise<Result<T>>): Promise<Result<T>> {
    const asked = Math.min(limit, this.#most);
    const first = await page(asked);
    if (first.ok || first.failure.code !== 'refused') return first;
    for (const fewer of FEWER.filter((each) => each < asked)) {
      const next = await page(fewer);
      if (next.ok) this.#most = fewer;
      if (next.ok || next.failure.code !== 'refused') return next;
    }
    return first;
  }
}
