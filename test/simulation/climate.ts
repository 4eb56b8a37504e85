import type { Platform } from '../../main/engine/policy.ts';
import type { MemoryDiskOptions } from '../support/memory/disk/disk.ts';
import type { Random } from './random.ts';

/** What goes wrong and how often, drawn from the seed: some runs are calm in one way and wild in another. */
export interface Climate {
  readonly laptops: readonly LaptopClimate[];
  readonly service: {
    readonly createReply: 'record' | 'id' | 'nothing';
    readonly dropMetadata: boolean;
    readonly updateNeedsFile: boolean;
    readonly ignoresFilters: boolean;
    /** What it makes of tables: a line more at the end. */
    readonly rewrites: boolean;
  };
  /** Milliseconds in which people work and things go wrong. */
  readonly span: number;
  /** What people and other clients do in that time. */
  readonly deeds: number;
  /** Probabilities, each for one call. */
  readonly network: {
    readonly loseBefore: number;
    readonly loseAfter: number;
    readonly refuse: number;
    readonly status: number;
    readonly html: number;
    readonly breakDownload: number;
    readonly slow: number;
  };
  readonly listing: {
    readonly skipRow: number;
    readonly duplicateRow: number;
    /**
     * From here on the list lies and looks whole all the same: off in most runs, because no client can then know
     * whether a create whose reply was lost was made. Cut short, with a count that bears it out.
     */
    readonly truncate: number;
    /** It stays as it is while the records change. */
    readonly freeze: number;
    readonly empty: number;
  };
}

export interface LaptopClimate {
  readonly name: string;
  readonly platform: Platform;
  readonly disk: MemoryDiskOptions;
  /** `watch`: stays open and watches · `once`: a sync now and then. */
  readonly mode: 'watch' | 'once';
  /** Probabilities, each for one step of the disk. */
  readonly crash: number;
  readonly diskError: number;
  /** A person does something between two steps of a sync. */
  readonly deed: number;
  /** Hints of the watcher that are lost. */
  readonly lostHints: number;
  readonly clockJumps: boolean;
  /** Probability, for each death of the program, that it is one of the computer: of its mirror only what was flushed is left. */
  readonly powerCut: number;
  /** Probability, for each death of the program, that its mirror is found damaged and made anew. */
  readonly mirrorLoss: number;
}

const DISKS: readonly { readonly platform: Platform; readonly disk: MemoryDiskOptions }[] = [
  { platform: 'linux', disk: { inodes: 'reused' } },
  { platform: 'linux', disk: { inodes: 'unique' } },
  { platform: 'win32', disk: { caseInsensitive: true, mtimeStepNs: 100n } },
  { platform: 'darwin', disk: { caseInsensitive: true, normalisation: 'preserving' } },
  { platform: 'darwin', disk: { caseInsensitive: true, normalisation: 'nfd' } },
  { platform: 'linux', disk: { inodes: 'none' } },
];

/** Most of the laptops keep the site on a disk that treats case otherwise than those of its system do mostly. */
export function onOtherDisks(climate: Climate, random: Random): Climate {
  const laptops = climate.laptops.map((laptop) => {
    if (random.chance(0.25)) return laptop;
    const caseInsensitive = laptop.disk.caseInsensitive !== true;
    return { ...laptop, disk: { ...laptop.disk, caseInsensitive, keepsCase: random.chance(0.5) } };
  });
  return { ...climate, laptops };
}

export function drawClimate(random: Random): Climate {
  /** Off in half of the runs, else up to so much. */
  const upTo = (most: number): number => (random.chance(0.5) ? 0 : random.next() * most);
  const lies = random.chance(0.3);
  const count = 2 + random.below(2);
  const laptops = Array.from({ length: count }, (_, n) => drawLaptop(random, n, upTo));
  return {
    laptops,
    service: {
      createReply: random.pick(['record', 'record', 'id', 'nothing'] as const),
      dropMetadata: random.chance(0.2),
      updateNeedsFile: random.chance(0.2),
      ignoresFilters: random.chance(0.2),
      rewrites: random.chance(0.15),
    },
    span: random.pick([60_000, 300_000, 1_800_000]),
    deeds: 4 + random.below(24),
    network: {
      loseBefore: upTo(0.05),
      loseAfter: upTo(0.08),
      refuse: upTo(0.03),
      status: upTo(0.05),
      html: upTo(0.03),
      breakDownload: upTo(0.1),
      slow: upTo(0.1),
    },
    listing: {
      skipRow: upTo(0.1),
      duplicateRow: upTo(0.1),
      truncate: lies ? upTo(0.1) : 0,
      freeze: lies ? upTo(0.1) : 0,
      empty: lies ? upTo(0.05) : 0,
    },
  };
}

function drawLaptop(random: Random, n: number, upTo: (most: number) => number): LaptopClimate {
  const { platform, disk } = random.pick(DISKS);
  const crash = upTo(0.002);
  return {
    name: ['anna', 'ben', 'cleo'][n] ?? `laptop ${n}`,
    platform,
    disk,
    mode: random.chance(0.5) ? 'watch' : 'once',
    crash,
    diskError: upTo(0.005),
    deed: upTo(0.01),
    lostHints: upTo(0.3),
    clockJumps: random.chance(0.25),
    mirrorLoss: random.chance(0.2) ? 0.4 : 0,
    powerCut: random.chance(0.5) ? 0.5 : 0,
  };
}
