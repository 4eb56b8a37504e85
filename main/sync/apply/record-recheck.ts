import type { Update } from '../../engine/plan/actions.ts';
import type { SiteContext } from '../context.ts';
import type { Outcome } from '../state/outcome.ts';
import { checkListed } from './proof.ts';

/** Milliseconds after which the record may be another by the time that the last bytes go. */
const SOON = 2000;
/** While bytes travel for longer, so often: what nobody will want any more need not travel to its end. */
const EVERY = 60_000;
/** Held back until the record was looked at, so that what is left to send after it takes no time. */
const LAST_BYTES = 16 * 1024;

/**
 * Looks at the record again while an update travels (rule 7). The service replaces it when the last byte has come and
 * knows no condition: of what others sent during the minutes that a large file takes, nothing would be left there.
 */
export class RecordRecheck {
  /** What was found instead of the record that the plan saw; the upload was broken off, and the service keeps nothing of it. */
  found: Outcome | null = null;
  /** What a look threw, which broke the upload off: of the mirror, never of the file or the service. */
  thrown: { readonly error: unknown } | null = null;
  readonly #context: SiteContext;
  readonly #action: Pick<Update, 'expect' | 'id'>;
  /** When the record was as the plan saw it, epoch ms. */
  #lookedAt: number;

  /** Made when the record is looked at for the first time. */
  constructor(context: SiteContext, action: Pick<Update, 'expect' | 'id'>) {
    this.#context = context;
    this.#action = action;
    this.#lookedAt = context.env.now();
  }

  /** The same bytes, broken off where the record is another by now. `size`: how many these are. */
  async *over(stream: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
    let left = size;
    for await (const chunk of stream) {
      left -= chunk.length;
      const last = left > 0 ? 0 : Math.min(chunk.length, LAST_BYTES);
      if (chunk.length > last) yield chunk.subarray(0, chunk.length - last);
      await this.#look(last > 0 ? SOON : EVERY);
      if (last > 0) yield chunk.subarray(chunk.length - last);
    }
  }

  async #look(dueAfter: number): Promise<void> {
    const now = this.#context.env.now();
    // Of a clock that was set back nobody knows how long ago it was.
    if (now >= this.#lookedAt && now - this.#lookedAt < dueAfter) return;
    const { id, expect } = this.#action;
    const checked = await checkListed(this.#context, id, expect).catch((error: unknown) => {
      this.thrown = { error };
      throw error;
    });
    this.#lookedAt = this.#context.env.now();
    // A look that fails proves nothing, and the upload will meet the same trouble.
    if (checked.ok || checked.outcome.kind === 'failed') return;
    this.found = checked.outcome;
    throw new Error('The record changed while its new version was on its way.');
  }
}
