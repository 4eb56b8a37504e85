import { failureText, type Failure } from '../../../../shared/failure.ts';
import type { SyncContext } from '../../../sync/context.ts';
import type { FirstSyncOptions } from '../../../sync/watch/first-sync.ts';
import type { SyncReport } from '../../../sync/sync-once.ts';
import type { SiteReport } from '../../../sync/cycle/site-report.ts';
import { WatchSum } from '../../../sync/watch/watch-sum.ts';
import type { Program } from '../../compose/compose.ts';
import { watchProgram } from '../../compose/watch-program.ts';
import { runAllDay } from '../../compose/all-day.ts';
import type { Output } from '../output/output.ts';
import { clearProgress, showProgress } from '../output/progress-bar.ts';
import {
  conclude,
  exitOfState,
  objectOf,
  printReport,
  printSite,
  type Chosen,
  type LeftOut,
  type Unsent,
} from '../output/sync-report.ts';
import { WatchNews } from '../output/watch-news.ts';
import { unsentOf } from '../sites/waiting.ts';

const ASKED_AGAIN = 'It is asked again in a few seconds.';
const SIGN_IN_ANEW = 'The watch ends: sign in with a valid token (sitesync sign-in), and start it again.';
const GIVE_ANOTHER = 'The watch ends: start it again with a valid token (SITESYNC_TOKEN or --token-stdin).';

interface WatchAsked extends Omit<FirstSyncOptions, 'onThrough'> {
  /** The token is for this command alone, and is not kept. */
  readonly isTokenGiven: boolean;
}

/**
 * `sync --watch`: watches from the start, so that files saved during the first sync are sent along with it. It reports
 * when it ends: the JSON tells all that was done while it ran, and the exit status how things stand then. A refused
 * token ends it, as it ends a sync.
 */
export async function watchCommand(
  program: Program,
  context: SyncContext,
  out: Output,
  { sites, leftOut }: Chosen,
  { isTokenGiven, ...asked }: WatchAsked,
): Promise<number> {
  const talk = new WatchTalk(program, context, out, { sites, leftOut });
  const stopping = AbortSignal.any([context.stopping, talk.ending]);
  await watchProgram(program, { ...context, stopping }, sites, {
    tellsReports: true,
    onReport: (site) => talk.reported(site),
    onNotice: (line) => talk.noticed(line),
    onStop: (failure) => talk.stopped(failure),
    onRefusedAgain: (failure) => talk.refused(failure),
    first: { ...asked, onThrough: () => talk.firstIsThrough() },
  }).finally(talk.stopShowing);
  await talk.counted;
  const { report, refusal } = talk;
  // It ended during its first sync: it reports as a sync without a watch does.
  if (!talk.isWatching) return conclude(out, report, { stop: context.gate.stop, leftOut, unsent: null });
  if (refusal !== null) talk.live.warn(`${refusal.message} ${isTokenGiven ? GIVE_ANOTHER : SIGN_IN_ANEW}`);
  out.object(objectOf(report, leftOut));
  return exitOfState(report);
}

/**
 * What a watch prints: all about its first sync at the end of that, below a progress line; then each thing as it comes.
 */
class WatchTalk {
  /** The JSON comes at the end. Until then the log tells what goes on. */
  readonly live: Output;
  readonly stopShowing: () => void;
  readonly #program: Program;
  readonly #context: SyncContext;
  readonly #sum: WatchSum;
  readonly #sites: Chosen['sites'];
  readonly #leftOut: LeftOut;
  readonly #ending = new AbortController();
  readonly #news = new WatchNews();
  #refusal: Failure | null = null;
  #isWatching = false;
  #counted: Promise<void> = Promise.resolve();

  constructor(program: Program, context: SyncContext, out: Output, { sites, leftOut }: Chosen) {
    this.live = out.json ? { ...out, say: out.log, warn: out.log } : out;
    this.stopShowing = showProgress(context, out);
    this.#program = program;
    this.#context = context;
    this.#sum = new WatchSum(context, sites);
    this.#sites = sites;
    this.#leftOut = leftOut;
  }

  /** Aborted when the watch is to end. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Why the service refuses the token; null if it takes it, as far as is known, or may take it again. */
  get refusal(): Failure | null {
    return this.#refusal;
  }

  /** Its first sync is over, and nothing keeps it from going on. */
  get isWatching(): boolean {
    return this.#isWatching;
  }

  /** Resolves when what waits was counted, if that had to be done. */
  get counted(): Promise<void> {
    return this.#counted;
  }

  get report(): SyncReport {
    const { report } = this.#sum;
    return this.#refusal === null ? report : { ...report, state: 'sign-in' };
  }

  reported(site: SiteReport): void {
    this.#sum.add(site);
    const { report, over } = this.#news.in(site);
    if (!this.#isWatching || report === null) return;
    printSite(this.live, report);
    if (over !== null) this.live.say(`  ${over} was wrong there is over.`);
  }

  firstIsThrough(): void {
    const { gate, stopping } = this.#context;
    // There is no point in waiting with a refused token.
    if (gate.stop?.kind === 'sign-in') this.refused(gate.stop.failure);
    if (this.#refusal !== null || stopping.aborted) return;
    if (gate.stop?.kind !== 'offline') return this.#begin(null);
    this.#counted = unsentOf(this.#program, this.#sites).then((unsent) => this.#begin(unsent));
    this.#counted.catch(() => this.#ending.abort());
  }

  #begin(unsent: Unsent | null): void {
    const { gate, stopping } = this.#context;
    if (stopping.aborted) return;
    this.#isWatching = true;
    this.stopShowing();
    printReport(this.live, this.report, { stop: gate.stop, leftOut: this.#leftOut, unsent }, 'watches');
    runAllDay();
    this.live.say('Watching for changes. Ctrl+C ends it.');
  }

  /**
   * A watch keeps the token that it began with, and locks the data folder in which another one would be kept. Going on
   * would only bring the same refusal until a person looks. If the service takes the token again meanwhile, nothing
   * ends.
   */
  refused(failure: Failure): void {
    this.#refusal = failure;
    this.#ending.abort();
  }

  noticed(line: string): void {
    if (!this.#isWatching) clearProgress(this.live);
    this.live.warn(line);
  }

  stopped(failure: Failure | null): void {
    if (failure === null) this.live.say('The service is reached again.');
    else
      this.live.warn(failure.code === 'sign-in' ? `${failure.message} ${ASKED_AGAIN}` : failureText(failure));
  }
}
