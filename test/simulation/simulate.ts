import { LATE } from '../../main/sync/problems/late-creates.ts';
import type { Activity } from '../../main/sync/ports/mirror/history.ts';
import type { FileId, SiteId } from '../../shared/model/ids.ts';
import { MemoryService } from '../support/memory/service/service.ts';
import { AtWindow } from './at-window.ts';
import { chooseFiles, chooseMore } from './choosing.ts';
import { drawClimate, onOtherDisks, type Climate } from './climate.ts';
import { wrongDelete, wrongTrash } from './delete-oracles.ts';
import { drawHabits, type HabitOptions, type Habits } from './habits.ts';
import { Identities } from './identities.ts';
import { text } from './laptop-files.ts';
import { Ledger } from './ledger.ts';
import { Office } from './office.ts';
import { judgeEnd } from './oracles.ts';
import { OwnUpdates } from './own-updates.ts';
import type { Race, Weather } from './network.ts';
import { wrongUpdate } from './overwrite-oracles.ts';
import { People } from './people.ts';
import { mayBeMadeAgain } from './made-again.ts';
import { nowAndThen } from './now-and-then.ts';
import { Programs } from './programs.ts';
import { PuttingBack } from './putting-back.ts';
import { Random } from './random.ts';
import { Refusing } from './refusing.ts';
import { Scheduler } from './scheduler.ts';
import { SimLaptop, type LaptopSetup } from './sim-laptop.ts';
import { disconnect, fill, protect, unmount } from './troubles.ts';

const START = Date.UTC(2026, 10, 21, 9, 42);
const DAY = 24 * 60 * 60 * 1000;
/** Probability that people choose what is kept here, and that mirrors are put back from copies. */
const CHOOSING = 0.3;
/** Any number: tells that chance from the one of the rest. */
const CHOICES = 0x5eed_c0de;
/** Probability that lines break right after an update was carried out, and the one with which each of them does. */
const LOSING = 0.3;
const LOSES = 0.3;
/** Of these a process is killed as well. */
const KILLED = 0.3;
/** As `CHOICES`. */
const LOSSES = 0x1057_11fe;
/** As `CHOICES`. */
const STICKS = 0x571c_4a3d;
/** What a person may leave out of a site. */
const RULES = [['a.txt'], ['*.pdf', '*.csv'], ['Block A/'], ['/Other/deep'], ['Spec Sheet/', 'b.txt'], []];
/** Syncs of all laptops after which, at the latest, everything must be equal. */
const PASSES = 8;

export interface Simulated {
  readonly seed: number;
  /** Rules that were broken, in words; empty where all is well. */
  readonly broken: readonly string[];
  /** The same for the same seed. */
  readonly digest: number;
  readonly lines: readonly string[];
  readonly climate: Climate;
  readonly requests: number;
  readonly crashes: number;
}

export interface SimulateOptions extends HabitOptions {
  readonly keepsLines?: boolean;
  /** Looks over the shoulder of the programs of a laptop: gives the mirror that they get. */
  readonly onOpen?: LaptopSetup['onOpen'];
}

