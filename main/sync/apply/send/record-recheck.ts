import type { Update } from '../../../engine/plan/actions.ts';
import type { SiteContext } from '../../context.ts';
import type { Outcome } from '../../steps/outcome.ts';
import { checkListed } from '../proof.ts';

/** If the upload takes longer than this, ms, the record may have changed before the last bytes go. */
const SOON = 2000;
/** How often to look during a long upload, ms: one that is in vain already need not go on to its end. */
const EVERY = 60_000;
/** Bytes held back until the last look at the record, so few that sending them takes no time. */
const LAST_BYTES = 16 * 1024;

/**
 * Looks at the record again during an upload (rule 7). The service replaces the record when the last byte has come, and
 * accepts no condition: whatever others sent during the minutes that a large file takes would be lost there.
 */
export class RecordRecheck {
  /** Set if the record was no longer as planned: the upload was broken off, and the service keeps nothing of it. */
  found: Outcome | null = null;
  /** Set if a look threw, which broke the upload off. It is an error of the mirror, never of the file or the service. */
  thrown: { readonly error: unknown } | null = null;
  readonly #context: SiteContext;
  readonly #action: Pick<Update, 'expect' | 'id'>;
  /** When the record was last seen as planned, epoch ms. */
  #lookedAt: number;

  /** Made when the record is looked at for the first time. */
  constructor(context: SiteContext, action: Pick<Update, 'expect' | 'id'>) {
    this.#context = context;
    this.#action = action;
    this.#lookedAt = context.env.now();
  }

  /** The same bytes, but broken off once the record is no longer as planned. `size`: how many they are. */
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
    // After the clock was set back nobody knows how long ago that was.
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
