import type { HeldDeletes } from '../../main/engine/guards/mass-delete-guard.ts';
import type { Result } from '../../shared/failure.ts';
import type { FileRow } from '../../shared/ipc/files.ts';
import type { ConflictChoice } from '../../shared/ipc/outbox.ts';
import { baseName, folderOf, joinPath } from '../../shared/model/rel-path.ts';
import { wantsGone } from './choosing.ts';
import type { Climate } from './climate.ts';
import { Deeds, type Noted } from './deeds.ts';
import { contentAt, filesAtHand } from './laptop-files.ts';
import { nowAndThen } from './now-and-then.ts';
import type { Random } from './random.ts';
import type { SimLaptop } from './sim-laptop.ts';
import { commandsOf, type Commands } from './window.ts';

type World = Noted & { readonly climate: Climate };

const FOLDERS = ['Other', 'Spec Sheet', 'Block A', 'Handover/1', ''];
const NAMES = ['a.txt', 'renamed.txt', 'pump.pdf', 'Log.txt', 'x.png'];
const CHOICES: readonly ConflictChoice[] = ['mine', 'theirs', 'both'];
/** Files that somebody removes at once: from so many on, deletes wait for a yes. */
const MANY = 5;
/** Probability that a deed is taken back, and most milliseconds until then. */
const UNDONE = 0.5;
const REGRET = 10_000;
const NEVER = new AbortController().signal;

/**
 * People at the window of the program that runs on a laptop, also in the midst of a sync: they move, rename and delete files and
 * take that back, resolve conflicts, and answer deletes that wait, of files that they removed by hand. They take files away to
 * bring them back later, and leave the computer switched off.
 */
export class AtWindow {
  readonly #laptop: SimLaptop;
  readonly #random: Random;
  readonly #world: World;
  readonly #deeds: Deeds;
  #taken = 0;

  constructor(laptop: SimLaptop, random: Random, world: World) {
    this.#laptop = laptop;
    this.#random = random;
    this.#world = world;
    this.#deeds = new Deeds(random, world);
  }

  live(): Promise<void> {
    return nowAndThen(this.#world, this.#random, 8, () => this.#act());
  }

  async #act(): Promise<void> {
    const kind = this.#random.below(16);
    if (kind < 2) this.#clearOut();
    else if (kind < 4) await this.#takeAway();
    else if (kind === 4) await this.#leave();
    else await this.#atWindow((commands, rows, outbox) => this.#command(kind, commands, rows, outbox));
    this.#world.identities.acted(this.#laptop);
  }

