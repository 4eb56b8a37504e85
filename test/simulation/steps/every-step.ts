import { spawn } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn, SITE, startWorld, trashIn, type Laptop, type World } from '../../support/laptop.ts';
import type { Fault, Steps } from './instrument.ts';
import { BEFORE, type Scenario } from './scenarios.ts';

const CHILD = join(import.meta.dirname, 'sync.child.ts');
/** Imported by each thread of it, before anything else. */
export const EVERY_THREAD = new URL('./every-thread.ts', import.meta.url).href;
/** Syncs after which everything is in step again. */
const REPAIRS = 3;

/** What the world is like in the end. */
export interface End {
  readonly here: Readonly<Record<string, string>>;
  readonly there: readonly string[];
  readonly trash: readonly string[];
  readonly state: string;
}

/** A scenario made ready once, and put back to that moment as often as a fault is tried. */
export class EveryStep {
  readonly #world: World;
  readonly #home: string;
  readonly #saved: string;
  readonly #laptop: Laptop;
  readonly #snapshot: ReturnType<World['service']['store']['snapshot']>;

  private constructor(world: World, home: string, laptop: Laptop) {
    this.#world = world;
    this.#home = home;
    this.#saved = `${home} saved`;
    this.#laptop = laptop;
    copyTree(home, this.#saved);
    this.#snapshot = world.service.store.snapshot();
  }

  static async prepare(scenario: Scenario): Promise<EveryStep> {
    const world = await startWorld();
    const { store } = world.service;
    for (const [name, content] of Object.entries(BEFORE))
      store.addFile(SITE, { name, category: 'other', content });
    const laptop = world.laptop('anna');
    await laptop.sync();
    scenario.change(laptop.folder, store);
    return new EveryStep(world, dirname(laptop.data), laptop);
  }

  /** Steps of the sync that nothing goes wrong with; the world is then as it ends. */
  async count(): Promise<Steps> {
    this.#putBack();
    const { status, out } = await this.#child({ thread: 'main', at: 0, how: 'kill', code: '' });
    if (status !== 0) throw new Error(`A sync without a fault ended with ${status}`);
    return JSON.parse(out) as Steps;
  }

  /** The world after a sync with this fault and what a person does then: sync again. */
  async endAfter(fault: Fault): Promise<End> {
    this.#putBack();
    await this.#child(fault);
    return this.end();
  }

  async end(): Promise<End> {
    let state = '';
    for (let repair = 0; repair < REPAIRS; repair++)
      state = (await this.#laptop.sync({ confirmDeletes: true })).state;
    const there = this.#world.service.store.files(SITE);
    return {
      state,
      here: unstamped(await filesIn(this.#laptop.folder)),
      there: there.map((file) => `${file.category} ${withoutStamp(file.name)} ${file.size}`).toSorted(),
      trash: [...new Set(await trashIn(this.#laptop.folder))].toSorted(),
    };
  }

  close(): Promise<void> {
    return this.#world.close();
  }

  #putBack(): void {
    rmSync(this.#home, { recursive: true, force: true });
    copyTree(this.#saved, this.#home);
    this.#world.service.store.restore(this.#snapshot);
  }

  #child(fault: Fault): Promise<{ status: number | null; out: string }> {
    const told = [this.#laptop.data, this.#world.service.url, JSON.stringify(fault)];
    const args = ['--import', EVERY_THREAD, CHILD, ...told];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, out })));
  }
}

/** Files keep their inodes, by which moves are found: they are linked. The mirror is copied, since it is written in place. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name === 'data') cpSync(source, target, { recursive: true });
    else if (entry.isDirectory()) copyTree(source, target);
    else linkSync(source, target);
  }
}

function unstamped(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [withoutStamp(path), content]));
}

/** The minute in the name of a conflict copy differs from run to run. */
function withoutStamp(name: string): string {
  return name.replace(/\(conflict [^)]*\)/, '(conflict)');
}
