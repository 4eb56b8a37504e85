import { baseName, folderOf, joinPath } from '../../shared/model/rel-path.ts';
import type { MemoryService } from '../support/memory/service/service.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { Deeds, type Noted } from './deeds.ts';
import type { Identities } from './identities.ts';
import { filesAtHand, seenBy, text, UNSENT } from './laptop-files.ts';
import type { Ledger } from './ledger.ts';
import { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimLaptop } from './sim-laptop.ts';

const PLACES = [
  'Other/a.txt',
  'Other/b.txt',
  'Other/A.txt',
  'Other/é.txt',
  'Other/e\u0301.txt',
  'Other/deep/down/c.txt',
  // A file where others need a folder.
  'Other/deep',
  'Other/DEEP',
  // Folders that differ only in case.
  'Other/DEEP/d.txt',
  'Other/DEEP/down/e.txt',
  'Other/deep/down',
  'Spec Sheet/a.txt',
  'Spec Sheet/pump.pdf',
  'KG CSV Datamodel/points.csv',
  'Maintenance Document/log.txt',
  'Block A/notes.txt',
  'Block A/photos/1.png',
  'Block A/photos',
  'top.txt',
];
/** Only a service can name files so. */
const ODD_NAMES = ['../../x', 'CON', 'a:b?.txt', 'a.txt', 'A.TXT', '.sitesync', 'trailing. ', 'e\u0301.txt'];

/** One place each on a disk that ignores case; half of what is made where people name files alike goes to one of these. */
const NAMESAKES = [
  ['Other/log.txt', 'Other/Log.txt', 'Other/LOG.TXT'],
  ['Other/deep/log.txt', 'Other/Deep/log.txt', 'Other/deep/LOG.txt', 'Other/DEEP/Log.txt'],
  ['Block A/Prüfung.txt', 'Block A/prüfung.txt', 'Block A/pru\u0308fung.txt'],
] as const;

const RENAMED = ['a.txt', 'renamed.txt', 'pump.pdf', 'x/y.txt', 'deep', 'photos'];

/** Any number: tells the chance of names from the one of the rest. */
const NAMES = 0x0a11_c0de;

interface Habits {
  /** The seed by which they name files alike but for the case; null: nobody does. */
  readonly namesakes: number | null;
  /** Chance by which they move files and let them trade places; null: as often as anything else. */
  readonly movers: Random | null;
}

/** Moves, edits after a move, and trades, as `#act` numbers deeds. */
const MOVES = [5, 9, 10, 11];

/** People at the laptops and other clients of the service; what they write, give up and move is noted. */
export class People {
  readonly #random: Random;
  readonly #deeds: Deeds;
  readonly #ledger: Ledger;
  readonly #identities: Identities;
  readonly #scheduler: Scheduler;
  /** Null: nobody cares for names that differ in case alone. */
  readonly #namesakes: Random | null;
  /** Null: they move their files no more often than they do anything else. */
  readonly #movers: Random | null;

  constructor(random: Random, noted: Noted, habits: Habits) {
    const { ledger, identities, scheduler } = noted;
    this.#deeds = new Deeds(random, noted);
    // Of its own, so that it shifts no draw of the rest.
    this.#namesakes = habits.namesakes === null ? null : new Random(habits.namesakes ^ NAMES);
    this.#movers = habits.movers;
    this.#random = random;
    this.#ledger = ledger;
    this.#identities = identities;
    this.#scheduler = scheduler;
  }

  /** Somebody does something in the laptop's folder; what the disk refuses is not done. */
  actHere(laptop: SimLaptop): void {
    this.#deeds.unlessRefused(laptop, () => this.#act(laptop));
  }

