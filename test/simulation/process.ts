import type { OpId } from '../../shared/model/ids.ts';
import type { Environment } from '../../main/sync/ports/environment.ts';
import type { LaptopClimate } from './climate.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** One life of the program on a laptop: when it dies, nothing that it waits for ever comes. */
export class Process {
  readonly dead: Promise<void>;
  readonly #scheduler: Scheduler;
  #isDead = false;
  #die: () => void = () => undefined;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
    this.dead = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  kill(): void {
    this.#isDead = true;
    this.#die();
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    await this.#scheduler.wait(ms, signal);
    if (this.#isDead) await new Promise(() => undefined);
  }
}

/** What outlives the processes of a laptop besides its disk and its mirror. */
export interface Clock {
  /** Milliseconds ahead of the true time: it may be wrong and may be set. */
  ahead: number;
  /** Words given out: not drawn, so that they shift no draw. */
  generations: number;
}

export function simulatedEnvironment(
  process: Process,
  scheduler: Scheduler,
  laptop: LaptopClimate,
  clock: Clock,
  random: Random,
): Environment {
  const id = (): string =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return {
    now: () => scheduler.now + clock.ahead,
    sleep: (ms, signal) => process.wait(ms, signal),
    newOpId: () => `${laptop.name}-${id()}${id()}` as OpId,
    newFolderId: () => `${laptop.name}-${id()}`,
    newGeneration: () => `${laptop.name}-${++clock.generations}`,
    random: () => random.next(),
    stamp: (atMs) => new Date(atMs).toISOString().slice(0, 16).replace('T', ' ').replace(':', ''),
    device: laptop.name,
    platform: laptop.platform,
  };
}
