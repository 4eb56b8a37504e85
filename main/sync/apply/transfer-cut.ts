import type { Environment } from '../ports/environment.ts';
import type { CycleOptions, Transfers } from '../cycle-options.ts';

/** How often to ask whether the transfers should be cut short, ms. */
const ASK_EVERY = 1000;

/** Cuts the transfers of a cycle short if whoever leads it wants to look at both sides first. Once cut, they stay cut. */
export class TransferCut {
  readonly #wants: CycleOptions['isCutShort'];
  readonly #cut = new AbortController();
  #transfers: Transfers | null = null;

  /** Without `wants` they are never cut. */
  constructor(wants: CycleOptions['isCutShort']) {
    this.#wants = wants;
  }

  get isCut(): boolean {
    return this.#cut.signal.aborted;
  }

  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  /** Asks now; true if they are cut. */
  ask(): boolean {
    if (!this.isCut && this.#transfers !== null && this.#wants?.(this.#transfers) === true) this.#cut.abort();
    return this.isCut;
  }

  /** Asks about these transfers now and then, until they are cut or `over`. */
  async watch(transfers: Transfers, env: Pick<Environment, 'sleep'>, over: AbortSignal): Promise<void> {
    this.#transfers = transfers;
    if (this.#wants === undefined) return;
    while (!over.aborted && !this.ask()) await env.sleep(ASK_EVERY, over);
  }
}
