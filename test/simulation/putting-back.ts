import type { Climate } from './climate.ts';
import type { Ledger } from './ledger.ts';
import { nowAndThen } from './now-and-then.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimLaptop } from './sim-laptop.ts';
import type { SiteFolder } from './site-folders.ts';

/** Chance that a copy is an image of the disk, that a copy is made at all, and that its marker cannot be written. */
const IMAGE = 0.4;
const COPIES = 0.4;
const SHUT = 0.25;
/** Chance that the folder which was taken away is put back in the end. */
const BACK = 0.6;
/** Steps of a disk between which a folder takes the place of another, at most. */
const STEPS = 150;

interface Judged {
  readonly scheduler: Scheduler;
  readonly climate: Climate;
  readonly ledger: Ledger;
  /** The laptop does not know its folder any more, from here on. */
  readonly onExchange: (laptop: SimLaptop) => void;
}

/** A person puts an older copy of the site's folder in its place, works in it, and may put the folder itself back. */
export class PuttingBack {
  readonly #random: Random;
  readonly #world: Judged;
  readonly #laptop: SimLaptop;

  constructor(laptop: SimLaptop, random: Random, world: Judged) {
    this.#laptop = laptop;
    this.#random = random;
    this.#world = world;
  }

  live(): Promise<void> {
    const { folders } = this.#laptop;
    const random = this.#random;
    return nowAndThen(this.#world, random, 8, async () => {
      const copy = random.chance(COPIES) ? undefined : folders.copies.at(random.below(folders.copies.length));
      if (copy === undefined)
        await this.#soon(
          () => folders.isThere,
          () => this.#copy(),
        );
      else await this.#putBack(copy);
    });
  }

  #copy(): void {
    const { folders, name } = this.#laptop;
    const how = this.#random.chance(IMAGE) ? 'image' : 'copy';
    const copy = folders.copy(how);
    this.#world.ledger.copied(folders.name, copy.name);
    this.#world.scheduler.trace(`${name} person makes ${how} ${copy.name}`);
  }

  async #putBack(copy: SiteFolder): Promise<void> {
    const { scheduler, climate } = this.#world;
    const random = this.#random;
    const { folders } = this.#laptop;
    let first: SiteFolder | null = null;
    const mayGo = (): boolean => folders.isThere;
    await this.#soon(mayGo, () => {
      if (folders.isAlike(copy) || folders.isOther(copy)) return;
      folders.copies.splice(folders.copies.indexOf(copy), 1);
      first = this.#exchange(copy);
    });
    if (first === null) return;
    const { putBacks } = this.#laptop;
    if (random.chance(SHUT)) this.#laptop.markerIsShut = true;
    await scheduler.wait(random.below(climate.span / 4));
    const itself: SiteFolder = first;
    // A mirror that was put back meanwhile may not know any more that there was another folder.
    const isForgotten = (): boolean => this.#laptop.putBacks > putBacks && folders.isAlike(itself);
    if (random.chance(BACK))
      await this.#soon(mayGo, () => folders.isOther(itself) || isForgotten() || this.#exchange(itself));
    this.#laptop.markerIsShut = false;
  }

  #exchange(other: SiteFolder): SiteFolder {
    const { folders, name } = this.#laptop;
    const was = folders.exchange(other);
    this.#world.scheduler.trace(`${name} person puts ${other.how} ${other.name} in the place of ${was.name}`);
    this.#world.onExchange(this.#laptop);
    return was;
  }

  /** In the midst of a sync where there is one, between any two of its steps; later where nobody can get at the folder. */
  async #soon(may: () => boolean, act: () => unknown): Promise<void> {
    const { scheduler } = this.#world;
    const laptop = this.#laptop;
    let steps = this.#random.below(STEPS);
    let isDone = false;
    const actOnce = (): void => {
      if (isDone || !may()) return;
      isDone = true;
      act();
    };
    laptop.meanwhile = () => {
      if (steps-- <= 0) actOnce();
    };
    await scheduler.wait(this.#random.below(60_000));
    laptop.meanwhile = () => undefined;
    for (; ; await scheduler.wait(1000)) {
      actOnce();
      if (isDone) return;
      // While it cannot be written, nobody may get to know the folder.
      if (laptop.folders.isThere) laptop.markerIsShut = false;
    }
  }
}
