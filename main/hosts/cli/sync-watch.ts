import type { Failure } from '../../../shared/failure.ts';
import { createWatcher } from '../../adapters/watch/watch.ts';
import type { SyncContext } from '../../sync/context.ts';
import type { FirstSyncOptions } from '../../sync/first-sync.ts';
import type { FollowedSite } from '../../sync/ports/mirror.ts';
import type { SyncReport } from '../../sync/sync-once.ts';
import type { SiteReport } from '../../sync/tally.ts';
import { watchSites } from '../../sync/watch-run.ts';
import { WatchSum } from '../../sync/watch-sum.ts';
import { spareMemory } from '../spare-memory.ts';
import type { Output } from './output.ts';
import { clearProgress, showProgress } from './progress-bar.ts';
import { RefusedToken } from './refused-token.ts';
import { conclude, exitOfState, printReport, printSite } from './sync-report.ts';

const ASKED_AGAIN = 'It is asked again in a few seconds.';
const SIGN_IN_ANEW = 'The watch ends: sign in with a valid token (sitesync sign-in), and start it again.';
const GIVE_ANOTHER = 'The watch ends: start it again with a valid token (SITESYNC_TOKEN or --token-stdin).';

/**
 * `sync --watch`: it watches from the start, so that what is saved during its first sync is sent beside that. Reports
 * when it ends, of all that was done while it ran: its one object, and its exit status, tell how all stands then. A
 * refused token ends it, as it would a sync.
 */
export async function watchCommand(
  context: SyncContext,
  out: Output,
  sites: readonly FollowedSite[],
  asked: Omit<FirstSyncOptions, 'onThrough'>,
  isTokenGiven: boolean,
): Promise<number> {
  const token = new RefusedToken(context);
  const talk = new WatchTalk(context, out, sites, token);
  const stopping = AbortSignal.any([context.stopping, token.ending]);
  await watchSites({ ...context, stopping }, createWatcher(), sites, {
    onReport: (site) => talk.reported(site),
    onNotice: (line) => talk.noticed(line),
    onStop: (failure) => talk.stopped(failure),
    first: { ...asked, onThrough: () => talk.firstIsThrough() },
  }).finally(talk.stopShowing);
  const { report } = talk;
  // It ended in its first sync, as one without a watch ends.
  if (!talk.isWatching) return conclude(out, report);
  if (token.failure !== null)
    talk.live.warn(`${token.failure.message} ${isTokenGiven ? GIVE_ANOTHER : SIGN_IN_ANEW}`);
  out.object(report);
  return exitOfState(report);
}

/** What a watch says: of its first sync all at the end, beside a line that shows how far it is; then each thing as it comes. */
class WatchTalk {
  /** The one object comes at the end: whoever waits for it reads meanwhile, in the log, what goes on. */
  readonly live: Output;
  readonly stopShowing: () => void;
  readonly #context: SyncContext;
  readonly #sum: WatchSum;
  readonly #token: RefusedToken;
  #isWatching = false;

  constructor(context: SyncContext, out: Output, sites: readonly FollowedSite[], token: RefusedToken) {
    this.live = out.json ? { ...out, say: out.log, warn: out.log } : out;
    this.stopShowing = showProgress(context, out);
    this.#context = context;
    this.#sum = new WatchSum(context, sites);
    this.#token = token;
  }

  /** Its first sync is through, and nothing keeps it from going on. */
  get isWatching(): boolean {
    return this.#isWatching;
  }

  get report(): SyncReport {
    const { report } = this.#sum;
    return this.#token.failure === null ? report : { ...report, state: 'sign-in' };
  }

  reported(site: SiteReport): void {
    this.#sum.add(site);
    if (this.#isWatching) printSite(this.live, site);
  }

  firstIsThrough(): void {
    const { gate, stopping } = this.#context;
    // With a token that is refused there is nothing to wait for.
    if (gate.stop?.kind === 'sign-in') this.#token.end(gate.stop.failure);
    if (this.#token.failure !== null || stopping.aborted) return;
    this.#isWatching = true;
    this.stopShowing();
    printReport(this.live, this.report);
    spareMemory();
    this.live.say('Watching for changes. Ctrl+C ends it.');
  }

  noticed(line: string): void {
    if (!this.#isWatching) clearProgress(this.live);
    this.live.warn(line);
  }

  stopped(failure: Failure | null): void {
    this.#token.stopped(failure);
    if (failure === null) this.live.say('The service is reached again.');
    else this.live.warn(`${failure.message} ${failure.code === 'sign-in' ? ASKED_AGAIN : failure.hint}`);
  }
}
