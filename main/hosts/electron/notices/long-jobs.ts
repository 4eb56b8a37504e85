import type { AppState } from '../../../../shared/ipc/app.ts';
import type { CommandName } from '../../../../shared/ipc/contract.ts';
import type { DropProgress } from '../../../../shared/ipc/drop.ts';

/** Commands that a person may start and then walk away from. */
const JOBS: ReadonlySet<CommandName> = new Set([
  'app.sync',
  'sites.follow',
  'sites.setKeep',
  'files.keep',
  'outbox.retry',
]);

export function startsJob(command: CommandName): boolean {
  return JOBS.has(command);
}

/** The end of a job longer than this is announced, ms. */
const LONG = 60_000;
/** A job that has not begun after this long had nothing to do, ms. */
const NEVER_BEGAN = 10_000;

/** Watches for the end of jobs that took over a minute. Times are epoch milliseconds. */
export class LongJobs {
  #sync: { readonly since: number; begun: boolean } | null = null;
  readonly #drops = new Map<string, number>();

  started(now: number): void {
    this.#sync ??= { since: now, begun: false };
  }

  /** True when a long sync that a person started has ended. */
  state({ work, connection, paused }: AppState, now: number): boolean {
    const job = this.#sync;
    if (job === null) return false;
    if (!job.begun && now - job.since > NEVER_BEGAN) {
      this.#sync = null;
      return false;
    }
    job.begun ||= work.phase !== 'idle';
    if (!job.begun || work.phase !== 'idle') return false;
    this.#sync = null;
    return now - job.since >= LONG && connection === 'online' && !paused;
  }

  /** True when a long drop has ended well. */
  drop({ drop, phase }: DropProgress, now: number): boolean {
    const since = this.#drops.get(drop);
    // While it is read and then reviewed, the person is sitting in front of it.
    if (phase === 'reading') return false;
    if (phase === 'copying') {
      if (since === undefined) this.#drops.set(drop, now);
      return false;
    }
    this.#drops.delete(drop);
    return phase === 'done' && since !== undefined && now - since >= LONG;
  }
}
