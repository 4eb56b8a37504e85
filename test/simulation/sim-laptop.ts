import { MARKER } from '../../main/adapters/disk/layout.ts';
import type { SyncContext } from '../../main/sync/context.ts';
import { followSite } from '../../main/sync/following/follow.ts';
import type { Disk } from '../../main/sync/ports/disk.ts';
import type { Mirror } from '../../main/sync/ports/mirror.ts';
import type { Activity } from '../../main/sync/ports/mirror/history.ts';
import type { SiteDataService } from '../../main/sync/ports/service.ts';
import { ignoreRules } from '../../main/engine/ignore/ignore-rules.ts';
import { rulesText } from '../../main/sync/observe/ignored-before.ts';
import { listSites } from '../../main/sync/observe/sites.ts';
import { syncOnce, type SyncReport } from '../../main/sync/sync-once.ts';
import type { Replacer } from '../../main/app/ports.ts';
import { watchSites } from '../../main/sync/watch/watch-run.ts';
import type { FileId, SiteId } from '../../shared/model/ids.ts';
import { MemoryClient } from '../support/memory/service/client.ts';
import { MemoryDisk, type DiskSession } from '../support/memory/disk/disk.ts';
import type { DiskStep, Verdict } from '../support/memory/disk/steps.ts';
import { MemoryMirror } from '../support/memory/mirror/mirror.ts';
import type { MemoryService } from '../support/memory/service/service.ts';
import { syncContext } from '../support/sync-context.ts';
import type { Climate, LaptopClimate } from './climate.ts';
import { LockedFolder } from './locked-folder.ts';
import { SimulatedNetwork, type NetworkSetup, type Race, type Weather } from './network.ts';
import { Process, simulatedEnvironment, type Clock } from './process.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import { simulatedWatcher } from './sim-watcher.ts';
import { SiteFolders } from './site-folders.ts';

/** Steps that give or take a name. */
const TRACED: ReadonlySet<string> = new Set(['link', 'rename', 'unlink']);

/**
 * No system offers a rename or unlink that looks at what it replaces or removes. The moment between the last look and
 * that step is too short for a person to act in; here it has no length.
 */
const IN_ONE: ReadonlySet<string> = new Set(['rename', 'unlink']);

/** Probability, for each listing of a folder, that it fails where listings do. */
const UNLISTABLE = 0.15;

/** Rows of a page of the listing. */
export const PAGE_SIZE = 5;

/** Milliseconds. */
const WRITE_BACK = 30_000;

export interface LaptopSetup {
  readonly laptop: LaptopClimate;
  readonly climate: Climate;
  readonly scheduler: Scheduler;
  readonly service: MemoryService;
  readonly site: SiteId;
  readonly weather: Weather;
  readonly refusing: NetworkSetup['refusing'];
  readonly random: Random;
  /** Chance by which the disk does not list a folder; null: it does as soon as it does anything. */
  readonly listings: Random | null;
  /** Somebody may do something in this laptop's folder right now. */
  readonly onStep: (laptop: SimLaptop) => void;
  /** Judges a delete that the engine is about to make. */
  readonly onTrash: (laptop: SimLaptop, path: string) => void;
  /** `folders`: those that may have been there when the delete was decided on, as `SiteFolders` names them. */
  readonly onDelete: (
    laptop: SimLaptop,
    id: FileId,
    lastRead: Uint8Array | null,
    folders: readonly string[],
  ) => void;
  readonly onRace: Race;
  readonly onUpdate: (
    laptop: SimLaptop,
    id: FileId,
    isOwn: boolean,
    ...looked: [lastRead: Uint8Array | null, folders: readonly string[]]
  ) => boolean;
  readonly onActivity: (laptop: SimLaptop, entry: Activity) => void;
  /** What was on its way then, it knows nothing of. */
  readonly onDeath: (laptop: SimLaptop) => void;
  /** The mirror as its programs get it; the plain one where it is missing. */
  readonly onOpen?: (laptop: SimLaptop) => Mirror;
  /**
   * It begins anew with a site whose files it has, and has forgotten which record each, or some, of them is: after a power cut
   * what nobody flushed, else what its mirror did not hold then.
   */
  readonly onForgotten: (laptop: SimLaptop, why: 'power-cut' | 'other-mirror') => void;
}

