import { ok, type Result } from '../../../shared/failure.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { SiteContext } from '../context.ts';
import type { Commit } from '../ports/mirror.ts';

const BATCH = 64;

interface Waiting {
  readonly commit: Commit & { readonly local: LocalFile };
  readonly written: (result: Result<void>) => void;
  readonly broken: (error: unknown) => void;
}

/**
 * Writes the agreements of files that were placed, several at a time: their folders are flushed first, so that after
 * a power cut no agreement names a file that the disk has lost (it would look like a delete made here).
 */
export class Placed {
  #waiting: Waiting[] = [];
  #flushing = false;

  /** Resolves when the agreement is written. Those who wait at the same time share one flush. */
  add(context: SiteContext, commit: Waiting['commit']): Promise<Result<void>> {
    const written = new Promise<Result<void>>((resolve, reject) => {
      this.#waiting.push({ commit, written: resolve, broken: reject });
    });
    if (!this.#flushing) void this.#flush(context);
    return written;
  }

  async #flush(context: SiteContext): Promise<void> {
    this.#flushing = true;
    while (this.#waiting.length > 0) {
      // Let the transfers that end in this turn join.
      await Promise.resolve();
      const batch = this.#waiting.splice(0, BATCH);
      try {
        const result = await write(context, batch);
        for (const entry of batch) entry.written(result);
      } catch (error) {
        for (const entry of batch) entry.broken(error);
      }
    }
    this.#flushing = false;
  }
}

async function write(context: SiteContext, batch: readonly Waiting[]): Promise<Result<void>> {
  const paths = batch.map((entry) => entry.commit.local.path);
  const flushed = await context.disk.syncFolders(context.site.folder, paths);
  if (!flushed.ok) return flushed;
  context.mirror.commit(
    context.site.id,
    batch.map((entry) => entry.commit),
  );
  return ok(undefined);
}
