import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { observeMirror } from '../../../main/app/feed/observed-mirror.ts';
import { TouchedFiles } from '../../../main/app/views/touched-files.ts';
import type { Moment } from '../../../main/app/views/moment.ts';
import { MirrorViews, type FileQuery } from '../../../main/app/views/views.ts';
import type { Mirror, MirrorReader } from '../../../main/sync/ports/mirror.ts';
import type { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import type { SimLaptop } from '../sim-laptop.ts';
import { simulate } from '../simulate.ts';

/** VIEW_SEEDS looks longer, VIEW_FROM at other lives. */
const SEEDS = Number(process.env['VIEW_SEEDS'] ?? 120);
const FIRST = Number(process.env['VIEW_FROM'] ?? 0);
/**
 * Writes between two looks, by the seed: a screen looks at any time. Mostly after each one, since of several writes one
 * nearly always asks for a view that is built anew.
 */
const LOOK_EVERY = [1, 1, 1, 2, 7] as const;
const MANY = 10_000;

it('show after each write what views that are built anew show', { timeout: 2000 * SEEDS }, async () => {
  const sums = { looks: 0, built: 0 };
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const screens = new Map<SimLaptop, Screen>();
    const lookEvery = LOOK_EVERY[seed % LOOK_EVERY.length]!;
    const { broken } = await simulate(seed, {
      onOpen: (laptop) => {
        const before = screens.get(laptop);
        const screen = before?.mirror === laptop.mirror ? before : new Screen(laptop, lookEvery);
        screens.set(laptop, screen);
        return screen.observed;
      },
    });
    expect(broken, `seed ${seed}`).toEqual([]);
    for (const { looks, built, differences } of screens.values()) {
      expect(differences[0], `seed ${seed}`).toBe(undefined);
      sums.looks += looks;
      sums.built += built;
    }
  }
  // Else it would compare what is built anew with what is built anew.
  expect(sums.looks).toBeGreaterThan(5000);
  expect(sums.built).toBeLessThan(sums.looks * 0.7);
});

/** A window that is open while the laptop's programs write. */
class Screen {
  readonly mirror: MemoryMirror;
  readonly observed: Mirror;
  readonly differences: string[] = [];
  looks = 0;
  /** How often all of the trees was read for it. */
  built = 0;
  readonly #laptop: SimLaptop;
  readonly #lookEvery: number;
  readonly #touched = new TouchedFiles();
  readonly #views: MirrorViews;
  #writes = 0;
  #chosen = '';

  constructor(laptop: SimLaptop, lookEvery: number) {
    this.#laptop = laptop;
    this.#lookEvery = lookEvery;
    this.mirror = laptop.mirror;
    this.observed = observeMirror(this.mirror, {
      changed: (_, files) => {
        this.#touched.add(files);
        this.#writes += 1;
        if (this.#writes % this.#lookEvery === 0) this.#look();
      },
      synced: () => undefined,
      changedAll: () => this.#touched.add(null),
      listed: () => undefined,
    });
    this.#views = new MirrorViews(this.#counting(), this.#moment());
  }

  #counting(): MirrorReader {
    const trees: MirrorReader['trees'] = (site) => {
      this.built += 1;
      return this.mirror.trees(site);
    };
    return new Proxy(this.mirror, {
      get: (target, name) => {
        if (name === 'trees') return trees;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  }

  #moment(): Moment {
    const { platform, name } = this.#laptop.setup.laptop;
    const { site } = this.#laptop.setup;
    const { revision, touched } = this.#touched.look();
    return {
      online: true,
      signedIn: true,
      paused: false,
      platform,
      device: name,
      ignore: [],
      ignoreTexts: {},
      running: [],
      slowed: {},
      revisions: { [site]: revision },
      touched: { [site]: touched },
    };
  }

  #look(): void {
    const { site } = this.#laptop.setup;
    if (this.mirror.followed().length === 0) return;
    // People of this world choose without the program.
    const chosen = JSON.stringify([[...this.mirror.pins(site)], [...this.mirror.chosenCategories(site)]]);
    if (chosen !== this.#chosen) this.#touched.add(null);
    this.#chosen = chosen;
    this.looks += 1;
    this.#views.at(this.#moment());
    const anew = new MirrorViews(this.mirror, this.#moment());
    for (const descending of [false, true]) {
      const query: FileQuery = {
        site,
        filter: {
          text: '',
          category: null,
          status: descending ? ['queued', 'up-to-date'] : [],
          folder: null,
        },
        sort: { by: descending ? 'changed' : 'status', descending },
      };
      this.#compare(
        sorted(this.#views.page(query, 0, MANY), 'rows'),
        sorted(anew.page(query, 0, MANY), 'rows'),
      );
    }
    this.#compare(this.#views.counts(), anew.counts());
    this.#compare(sorted(this.#views.outbox(null), 'pending'), sorted(anew.outbox(null), 'pending'));
  }

  /** Throws nothing: the engine would take it for a fault of its own. */
  #compare(shown: unknown, anew: unknown): void {
    if (isDeepStrictEqual(shown, anew)) return;
    this.differences.push(
      `${this.#laptop.name} sees ${JSON.stringify(shown)}\ninstead of ${JSON.stringify(anew)}`,
    );
  }
}

/** Two rows may have one path, and stand in any order then. */
function sorted<T extends { readonly [K in N]: readonly { readonly key: string }[] }, N extends string>(
  whole: T,
  name: N,
): T {
  return { ...whole, [name]: whole[name].toSorted((a, b) => (a.key < b.key ? -1 : 1)) };
}
