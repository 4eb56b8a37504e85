import { baseName, pathKey, type RelPath } from '../../shared/model/rel-path.ts';
import { DiskError } from '../support/memory/disk/nodes.ts';
import type { Person } from '../support/memory/disk/person.ts';
import type { Identities } from './identities.ts';
import { text } from './laptop-files.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimLaptop } from './sim-laptop.ts';

/** Where it is noted what is done. */
export interface Noted {
  readonly ledger: Ledger;
  readonly identities: Identities;
  readonly scheduler: Scheduler;
}

/** What people and their programs do with one file; what they write, give up and move is noted. */
export class Deeds {
  readonly #random: Random;
  readonly #ledger: Ledger;
  readonly #identities: Identities;
  readonly #scheduler: Scheduler;

  constructor(random: Random, { ledger, identities, scheduler }: Noted) {
    this.#random = random;
    this.#ledger = ledger;
    this.#identities = identities;
    this.#scheduler = scheduler;
  }

  /** What the disk refuses is not done. */
  unlessRefused(laptop: SimLaptop, act: () => void): void {
    // What is written into an empty mount point is covered when the drive is back: nobody does that here.
    if (!laptop.disk.person(laptop.folder).has('.sitesync/site.json')) return;
    laptop.locked.seen(() => {
      try {
        act();
      } catch (error) {
        if (!(error instanceof DiskError)) throw error;
        tidy(laptop);
      }
    });
    this.#identities.acted(laptop);
  }

  remove(laptop: SimLaptop, path: string): void {
    const person = laptop.disk.person(laptop.folder);
    const content = text(person.read(path));
    this.#identities.removes(laptop, path);
    person.remove(path);
    if (laptop.leavesOut(path) && this.#isThere(laptop, path, content)) {
      this.#scheduler.trace(`${laptop.name} person puts away ${path}: ${content}`);
      this.#ledger.putAway(laptop.name, content);
      return;
    }
    this.#ledger.took(laptop.folders.name, content);
    this.#ledger.gaveUp(content);
  }

  /** A program removes the file and writes the same bytes as a new one. Where the disk refuses that, it is gone by its own hand. */
  saveAnew(laptop: SimLaptop, path: string, bytes: Uint8Array): void {
    const person = laptop.disk.person(laptop.folder);
    const content = text(bytes);
    this.#identities.removes(laptop, path);
    person.remove(path);
    this.#ledger.took(laptop.folders.name, content);
    try {
      person.write(path, bytes);
    } catch (error) {
      this.#ledger.gaveUp(content);
      throw error;
    }
    this.#ledger.again(content);
  }

