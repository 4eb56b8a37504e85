import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDisk } from '../../../main/adapters/disk/disk.ts';
import type { Platform } from '../../../main/engine/policy.ts';
import type { SyncContext } from '../../../main/sync/context.ts';
import { syncSite, type CycleEnd } from '../../../main/sync/cycle/cycle.ts';
import type { CycleOptions } from '../../../main/sync/cycle-options.ts';
import { followSite } from '../../../main/sync/following/follow.ts';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import type { Environment } from '../../../main/sync/ports/environment.ts';
import { listSites } from '../../../main/sync/observe/sites.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { FileId, OpId, SiteId } from '../../../shared/model/ids.ts';
import { MemoryClient } from '../../support/memory/service/client.ts';
import type { MemoryCall } from '../../support/memory/service/faults.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import { MemoryService } from '../../support/memory/service/service.ts';
import { syncContext } from '../../support/sync-context.ts';

/** This computer's time, which passes at once where something sleeps; ids that count. */
class CountingEnvironment implements Environment {
  readonly device = 'PC';
  readonly platform: Platform;
  /** Every sleep that was asked for, in milliseconds. */
  readonly slept: number[] = [];
  #ahead = 0;
  #ids = 0;

  constructor(platform: Platform = 'linux') {
    this.platform = platform;
  }

  now(): number {
    return Date.now() + this.#ahead;
  }

  sleep(ms: number): Promise<void> {
    this.slept.push(ms);
    this.#ahead += ms;
    return Promise.resolve();
  }

  newOpId(): OpId {
    return `op-${++this.#ids}` as OpId;
  }

  newFolderId(): string {
    return `folder-${++this.#ids}`;
  }

  newGeneration(): string {
    return `generation-${++this.#ids}`;
  }

  random(): number {
    return 0.5;
  }

  stamp(): string {
    return '2026-11-21 0942';
  }
}

/** What a gateway says that gave up: the service may have taken what was sent, and show it late. */
export const GATEWAY: Failure = {
  code: 'unknown-outcome',
  message: 'Not known.',
  hint: 'Looked up.',
  retry: 'later',
  late: true,
};

/** A laptop on a real disk with a mirror and a service in memory, so that a test may change either between two steps. */
export interface GuardLaptop {
  readonly folder: string;
  readonly mirror: MemoryMirror;
  readonly client: MemoryClient;
  readonly env: CountingEnvironment;
  readonly context: SyncContext;
  put(path: string, text: string): void;
  sync(options?: Partial<CycleOptions>): Promise<CycleEnd['report']>;
}

/** What a test replaces. */
export interface Over {
  readonly disk?: (disk: Disk) => Partial<Disk>;
  readonly settings?: Partial<SyncContext['settings']>;
  readonly transfersAtOnce?: number;
  /** Whose names the laptop gives; its disk is as it is. */
  readonly platform?: Platform;
}

/** A disk on which this happens right after each time that the marker was written. */
export function afterMarkerIsWritten(act: () => void): NonNullable<Over['disk']> {
  return (disk) => ({
    rewriteMarker: async (...args) => {
      const written = await disk.rewriteMarker(...args);
      act();
      return written;
    },
  });
}

const ONCE: CycleOptions = { confirmDeletes: false, eager: true, scope: null, list: true };

/** A service in memory, and laptops on a real disk in a folder that is removed at the end. */
export class GuardWorld {
  readonly service: MemoryService;
  readonly site: SiteId;
  readonly #root = mkdtempSync(join(tmpdir(), 'sitesync-guards-'));
  readonly #disks: Disk[] = [];
  #ids = 0;

  constructor() {
    this.service = new MemoryService({
      now: () => Date.now(),
      newId: () => `00000000-0000-4000-8000-${String(++this.#ids).padStart(12, '0')}`,
    });
    this.site = this.service.addSite('Harbour House');
  }

  laptop(over: Over = {}): Promise<GuardLaptop> {
    const real = createDisk();
    this.#disks.push(real);
    const disk = { ...real, ...over.disk?.(real) };
    return openLaptop(this.service, this.site, join(this.#root, `laptop ${this.#disks.length}`), disk, over);
  }

  /** A laptop that is in step with a service of these files. */
  async inStep(...names: readonly string[]): Promise<GuardLaptop> {
    for (const name of names) this.addFile(name, `${name} v1`);
    const laptop = await this.laptop();
    await laptop.sync();
    return laptop;
  }

  addFile(name: string, content: string): FileId {
    return this.service.addFile(this.site, { name, category: 'other', content });
  }

  idOf(name: string): FileId {
    const found = this.service.files(this.site).find((file) => file.name === name);
    if (found === undefined) throw new Error(`No record ${name}`);
    return found.id;
  }

  /** What the service holds, sorted. */
  contents(): readonly string[] {
    return this.service
      .files(this.site)
      .map((file) => new TextDecoder().decode(file.content))
      .toSorted();
  }

  /** The record is there, and the list leaves it out: a replica that lags behind. */
  hideFromList(id: FileId): void {
    const all = this.service.snapshot();
    this.service.deleteFile(id);
    this.service.freezeListings();
    this.service.restore(all);
  }

  /** Runs once, when such a call reaches the service. */
  atCall(call: MemoryCall, act: () => void): void {
    let done = false;
    this.service.faults.onCall = (name) => {
      if (name !== call || done) return;
      done = true;
      act();
    };
  }

  async close(): Promise<void> {
    for (const disk of this.#disks) await disk.close();
    rmSync(this.#root, { recursive: true, force: true });
  }
}

async function openLaptop(
  service: MemoryService,
  site: SiteId,
  folder: string,
  disk: Disk,
  over: Over,
): Promise<GuardLaptop> {
  const mirror = new MemoryMirror();
  const client = new MemoryClient(service);
  const env = new CountingEnvironment(over.platform);
  const { signal } = new AbortController();
  const context = syncContext({
    service: client,
    disk,
    mirror,
    env,
    transfersAtOnce: over.transfersAtOnce ?? 8,
    settings: { pageSize: 4, stillMs: 0, ignore: [], patienceMs: 30_000, ...over.settings },
    signal,
    stopping: signal,
  });
  await listSites(context);
  const known = mirror.site(site);
  if (known === null) throw new Error('The service lists no such site');
  const followed = await followSite(context, known, folder, 'all');
  if (!followed.ok) throw new Error(followed.failure.message);
  return {
    folder,
    mirror,
    client,
    env,
    context,
    put: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    sync: async (options = {}) => {
      context.gate.reopen(null);
      const [entry] = mirror.followed();
      if (entry === undefined) throw new Error('No site is followed');
      return (await syncSite(context, entry, { ...ONCE, ...options })).report;
    },
  };
}
