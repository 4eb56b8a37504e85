import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conflictCommands } from '../../../main/app/conflicts/conflict-commands.ts';
import { filesIn, put, startWorld, type Laptop, type World } from '../../support/laptop.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';

/** What a person chose goes up before what it replaces goes: until then the service has it under the copy's name alone. */
describe('a conflict resolved as mine whose update the service refuses', () => {
  let world: World;
  let desk: Desk;
  let other: Laptop;
  let copy: string;

  beforeEach(async () => {
    world = await startWorld();
    desk = await openDesk(world, world.laptop('one'));
    other = world.laptop('two');
    await desk.write('Other/plan.txt', 'first');
    await desk.sync();
    await other.sync();
    await put(other, 'Other/plan.txt', 'theirs, longer');
    await other.sync();
    await desk.write('Other/plan.txt', 'mine');
    copy = (await desk.sync()).conflicts[0]!.copy;
    await other.sync();
  });

  afterEach(async () => {
    await desk.close();
    await world.close();
  });

  const keepMine = async (): Promise<void> => {
    const commands = conflictCommands(desk.app, desk.fresh, desk.replacer);
    const done = value(
      await commands['conflicts.resolve']({ choice: 'mine', items: [{ site, copy }] }, never),
    );
    expect(done).toMatchObject({ resolved: 1, problems: [] });
  };
  const refuseUpdates = (status: number): void =>
    world.service.switches.set({ failNext: [{ match: { method: 'PUT' }, times: 99, action: { status } }] });
  const accept = (): void => world.service.switches.set({ failNext: [] });
  const there = async (): Promise<Record<string, string>> => {
    await other.sync();
    return filesIn(other.folder);
  };

  it.each([413, 415, 400, 500])('(%i) keeps the copy’s record and what others have of it', async (status) => {
    await keepMine();
    refuseUpdates(status);
    const report = await desk.sync();
    expect(report).toMatchObject({ updated: 0, deletedRemote: 0 });
    expect(report.problems.map(({ path }) => path)).toContain('Other/plan.txt');
    // The record says why it is still there.
    const waits = report.problems.find(({ path }) => path === copy);
    expect(waits?.message).toContain('once Other/plan.txt was sent');
    expect(await there()).toEqual({ 'Other/plan.txt': 'theirs, longer', [copy]: 'mine' });
    accept();
    await desk.write('Other/plan.txt', 'mine, again');
    expect(await desk.sync()).toMatchObject({ updated: 1, deletedRemote: 1, held: null, problems: [] });
    expect(await there()).toEqual({ 'Other/plan.txt': 'mine, again' });
  });

  it('keeps them also where a program then saves a new version by another file', async () => {
    await keepMine();
    refuseUpdates(413);
    await desk.sync();
    await desk.write('Other/new.tmp', 'mine, again');
    await rename(join(desk.folder, 'Other/new.tmp'), join(desk.folder, 'Other/plan.txt'));
    expect(await desk.sync()).toMatchObject({ updated: 0, deletedRemote: 0 });
    expect(await there()).toEqual({ 'Other/plan.txt': 'theirs, longer', [copy]: 'mine' });
  });

  it('keeps them where a person put the copy over the original without SiteSync', async () => {
    await rename(join(desk.folder, copy), join(desk.folder, 'Other/plan.txt'));
    refuseUpdates(413);
    expect(await desk.sync()).toMatchObject({ updated: 0, deletedRemote: 0 });
    expect(await there()).toEqual({ 'Other/plan.txt': 'theirs, longer', [copy]: 'mine' });
  });

  it('keeps them where another file than a copy was put over one', async () => {
    await desk.write('Other/draft.txt', 'a draft');
    await desk.sync();
    await rename(join(desk.folder, 'Other/draft.txt'), join(desk.folder, 'Other/plan.txt'));
    refuseUpdates(413);
    expect(await desk.sync()).toMatchObject({ updated: 0, deletedRemote: 0 });
    expect(await there()).toMatchObject({ 'Other/draft.txt': 'a draft' });
    accept();
    await desk.write('Other/plan.txt', 'a longer draft');
    expect(await desk.sync()).toMatchObject({ updated: 1, deletedRemote: 1, problems: [] });
  });

  it('that is a copy again, since others wrote another version, needs no byte to be sent for that', async () => {
    await keepMine();
    await put(other, 'Other/plan.txt', 'theirs, longer still');
    await other.sync();
    const post = { match: { method: 'POST' }, times: 99, action: { status: 413 } };
    world.service.switches.set({ failNext: [post] });
    expect(await desk.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
    const files = await there();
    expect(Object.values(files).toSorted()).toEqual(['mine', 'theirs, longer still']);
    expect(files).toMatchObject({ 'Other/plan.txt': 'theirs, longer still' });
  });
});