/** A whole life of laptops and a service, from a seed. Breaks no rule, or says which. */
export async function simulate(seed: number, options: SimulateOptions = {}): Promise<Simulated> {
  const world = new World(seed, options);
  try {
    await world.scheduler.run(world.live(), 30 * DAY);
  } catch (error) {
    world.broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const { scheduler, broken, climate, laptops } = world;
  return {
    seed,
    broken,
    digest: scheduler.digest,
    lines: scheduler.lines,
    climate,
    requests: laptops.reduce((sum, laptop) => sum + laptop.client.requests, 0),
    crashes: laptops.reduce((sum, laptop) => sum + laptop.crashes, 0),
  };
}

class World {
  readonly broken: string[] = [];
  readonly scheduler: Scheduler;
  readonly climate: Climate;
  readonly service: MemoryService;
  readonly site: SiteId;
  readonly laptops: readonly SimLaptop[];
  readonly ledger = new Ledger();
  readonly identities: Identities;
  readonly people: People;
  readonly ownUpdates: OwnUpdates;
  readonly weather: Weather = { calm: false };
  readonly #random: Random;
  /** Of its own, so that what people choose to keep, and backups, shift no draw of the rest. */
  readonly #choices: Random;
  readonly #losses: Random;
  readonly #habits: Habits;
  /** A site that no laptop keeps. */
  readonly #elsewhere: SiteId;
  /** The service was put back to an older backup. */
  #wasRestored = false;
  /** Null where nobody locks a folder away. */
  readonly #locks: Random | null;
  readonly #isLosing: boolean;
  /** Of laptops whose line broke, until it is back. */
  readonly #brokenLines: Promise<void>[] = [];

  constructor(seed: number, options: SimulateOptions) {
    const { keepsLines = false, namesakes, sticks, onOpen } = options;
    const random = new Random(seed);
    this.#random = random;
    this.#choices = new Random(seed ^ CHOICES);
    this.#losses = new Random(seed ^ LOSSES);
    this.#habits = drawHabits(seed, options);
    this.#isLosing = this.#losses.chance(LOSING);
    this.scheduler = new Scheduler(START, keepsLines);
    const climate = drawClimate(random);
    this.climate = sticks === true ? onOtherDisks(climate, new Random(seed ^ STICKS)) : climate;
    const ids = random.fork();
    const hex = (): string =>
      ids
        .below(2 ** 32)
        .toString(16)
        .padStart(8, '0');
    this.service = new MemoryService({
      now: () => this.scheduler.now,
      newId: () => `${hex()}-0000-4000-8000-0000${hex()}`,
    });
    const { faults } = this.service;
    const { service: quirks } = this.climate;
    faults.createReply = quirks.createReply;
    faults.dropMetadata = quirks.dropMetadata;
    faults.updateNeedsFile = quirks.updateNeedsFile;
    faults.ignoresFilters = quirks.ignoresFilters;
    if (quirks.rewrites)
      faults.rewrite = (bytes, name) =>
        name.endsWith('.csv') && bytes.at(-1) !== 10 ? Uint8Array.of(...bytes, 10) : bytes;
    this.site = this.service.addSite('Harbour House');
    this.#elsewhere = this.service.addSite('Elsewhere');
    this.service.addFile(this.#elsewhere, { name: 'foreign.txt', content: 'not ours' });
    this.identities = new Identities(this.service, this.site, this.#listsLie);
    this.ownUpdates = new OwnUpdates(this.service);
    const { listings, refuses } = this.#habits;
    const refusing = refuses === null ? null : new Refusing(refuses);
    this.#locks = listings?.fork() ?? null;
    this.people = new People(random.fork(), this, {
      namesakes: namesakes === true || sticks === true ? seed : null,
      movers: listings?.fork() ?? null,
    });
    this.laptops = this.climate.laptops.map(
      (laptop) =>
        new SimLaptop({
          laptop,
          climate: this.climate,
          scheduler: this.scheduler,
          service: this.service,
          site: this.site,
          weather: this.weather,
          refusing,
          random: random.fork(),
          listings: listings?.fork() ?? null,
          onStep: (each) => this.people.actHere(each),
          onTrash: (each, path) => this.broken.push(...wrongTrash(this, each, path)),
          onDelete: (...about) => this.broken.push(...wrongDelete(this, ...about)),
          onRace: (...race) => this.#raced(...race),
          onUpdate: (...sent) => this.#updated(...sent),
          onActivity: (each, entry) => this.#judgeActivity(each, entry),
          onDeath: (each) => this.ownUpdates.forgot(each),
          onForgotten: (each, why) => {
            // What was left out is flushed before it matters.
            if (why === 'other-mirror') this.ledger.forgot(each.name, each.folders.name);
            this.#forgets(each);
          },
          ...(onOpen === undefined ? {} : { onOpen }),
        }),
    );
  }

  async live(): Promise<void> {
    const stopping = new AbortController();
    const lives = this.laptops.map((laptop) => laptop.live(stopping.signal));
    const chooses = this.#choices.chance(CHOOSING) ? [chooseFiles(this.#choices, this)] : [];
    const { rules } = this.#habits;
    const leaves = rules === null ? [] : [this.#leaveOut(rules)];
    const locks = this.#locks === null ? [] : [this.#lockFolders(this.#locks)];
    const others = [
      ...chooses,
      ...leaves,
      ...locks,
      ...this.#putBack(),
      ...this.#runPrograms(),
      ...this.#office(),
      ...this.#chooseMore(),
    ];
    await Promise.all([this.#act(), this.#trouble(), ...others]);
    stopping.abort();
    await Promise.all(lives);
    this.weather.calm = true;
    await Promise.all(this.#brokenLines);
    // In the end everybody wants all of it.
    for (const laptop of this.laptops) {
      const { mirror } = laptop;
      for (const id of mirror.pins(this.site).keys()) mirror.setPin(this.site, id, null);
      laptop.ignores = [];
      for (const kept of mirror.followed()) mirror.follow({ ...kept, keep: 'all' });
      if (this.#habits.refuses !== null) mirror.clearProblems(this.site, null);
    }
    this.service.thawListings();
    this.service.faults.emptyListing = false;
    this.service.faults.skipRow = 0;
    this.service.faults.duplicateRow = 0;
    // What was written last has been still for a while, and what the service took it shows by now.
    await this.scheduler.wait(LATE);
    for (let pass = 0, atRest = false; pass < PASSES && !atRest; pass++) {
      atRest = true;
      for (const laptop of this.laptops) {
        // One without a file, in the way of a file of its name: who is told of it takes it away.
        laptop.disk.person(laptop.folder).dropEmptyFolders();
        const written = laptop.mirror.writes;
        await laptop.sync(true);
        if (laptop.mirror.writes > written) atRest = false;
      }
    }
    // Where the lists lie, neither mirror nor metadata remember a place, or a mirror remembers an old one, no client can
    // know each file's record.
    const forgets =
      this.laptops.some(({ putBacks }) => putBacks > 0) ||
      (this.climate.service.dropMetadata &&
        (this.#habits.copies !== null ||
          this.laptops.some((each) => each.giveUps + each.setup.laptop.mirrorLoss > 0)));
    const unknowable = forgets || this.#listsLie || this.#wasRestored;
    const keepsLines = !this.climate.service.dropMetadata && !this.#wasRestored;
    this.broken.push(
      ...(await judgeEnd(this.laptops, this.service, this.site, this, {
        // A file that is moved to where it is left out is deleted, and a new one once it is not.
        unknowable: unknowable || rules !== null,
        keepsLines,
        isFollowed: rules === null && !this.#wasRestored,
        isOwedAsFile: this.#habits.copies !== null && !this.#listsLie,
        hasCopies: this.#habits.copies !== null,
      })),
    );
  }

  get #listsLie(): boolean {
    const { truncate, freeze, empty } = this.climate.listing;
    return truncate + freeze + empty > 0;
  }

  /** People and other clients, each deed at its time. */
  async #act(): Promise<void> {
    const { climate, scheduler } = this;
    const random = this.#random.fork();
    const times = Array.from({ length: climate.deeds }, () => random.next() * climate.span).sort(
      (a, b) => a - b,
    );
    const start = scheduler.now;
    for (const time of times) {
      await scheduler.wait(start + time - scheduler.now);
      if (random.chance(0.3)) this.people.actThere(this.service, this.site);
      else this.people.actHere(random.pick(this.laptops));
    }
    await scheduler.wait(start + climate.span - scheduler.now);
  }

  /** Now and then a clock is set, a drive goes away, fills up or cannot be written, a network is down. */
  #trouble(): Promise<void> {
    const { climate, scheduler } = this;
    const random = this.#random.fork();
    return nowAndThen(this, random, 1, async () => {
      const laptop = random.pick(this.laptops);
      const lasting = random.below(climate.span / 4);
      const kind = random.below(6);
      scheduler.trace(`trouble ${kind} ${laptop.name}`);
      if (kind === 0 && laptop.setup.laptop.clockJumps) laptop.clock.ahead += random.below(4 * DAY) - 2 * DAY;
      else if (kind === 1) await this.#during(lasting, () => unmount(laptop));
      else if (kind === 2) await this.#during(lasting, () => fill(laptop));
      else if (kind === 3) await this.#during(lasting, () => protect(laptop));
      else if (kind === 4) await this.#during(lasting, () => disconnect(laptop));
    });
  }

  /** Again and again somebody leaves something out on one of the laptops, or nothing any more. */
  #leaveOut(random: Random): Promise<void> {
    return nowAndThen(this, random, 12, () => {
      const laptop = random.pick(this.laptops);
      if (random.chance(0.3)) this.people.putAway(laptop);
      else laptop.ignores = random.pick(RULES);
      this.scheduler.trace(`${laptop.name} leaves out ${laptop.ignores.join(', ')}`);
    });
  }

  /** Again and again somebody renames a folder on one of the laptops, and nobody may read it for a while. */
  #lockFolders(random: Random): Promise<void> {
    const { climate, scheduler } = this;
    let n = 0;
    return nowAndThen(this, random, 6, async () => {
      n += 1;
      const laptop = random.pick(this.laptops);
      this.people.lockAway(laptop, random.pick([`Locked ${n}`, `Other/Locked ${n}`]));
      await scheduler.wait(random.below(climate.span / 4));
      // While its drive is out nobody can.
      while (!laptop.disk.person(laptop.folder).has('.sitesync/site.json')) await scheduler.wait(1000);
      this.people.unlock(laptop);
    });
  }

  #putBack(): readonly Promise<void>[] {
    const random = this.#habits.copies;
    if (random === null) return [];
    const { scheduler, climate, ledger } = this;
    const onExchange = (laptop: SimLaptop): void => this.#forgets(laptop);
    const world = { scheduler, climate, ledger, onExchange };
    return this.laptops.map((laptop) => new PuttingBack(laptop, random.fork(), world).live());
  }

  #runPrograms(): readonly Promise<void>[] {
    const { programs } = this.#habits;
    return programs === null
      ? []
      : this.laptops.map((laptop) => new Programs(laptop, programs.fork(), this).live());
  }

  #chooseMore(): readonly Promise<void>[] {
    const { choices, window } = this.#habits;
    if (choices === null || window === null) return [];
    const atWindows = this.laptops.map((laptop) => new AtWindow(laptop, window.fork(), this).live());
    return [chooseMore(choices, this), ...atWindows];
  }

  #office(): readonly Promise<void>[] {
    const { office } = this.#habits;
    return office === null ? [] : [new Office(office, this.#elsewhere, this).live()];
  }

  /** The service is an older one, from here on. */
  restored(): void {
    this.#wasRestored = true;
    for (const laptop of this.laptops) this.ownUpdates.forgot(laptop);
  }

  async #during(ms: number, begin: () => () => void): Promise<void> {
    const end = begin();
    await this.scheduler.wait(ms);
    end();
  }

  #forgets(laptop: SimLaptop): void {
    this.identities.forgot(laptop);
    this.ownUpdates.forgot(laptop);
    for (const content of mayBeMadeAgain(laptop, this.service.files(this.site))) this.ledger.again(content);
  }

  /** What another client wrote no computer can keep; what one of them sent is owed, and overwritten it is owed as a file. */
  #raced(...[bytes, became, id]: Parameters<Race>): void {
    const content = text(bytes);
    this.ledger.raced(content);
    if (this.ledger.isForeign(content)) this.ledger.gaveUp(content);
    else if (became === 'overwritten') this.ledger.wasOverwritten(content, id);
  }

  /** True where nothing comes through from here on, also not the reply. */
  #updated(...[laptop, id, isOwn, ...looked]: Parameters<LaptopSetup['onUpdate']>): boolean {
    if (isOwn) this.ownUpdates.sent(laptop, id);
    if (isOwn) this.identities.sent(laptop, id);
    if (isOwn) this.broken.push(...wrongUpdate(this, laptop, id, ...looked));
    const isLost = this.#isLosing && !this.weather.calm && this.#losses.chance(LOSES);
    if (isLost) this.#brokenLines.push(this.#loseLine(laptop, id));
    return isLost;
  }

  /** Nobody can look at the record any more, and the person goes on with that very file. */
  async #loseLine(laptop: SimLaptop, id: FileId): Promise<void> {
    const { climate, scheduler } = this;
    const random = this.#losses;
    scheduler.trace(`${laptop.name} loses the line`);
    const isBack = disconnect(laptop);
    if (random.chance(KILLED)) laptop.kill();
    await scheduler.wait(random.below(climate.span / 8));
    const { path } = laptop.mirror.agreement(this.site, id) ?? {};
    if (path !== undefined) this.people.actOn(laptop, path);
    await scheduler.wait(random.below(climate.span / 8));
    isBack();
  }

  #judgeActivity(laptop: SimLaptop, entry: Activity): void {
    const wrong = this.ownUpdates.takenForOthers(laptop, entry);
    if (wrong !== null) this.broken.push(wrong);
  }
}
