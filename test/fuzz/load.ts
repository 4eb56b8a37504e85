import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMirror } from '../../main/adapters/sqlite/mirror.ts';
import type { SyncContext } from '../../main/sync/context.ts';
import { followSite } from '../../main/sync/following/follow.ts';
import type { Environment, Watcher } from '../../main/sync/ports/environment.ts';
import { listSites } from '../../main/sync/observe/sites.ts';
import { syncOnce } from '../../main/sync/sync-once.ts';
import { watchSites } from '../../main/sync/watch/watch-run.ts';
import { ok } from '../../shared/failure.ts';
import type { OpId, SiteId } from '../../shared/model/ids.ts';
import { Random } from '../simulation/random.ts';
import { Scheduler } from '../simulation/scheduler.ts';
import { MemoryDisk } from '../support/memory/disk/disk.ts';
import { MemoryClient } from '../support/memory/service/client.ts';
import { MemoryService } from '../support/memory/service/service.ts';
import { hintsOf } from '../support/memory/watcher.ts';
import { syncContext } from '../support/sync-context.ts';
import type { Found } from './found.ts';

const SITES = 5;
const FILES_A_SITE = 10_000;
const HOUR = 60 * 60 * 1000;
/** Changes in a simulated minute, on either side. */
const DEEDS_A_MINUTE = 4;
/** After an hour of warming up the program may hold so much more. */
const GROWTH = 1.25;

/** So many simulated hours of one program that watches five sites of 10,000 files while they change all the time. */
export async function load(hours: number, seed: number, say: (line: string) => void): Promise<Found | null> {
  const data = mkdtempSync(join(tmpdir(), 'sitesync-load-'));
  const world = new LoadWorld(data, new Random(seed));
  try {
    const wrong = await world.scheduler.run(world.live(hours, say), (hours + 24) * HOUR);
    return wrong.length === 0 ? null : { seed, why: wrong.join('\n') };
  } finally {
    world.close();
    rmSync(data, { recursive: true, force: true });
  }
}

class LoadWorld {
  readonly scheduler = new Scheduler(Date.UTC(2026, 10, 21), false);
  readonly #random: Random;
  readonly #data: string;
  readonly #disk: MemoryDisk;
  readonly #service: MemoryService;
  readonly #client: MemoryClient;
  readonly #sites: readonly SiteId[];
  readonly #stopping = new AbortController();
  readonly #context: SyncContext;
  readonly #mirror;
  #serial = 0;

