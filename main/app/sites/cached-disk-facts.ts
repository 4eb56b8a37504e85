import type { RelPath } from '../../../shared/model/rel-path.ts';
import { MODELS } from '../../engine/names/own-names.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { Disk } from '../../sync/ports/disk.ts';
import type { Environment } from '../../sync/ports/environment.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import { freeSpaceNear } from './free-space.ts';

/** What only the disk can tell of the sites' folders. */
export interface DiskFacts {
  /** Free bytes on the disk of the sites, or of the folder where they will be. Null if the disk does not say. */
  readonly freeBytes: number | null;
  /** Files in the trash of all sites. */
  readonly trash: number;
  /** Of the models of all sites, bytes. */
  readonly modelBytes: number;
  /** False: some of their folders cannot be read, and are not counted. */
  readonly areModelsWhole: boolean;
}

export interface DiskFactsOptions {
  readonly env: Pick<Environment, 'now'>;
  readonly disk: Pick<Disk, 'space' | 'listTrash' | 'bytesBelow'>;
  readonly followed: () => readonly FollowedSite[];
  /** Where sites will be. */
  readonly root: () => string;
}

const MODELS_FOLDER = MODELS as RelPath;

/** Between two looks, ms: … */
const EVERY = 5000;
/** … where something changed meanwhile, no longer than this, … */
const SOON = 500;
/** … or this many times as long as the last look took, since a trash may hold 100,000 files, … */
const LAZINESS = 20;
/** … but no longer than this, ms. */
const OLDEST = 60_000;

/** Looks at the disk now and then, and tells what it found the last time: nobody waits for it but who asks first. */
export class CachedDiskFacts {
  readonly #options: DiskFactsOptions;
  #facts: DiskFacts | null = null;
  #looking: Promise<DiskFacts> | null = null;
  #againAt = 0;
  /** From when on a look is worth its time again where something changed, epoch ms. */
  #soonAt = 0;
  /** Something changed since the last look began. */
  #isOutdated = false;

  constructor(options: DiskFactsOptions) {
    this.#options = options;
  }

  async read(): Promise<DiskFacts> {
    if (this.#looking === null && hasCome(this.#againAt, this.#options.env.now(), OLDEST)) {
      this.#looking = this.#look().finally(() => {
        this.#looking = null;
      });
      // A mirror that fails is told of by all else that reads it.
      this.#looking.catch(() => undefined);
    }
    return this.#facts ?? this.#looking ?? NOTHING;
  }

  /** Something changed that may have gone to the trash, or left it: looks again soon. */
  outdated(): void {
    this.#isOutdated = true;
    if (this.#looking === null) this.#againAt = Math.min(this.#againAt, this.#soonAt);
  }

  async #look(): Promise<DiskFacts> {
    const { env, disk, followed } = this.#options;
    const start = env.now();
    this.#againAt = start + EVERY;
    this.#isOutdated = false;
    const sites = followed();
    const freeBytes = await this.#freeSpace(sites[0]?.folder ?? null);
    const trashes = await Promise.all(sites.map((site) => disk.listTrash(site.folder)));
    const trash = trashes.reduce((sum, listed) => sum + (listed.ok ? listed.value.length : 0), 0);
    const models = await Promise.all(sites.map((site) => disk.bytesBelow(site.folder, MODELS_FOLDER)));
    const modelBytes = models.reduce((sum, { bytes }) => sum + bytes, 0);
    const areModelsWhole = models.every(({ isWhole }) => isWhole);
    const now = env.now();
    const rest = Math.max(0, now - start) * LAZINESS;
    this.#soonAt = now + Math.min(OLDEST, Math.max(SOON, rest));
    this.#againAt = this.#isOutdated ? this.#soonAt : now + Math.min(OLDEST, Math.max(EVERY, rest));
    this.#facts = { freeBytes, trash, modelBytes, areModelsWhole };
    return this.#facts;
  }

  async #freeSpace(folder: string | null): Promise<number | null> {
    const { disk, root } = this.#options;
    if (folder === null) return freeSpaceNear(disk, root());
    const space = await disk.space(folder);
    return space.ok ? space.value.freeBytes : null;
  }
}

/** Before anything was seen. */
const NOTHING: DiskFacts = { freeBytes: null, trash: 0, modelBytes: 0, areModelsWhole: true };