/** A program of a laptop, from its start until it ends or dies. */
interface Running {
  readonly context: SyncContext;
  /** As people act on it at the window: no delete of the engine. */
  readonly disk: Disk;
  readonly replacer: Replacer;
  readonly dead: Promise<void>;
}

/** A laptop: its disk and its mirror outlive the processes that work on them. */
export class SimLaptop {
  readonly name: string;
  readonly folder: string;
  readonly disk: MemoryDisk;
  mirror = new MemoryMirror();
  readonly clock: Clock = { ahead: 0, generations: 0 };
  readonly client: MemoryClient;
  readonly setup: LaptopSetup;
  readonly locked: LockedFolder;
  readonly folders: SiteFolders;
  /** Called at each step of a program's disk at which anybody else may act. */
  meanwhile: () => void = () => undefined;
  /** Nobody may replace the marker of the site's folder. */
  markerIsShut = false;
  writes = 0;
  downloads = 0;
  crashes = 0;
  /** How often its mirror was put back from a copy. */
  putBacks = 0;
  /** How often somebody gave the site up here. */
  giveUps = 0;
  /** What the person leaves out of the site here, as it is written in the settings. */
  ignores: readonly string[] = [];
  #wasFollowed = false;
  #hadNoPower = false;
  #process: Process | null = null;
  #backup: MemoryMirror | null = null;
  #isToBePutBack = false;
  #beforeStart: (() => void)[] = [];
  #running: Running | null = null;
  #awayUntil = 0;
  #keepsPower = false;

  constructor(setup: LaptopSetup) {
    this.setup = setup;
    this.name = setup.laptop.name;
    this.folder = `/${this.name}/Harbour House`;
    const { scheduler } = setup;
    this.disk = new MemoryDisk({ ...setup.laptop.disk, now: () => scheduler.now + this.clock.ahead });
    this.locked = new LockedFolder(this.disk.person(this.folder));
    this.folders = new SiteFolders(this);
    this.client = new MemoryClient(setup.service);
  }

  /** Lives and dies until the program is told to stop. */
  async live(stopping: AbortSignal): Promise<void> {
    const { scheduler, random, laptop } = this.setup;
    void this.#writesBack(stopping);
    while (!stopping.aborted) {
      if (this.#awayUntil > scheduler.now) await scheduler.wait(this.#awayUntil - scheduler.now, stopping);
      this.#putBackNow();
      for (const act of this.#beforeStart.splice(0)) act();
      const process = new Process(scheduler);
      this.#process = process;
      const work = laptop.mode === 'watch' ? this.#watch(process, stopping) : this.#now(process, stopping);
      await Promise.race([work, process.dead]);
      this.#running = null;
      if (process.isDead) this.#dies();
      await scheduler.wait(1000 + random.below(60_000), stopping);
    }
  }

  /** Is it left out, and did a look at the folder show that? Before, nobody can tell that it did not go with the others. */
  leavesOut(path: string): boolean {
    const isSeen = this.mirror.ignoredBy(this.setup.site).includes(rulesText(this.ignores, ''));
    return isSeen && ignoreRules(this.ignores, '').ignoresAnywhere(path);
  }

  /** A backup program copies the mirror. */
  backUp(): void {
    this.#backup = this.mirror.copy();
  }

  /** Somebody ends the program, and does this before it is started again. */
  restart(act: () => void): void {
    this.#beforeStart.push(act);
    this.kill();
  }

  /** The program that runs now; null while none does. */
  get running(): Running | null {
    return this.#running;
  }

  /** Nobody starts the program for so long, ms. */
  leave(ms: number): void {
    this.#awayUntil = this.setup.scheduler.now + ms;
    this.kill();
  }

  /** Somebody ends the program, and puts the last copy of the mirror in its place before it is started again. */
  putBack(): void {
    if (this.#backup === null) return;
    this.#isToBePutBack = true;
    this.#process?.kill();
  }

  /** Somebody ends the program, and the computer runs on. */
  kill(): void {
    this.#keepsPower = true;
    this.#process?.kill();
  }

  #putBackNow(): void {
    if (this.#backup === null || !this.#isToBePutBack) return;
    this.setup.scheduler.trace(`${this.name} has an older mirror`);
    this.mirror = this.#backup.copy();
    this.#isToBePutBack = false;
    this.putBacks += 1;
    this.setup.onForgotten(this, 'other-mirror');
  }

  /** What nobody flushes the system writes to the disk all the same, after half a minute. */
  async #writesBack(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      await this.setup.scheduler.wait(WRITE_BACK, stopping);
      void this.mirror.flushed();
    }
  }

  #dies(): void {
    const { scheduler, random, laptop } = this.setup;
    this.crashes += 1;
    this.setup.onDeath(this);
    const isKilled = this.#keepsPower;
    this.#keepsPower = false;
    if (random.chance(laptop.powerCut) && !isKilled) {
      scheduler.trace(`${this.name} has no power`);
      this.mirror = this.mirror.afterPowerCut();
      this.#hadNoPower = true;
    }
    if (!random.chance(laptop.mirrorLoss)) return;
    scheduler.trace(`${this.name} loses its mirror`);
    this.mirror = new MemoryMirror();
  }