  /** Ends with the program at the latest. One that ran once only has no window. */
  async #atWindow(
    work: (
      commands: Commands,
      rows: readonly FileRow[],
      outbox: Awaited<ReturnType<ReturnType<typeof commandsOf>['outbox']>>,
    ) => Promise<void>,
  ): Promise<void> {
    const { running, mirror, setup } = this.#laptop;
    if (running === null || setup.laptop.mode !== 'watch' || mirror.followed().length === 0) return;
    const { commands, rows, outbox } = commandsOf(this.#laptop, running, this.#world);
    const done = async (): Promise<void> => work(commands, await rows(), await outbox());
    await Promise.race([done(), running.dead]);
  }

  async #command(
    kind: number,
    commands: Commands,
    rows: readonly FileRow[],
    { conflicts }: Awaited<ReturnType<ReturnType<typeof commandsOf>['outbox']>>,
  ): Promise<void> {
    const held = this.#laptop.mirror.siteState(this.#laptop.setup.site).held;
    const here = rows.filter((row) => row.here);
    if (conflicts.length > 0 && kind % 2 === 0) await this.#resolve(commands, this.#random.pick(conflicts));
    else if (held !== null && kind < 13) await this.#answer(commands, held);
    else if (here.length === 0) return;
    else if (kind < 9) await this.#move(commands, here);
    else if (kind < 12) await this.#delete(commands, here);
    else await this.#rename(commands, this.#random.pick(here));
  }

  async #resolve(commands: Commands, { copy }: { readonly copy: string }): Promise<void> {
    const { site } = this.#laptop.setup;
    const choice = this.#random.pick(CHOICES);
    const done = await commands['conflicts.resolve']({ choice, items: [{ site, copy }] }, NEVER);
    const isDone = done.ok && done.value.resolved > 0;
    this.#tell(`keeps ${choice} of ${copy}`, isDone);
    if (!done.ok || !done.value.undoable || !(await this.#regrets())) return;
    const entries = done.value.trash.map(({ entry }) => entry);
    const back = await commands['trash.restoreMany']({ site, entries }, NEVER);
    this.#tell(`keeps ${copy} after all`, back.ok && back.value.changed > 0);
  }

  async #answer(commands: Commands, { files }: HeldDeletes): Promise<void> {
    const { mirror, setup } = this.#laptop;
    const some = this.#random.chance(0.7) ? files : files.slice(0, 1 + this.#random.below(files.length));
    const keys = some.map(({ id }) => id);
    if (this.#random.chance(0.3)) {
      wantsGone(this.#laptop, keys, this.#world);
      this.#changed(
        'lets held deletes go',
        await commands['held.confirm']({ site: setup.site, keys }, NEVER),
      );
      return;
    }
    for (const { id, path, direction } of some) {
      // From here on nothing tells which record its file is, if that lies elsewhere.
      this.#world.identities.deleted(id);
      const agreed = mirror.agreement(setup.site, id)?.path ?? path;
      const content = contentAt(this.#laptop, agreed);
      if (direction === 'local' && content !== null) this.#world.ledger.isBack(content);
    }
    this.#changed('rejects held deletes', await commands['held.reject']({ site: setup.site, keys }, NEVER));
  }

  async #move(commands: Commands, here: readonly FileRow[]): Promise<void> {
    const { site } = this.#laptop.setup;
    const folder = this.#random.pick(FOLDERS);
    const files = { keys: this.#some(here) };
    const done = await commands['files.move']({ site, files, folder }, NEVER);
    this.#changed(`moves to ${folder}`, done);
    if (!done.ok || done.value.moved.length === 0 || !(await this.#regrets())) return;
    this.#changed('moves back', await commands['files.moveBack']({ site, moved: done.value.moved }, NEVER));
  }

  async #delete(commands: Commands, here: readonly FileRow[]): Promise<void> {
    const { site } = this.#laptop.setup;
    const done = await commands['files.delete']({ site, files: { keys: this.#some(here) } }, NEVER);
    this.#changed('deletes', done);
    if (!done.ok || done.value.trash.length === 0 || !(await this.#regrets())) return;
    const entries = done.value.trash;
    this.#changed('undeletes', await commands['trash.restoreMany']({ site, entries }, NEVER));
  }

  async #rename(commands: Commands, { key, path, name: before }: FileRow): Promise<void> {
    const { site } = this.#laptop.setup;
    const name = this.#random.pick(NAMES);
    const done = await commands['files.rename']({ site, key, name }, NEVER);
    this.#tell(`renames ${path} to ${name}`, done.ok);
    if (!done.ok || name === before || !(await this.#regrets())) return;
    const to = joinPath(folderOf(path), name);
    await this.#atWindow(async (later, rows) => {
      const row = rows.find((each) => each.path === to);
      if (row === undefined) return;
      const back = await later['files.rename']({ site, key: row.key, name: before, still: name }, NEVER);
      this.#tell(`names ${to} ${before} again`, back.ok);
    });
  }

  /** By hand, so that no word of the person comes with it. */
  #clearOut(): void {
    const laptop = this.#laptop;
    this.#deeds.unlessRefused(laptop, () => {
      const paths = filesAtHand(laptop).map(([path]) => path);
      if (paths.length < MANY) return;
      const first = this.#random.below(paths.length - MANY + 1);
      for (const path of paths.slice(first, first + MANY + this.#random.below(3)))
        this.#deeds.remove(laptop, path);
      this.#tell('clears out', true);
    });
  }

  async #takeAway(): Promise<void> {
    const { scheduler, climate } = this.#world;
    const laptop = this.#laptop;
    const away = `Desktop/${++this.#taken}`;
    let path: string | null = null;
    this.#deeds.unlessRefused(laptop, () => {
      const files = filesAtHand(laptop);
      if (files.length === 0) return;
      const [from] = this.#random.pick(files);
      this.#deeds.takesAway(laptop, from, away);
      path = from;
      this.#tell(`takes ${from} away`, true);
    });
    if (path === null) return;
    await scheduler.wait(this.#random.below(climate.span / 4));
    const place = this.#random.chance(0.7) ? path : joinPath('Handover', baseName(path));
    this.#deeds.unlessRefused(laptop, () => {
      if (!this.#deeds.fits(laptop, place)) return;
      this.#deeds.bringsBack(laptop, away, place);
      this.#tell(`brings back ${place}`, true);
    });
  }

  /** The computer is switched off while everybody else goes on. */
  async #leave(): Promise<void> {
    const { scheduler, climate } = this.#world;
    const ms = this.#random.below(climate.span / 2);
    this.#tell('leaves', true);
    this.#laptop.leave(ms);
    await scheduler.wait(ms);
  }

  async #regrets(): Promise<boolean> {
    if (!this.#random.chance(UNDONE)) return false;
    await this.#world.scheduler.wait(this.#random.below(REGRET));
    return true;
  }

  #some(rows: readonly FileRow[]): FileRow['key'][] {
    const first = this.#random.below(rows.length);
    return rows.slice(first, first + 1 + this.#random.below(3)).map(({ key }) => key);
  }

  #changed(what: string, done: Result<{ readonly changed: number }>): void {
    this.#tell(what, done.ok && done.value.changed > 0);
  }

  #tell(what: string, isDone: boolean): void {
    this.#world.scheduler.trace(`${this.#laptop.name} window ${isDone ? '' : 'cannot: '}${what}`);
  }
}
