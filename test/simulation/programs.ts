import { folderOf, joinPath, pathKey, type RelPath } from '../../shared/model/rel-path.ts';
import type { Climate } from './climate.ts';
import { Deeds, type Noted } from './deeds.ts';
import { contentAt, filesAtHand } from './laptop-files.ts';
import { nowAndThen } from './now-and-then.ts';
import type { Random } from './random.ts';
import type { SimLaptop } from './sim-laptop.ts';

/** Where folders come to that get another name, or that are copied. */
const FOLDERS = [
  'Block A',
  'Block B',
  'Other/deep',
  'Other/Block A',
  'Spec Sheet/Block A',
  'Block B/Block C',
  'Handover',
];
/** Where a file comes to that is copied or fetched from elsewhere. */
const PLACES = ['Other/a.txt', 'Spec Sheet/pump.pdf', 'Block A/new.pdf', 'Block B/visit/1.png', 'points.csv'];
/** Milliseconds between two steps of a program: mostly less than the stillness window, now and then more than a look. */
const SOON = 1500;
const LATE = 20_000;
const LATER = 0.2;

/**
 * What the programs of a computer do in more than one step, so that a sync may look in between: they save beside a file and keep
 * or remove the old one, fetch and copy files that grow, and rename, copy, move and remove whole folders.
 */
export class Programs {
  readonly #laptop: SimLaptop;
  readonly #random: Random;
  readonly #world: Noted & { readonly climate: Climate };
  readonly #deeds: Deeds;
  #runs = 0;

  constructor(laptop: SimLaptop, random: Random, world: Noted & { readonly climate: Climate }) {
    this.#laptop = laptop;
    this.#random = random;
    this.#world = world;
    this.#deeds = new Deeds(random, world);
  }

  live(): Promise<void> {
    return nowAndThen(this.#world, this.#random, 4, () => this.#run());
  }

  async #run(): Promise<void> {
    const kind = this.#random.below(9);
    this.#runs += 1;
    this.#world.scheduler.trace(`${this.#laptop.name} program ${kind}`);
    if (kind < 2) await this.#saveWithBackup();
    else if (kind === 2) await this.#saveBeside();
    else if (kind === 3) await this.#grow(this.#random.pick(PLACES));
    else if (kind === 4) await this.#fetch(this.#random.pick(PLACES));
    else if (kind === 5) await this.#copyFolder(this.#random.chance(0.5));
    else if (kind === 6) await this.#removeFolder();
    else this.#renameFolder();
  }

