import type { Failure } from '../../../shared/failure.ts';
import type { SyncContext } from '../../sync/context.ts';
import { thrownFailure } from '../../sync/ports/failure-error.ts';
import type { Session, SessionMaker } from './session.ts';

/** A session, or an engine that only looks: what works with a context until it is ended. */
export type Started = Omit<Session, 'sites'>;

export interface FolderLookOptions {
  readonly maker: SessionMaker;
  readonly start: (opened: SyncContext, stop: AbortController) => Started;
  readonly onTrouble: (failure: Failure) => void;
}

/** Watches the folders while nobody is signed in, so that changes there show as waiting: at most one engine at a time. */
export class FolderLook {
  readonly #options: FolderLookOptions;
  #started: Started | null = null;

  constructor(options: FolderLookOptions) {
    this.#options = options;
  }

  get engine(): Started['engine'] | null {
    return this.#started?.engine ?? null;
  }

  /** Never fails: neither a sign-in nor a sign-out may fail by it. */
  async begin(): Promise<void> {
    if (this.#started !== null) return;
    const stop = new AbortController();
    try {
      const opened = await this.#options.maker.look(stop.signal);
      if (opened === null) return;
      this.#started = this.#options.start(opened, stop);
      this.#started.engine.pauseAll();
      await this.#started.engine.refresh();
    } catch (error) {
      this.#options.onTrouble(thrownFailure(error));
    }
  }

  /** Callers that change a site wait for its end: a scan of the site's earlier folder may be under way. */
  async end(): Promise<void> {
    await this.#started?.end();
    this.#started = null;
  }
}
