import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteFiles } from '../../../main/app/files/delete-files.ts';
import { heldCommands } from '../../../main/app/held/held-commands.ts';
import { activityLines } from '../../../main/app/views/words.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { filesIn, startWorld, trashIn, type World } from '../../support/laptop.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';

const NAMES = Array.from({ length: 10 }, (_, index) => `Other/file ${index}.txt`);

describe('held deletes', () => {
  let world: World;
  let desk: Desk;
  let held: ReturnType<typeof heldCommands>;

  beforeEach(async () => {
    world = await startWorld();
    desk = await openDesk(world, world.laptop('one'));
    held = heldCommands(desk.app);
    for (const name of NAMES) await desk.write(name, `content of ${name}`);
    await desk.sync();
  });

  afterEach(async () => {
    await desk.close();
    await world.close();
  });

  const everything = Object.fromEntries(NAMES.map((name) => [name, `content of ${name}`]));
  const heldKeys = (): readonly FileId[] =>
    desk.program.mirror.siteState(site).held?.files.map((file) => file.id) ?? [];

  const of10 = (...words: readonly string[]): readonly string[] =>
    words.flatMap((each) => Array.from({ length: 10 }, () => each));
  /** What the history says, the newest first, without the uploads at the beginning. */
  const told = (): readonly string[] => {
    const { mirror } = desk.program;
    const lines = activityLines(mirror.activity(site, 100), mirror.decisions(site));
    return lines.slice(0, -10).map(({ done, why }) => `${done} · ${why}`);
  };

  /** Why files wait, as the outbox says. */
  const reasons = async (): Promise<readonly string[]> =>
    (await (await desk.fresh()).outbox(site)).pending.map(({ reason }) => reason);

  async function goneHere(): Promise<readonly FileId[]> {
    for (const name of NAMES) await rm(join(desk.folder, name));
    expect((await desk.sync()).held).toMatchObject({ direction: 'remote', count: 10 });
    return heldKeys();
  }

  async function goneThere(): Promise<readonly FileId[]> {
    const other = await openDesk(world, world.laptop('two'));
    for (const { id, name } of other.program.mirror.trees(site).remote.values())
      if (NAMES.includes(`Other/${name}`)) await other.app.session()!.service.deleteFile(id);
    await other.close();
    expect((await desk.sync()).held).toMatchObject({ direction: 'local', count: 10 });
    return heldKeys();
  }

  it('go on after a yes, and only those that were named', async () => {
    const keys = await goneHere();
    value(await held['held.confirm']({ site, keys: keys.slice(0, 7) }, never));
    expect(heldKeys()).toHaveLength(3);
    expect(await desk.sync()).toMatchObject({ deletedRemote: 7, held: { count: 3 } });
    expect(desk.program.mirror.trees(site).remote.size).toBe(3);
  });

  it('are named as they were listed, whatever the order of their records', async () => {
    const keys = (await goneHere()).toReversed();
    const paths = new Map(
      desk.program.mirror.siteState(site).held?.files.map(({ id, path }) => [id, path] as const),
    );
    const { named } = value(await held['held.confirm']({ site, keys: [...keys] }, never));
    expect(named).toEqual(keys.slice(0, named.length).map((key) => paths.get(key)));
  });

  it('have the site synced at once, after a yes and after a no', async () => {
    const [first, ...others] = await goneHere();
    value(await held['held.confirm']({ site, keys: [first!] }, never));
    expect(desk.syncs).toEqual([site]);
    value(await held['held.reject']({ site, keys: others }, never));
    expect(desk.syncs).toEqual([site, site]);
  });

  it('of both yeses, where the second one comes before a sync', async () => {
    const keys = await goneThere();
    value(await held['held.confirm']({ site, keys: keys.slice(0, 5) }, never));
    value(await held['held.confirm']({ site, keys: keys.slice(5) }, never));
    expect(await desk.sync()).toMatchObject({ trashed: 10, held: null });
  });

  it('after a yes are not held again for another file that is deleted before the sync', async () => {
    await desk.write('Other/own.txt', 'own');
    await desk.sync();
    const row = await desk.row('Other/own.txt');
    const keys = await goneThere();
    value(await held['held.confirm']({ site, keys: [...keys] }, never));
    await deleteFiles(desk.app, desk.program.mirror.followed()[0]!, [row]);
    expect(await desk.sync()).toMatchObject({ trashed: 10, held: null });
  });

  it('of files that vanished here are put back from the service', async () => {
    const keys = await goneHere();
    value(await held['held.reject']({ site, keys: [...keys] }, never));
    expect(await reasons()).toEqual(of10('You put it back'));
    expect(await desk.sync()).toMatchObject({ downloaded: 10, deletedRemote: 0, held: null });
    expect(told()).toEqual(of10('Downloaded · You put it back', 'Delete undone · You put it back'));
    expect(await filesIn(desk.folder)).toEqual(everything);
    expect(desk.program.mirror.trees(site).remote.size).toBe(10);
    // It was fetched: what brings it here another time is another reason.
    desk.program.mirror.setPin(site, keys[0]!, false);
    await desk.sync();
    desk.program.mirror.setPin(site, keys[0]!, null);
    expect(await reasons()).toEqual(['New on the service']);
    await desk.sync();
    expect(told()[0]).toBe('Downloaded · New on the service');
    expect(told().filter((words) => words === 'Downloaded · You put it back')).toHaveLength(10);
  });

  it('of files that vanished here are put back from the trash where their bytes are there, without a look at all others', async () => {
    const rows = await (
      await desk.fresh()
    ).rows(site, { keys: await Promise.all(NAMES.map((name) => desk.keyOf(name))) });
    const kept = desk.program.mirror.followed()[0]!;
    await deleteFiles(desk.app, kept, rows);
    desk.program.mirror.setApprovedDeletes(site, []);
    expect((await desk.sync()).held).toMatchObject({ direction: 'remote', count: 10 });
    const keys = heldKeys();
    const trees = vi.spyOn(desk.app.mirror, 'trees');
    value(await held['held.reject']({ site, keys: [...keys] }, never));
    expect(trees).not.toHaveBeenCalled();
    expect(told().slice(0, 10)).toEqual(of10('Delete undone · You put it back'));
    expect(await filesIn(desk.folder)).toEqual(everything);
    expect(await trashIn(desk.folder)).toEqual([]);
    expect(await desk.sync()).toMatchObject({ downloaded: 0, deletedRemote: 0, created: 0, held: null });
  });

  it('are not put back with other bytes that lie in the trash under their name', async () => {
    const [name] = NAMES;
    await desk.write(name!, `CONTENT OF ${name}`);
    const rows = await (await desk.fresh()).rows(site, { keys: [await desk.keyOf(name!)] });
    await deleteFiles(desk.app, desk.program.mirror.followed()[0]!, rows);
    desk.program.mirror.setApprovedDeletes(site, []);
    const keys = await goneHereBut(name!);
    value(await held['held.reject']({ site, keys: [...keys] }, never));
    await desk.sync();
    expect(await filesIn(desk.folder)).toEqual(everything);
    expect(await trashIn(desk.folder)).toEqual([`CONTENT OF ${name}`]);
  });

  async function goneHereBut(gone: string): Promise<readonly FileId[]> {
    for (const name of NAMES) if (name !== gone) await rm(join(desk.folder, name));
    expect((await desk.sync()).held).toMatchObject({ direction: 'remote', count: 10 });
    return heldKeys();
  }

  it('of files that vanished on the service are sent again, after the proof that they are gone', async () => {
    const keys = await goneThere();
    value(await held['held.reject']({ site, keys: [...keys] }, never));
    expect(await reasons()).toEqual(of10('You put it back'));
    expect(await desk.sync()).toMatchObject({ created: 10, trashed: 0, held: null });
    expect(told().slice(0, 20)).toEqual(
      of10('Uploaded · You put it back', 'Delete undone · You put it back'),
    );
    expect(await filesIn(desk.folder)).toEqual(everything);
    expect(desk.program.mirror.trees(site).remote.size).toBe(10);
    const after = await desk.sync();
    expect(after).toMatchObject({ created: 0, updated: 0, downloaded: 0, held: null, problems: [] });
  });

  it('of files that the service still has after all make no second record of them', async () => {
    const keys = await goneHere();
    const listed = [...desk.program.mirror.trees(site).remote.keys()];
    for (const name of NAMES) await desk.write(name, everything[name]!);
    // As a listing that came back empty would say.
    desk.program.mirror.commit(
      site,
      listed.map((id) => ({ dropRemote: id })),
    );
    desk.program.mirror.setHeld(site, {
      direction: 'local',
      count: 10,
      of: 10,
      why: '',
      serviceWentBack: false,
      files: keys.map((id, index) => ({ id, path: NAMES[index] as never, direction: 'local' as const })),
    });
    value(await held['held.reject']({ site, keys: [...keys] }, never));
    await desk.sync();
    expect([...desk.program.mirror.trees(site).remote.keys()].sort()).toEqual([...keys].sort());
    expect(await filesIn(desk.folder)).toEqual(everything);
  });

  it('that somebody put back already are left alone', async () => {
    const keys = await goneHere();
    await desk.write(NAMES[0]!, 'written anew');
    value(await held['held.reject']({ site, keys: [...keys] }, never));
    await desk.sync();
    expect(await filesIn(desk.folder)).toEqual({ ...everything, [NAMES[0]!]: 'written anew' });
    expect(desk.program.mirror.trees(site).remote.size).toBe(10);
  });

  it('retry ends the waiting of the named items, or of all', async () => {
    const attempt = (key: string) => ({
      key,
      path: key,
      action: 'create' as const,
      code: 'refused' as const,
      message: '',
      hint: '',
      tries: 3,
      nextAt: null,
      state: '',
      since: 1,
    });
    desk.program.mirror.saveProblems(site, [attempt('a'), attempt('b'), attempt('c')]);
    value(await held['outbox.retry']({ site, attempts: ['b'] }, never));
    expect(desk.program.mirror.problems(site).map(({ key }) => key)).toEqual(['a', 'c']);
    value(await held['outbox.retry']({ site: null, attempts: null }, never));
    expect(desk.program.mirror.problems(site)).toEqual([]);
    expect(desk.syncs).toEqual([site, site]);
  });

  it('tries what a person wants tried, however long the service asked to wait', async () => {
    const { gate } = desk.app.session()!;
    for (const each of [site, null]) {
      gate.slow(site, 3_600_000);
      value(await held['outbox.retry']({ site: each, attempts: null }, never));
      expect(gate.waitFor(site)).toBe(0);
    }
  });
});