  /** One sync as a person asks for it. */
  async sync(confirmDeletes: boolean): Promise<SyncReport> {
    const process = new Process(this.setup.scheduler);
    const { context, count } = this.#open(process, new AbortController().signal);
    await this.#follow(context);
    const options = { confirmDeletes, eager: true, scope: null, list: true };
    const report = await syncOnce(context, this.mirror.followed(), options);
    count();
    return report;
  }

  async #now(process: Process, stopping: AbortSignal): Promise<void> {
    const { context } = this.#open(process, stopping);
    if (!(await this.#follow(context))) return;
    const options = {
      confirmDeletes: false,
      eager: this.setup.random.chance(0.5),
      scope: null,
      list: true,
    };
    await syncOnce(context, this.mirror.followed(), options);
  }

  async #watch(process: Process, stopping: AbortSignal): Promise<void> {
    const { context } = this.#open(process, stopping);
    if (!(await this.#follow(context))) return;
    await watchSites(context, simulatedWatcher(this, process), this.mirror.followed(), {
      onReport: () => undefined,
      onNotice: () => undefined,
    });
  }

  async #follow(context: SyncContext): Promise<boolean> {
    if (this.#hadNoPower) this.setup.onForgotten(this, 'power-cut');
    this.#hadNoPower = false;
    if (this.mirror.followed().length > 0) return true;
    // Whoever lost the mirror follows the site where its files are, and not in the empty mount point of its drive.
    const isThere = (): boolean => this.disk.person(this.folder).has('.sitesync/site.json');
    if (this.#wasFollowed && !isThere()) return false;
    const sites = await listSites(context);
    if (this.#wasFollowed && !isThere()) return false;
    const site = sites.ok ? sites.value.find((each) => each.id === this.setup.site) : undefined;
    const followed = site !== undefined && (await followSite(context, site, this.folder, 'all')).ok;
    if (followed && this.#wasFollowed) this.setup.onForgotten(this, 'other-mirror');
    this.#wasFollowed ||= followed;
    return followed;
  }

  #open(process: Process, stopping: AbortSignal): { context: SyncContext; count: () => void } {
    const { scheduler, climate, service, weather, refusing, random, laptop } = this.setup;
    const session = this.disk.open((step) => this.#step(step, process));
    void session.dead.then(() => process.kill());
    const env = simulatedEnvironment(process, scheduler, laptop, this.clock, random);
    // Before each write the marker is read, and then the record.
    const readIn = new Map<FileId, readonly string[]>();
    const network: SimulatedNetwork = new SimulatedNetwork({
      name: this.name,
      client: this.client,
      service,
      process,
      scheduler,
      climate,
      weather,
      refusing,
      random,
      onRace: this.setup.onRace,
      onUpdate: (id, isOwn) =>
        this.setup.onUpdate(this, id, isOwn, network.lastRead(id), readIn.get(id) ?? []),
    });
    this.mirror.onActivity = (entry) => this.setup.onActivity(this, entry);
    const remote = this.#judged(network, process, readIn);
    const context = syncContext({
      service: remote,
      disk: this.#judgedDisk(session),
      mirror: this.setup.onOpen?.(this) ?? this.mirror,
      env,
      transfersAtOnce: 4,
      settings: settingsOf(this),
      signal: new AbortController().signal,
      stopping,
    });
    const { disk, replacer } = session;
    this.#running = { context, disk, replacer, dead: process.dead };
    const count = (): void => {
      this.writes += network.writes;
      this.downloads += network.downloads;
    };
    return { context, count };
  }

  /** Every step may take its time, fail, or be the last one of its process. */
  #step(step: DiskStep, process: Process): Verdict | Promise<Verdict> {
    const { laptop, weather, random, scheduler } = this.setup;
    if (process.isDead) return 'crash';
    if (TRACED.has(step.kind)) scheduler.trace(`${this.name} ${step.kind} ${step.path}`);
    if (!IN_ONE.has(step.kind)) this.meanwhile();
    if (this.markerIsShut && step.kind === 'create' && step.path === `${this.folder}/${MARKER}.new`)
      return { fail: 'EACCES' };
    if (!weather.calm) {
      if (!IN_ONE.has(step.kind) && random.chance(laptop.deed)) this.setup.onStep(this);
      if (random.chance(laptop.crash)) {
        scheduler.trace(`${this.name} dies at ${step.kind} ${step.path}`);
        return random.chance(0.5) ? 'crash' : 'tear';
      }
      const code = this.#errorAt(step);
      if (code !== null) {
        scheduler.trace(`${this.name} ${code} at ${step.kind} ${step.path}`);
        return { fail: code };
      }
    }
    if (IN_ONE.has(step.kind)) return undefined;
    return random.chance(0.1) ? scheduler.wait(random.below(50)).then(() => undefined) : undefined;
  }

  #errorAt({ kind }: DiskStep): string | null {
    const { laptop, random, listings } = this.setup;
    if (random.chance(laptop.diskError)) return random.pick(['EIO', 'ENOSPC', 'EACCES', 'EBUSY']);
    if (kind !== 'list' || listings?.chance(UNLISTABLE) !== true) return null;
    return listings.pick(['EIO', 'EACCES', 'EBUSY']);
  }

  #judged(
    network: SimulatedNetwork,
    process: Process,
    readIn: Map<FileId, readonly string[]>,
  ): SiteDataService {
    const remove = network.deleteFile.bind(network);
    const read = network.readFile.bind(network);
    network.readFile = (id, options) => {
      readIn.set(id, this.folders.lately);
      return read(id, options);
    };
    network.deleteFile = (id, options) => {
      // What a process does in the turn in which it dies reaches nobody, and its mirror may be another one by then.
      if (!process.isDead) this.setup.onDelete(this, id, network.lastRead(id), readIn.get(id) ?? []);
      return remove(id, options);
    };
    const none = { code: 'not-found', message: 'None.', hint: 'None.', retry: 'later' } as const;
    const nothing = (): Promise<{ ok: false; failure: typeof none }> =>
      Promise.resolve({ ok: false, failure: none });
    return Object.assign(network, { downloadModel: nothing, querySeries: nothing, fetchPhoto: nothing });
  }

  #judgedDisk({ disk }: DiskSession): Disk {
    return {
      ...disk,
      trash: (folder, file) => {
        this.setup.onTrash(this, file.path);
        return disk.trash(folder, file);
      },
    };
  }
}

/** Who changes what is left out begins nothing anew. */
function settingsOf(laptop: SimLaptop): SyncContext['settings'] {
  return {
    pageSize: PAGE_SIZE,
    stillMs: 2000,
    patienceMs: 30_000,
    get ignore() {
      return laptop.ignores;
    },
  };
}
