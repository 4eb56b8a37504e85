/** The calls that a planned failure can name. */
export type MemoryCall =
  | 'verify'
  | 'sites'
  | 'list'
  | 'read'
  | 'create'
  | 'update'
  | 'delete'
  | 'download'
  | 'model'
  | 'series'
  | 'photo';

/**
 * How a call fails: `lose-before`: the connection breaks and nothing was done · `lose-after`: all was done, the reply is
 * lost · `refuse-connection`: offline · a status of the service · a download that breaks off after so many bytes.
 */
export type MemoryFailure =
  | 'lose-before'
  | 'lose-after'
  | 'refuse-connection'
  | { readonly status: number; readonly retryAfter?: number; readonly words?: string }
  | { readonly truncateDownload: number };

export interface MemoryPlan {
  /** Every call where absent. */
  readonly call?: MemoryCall;
  /** How many matching calls pass unharmed first; 0 where absent. */
  readonly after?: number;
  /** How many matching calls fail; 1 where absent. */
  readonly times?: number;
  readonly failure: MemoryFailure;
}

/** What goes wrong, all off at first; counters go down as they are used. */
export class MemoryFaults {
  /** Pages of files that leave out their middle row. */
  skipRow = 0;
  /** Pages of files that repeat their middle row. */
  duplicateRow = 0;
  emptyListing = false;
  ignoresFilters = false;
  dropMetadata = false;
  updateNeedsFile = false;
  createReply: 'record' | 'id' | 'nothing' = 'record';
  /** What the service makes of an upload; null stores it as it came. */
  rewrite: ((bytes: Uint8Array, name: string) => Uint8Array) | null = null;
  /** Called as each call arrives, before it is answered: a simulation may change things between two steps. */
  onCall: ((call: MemoryCall) => void) | null = null;
  #plans: { plan: MemoryPlan; passes: number; left: number }[] = [];

  fail(plan: MemoryPlan): void {
    this.#plans.push({ plan, passes: plan.after ?? 0, left: plan.times ?? 1 });
  }

  forget(): void {
    this.#plans = [];
  }

  /** The failure this call is due, used up once. */
  take(call: MemoryCall): MemoryFailure | null {
    for (const entry of this.#plans) {
      if (entry.left === 0 || (entry.plan.call !== undefined && entry.plan.call !== call)) continue;
      if (entry.passes > 0) {
        entry.passes -= 1;
        continue;
      }
      entry.left -= 1;
      return entry.plan.failure;
    }
    return null;
  }

  /** Spoils the rows of one page of files. */
  spoil<T>(rows: readonly T[]): readonly T[] {
    const middle = Math.floor(rows.length / 2);
    if (rows.length > 0 && this.skipRow > 0) {
      this.skipRow -= 1;
      return rows.toSpliced(middle, 1);
    }
    const repeated = rows[middle];
    if (repeated !== undefined && this.duplicateRow > 0) {
      this.duplicateRow -= 1;
      return rows.toSpliced(middle, 0, repeated);
    }
    return rows;
  }
}
