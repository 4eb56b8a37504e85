import { failureText, type Failure } from '../../../shared/failure.ts';
import type { AppState } from '../../../shared/ipc/app.ts';
import type { EventName, EventPayload } from '../../../shared/ipc/contract.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { Environment } from '../../sync/ports/environment.ts';
import { thrownFailure } from '../../sync/ports/failure-error.ts';
import type { EventListener } from '../app.ts';
import { Troubles } from '../troubles.ts';

export interface AudienceOptions {
  readonly env: Pick<Environment, 'now'>;
  /**
   * First reads what has to come from the disk. It resolves to a function that gives the state at the moment of its
   * call.
   */
  readonly state: () => Promise<() => AppState>;
  /** The sites that wait because the service asked for it, and until when, epoch ms. */
  readonly slowed: () => readonly (readonly [site: SiteId, until: number])[];
  /** Technical details of faults, for the log. */
  readonly log: (line: string) => void;
}

/** The pages that listen, and what they were told last: nothing is told twice, and nothing once the mirror is closed. */
export class Audience {
  readonly #options: AudienceOptions;
  readonly #listeners = new Set<EventListener>();
  readonly #troubles: Troubles;
  #isClosed = false;
  /** The state that was told last, as JSON. */
  #lastState = '';
  #lastSlowed = '[]';

  constructor(options: AudienceOptions) {
    this.#options = options;
    this.#troubles = new Troubles(options.env);
  }

  /** Tells it the state, and then all events until the returned function is called. */
  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener);
    void this.#welcome(listener);
    return () => this.#listeners.delete(listener);
  }

  emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    for (const listener of this.#listeners) listener(name, payload);
  }

  /** Shows a new trouble to the person; of one that lasts, only the log hears again. */
  trouble(failure: Failure): void {
    if (failure.detail !== undefined) this.#options.log(failure.detail);
    const text = failureText(failure);
    if (this.#troubles.comesUp(text)) this.emit('toast', { kind: 'warn', text });
  }

  /** Tells the state if it is another than the last one. */
  async tellState(): Promise<void> {
    if (this.#listeners.size === 0) return;
    this.#tellSlowed();
    const state = (await this.#options.state())();
    const text = JSON.stringify(state);
    if (text === this.#lastState) return;
    this.#lastState = text;
    this.emit('state', state);
  }

  /** The mirror is closed as well: a page that connects just now is told nothing. */
  close(): void {
    this.#isClosed = true;
  }

  async #welcome(listener: EventListener): Promise<void> {
    try {
      const state = await this.#options.state();
      if (this.#isClosed) return;
      listener('state', state());
      // Others may have been told another one last, which may be that of the next moment again: so that is told to all.
      this.#lastState = '';
    } catch (error) {
      // Listeners that were there before have heard it when it happened.
      listener('toast', { kind: 'warn', text: failureText(thrownFailure(error)) });
    }
  }

  /** The service asks to wait, or no longer does: no tree changes by that, but what screens show of waiting files does. */
  #tellSlowed(): void {
    const slowed = JSON.stringify(this.#options.slowed());
    if (slowed !== this.#lastSlowed) this.emit('changed', { site: null });
    this.#lastSlowed = slowed;
  }
}
