import type { Exchanged } from './exchange.ts';

/** After so many failures in a row the count of questions ahead begins anew. */
const SERVERS = 3;
/** The most requests that are remembered. */
const MOST = 100;

/** A request that a server failed at, and has not been answered well since. */
interface Failed {
  readonly times: number;
  /** How many answers of any kind had gone well by then. */
  readonly wellBefore: number;
}

/**
 * Behind one address several servers may take turns, one of which is sick. If a write always comes after one question, as
 * each does that is looked up first, both keep their turns: the question always meets the one that is well, and the write the
 * other, for as long as that is sick. So after such a failure a question more goes ahead of the write, and two after the next.
 */
export class Turns {
  readonly #failed = new Map<string, Failed>();
  #well = 0;

  /** How many questions to ask before this request. None if nothing has gone well since it failed: then all are sick. */
  ahead(request: string): number {
    const failed = this.#failed.get(request);
    return failed === undefined || failed.wellBefore === this.#well ? 0 : failed.times % SERVERS;
  }

  went(request: string, sent: Exchanged): void {
    const isWell = wentWell(sent);
    if (isWell === null) return;
    const times = this.#failed.get(request)?.times ?? 0;
    this.#failed.delete(request);
    if (isWell) this.#well += 1;
    else this.#failed.set(request, { times: times + 1, wellBefore: this.#well });
    const [oldest] = this.#failed.keys();
    if (oldest !== undefined && this.#failed.size > MOST) this.#failed.delete(oldest);
  }
}

/** Null: it tells nothing of the server. */
function wentWell(sent: Exchanged): boolean | null {
  if (sent.ok) return sent.answer.status < 500;
  const { cancelled, broken, stalled, connected } = sent.trouble;
  return cancelled || broken !== null || stalled !== null || !connected ? null : false;
}
