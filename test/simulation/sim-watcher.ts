import type { Watcher, WatchHint } from '../../main/sync/ports/environment.ts';
import { ok } from '../../shared/failure.ts';
import type { MemoryDisk } from '../support/memory/disk/disk.ts';
import { hintsOf } from '../support/memory/watcher.ts';
import type { LaptopClimate } from './climate.ts';
import type { Process } from './process.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

interface Watched {
  readonly disk: MemoryDisk;
  readonly setup: {
    readonly random: Random;
    readonly laptop: LaptopClimate;
    readonly scheduler: Scheduler;
  };
}

/** Tells a program of each change, after a while; some of it is lost. */
export function simulatedWatcher({ setup, disk }: Watched, process: Process): Watcher {
  const { random, laptop, scheduler } = setup;
  return {
    watch: (folder, _ignored, onHint) => {
      const stop = disk.onChange((change) => {
        const { path } = change;
        if (process.isDead || !path.startsWith(`${folder}/`) || random.chance(laptop.lostHints)) return;
        const below = path.slice(folder.length + 1);
        if (below.startsWith('.sitesync')) return;
        const hints: readonly WatchHint[] = random.chance(0.02)
          ? [{ kind: 'lost', why: 'too many' }]
          : hintsOf(change, below);
        void scheduler.wait(random.below(500)).then(() => {
          if (!process.isDead) hints.forEach(onHint);
        });
      });
      return {
        ready: Promise.resolve(ok(undefined)),
        close: () => {
          stop();
          return Promise.resolve();
        },
      };
    },
  };
}
