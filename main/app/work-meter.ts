import type { AppState } from '../../shared/ipc/app.ts';
import { addSample, estimate, type TransferSample } from '../engine/times/transfer-estimate.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { Progress, ProgressState } from '../sync/telling/progress.ts';

type Work = AppState['work'];

/** What a file costs besides its bytes, expressed in bytes: for thousands of tiny ones, requests take the time. */
const FILE_COST = 65_536;
/** Progress is told in files if there are at least this many, and their average size is at most `TINY`. */
const MANY = 20;
const TINY = 65_536;
/** Once the rest is at least this large on average, bytes again. */
const LARGE = 1_048_576;
/** The rate of a file smaller than this tells more about the answers of the service than about the line. */
const TELLING = 524_288;

/**
 * Turns the engine's counters into what a person follows: files or bytes, rate and time left. Ask it at even intervals: it
 * remembers what it was asked, so that a run is told in one kind of words from its beginning to its end.
 */
export class WorkMeter {
  #by: Work['by'] | null = null;
  #bytes: readonly TransferSample[] = [];
  /** Of bytes and files together. */
  #effort: readonly TransferSample[] = [];
  readonly #up = new LastRate('up');
  readonly #down = new LastRate('down');
  #bytesBefore = 0;

  /** `isPaused`: what is on its way for such a site stands still, and nobody knows for how long. */
  read(progress: Progress | null, now: number, isPaused: (site: SiteId) => boolean = () => false): Work {
    if (progress === null) return { ...IDLE, rates: this.#rates() };
    const { state } = progress;
    const {
      phase,
      site,
      filesDone,
      filesTotal,
      bytesDone,
      bytesTotal,
      bytesUp,
      bytesDown,
      running,
      reading,
    } = state;
    const stands = bytesDone === this.#bytesBefore && running.every((each) => isPaused(each.site));
    this.#bytesBefore = bytesDone;
    const moving = stands ? [] : running;
    this.#up.take(now, bytesUp, moving);
    this.#down.take(now, bytesDown, moving);
    // Between one tiny file and the next nothing runs for a moment, or another site is looked at: the run goes on.
    const goesOn = phase !== 'idle' && filesDone < filesTotal && (site === null || !isPaused(site));
    const moves = moving.length > 0 || (running.length === 0 && goesOn);
    const isOver = running.length === 0 && (phase === 'idle' || filesTotal === 0);
    this.#by = isOver ? null : kindOf(state, this.#by);
    const done = bytesDone + filesDone * FILE_COST;
    this.#bytes = moves ? addSample(this.#bytes, { at: now, bytes: bytesDone }) : [];
    this.#effort = moves ? addSample(this.#effort, { at: now, bytes: done }) : [];
    const left = bytesTotal + filesTotal * FILE_COST - done;
    return {
      phase,
      site,
      by: this.#by ?? 'bytes',
      filesDone,
      filesTotal,
      bytesDone,
      bytesTotal: Math.max(bytesTotal, bytesDone),
      bytesPerSecond: moves ? estimate(this.#bytes, bytesTotal - bytesDone).bytesPerSecond : null,
      secondsLeft: moves ? estimate(this.#effort, left).secondsLeft : null,
      rates: this.#rates(),
      running: running.map((transfer) => ({ ...transfer })),
      reading: reading === null ? null : { ...reading },
      stands: phase === 'transferring' && (running.length > 0 ? stands : site !== null && isPaused(site)),
    };
  }

  #rates(): Work['rates'] {
    return { up: this.#up.last, down: this.#down.last };
  }
}

/** In what a run is told: files become bytes once, where only large ones are left; nothing goes back. */
function kindOf(
  { filesDone, filesTotal, bytesDone, bytesTotal }: ProgressState,
  before: Work['by'] | null,
): Work['by'] {
  if (before === 'bytes') return before;
  if (before === null) return filesTotal >= MANY && bytesTotal < filesTotal * TINY ? 'files' : 'bytes';
  const left = Math.max(1, filesTotal - filesDone);
  return bytesTotal - bytesDone >= left * LARGE ? 'bytes' : 'files';
}

/** Bytes per second, one way, of the last files that were large enough to tell something of the line. */
class LastRate {
  readonly #direction: 'up' | 'down';
  #samples: readonly TransferSample[] = [];
  #last: number | null = null;

  constructor(direction: 'up' | 'down') {
    this.#direction = direction;
  }

  /** Null if there was none yet. */
  get last(): number | null {
    return this.#last;
  }

  take(at: number, bytes: number, running: ProgressState['running']): void {
    const tells = running.some(
      ({ direction, total }) => direction === this.#direction && (total ?? 0) >= TELLING,
    );
    this.#samples = tells ? addSample(this.#samples, { at, bytes }) : [];
    const rate = estimate(this.#samples, 0).bytesPerSecond;
    if (rate !== null && rate >= 1) this.#last = rate;
  }
}

const IDLE: Omit<Work, 'rates'> = {
  phase: 'idle',
  site: null,
  by: 'bytes',
  filesDone: 0,
  filesTotal: 0,
  bytesDone: 0,
  bytesTotal: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  running: [],
  reading: null,
  stands: false,
};