  constructor(data: string, random: Random) {
    this.#data = data;
    this.#random = random;
    const now = (): number => this.scheduler.now;
    this.#disk = new MemoryDisk({ now, inodes: 'reused' });
    this.#service = new MemoryService({
      now,
      newId: () => `00000000-0000-4000-8000-${String(++this.#serial).padStart(12, '0')}`,
    });
    this.#client = new MemoryClient(this.#service);
    this.#sites = Array.from({ length: SITES }, (_, n) => this.#service.addSite(`Site ${n}`));
    const opened = openMirror(data);
    if (!opened.ok) throw new Error(opened.failure.message);
    this.#mirror = opened.value;
    const env = this.#environment();
    this.#context = syncContext({
      service: this.#client,
      disk: this.#disk.open().disk,
      mirror: opened.value,
      env,
      transfersAtOnce: 8,
      settings: { pageSize: 500, stillMs: 2000, ignore: [], patienceMs: 30_000 },
      signal: new AbortController().signal,
      stopping: this.#stopping.signal,
    });
  }

  /** What went wrong, in words. */
  async live(hours: number, say: (line: string) => void): Promise<readonly string[]> {
    await this.#begin();
    say(`${SITES} sites of ${FILES_A_SITE} files are here: ${this.#state()}`);
    const run = watchSites(this.#context, this.#watcher(), this.#mirror.followed(), {
      onReport: () => undefined,
      onNotice: say,
    });
    const sizes: number[] = [];
    let requests = this.#client.requests;
    for (let hour = 1; hour <= hours; hour++) {
      for (let deed = 0; deed < 60 * DEEDS_A_MINUTE; deed++) {
        await this.scheduler.wait(this.#random.below((2 * 60_000) / DEEDS_A_MINUTE));
        this.#act();
      }
      globalThis.gc?.();
      sizes.push(process.memoryUsage().rss);
      say(`hour ${hour}: ${this.#state()}, ${this.#client.requests - requests} requests`);
      requests = this.#client.requests;
    }
    this.#stopping.abort();
    await run;
    return [...(await this.#unequal()), ...grown(sizes)];
  }

  close(): void {
    this.#mirror.close();
  }

  async #begin(): Promise<void> {
    for (const site of this.#sites)
      for (let n = 0; n < FILES_A_SITE; n++)
        this.#service.addFile(site, { name: `f${n}.txt`, category: 'other', content: `${n}` });
    await listSites(this.#context);
    for (const site of this.#mirror.sites())
      await followSite(this.#context, site, `/kept/${site.name}`, 'all');
    await this.#sync({ ...this.#context, stopping: this.#context.signal });
  }

  async #sync(context: SyncContext): Promise<string> {
    const options = { confirmDeletes: true, eager: true, scope: null, list: true };
    return (await syncOnce(context, this.#mirror.followed(), options)).state;
  }

  #act(): void {
    const site = this.#random.pick(this.#sites);
    const name = this.#mirror.site(site)?.name ?? '';
    const person = this.#disk.person(`/kept/${name}`);
    const path = `Other/f${this.#random.below(FILES_A_SITE)}.txt`;
    const content = `changed ${++this.#serial}`;
    if (this.#random.chance(0.5)) {
      if (person.has(path) && this.#random.chance(0.1)) person.remove(path);
      else person.write(path, content);
      return;
    }
    const file = this.#random.pick(this.#service.files(site));
    if (this.#random.chance(0.1)) this.#service.deleteFile(file.id);
    else this.#service.editFile(file.id, { content });
  }

  async #unequal(): Promise<readonly string[]> {
    await this.scheduler.wait(60_000);
    const rested = { ...this.#context, stopping: this.#context.signal };
    for (let n = 0; n < 3; n++) await this.#sync(rested);
    const before = this.#client.requests;
    const state = await this.#sync(rested);
    const wrong: string[] = [];
    if (state !== 'in-sync') wrong.push(`the end is ${state}`);
    const due = SITES * (FILES_A_SITE / 500 + 10);
    if (this.#client.requests - before > 2 * due)
      wrong.push(`${this.#client.requests - before} requests although nothing changed`);
    for (const site of this.#sites) {
      const name = this.#mirror.site(site)?.name ?? '';
      const here = [...this.#disk.snapshot(`/kept/${name}`).files.values()].map(String).toSorted();
      const there = this.#service
        .files(site)
        .map((file) => String(file.content))
        .toSorted();
      if (JSON.stringify(here) !== JSON.stringify(there)) wrong.push(`${name} differs in the end`);
    }
    return wrong;
  }

  #state(): string {
    const files = readdirSync(this.#data).map((name) => statSync(join(this.#data, name)).size);
    const database = files.reduce((sum, size) => sum + size, 0);
    const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
    return `${mib(process.memoryUsage().rss)} memory, ${mib(database)} database`;
  }

  #environment(): Environment {
    const { scheduler } = this;
    const random = this.#random;
    return {
      now: () => scheduler.now,
      sleep: (ms, signal) => scheduler.wait(ms, signal),
      newOpId: () => `op-${++this.#serial}` as OpId,
      newFolderId: () => `folder-${++this.#serial}`,
      newGeneration: () => `generation-${++this.#serial}`,
      random: () => random.next(),
      stamp: (at) => new Date(at).toISOString().slice(0, 16).replace('T', ' ').replace(':', ''),
      device: 'load',
      platform: 'linux',
    };
  }

  #watcher(): Watcher {
    return {
      watch: (folder, _ignored, onHint) => {
        const stop = this.#disk.onChange((change) => {
          const { path } = change;
          if (!path.startsWith(`${folder}/`) || path.startsWith(`${folder}/.sitesync`)) return;
          for (const hint of hintsOf(change, path.slice(folder.length + 1))) onHint(hint);
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
}

/** After the first hour. */
function grown(sizes: readonly number[]): readonly string[] {
  const [first] = sizes;
  const last = sizes.at(-1);
  if (first === undefined || last === undefined || last <= first * GROWTH) return [];
  return [`memory grew from ${Math.round(first / 2 ** 20)} to ${Math.round(last / 2 ** 20)} MiB`];
}