  /** Was it agreed on, and has the service these bytes still? */
  #isThere({ mirror, setup }: SimLaptop, path: string, content: string): boolean {
    const key = pathKey(path as RelPath);
    return [...mirror.trees(setup.site).base.values()].some(({ id, path: agreed }) => {
      const record = pathKey(agreed) === key ? setup.service.file(id) : null;
      return record !== null && text(record.content) === content;
    });
  }

  moved(laptop: SimLaptop, from: string, to: string): void {
    const person = laptop.disk.person(laptop.folder);
    const content = text(person.read(from));
    person.rename(from, to);
    this.#identities.moved(laptop, from, to);
    this.#ledger.took(laptop.folders.name, content);
    this.#ledger.again(content);
  }

  /** A file that no sync was to see until now gets the place of another one, or a free one: from here on its bytes are owed. */
  comesOut(laptop: SimLaptop, from: string, to: string): void {
    const person = laptop.disk.person(laptop.folder);
    const content = text(person.read(from));
    const old = person.has(to) ? text(person.read(to)) : null;
    if (old !== null) this.#identities.removes(laptop, to);
    person.rename(from, to);
    this.#scheduler.trace(`${laptop.name} person has ${content} at ${to}`);
    if (old !== null) {
      this.#ledger.gaveUp(old);
      this.#ledger.took(laptop.folders.name, old);
      this.#identities.wrote(content, old);
    }
    this.#ledger.wrote(content);
  }

  /** A file goes to another place of the computer, outside the site's folder, and is the same one there. Returns its bytes. */
  takesAway(laptop: SimLaptop, path: string, to: string): string {
    const person = laptop.disk.person(laptop.folder);
    const content = text(person.read(path));
    this.#identities.removes(laptop, path);
    this.#around(laptop).rename(`${baseName(laptop.folder)}/${path}`, to);
    this.#ledger.took(laptop.folders.name, content);
    this.#ledger.gaveUp(content);
    return content;
  }

  /** It comes back, to a place that is free. */
  bringsBack(laptop: SimLaptop, from: string, path: string): void {
    const around = this.#around(laptop);
    const content = text(around.read(from));
    around.rename(from, `${baseName(laptop.folder)}/${path}`);
    this.#ledger.isBack(content);
  }

  #around({ disk, folder }: SimLaptop): Person {
    return disk.person(folder.slice(0, folder.lastIndexOf('/')));
  }

  /** A folder gets another name: no file lies there. */
  movedFolder(laptop: SimLaptop, from: string, to: string): void {
    const person = laptop.disk.person(laptop.folder);
    const files = [...person.files()].filter(([path]) => path.startsWith(`${from}/`));
    person.rename(from, to);
    for (const [, bytes] of files) {
      this.#ledger.took(laptop.folders.name, text(bytes));
      this.#ledger.again(text(bytes));
    }
    const moves = files.map(([path]) => [path, `${to}${path.slice(from.length)}`] as const);
    this.#identities.movedTogether(laptop, moves);
  }

  /** A copy of a file, with the time of the first one if a program keeps that. Nothing lies there. */
  copied(laptop: SimLaptop, from: string, to: string, keepsTime: boolean): void {
    const person = laptop.disk.person(laptop.folder);
    const bytes = person.read(from);
    const { mtimeNs } = person.stat(from);
    person.write(to, bytes);
    this.#ledger.again(text(bytes));
    if (keepsTime) person.setTime(to, mtimeNs);
  }

  /** A file of which a copy was made goes: its bytes are owed still. */
  leavesCopy(laptop: SimLaptop, path: string): void {
    const person = laptop.disk.person(laptop.folder);
    const content = text(person.read(path));
    this.#identities.removes(laptop, path);
    person.remove(path);
    this.#ledger.took(laptop.folders.name, content);
  }

  /** Saves new bytes, in place or as Office does. */
  write(laptop: SimLaptop, path: string): void {
    const person = laptop.disk.person(laptop.folder);
    if (!this.fits(laptop, path) && !person.has(path)) return;
    const isNew = !person.has(path);
    // Refused at once where a folder lies there.
    if (!isNew) person.stat(path);
    const content = this.#ledger.newContent(laptop.name);
    const replaces = !isNew && this.#random.chance(0.4);
    this.save(laptop, path, content, replaces);
    // A move that was killed half-way leaves two names of one file: what is written to one is in both.
    for (const bytes of person.files().values()) if (text(bytes) === content) this.#ledger.wrote(content);
  }

  /** Saves these bytes, which are not owed for that. `replaces`: a new file takes the place of the one that is there. */
  save(laptop: SimLaptop, path: string, content: string, replaces: boolean): void {
    const person = laptop.disk.person(laptop.folder);
    const old = person.has(path) ? text(person.read(path)) : null;
    this.#scheduler.trace(`${laptop.name} person writes ${path}: ${content}`);
    if (old !== null) {
      // From here on the old bytes may be gone, even where the disk refuses the new ones.
      this.#ledger.gaveUp(old);
      this.#ledger.took(laptop.folders.name, old);
      this.#identities.wrote(content, old);
    }
    try {
      if (replaces) person.replace(path, content);
      else person.write(path, content);
    } catch (error) {
      // A save that was cut short: what is left is no version that anybody wants, and yet it is sent as the next one.
      if (old !== null) {
        this.#identities.removes(laptop, path);
        const left = person.has(path) ? text(person.read(path)) : old;
        if (left !== old) this.#identities.wrote(left, old);
      }
      throw error;
    }
    if (old !== null) this.#identities.edited(laptop, path, content);
  }

  /** Two spellings of one name in a folder are told to the person and wait for a rename. */
  fits(laptop: SimLaptop, path: string): boolean {
    const person = laptop.disk.person(laptop.folder);
    // A file in the place of one that was locked away would be its next version.
    if (person.has(path) || laptop.locked.held(path)) return false;
    const key = pathKey(path as RelPath);
    return [...person.files().keys()].every((each) => pathKey(each as RelPath) !== key);
  }
}

/** An editor that could not save takes its half-written file away. */
function tidy(laptop: SimLaptop): void {
  const person = laptop.disk.person(laptop.folder);
  for (const path of person.files().keys()) {
    if (!path.endsWith('.saving')) continue;
    try {
      person.remove(path);
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
    }
  }
}