  /** The same with this very file, if it is there: it is edited, deleted or moved. */
  actOn(laptop: SimLaptop, path: string): void {
    this.#deeds.unlessRefused(laptop, () => {
      const person = laptop.disk.person(laptop.folder);
      if (!person.has(path)) return;
      const deed = this.#random.below(5);
      this.#scheduler.trace(`${laptop.name} person goes on ${deed} ${path}`);
      const to = deed === 4 ? this.#freePlace(laptop) : null;
      if (deed === 3) this.#deeds.remove(laptop, path);
      else if (to !== null) this.#deeds.moved(laptop, path, to);
      else this.#deeds.write(laptop, path);
    });
  }

  /** Somebody needs room, and removes what is left out of the site; now and then another file takes such a place. */
  putAway(laptop: SimLaptop): void {
    this.#deeds.unlessRefused(laptop, () => {
      for (const path of laptop.disk.snapshot(laptop.folder).files.keys()) {
        // What a program works on right now nobody takes for something to remove.
        if (!laptop.leavesOut(path) || laptop.locked.holds(path) || UNSENT.ignoresAnywhere(path)) continue;
        this.#deeds.remove(laptop, path);
        if (this.#random.chance(0.3)) this.#deeds.write(laptop, path);
      }
    });
  }

  /** Somebody renames a folder, and takes everybody's permission to read it. */
  lockAway(laptop: SimLaptop, to: string): void {
    this.#deeds.unlessRefused(laptop, () => {
      const paths = [...laptop.disk.snapshot(laptop.folder).files.keys()];
      const folders = new Set(paths.map(folderOf).filter((folder) => folder !== ''));
      if (folders.size === 0 || laptop.locked.isThere) return;
      const folder = this.#random.pick([...folders]);
      if (to.startsWith(`${folder}/`)) return;
      this.#scheduler.trace(`${laptop.name} person locks ${folder} away as ${to}`);
      const person = laptop.disk.person(laptop.folder);
      const locked = paths.filter((path) => path.startsWith(`${folder}/`));
      // Where others change a record meanwhile, it comes to its place, and this is a file of its own once it is seen.
      for (const path of locked) this.#ledger.again(text(person.read(path)));
      laptop.locked.lock(folder, to);
      for (const path of locked) this.#identities.moved(laptop, path, `${to}${path.slice(folder.length)}`);
    });
  }

  /** The folder can be read again: from here on its files are some that were moved. */
  unlock(laptop: SimLaptop): void {
    for (const [path, bytes] of seenBy(laptop).files)
      if (laptop.locked.holds(path)) this.#ledger.took(laptop.folders.name, text(bytes));
    laptop.locked.unlock();
  }

  #act(laptop: SimLaptop): void {
    const person = laptop.disk.person(laptop.folder);
    const files = filesAtHand(laptop);
    const [path, bytes] = files.length > 0 ? this.#random.pick(files) : [null, null];
    const usual = this.#random.below(13);
    const deed = this.#movers?.chance(0.6) === true ? this.#movers.pick(MOVES) : usual;
    if (path === null || bytes === null || deed < 3) {
      this.#deeds.write(laptop, this.#place());
      return;
    }
    const content = text(bytes);
    this.#scheduler.trace(`${laptop.name} person ${deed} ${path}: ${content}`);
    switch (deed) {
      case 3:
      case 4:
        this.#deeds.write(laptop, path);
        return;
      case 5: {
        const to = this.#freePlace(laptop);
        if (to === null) return;
        this.#deeds.moved(laptop, path, to);
        return;
      }
      case 6: {
        const to = this.#freePlace(laptop);
        if (to === null) return;
        person.write(to, bytes);
        this.#ledger.again(content);
        return;
      }
      case 7:
        this.#deeds.remove(laptop, path);
        return;
      case 8:
        person.setTime(path, BigInt(this.#scheduler.now - this.#random.below(1e9)) * 1_000_000n);
        return;
      case 9: {
        // A folder gets another name, and a file in it is edited before the next look.
        const to = joinPath(folderOf(this.#place()), baseName(path));
        if (!this.#deeds.fits(laptop, to)) return;
        this.#deeds.moved(laptop, path, to);
        this.#deeds.write(laptop, to);
        return;
      }
      case 10:
      case 11: {
        const [other] = this.#random.pick(files);
        if (other !== path) this.#trade(laptop, path, other, deed === 10);
        return;
      }
      default:
        this.#deeds.saveAnew(laptop, path, bytes);
    }
  }

  /** Two files get each other's names, or one gets a new name and the other its old one. */
  #trade(laptop: SimLaptop, path: string, other: string, swaps: boolean): void {
    const aside = swaps ? `${path}.aside` : this.#freePlace(laptop);
    if (aside === null) return;
    this.#deeds.moved(laptop, path, aside);
    this.#deeds.moved(laptop, other, path);
    if (swaps) this.#deeds.moved(laptop, aside, other);
  }

  #place(): string {
    const place = this.#random.pick(PLACES);
    const names = this.#namesakes;
    return names?.chance(0.5) === true ? names.pick(names.pick<readonly string[]>(NAMESAKES)) : place;
  }

  #freePlace(laptop: SimLaptop): string | null {
    const path = this.#place();
    return this.#deeds.fits(laptop, path) ? path : null;
  }

  /** Another client of the service does something. */
  actThere(service: MemoryService, site: SiteId): void {
    const files = service.files(site);
    const deed = this.#random.below(8);
    if (files.length === 0 || deed < 2) {
      const content = this.#ledger.foreignContent();
      const place = this.#place();
      const name = this.#random.chance(0.3)
        ? this.#random.pick(ODD_NAMES)
        : place.slice(place.lastIndexOf('/') + 1);
      this.#scheduler.trace(`web adds ${name}`);
      service.addFile(site, { name, category: this.#category(), content });
      this.#ledger.wrote(content);
      return;
    }
    const file = this.#random.pick(files);
    this.#scheduler.trace(`web ${deed} ${file.id.slice(-6)}`);
    if (deed < 5) {
      const content = this.#ledger.foreignContent();
      this.#ledger.gaveUp(text(file.content));
      this.#identities.wrote(content, text(file.content));
      service.editFile(file.id, { content });
      this.#ledger.wrote(content);
    } else if (deed === 5) {
      // A record that is renamed or filed elsewhere before a lost create is looked up is not known again.
      this.#ledger.again(text(file.content));
      service.editFile(file.id, { name: this.#random.pick(RENAMED) });
    } else if (deed === 6) {
      this.#ledger.again(text(file.content));
      service.editFile(file.id, { category: this.#category() });
    } else {
      this.#ledger.gaveUp(text(file.content));
      this.#identities.deleted(file.id);
      service.deleteFile(file.id);
    }
  }

  #category(): string {
    return this.#random.pick(['other', 'spec-sheet', 'kg-csv', 'maintenance', 'handover']);
  }
}
