import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conflictCommands } from '../../../main/app/conflicts/conflict-commands.ts';
import { oneAfterAnother } from '../../../main/app/decisions.ts';
import { fileCommands } from '../../../main/app/files/file-commands.ts';
import { heldCommands } from '../../../main/app/held/held-commands.ts';
import { trashCommands } from '../../../main/app/trash/trash-commands.ts';
import { activityLines } from '../../../main/app/views/words.ts';
import type { ConflictChoice } from '../../../shared/ipc/outbox.ts';
import { filesIn, startWorld, trashIn, type World } from '../../support/laptop.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';

describe('resolving conflicts', () => {
  let world: World;
  let desk: Desk;

  beforeEach(async () => {
    world = await startWorld();
    desk = await openDesk(world, world.laptop('one'));
  });

  afterEach(async () => {
    await desk.close();
    await world.close();
  });

  const resolve = async (choice: ConflictChoice, copies: readonly string[]) =>
    value(
      await conflictCommands(desk.app, desk.fresh, desk.replacer)['conflicts.resolve'](
        { choice, items: copies.map((copy) => ({ site, copy })) },
        never,
      ),
    );
  const copies = async (): Promise<readonly string[]> =>
    (await (await desk.fresh()).outbox(site)).conflicts.map((conflict) => conflict.copy);
  const contents = (): Record<string, string> =>
    Object.fromEntries(
      [...desk.program.mirror.trees(site).remote.values()].map(
        ({ name, facts }) => [name, facts.sha256 ?? ''] as const,
      ),
    );

  /** Both laptops edit each file while the other is offline; afterwards this one has copies, all of them sent. */
  async function conflicts(count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, index) => `Other/plan ${index}.txt`);
    for (const name of names) await desk.write(name, 'first');
    await desk.sync();
    const other = await openDesk(world, world.laptop('two'));
    for (const name of names) await other.write(name, 'theirs, longer');
    await other.sync();
    await other.close();
    for (const name of names) await desk.write(name, 'mine');
    expect((await desk.sync()).conflicts).toHaveLength(count);
  }

  it.each([
    ['mine', 'Other/plan 0.txt', 'You kept yours; this was theirs'],
    ['theirs', null, 'You kept theirs; this was yours'],
  ] as const)('as %s says in the trash which version lies there', async (choice, path, why) => {
    await conflicts(1);
    const [copy] = await copies();
    await resolve(choice, [copy!]);
    const listed = value(await trashCommands(desk.app, desk.fresh)['trash.list']({ site }, never));
    expect(listed[0]).toMatchObject({ path: path ?? copy, why });
  });

  it('as mine makes the copy the next version of the same record, and trashes the other', async () => {
    await conflicts(1);
    const key = await desk.keyOf('Other/plan 0.txt');
    expect(await resolve('mine', await copies())).toEqual({
      resolved: 1,
      named: ['Other/plan 0.txt'],
      made: [],
      trash: [TRASHED],
      undoable: false,
      problems: [],
    });
    expect(await copies()).toEqual([]);
    expect(desk.syncs).toEqual([site]);
    expect(await desk.sync()).toMatchObject({
      updated: 1,
      deletedRemote: 1,
      created: 0,
      held: null,
      problems: [],
    });
    expect(await filesIn(desk.folder)).toEqual({ 'Other/plan 0.txt': 'mine' });
    expect(await desk.keyOf('Other/plan 0.txt')).toBe(key);
    expect(Object.keys(contents())).toEqual(['plan 0.txt']);
    expect(await trashIn(desk.folder)).toContain('theirs, longer');
  });

  it('as theirs trashes the copy and deletes its record', async () => {
    await conflicts(1);
    expect(await resolve('theirs', await copies())).toMatchObject({ resolved: 1 });
    expect(await desk.sync()).toMatchObject({ deletedRemote: 1, updated: 0, held: null });
    expect(await filesIn(desk.folder)).toEqual({ 'Other/plan 0.txt': 'theirs, longer' });
    expect(await trashIn(desk.folder)).toContain('mine');
  });

  it.each([
    ['mine', 'You kept yours'],
    ['theirs', 'You kept theirs'],
  ] as const)('as %s says of the copy’s record why it goes, before and after', async (choice, words) => {
    await conflicts(1);
    const [copy] = await copies();
    await resolve(choice, [copy!]);
    const { pending } = await (await desk.fresh()).outbox(site);
    expect(pending.find(({ path }) => path === copy)).toMatchObject({ direction: 'off', reason: words });
    await desk.sync();
    const told = activityLines(
      desk.program.mirror.activity(site, 100),
      desk.program.mirror.decisions(site),
    ).filter(({ path }) => path === copy);
    expect(told.slice(0, 2).map(({ done, why }) => [done, why])).toEqual([
      ['Deleted on the service', words],
      ['Conflict resolved', words],
    ]);
  });

  it('as theirs is undone by what it put into the trash, also once the copy’s record has gone', async () => {
    await conflicts(2);
    const all = await copies();
    const { trash } = await resolve('theirs', all);
    expect(await copies()).toEqual([]);
    const back = async (entry: string): Promise<void> => {
      const commands = trashCommands(desk.app, desk.fresh);
      value(await commands['trash.restoreMany']({ site, entries: [entry] }, never));
    };
    await back(trash[0]!.entry);
    expect(await desk.sync()).toMatchObject({ deletedRemote: 1, created: 0 });
    await back(trash[1]!.entry);
    expect(await desk.sync()).toMatchObject({ deletedRemote: 0, created: 1 });
    expect((await copies()).toSorted()).toEqual(all.toSorted());
  });

  it.each([
    ['mine', 'mine, kept the name', 'You kept yours'],
    ['theirs', 'copied', 'You kept theirs'],
  ] as const)(
    'as %s keeps that on the laptop too whose version kept the name',
    async (choice, left, words) => {
      const copy = 'Other/plan (conflict 2026-11-21 0942 bravo).txt';
      await desk.write('Other/plan.txt', 'mine, kept the name');
      await desk.sync();
      const other = await openDesk(world, world.laptop('two'));
      await other.write(copy, 'copied');
      await other.sync();
      await desk.sync();
      const [conflict] = (await (await desk.fresh()).outbox(site)).conflicts;
      expect(conflict).toMatchObject({
        own: 'file',
        device: 'bravo',
        mine: { path: 'Other/plan.txt' },
        theirs: { path: copy },
      });
      expect([await desk.row('Other/plan.txt'), await desk.row(copy)]).toMatchObject([
        { reason: 'mine' },
        { reason: 'theirs' },
      ]);
      expect(await resolve(choice, [copy])).toMatchObject({ resolved: 1, undoable: choice === 'mine' });
      const [line] = desk.program.mirror.decisions(site);
      expect(activityLines([line!], [])[0]?.why).toBe(words);
      await desk.sync();
      await other.sync();
      for (const { folder } of [desk, other])
        expect(await filesIn(folder)).toEqual({ 'Other/plan.txt': left });
      await other.close();
    },
  );

  it('that came from elsewhere on both sides calls none of them mine', async () => {
    const copy = 'Other/plan (conflict 2026-11-21 0942 bravo).txt';
    const other = await openDesk(world, world.laptop('two'));
    await other.write('Other/plan.txt', 'theirs');
    await other.write(copy, 'copied');
    await other.sync();
    await other.close();
    await desk.sync();
    const [conflict] = (await (await desk.fresh()).outbox(site)).conflicts;
    expect(conflict).toMatchObject({ own: 'neither', mine: { path: copy }, reason: null });
    expect([await desk.row('Other/plan.txt'), await desk.row(copy)]).toMatchObject([
      { reason: 'kept the name' },
      { reason: 'the copy' },
    ]);
    await resolve('mine', [copy]);
    const [line] = desk.program.mirror.decisions(site);
    expect(activityLines([line!], [])[0]?.why).toBe('You kept the conflict copy');
  });

  it('keeps the version that is online only, which is not called gone, and has mine wait until it is here', async () => {
    await conflicts(1);
    const [copy] = await copies();
    const original = { site, files: { keys: [await desk.keyOf('Other/plan 0.txt')] } };
    const { 'files.keep': keep } = fileCommands(desk.app, desk.fresh);
    value(await keep({ ...original, keep: false }, never));
    await desk.sync();
    const [conflict] = (await (await desk.fresh()).outbox(site)).conflicts;
    expect(conflict).toMatchObject({
      own: 'copy',
      mine: { path: copy, here: true },
      theirs: { path: 'Other/plan 0.txt', size: 'theirs, longer'.length, here: false },
    });
    expect(await resolve('mine', [copy!])).toMatchObject({
      resolved: 0,
      problems: [{ message: expect.stringContaining('only on the service') as string }],
    });
    expect(await resolve('theirs', [copy!])).toMatchObject({ resolved: 1, undoable: true });
    await desk.sync();
    expect(Object.keys(contents())).toEqual(['plan 0.txt']);
    expect(await filesIn(desk.folder)).toEqual({});
  });

  it('calls gone what was deleted here, before the service knows', async () => {
    await conflicts(1);
    const { 'files.delete': remove } = fileCommands(desk.app, desk.fresh);
    value(await remove({ site, files: { keys: [await desk.keyOf('Other/plan 0.txt')] } }, never));
    const [conflict] = (await (await desk.fresh()).outbox(site)).conflicts;
    expect(conflict).toMatchObject({ theirs: null });
  });

  it('as both gives the copy a plain name, and its record too', async () => {
    await conflicts(1);
    await desk.write('Other/PLAN 0 (2).txt', 'in the way');
    await desk.sync();
    const plain = (await (await desk.fresh()).outbox(site)).conflicts.map((conflict) => conflict.plain);
    expect(plain).toEqual(['Other/plan 0 (3).txt']);
    expect(await resolve('both', await copies())).toEqual({
      resolved: 1,
      named: ['Other/plan 0.txt'],
      made: plain,
      trash: [],
      undoable: false,
      problems: [],
    });
    expect(await copies()).toEqual([]);
    expect(await desk.sync()).toMatchObject({ moved: 1, created: 0, deletedRemote: 0 });
    expect(await filesIn(desk.folder)).toMatchObject({
      'Other/plan 0.txt': 'theirs, longer',
      'Other/plan 0 (3).txt': 'mine',
    });
  });

  it('in bulk asks no second question of the guard', async () => {
    await conflicts(12);
    expect(await resolve('theirs', await copies())).toMatchObject({ resolved: 12, made: [], problems: [] });
    expect(await desk.sync()).toMatchObject({ deletedRemote: 12, held: null });
    expect(Object.keys(await filesIn(desk.folder))).toHaveLength(12);
  });

  it.each([
    ['mine', 'theirs'],
    ['theirs', 'mine'],
  ] as const)(
    'in two windows at once, as %s and as %s, is answered by the first alone',
    async (one, other) => {
      await conflicts(12);
      const decisions = oneAfterAnother({
        ...conflictCommands(desk.app, desk.fresh, desk.replacer),
        ...fileCommands(desk.app, desk.fresh),
        ...heldCommands(desk.app),
        ...trashCommands(desk.app, desk.fresh),
      });
      const items = (await copies()).map((copy) => ({ site, copy }));
      const answers = [one, other].map((choice) => decisions['conflicts.resolve']({ choice, items }, never));
      const [first, second] = (await Promise.all(answers)).map(value);
      expect([first?.resolved, second?.resolved]).toEqual([12, 0]);
      expect(second?.problems[0]?.message).toContain('no longer a conflict copy');
      // The yes of the first stands.
      expect(await desk.sync()).toMatchObject({ deletedRemote: 12, held: null });
      const wanted = one === 'mine' ? 'mine' : 'theirs, longer';
      expect(new Set(Object.values(await filesIn(desk.folder)))).toEqual(new Set([wanted]));
    },
  );

  it('before the copies were ever sent works the same', async () => {
    await desk.write('Other/a.txt', 'theirs');
    await desk.sync();
    await desk.write('Other/a (conflict 2026-11-21 0942 T).txt', 'mine');
    expect(await resolve('mine', ['Other/a (conflict 2026-11-21 0942 T).txt'])).toMatchObject({
      resolved: 0,
    });
    await desk.sync();
    expect(await resolve('mine', ['Other/a (conflict 2026-11-21 0942 T).txt'])).toMatchObject({
      resolved: 1,
    });
    await desk.sync();
    expect(await filesIn(desk.folder)).toEqual({ 'Other/a.txt': 'mine' });
  });

  it('whose original is gone keeps the only version, under the original’s name', async () => {
    const copy = 'Other/a (conflict 2026-11-21 0942 T).txt';
    await desk.write(copy, 'mine');
    await desk.sync();
    const key = await desk.keyOf(copy);
    expect(await resolve('theirs', [copy])).toMatchObject({
      resolved: 0,
      problems: [{ path: copy, message: expect.stringContaining('only one left') as string }],
    });
    expect(await resolve('mine', [copy])).toMatchObject({ resolved: 1 });
    await desk.sync();
    expect(await desk.keyOf('Other/a.txt')).toBe(key);
    expect(contents()).toHaveProperty(['a.txt']);
  });

  it('says which item is no conflict any more, and goes on with the others', async () => {
    await conflicts(2);
    const [one, two] = await copies();
    const disk = {
      ...desk.app.disk,
      trash: async (folder: string, file: Parameters<typeof desk.app.disk.trash>[1]) =>
        file.path === one ? ({ ok: false, failure: inUse } as const) : desk.app.disk.trash(folder, file),
    };
    const result = value(
      await conflictCommands({ ...desk.app, disk }, desk.fresh, desk.replacer)['conflicts.resolve'](
        { choice: 'theirs', items: [one!, two!, 'Other/plan 0.txt', '../x'].map((copy) => ({ site, copy })) },
        never,
      ),
    );
    expect(result.resolved).toBe(1);
    expect(new Set(result.problems.map((problem) => problem.path))).toEqual(
      new Set(['../x', one, 'Other/plan 0.txt']),
    );
    // The delete of what stayed was taken back.
    expect(await desk.sync()).toMatchObject({ deletedRemote: 1 });
    expect(await copies()).toEqual([one]);
  });

  it('loses nothing where the copy changes while it is resolved', async () => {
    await conflicts(1);
    const replacer = {
      replace: async (...args: Parameters<typeof desk.replacer.replace>) => {
        await desk.write('Other/plan 0.txt', 'saved just now');
        return desk.replacer.replace(...args);
      },
    };
    const [copy] = await copies();
    const result = value(
      await conflictCommands(desk.app, desk.fresh, replacer)['conflicts.resolve'](
        { choice: 'mine', items: [{ site, copy: copy! }] },
        never,
      ),
    );
    expect(result).toMatchObject({ resolved: 0, problems: [{ path: copy }] });
    expect(await filesIn(desk.folder)).toEqual({ 'Other/plan 0.txt': 'saved just now', [copy!]: 'mine' });
  });
});

const TRASHED = { site, entry: expect.stringContaining('/Other/plan 0.txt') as string };
const inUse = { code: 'in-use', message: 'in use', hint: 'Close it.', retry: 'later' } as const;