  /** As CAD programs save: the new bytes beside it, then it becomes the backup, and they take its name. */
  async #saveWithBackup(): Promise<void> {
    const path = this.#anyFile();
    if (path === null) return;
    const [temporary, backup] = [this.#temporary(path), `${path.replace(/\.[a-z]+$/, '')}.bak`];
    if (!(await this.#step(() => this.#writeNew(temporary)))) return;
    if (!(await this.#step(() => this.#has(backup) && this.#deeds.remove(this.#laptop, backup)))) return;
    const goesAside = (): void => {
      if (this.#has(path) && this.#deeds.fits(this.#laptop, backup))
        this.#deeds.moved(this.#laptop, path, backup);
    };
    if (!(await this.#step(goesAside))) return;
    await this.#step(() => this.#deeds.comesOut(this.#laptop, temporary, path));
  }

  /** As Office programs save: the new bytes beside it, it gets a name that nobody sends, they take its own, and it goes. */
  async #saveBeside(): Promise<void> {
    const path = this.#anyFile();
    if (path === null) return;
    const [temporary, old] = [this.#temporary(path), this.#temporary(path)];
    if (!(await this.#step(() => this.#writeNew(temporary)))) return;
    if (!(await this.#step(() => this.#has(path) && this.#goesAside(path, old)))) return;
    await this.#step(() => this.#deeds.comesOut(this.#laptop, temporary, path));
    await this.#step(() => this.#has(old) && this.#person.remove(old));
  }

  /** A large file is copied to a place, and seen there in parts; now and then over one that is there. */
  async #grow(path: string): Promise<void> {
    const { ledger } = this.#world;
    const parts = this.#parts();
    for (const [index, part] of parts.entries()) {
      const before = parts[index - 1];
      const isGone = (): boolean => before !== undefined && this.#contentOf(path) !== before;
      const grow = (): void => {
        if (isGone() || (before === undefined && !this.#has(path) && !this.#deeds.fits(this.#laptop, path)))
          throw GONE;
        this.#deeds.save(this.#laptop, path, part, false);
        if (index === parts.length - 1) ledger.wrote(part);
      };
      if (!(await this.#step(grow))) return;
    }
  }

  /** A browser fetches a file under a name that nobody sends, and renames it at the end. */
  async #fetch(path: string): Promise<void> {
    const temporary = `${path}.crdownload`;
    for (const part of this.#parts())
      if (!(await this.#step(() => this.#person.write(temporary, part)))) return;
    await this.#step(() => {
      if (this.#deeds.fits(this.#laptop, path)) this.#deeds.comesOut(this.#laptop, temporary, path);
      else this.#person.remove(temporary);
    });
  }

  #renameFolder(): void {
    const [from, to] = [this.#anyFolder(), this.#random.pick(FOLDERS)];
    this.#deeds.unlessRefused(this.#laptop, () => {
      // Nobody follows a folder that was locked away to another place.
      if (from === null || this.#laptop.locked.liesIn(from)) return;
      if (this.#isFree(to, from)) this.#deeds.movedFolder(this.#laptop, from, to);
    });
  }

  /** `moves`: it goes to another drive, as far as a program can tell, so that each file is copied and then removed. */
  async #copyFolder(moves: boolean): Promise<void> {
    const [from, to] = [this.#anyFolder(), this.#random.pick(FOLDERS)];
    if (from === null || !this.#isFree(to, from)) return;
    const keepsTime = this.#random.chance(0.5);
    for (const path of this.#filesIn(from)) {
      const place = `${to}${path.slice(from.length)}`;
      const copy = (): void => {
        if (!this.#has(path) || !this.#deeds.fits(this.#laptop, place)) throw GONE;
        this.#deeds.copied(this.#laptop, path, place, keepsTime);
      };
      const bytes = this.#contentOf(path);
      if (!(await this.#step(copy))) return;
      const isAsCopied = (): boolean => this.#contentOf(path) === bytes && this.#contentOf(place) === bytes;
      if (moves) await this.#step(() => isAsCopied() && this.#deeds.leavesCopy(this.#laptop, path));
    }
  }

  async #removeFolder(): Promise<void> {
    const folder = this.#anyFolder();
    if (folder === null) return;
    for (const path of this.#filesIn(folder))
      if (!(await this.#step(() => this.#has(path) && this.#deeds.remove(this.#laptop, path)))) return;
  }

  /** Then a while passes. False where the disk refused it, or it could not be done any more. */
  async #step(act: () => unknown): Promise<boolean> {
    let isDone = false;
    this.#deeds.unlessRefused(this.#laptop, () => {
      try {
        act();
        isDone = true;
      } catch (error) {
        if (error !== GONE) throw error;
      }
    });
    await this.#world.scheduler.wait(this.#random.below(this.#random.chance(LATER) ? LATE : SOON));
    return isDone;
  }

  /** No sync is to see it before it has its name. */
  #writeNew(temporary: string): void {
    this.#person.write(temporary, this.#world.ledger.newContent(this.#laptop.name));
  }

  #goesAside(path: string, old: string): void {
    const content = this.#contentOf(path);
    this.#world.identities.removes(this.#laptop, path);
    this.#person.rename(path, old);
    if (content === null) return;
    this.#world.ledger.gaveUp(content);
    this.#world.ledger.took(this.#laptop.folders.name, content);
  }

  /** What a file holds while it grows, each beginning with the one before; no two files begin alike. */
  #parts(): readonly string[] {
    const parts = [this.#world.ledger.newContent(this.#laptop.name)];
    for (let more = 1 + this.#random.below(3); more > 0; more--) parts.push(`${parts.at(-1)}|${more}`);
    return parts;
  }

  get #person(): ReturnType<SimLaptop['disk']['person']> {
    return this.#laptop.disk.person(this.#laptop.folder);
  }

  #temporary(path: string): string {
    return joinPath(folderOf(path), `~${++this.#runs}.tmp`);
  }

  #has(path: string): boolean {
    return this.#contentOf(path) !== null;
  }

  #contentOf(path: string): string | null {
    return contentAt(this.#laptop, path);
  }

  #files(): readonly string[] {
    return filesAtHand(this.#laptop).map(([path]) => path);
  }

  #filesIn(folder: string): readonly string[] {
    return this.#files().filter((path) => path.startsWith(`${folder}/`));
  }

  #anyFile(): string | null {
    const files = this.#files().filter((path) => !path.endsWith('.bak'));
    return files.length === 0 ? null : this.#random.pick(files);
  }

  #anyFolder(): string | null {
    const folders = new Set(
      this.#files()
        .map(folderOf)
        .filter((folder) => folder !== ''),
    );
    return folders.size === 0 ? null : this.#random.pick([...folders]);
  }

  /** Nothing lies there, and it lies not in the folder that is to come there. */
  #isFree(to: string, from: string): boolean {
    const [there, here] = [to, from].map((path) => String(pathKey(path as RelPath))) as [string, string];
    if (`${there}/`.startsWith(`${here}/`)) return false;
    const keys = this.#files().map((path) => String(pathKey(path as RelPath)));
    return keys.every((key) => key !== there && !key.startsWith(`${there}/`));
  }
}

/** What a program was about to change is no longer as it left it. */
const GONE = new Error('It is gone');
