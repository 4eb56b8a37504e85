import type { Result } from '../../../shared/failure.ts';
import type { PulledSiteModel } from '../../../shared/ipc/models.ts';
import type { ModelId, SiteId } from '../../../shared/model/ids.ts';

type Pulled = Result<PulledSiteModel>;

interface Running {
  readonly site: SiteId;
  readonly model: ModelId;
  readonly stopping: AbortController;
  readonly ended: Promise<Pulled>;
}

/** The pulls of site models that are under way, each of which can be stopped. */
export class RunningPulls {
  readonly #running = new Map<string, Running>();

  has(site: SiteId, model: ModelId): boolean {
    return this.#running.has(keyOf(site, model));
  }

  /** Starts a pull, or joins the one of the same model. `onOver` is called before the result is given to anybody. */
  run(
    site: SiteId,
    model: ModelId,
    pull: (signal: AbortSignal) => Promise<Pulled>,
    onOver: () => void,
  ): Promise<Pulled> {
    const key = keyOf(site, model);
    const running = this.#running.get(key);
    if (running !== undefined) return running.ended;
    const stopping = new AbortController();
    const ended = pull(stopping.signal).finally(() => {
      this.#running.delete(key);
      onOver();
    });
    this.#running.set(key, { site, model, stopping, ended });
    return ended;
  }

  /** Stops the pull of this model, or all of the site. Resolves when nothing of them is written any more. */
  async stop(site: SiteId, model: ModelId | null = null): Promise<void> {
    return this.#end(
      [...this.#running.values()].filter(
        (each) => each.site === site && (model === null || each.model === model),
      ),
    );
  }

  /** The same for all sites. */
  stopAll(): Promise<void> {
    return this.#end([...this.#running.values()]);
  }

  async #end(over: readonly Running[]): Promise<void> {
    for (const { stopping } of over) stopping.abort();
    // Who asked for it hears how it ended.
    await Promise.allSettled(over.map(({ ended }) => ended));
  }
}

function keyOf(site: SiteId, model: ModelId): string {
  return `${site}\n${model}`;
}
