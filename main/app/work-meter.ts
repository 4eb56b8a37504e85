import type { AppState } from '../../shared/ipc/app.ts';
import { addSample, estimate, type TransferSample } from '../engine/transfer-estimate.ts';
import type { Progress } from '../sync/state/progress.ts';

/** Turns the engine's counters into what a person follows: bytes, rate and time left. Ask it at even intervals. */
export class WorkMeter {
  #samples: readonly TransferSample[] = [];

  read(progress: Progress | null, now: number): AppState['work'] {
    if (progress === null) return IDLE;
    const { phase, site, filesDone, filesTotal, bytesDone, bytesTotal, running } = progress.state;
    const busy = running.length > 0;
    this.#samples = busy ? addSample(this.#samples, { at: now, bytes: bytesDone }) : [];
    const { bytesPerSecond, secondsLeft } = busy
      ? estimate(this.#samples, bytesTotal - bytesDone)
      : { bytesPerSecond: null, secondsLeft: null };
    return {
      phase,
      site,
      filesDone,
      filesTotal,
      bytesDone,
      bytesTotal: Math.max(bytesTotal, bytesDone),
      bytesPerSecond,
      secondsLeft,
      running: running.map((transfer) => ({ ...transfer })),
    };
  }
}

const IDLE: AppState['work'] = {
  phase: 'idle',
  site: null,
  filesDone: 0,
  filesTotal: 0,
  bytesDone: 0,
  bytesTotal: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  running: [],
};
