import { toldFailure, type Failure } from '../../../shared/failure.ts';
import type { DropProgress } from '../../../shared/ipc/drop.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { AppContext } from '../context.ts';

/** Between two events, ms: screens update four times a second. */
const EVERY = 250;

/** Tells how a drop goes: each phase at its begin and end, and at most four times a second in between. */
export class DropTeller {
  readonly #app: Pick<AppContext, 'emit' | 'env'>;
  readonly #drop: string;
  #state: Omit<DropProgress, 'drop'> = {
    phase: 'reading',
    filesDone: 0,
    filesTotal: 0,
    bytesDone: 0,
    bytesTotal: 0,
    failure: null,
  };
  #toldAt = -Infinity;

  constructor(app: Pick<AppContext, 'emit' | 'env'>, drop: string) {
    this.#app = app;
    this.#drop = drop;
  }

  begin(phase: 'reading' | 'copying', filesTotal: number, bytesTotal: number): void {
    this.#state = { phase, filesDone: 0, filesTotal, bytesDone: 0, bytesTotal, failure: null };
    this.#tell();
  }

  moved(bytes: number): void {
    this.#state.bytesDone = Math.min(this.#state.bytesTotal, this.#state.bytesDone + bytes);
    this.#tellSometimes();
  }

  fileDone(): void {
    this.#state.filesDone += 1;
    this.#tellSometimes();
  }

  end(phase: 'done' | 'cancelled' | 'failed', failure: Failure | null): void {
    this.#state = { ...this.#state, phase, failure: failure === null ? null : toldFailure(failure) };
    this.#tell();
  }

  #tellSometimes(): void {
    if (hasCome(this.#toldAt + EVERY, this.#app.env.now(), EVERY)) this.#tell();
  }

  #tell(): void {
    this.#toldAt = this.#app.env.now();
    this.#app.emit('drop', { drop: this.#drop, ...this.#state });
  }
}
