import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approveDeletes, withdrawApprovals } from '../../../main/app/files/approvals.ts';
import { fileCommands } from '../../../main/app/files/file-commands.ts';
import { keptSite } from '../../../main/app/files/site-files.ts';
import { followedSite } from '../../../main/sync/followed-site.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { filesIn, SITE, startWorld, TOKEN, trashIn, type World } from '../../support/laptop.ts';
import { never, openDesk, site, value, type Desk } from '../desk.ts';
import { localKey } from '../../../shared/model/file-key.ts';

describe('file commands', () => {
  let world: World;
  let desk: Desk;
  let files: ReturnType<typeof fileCommands>;

  beforeEach(async () => {
    world = await startWorld();
    desk = await openDesk(world, world.laptop('one'));
    files = fileCommands(desk.app, desk.fresh);
    await desk.write('Other/deep/pump.pdf', 'pump');
    await desk.write('Other/notes.txt', 'notes');
    await desk.write('Loose/plan.txt', 'plan');
    await desk.sync();
  });

  afterEach(async () => {
    await desk.close();
    await world.close();
  });

  const records = (): Record<string, string> =>
    Object.fromEntries(
      [...desk.program.mirror.trees(site).remote.values()].map(
        ({ name, category }) => [name, category] as const,
      ),
    );
  const only = async (path: string): Promise<{ site: string; files: { keys: string[] } }> => ({
    site,
    files: { keys: [await desk.keyOf(path)] },
  });

  it('move a file to another category, keep its path below, and tell the service without its bytes', async () => {
    const { key } = await desk.row('Other/deep/pump.pdf');
    const moved = await files['files.setCategory'](
      { ...(await only('Other/deep/pump.pdf')), category: 'maintenance' },
      never,
    );
    expect(value(moved)).toEqual({
      changed: 1,
      named: ['Maintenance Document/deep/pump.pdf'],
      problems: [],
    });
    // The screen shows it at once, before any cycle.
    expect(await desk.row('Maintenance Document/deep/pump.pdf')).toMatchObject({
      key,
      category: 'maintenance',
    });
    expect(await desk.sync()).toMatchObject({
      moved: 1,
      created: 0,
      deletedRemote: 0,
      held: null,
      problems: [],
    });
    expect(records()['pump.pdf']).toBe('maintenance');
    expect(await desk.keyOf('Maintenance Document/deep/pump.pdf')).toBe(key);
    expect(Object.keys(await filesIn(desk.folder))).not.toContain('Other/deep/pump.pdf');
  });

  it('have the site synced at once', async () => {
    const notes = await only('Other/notes.txt');
    value(await files['files.setCategory']({ ...notes, category: 'maintenance' }, never));
    value(await files['files.rename']({ site, key: notes.files.keys[0]!, name: 'note.txt' }, never));
    value(await files['files.keep']({ ...notes, keep: true }, never));
    value(await files['files.delete'](notes, never));
    expect(desk.syncs).toEqual([site, site, site, site]);
  });

  it('remember the category of a file outside the category folders, and leave it where it is', async () => {
    const moved = await files['files.setCategory'](
      { ...(await only('Loose/plan.txt')), category: 'spec-sheet' },
      never,
    );
    expect(value(moved).changed).toBe(1);
    await desk.sync();
    expect(records()['plan.txt']).toBe('spec-sheet');
    expect(await filesIn(desk.folder)).toHaveProperty(['Loose/plan.txt']);
  });

  it('leave the category to others once the choice is carried out, and give it to no later file', async () => {
    const choice = { ...(await only('Loose/plan.txt')), category: 'spec-sheet' as const };
    const recategorise = (category: string): void => {
      const [record] = world.service.store.files(SITE).filter(({ name }) => name === 'plan.txt');
      world.service.store.editFile(record!.id, { category });
    };
    value(await files['files.setCategory'](choice, never));
    expect(await desk.sync()).toMatchObject({ updated: 1 });
    recategorise('maintenance');
    expect(await desk.sync()).toMatchObject({ updated: 0 });
    expect(records()['plan.txt']).toBe('maintenance');
    // A choice that was not sent when others chose gives way, as a name does.
    value(await files['files.setCategory'](choice, never));
    recategorise('bim-source');
    await desk.sync();
    expect(records()['plan.txt']).toBe('bim-source');
    expect(desk.program.mirror.chosenCategories(site).size).toBe(0);
    await rm(join(desk.folder, 'Loose/plan.txt'));
    await desk.sync();
    await desk.write('Loose/plan.txt', 'another plan');
    await desk.sync();
    expect(records()['plan.txt']).toBe('other');
  });

  it('keep the category of an edited file whose record was deleted by others', async () => {
    value(
      await files['files.setCategory']({ ...(await only('Loose/plan.txt')), category: 'maintenance' }, never),
    );
    await desk.sync();
    world.service.store.deleteFile(await desk.keyOf('Loose/plan.txt'));
    await desk.write('Loose/plan.txt', 'plan, as built');
    expect(await desk.sync()).toMatchObject({ created: 1, deletedRemote: 0 });
    expect(records()['plan.txt']).toBe('maintenance');
  });

  it('send a choice that the service does not take once, and not for ever', async () => {
    const choice = { ...(await only('Loose/plan.txt')), category: 'spec-sheet' as const };
    value(await files['files.setCategory'](choice, never));
    const { service } = desk.app.session()!;
    const update = service.updateFile.bind(service);
    service.updateFile = (id, fields, ...rest) => update(id, { ...fields, category: 'other' }, ...rest);
    expect(await desk.sync()).toMatchObject({ updated: 1, problems: [] });
    expect(await desk.sync()).toMatchObject({ updated: 0, problems: [] });
  });

  it('say per file where its place is taken, and move the others', async () => {
    await desk.write('Spec Sheet/NOTES.txt', 'another');
    await desk.sync();
    const keys = [await desk.keyOf('Other/notes.txt'), await desk.keyOf('Other/deep/pump.pdf')];
    const moved = value(
      await files['files.setCategory']({ site, files: { keys }, category: 'spec-sheet' }, never),
    );
    expect(moved).toEqual({
      changed: 1,
      named: ['Spec Sheet/deep/pump.pdf'],
      problems: [
        {
          path: 'Other/notes.txt',
          message: expect.stringContaining('notes.txt in Spec Sheet already') as string,
        },
      ],
    });
  });

  it('rename a file here, and refuse names that cannot be or are left out of sync', async () => {
    const key = await desk.keyOf('Other/notes.txt');
    for (const name of ['a/b', 'x'.repeat(300), 'draft.tmp', 'Thumbs.db']) {
      const refused = await files['files.rename']({ site, key, name }, never);
      expect(refused).toMatchObject({ ok: false, failure: { code: 'bad-name' } });
    }
    value(await files['files.rename']({ site, key, name: 'Notes of May.txt' }, never));
    expect(await desk.sync()).toMatchObject({ moved: 1, created: 0, deletedRemote: 0 });
    expect(records()).toHaveProperty(['Notes of May.txt']);
    expect(await desk.keyOf('Other/Notes of May.txt')).toBe(key);
  });

  it('rename only the case of a name', async () => {
    const key = await desk.keyOf('Other/notes.txt');
    value(await files['files.rename']({ site, key, name: 'NOTES.txt' }, never));
    await desk.sync();
    expect(Object.keys(await filesIn(desk.folder))).toContain('Other/NOTES.txt');
    expect(records()).toHaveProperty(['NOTES.txt']);
  });

  it('make files online only, change their records at the service, and keep them offline again', async () => {
    const selection = await only('Other/notes.txt');
    value(await files['files.keep']({ ...selection, keep: false }, never));
    await desk.sync();
    expect(await desk.row('Other/notes.txt')).toMatchObject({
      here: false,
      status: 'online-only',
      pinned: false,
    });
    const [key] = selection.files.keys;
    value(await files['files.rename']({ site, key: key!, name: 'renamed.txt' }, never));
    value(await files['files.setCategory']({ ...selection, category: 'maintenance' }, never));
    expect(records()['renamed.txt']).toBe('maintenance');
    value(await files['files.keep']({ ...selection, keep: true }, never));
    await desk.sync();
    expect(await filesIn(desk.folder)).toMatchObject({ 'Maintenance Document/renamed.txt': 'notes' });
  });

  it('hold what was chosen for a file also where it was its category’s choice then', async () => {
    const kept = followedSite(desk.program.mirror, site)!;
    value(await files['files.keep']({ ...(await only('Other/notes.txt')), keep: true }, never));
    desk.program.mirror.follow({ ...kept, keep: 'none' });
    await desk.sync();
    expect(Object.keys(await filesIn(desk.folder))).toEqual(['Other/notes.txt']);
  });

  it('call a choice that is taken back none', async () => {
    const selection = await only('Other/notes.txt');
    value(await files['files.keep']({ ...selection, keep: false }, never));
    expect(await desk.row('Other/notes.txt')).toMatchObject({ pinned: false });
    value(await files['files.keep']({ ...selection, keep: true }, never));
    expect(await desk.row('Other/notes.txt')).toMatchObject({ pinned: null, here: true });
  });

  it('leave a record alone that was given to another site', async () => {
    const { store } = world.service;
    store.addSite({ id: 'site-2', name: 'Mill' });
    const chosen = await only('Other/notes.txt');
    value(await files['files.keep']({ ...chosen, keep: false }, never));
    await desk.sync();
    const [key] = chosen.files.keys;
    store.editFile(key!, { site: 'site-2' });
    const renamed = await files['files.rename']({ site, key: key!, name: 'mine.txt' }, never);
    expect(renamed).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    expect(store.file(key!)).toMatchObject({ site: 'site-2', name: 'notes.txt' });
  });

  it('say plainly what cannot be done to an online-only file without the service', async () => {
    const selection = await only('Other/notes.txt');
    value(await files['files.keep']({ ...selection, keep: false }, never));
    await desk.sync();
    desk.signedIn = false;
    const moved = value(await files['files.setCategory']({ ...selection, category: 'maintenance' }, never));
    expect(moved.problems).toMatchObject([
      { message: expect.stringContaining('only on the service') as string },
    ]);
    const deleted = value(await files['files.delete'](selection, never));
    expect(deleted).toMatchObject({ changed: 0, problems: [{ path: 'Other/notes.txt' }] });
    const [key] = selection.files.keys;
    expect(await files['files.open']({ site, key: key! }, never)).toMatchObject({
      ok: false,
      failure: { code: 'not-found' },
    });
    expect(records()).toHaveProperty(['notes.txt']);
  });

  it.each([
    ['sign-in', 'no longer accepts your sign-in'],
    ['offline', 'cannot be reached'],
  ] as const)('say what keeps from the service: %s', async (kind, why) => {
    const chosen = await only('Other/notes.txt');
    value(await files['files.keep']({ ...chosen, keep: false }, never));
    await desk.sync();
    const failure = { code: kind, message: 'It was found out by a sync.', hint: '', retry: 'later' } as const;
    desk.app.session()!.gate.halt({ kind, failure });
    const [key] = chosen.files.keys;
    expect(await files['files.rename']({ site, key: key!, name: 'renamed.txt' }, never)).toMatchObject({
      ok: false,
      failure: { code: kind, message: expect.stringContaining(why) as string },
    });
  });

  it('say so where the token is refused as they ask', async () => {
    const chosen = await only('Other/notes.txt');
    value(await files['files.keep']({ ...chosen, keep: false }, never));
    await desk.sync();
    world.service.tokens.revoke(TOKEN);
    const [key] = chosen.files.keys;
    expect(await files['files.rename']({ site, key: key!, name: 'renamed.txt' }, never)).toMatchObject({
      ok: false,
      failure: {
        code: 'sign-in',
        message: expect.stringContaining('notes.txt is only on the service') as string,
      },
    });
  });

  it('say so where no answer comes as they ask', async () => {
    const chosen = await only('Other/notes.txt');
    value(await files['files.keep']({ ...chosen, keep: false }, never));
    await desk.sync();
    world.service.failNext({
      match: { pathPrefix: '/' },
      times: Infinity,
      action: 'drop-before',
    });
    const [key] = chosen.files.keys;
    expect(await files['files.rename']({ site, key: key!, name: 'renamed.txt' }, never)).toMatchObject({
      ok: false,
      failure: {
        code: 'offline',
        message: 'notes.txt is only on the service, and the service cannot be reached.',
      },
    });
  });

  it('delete more files than the guard lets pass: the person named them', async () => {
    for (let number = 0; number < 30; number++)
      await desk.write(`Spec Sheet/s${number}.pdf`, `sheet ${number}`);
    await desk.sync();
    const filter = { text: '', category: 'spec-sheet' as const, status: [], folder: null };
    const deleted = value(
      await files['files.delete'](
        { site, files: { filter, except: [await desk.keyOf('Spec Sheet/s7.pdf')] } },
        never,
      ),
    );
    expect(deleted).toMatchObject({ changed: 29, problems: [] });
    expect(deleted.named).toHaveLength(3);
    expect(new Set(deleted.trash).size).toBe(29);
    expect(await trashIn(desk.folder)).toHaveLength(29);
    expect(await desk.sync()).toMatchObject({ deletedRemote: 29, held: null });
    expect(Object.keys(records()).sort()).toEqual(['notes.txt', 'plan.txt', 'pump.pdf', 's7.pdf']);
    // What a person did not name is guarded as before.
    value(await files['files.delete'](await only('Spec Sheet/s7.pdf'), never));
    await desk.sync();
    expect([...desk.program.mirror.approvedDeletes(site)]).toHaveLength(1);
  });

  it('keep no approval for files that are back: when they vanish for another reason they are held', async () => {
    const paths = Array.from({ length: 30 }, (_, number) => `Spec Sheet/s${number}.pdf`);
    for (const path of paths) await desk.write(path, `sheet of ${path}`);
    await desk.sync();
    const chosen = { site, files: { keys: await Promise.all(paths.map((path) => desk.keyOf(path))) } };
    expect(value(await files['files.delete'](chosen, never)).changed).toBe(30);
    // A person copies them back from a stick.
    for (const path of paths) await desk.write(path, `sheet of ${path}`);
    expect(await desk.sync()).toMatchObject({ deletedRemote: 0, created: 0, held: null });
    expect(desk.program.mirror.approvedDeletes(site).size).toBe(0);
    for (const path of paths) await rm(join(desk.folder, path));
    expect(await desk.sync()).toMatchObject({ deletedRemote: 0, held: { count: 30 } });
  });

  it('delete what was named also where a cycle looked while it still lay there', async () => {
    const paths = Array.from({ length: 30 }, (_, number) => `Spec Sheet/s${number}.pdf`);
    for (const path of paths) await desk.write(path, `sheet of ${path}`);
    await desk.sync();
    const chosen = { site, files: { keys: await Promise.all(paths.map((path) => desk.keyOf(path))) } };
    let look: ReturnType<typeof desk.sync> | null = null;
    const disk: typeof desk.app.disk = {
      ...desk.app.disk,
      trash: async (...args) => {
        // Several are put away at once: none before it has looked.
        look ??= desk.sync();
        expect(await look).toMatchObject({ deletedRemote: 0 });
        return desk.app.disk.trash(...args);
      },
    };
    expect(
      value(await fileCommands({ ...desk.app, disk }, desk.fresh)['files.delete'](chosen, never)).changed,
    ).toBe(30);
    expect(await desk.sync()).toMatchObject({ deletedRemote: 30, held: null });
  });

  it('keep no approval for a file that could not be trashed, nor a choice for it that nobody made', async () => {
    const selection = await only('Other/notes.txt');
    desk.program.mirror.follow({ ...value(keptSite(desk.app, site)), keep: 'none' });
    const disk = { ...desk.app.disk, trash: async () => ({ ok: false, failure: inUse }) as const };
    const deleted = value(
      await fileCommands({ ...desk.app, disk }, desk.fresh)['files.delete'](selection, never),
    );
    expect(deleted.problems).toEqual([{ path: 'Other/notes.txt', message: 'in use Close it.' }]);
    expect(desk.program.mirror.approvedDeletes(site).size).toBe(0);
    expect(await desk.row('Other/notes.txt')).toMatchObject({ here: true, pinned: null });
  });

  it('keep what was approved and withdrawn while older approvals are looked through', async () => {
    const { app, program } = desk;
    const kept = value(keptSite(app, site));
    const [old, given, mine] = [...program.mirror.trees(site).remote.keys()];
    await approveDeletes(app, kept, [old!]);
    let now = 0;
    const env = {
      ...app.env,
      now: () => (now += 10),
      sleep: async () => {
        withdrawApprovals(app, kept, [old!]);
        await approveDeletes(app, kept, [given!]);
      },
    };
    await approveDeletes({ ...app, env }, kept, [mine!]);
    expect(program.mirror.approvedDeletes(site)).toEqual(new Set([given, mine]));
  });

  it('leave the tree alone where a transfer of the file is under way: only a scan sees both ends of it', async () => {
    const session = desk.app.session();
    const transfer = session!.progress.begin({ site, path: 'Other/notes.txt', direction: 'up', total: 5 });
    value(
      await files['files.rename'](
        { site, key: await desk.keyOf('Other/notes.txt'), name: 'later.txt' },
        never,
      ),
    );
    expect(desk.program.mirror.trees(site).local.has('Other/notes.txt' as never)).toBe(true);
    transfer.end();
    expect(await desk.sync()).toMatchObject({ moved: 1, created: 0, deletedRemote: 0 });
  });

  it('open and show a file by its absolute path', async () => {
    value(await files['files.open']({ site, key: await desk.keyOf('Other/notes.txt') }, never));
    value(await files['files.reveal']({ site, key: await desk.keyOf('Loose/plan.txt') }, never));
    expect(desk.shown).toEqual([`${desk.folder}/Other/notes.txt`, `folder of ${desk.folder}/Loose/plan.txt`]);
  });

  it.each([
    ['win32', 300, /whole path has \d{3} characters.*259.*shorter/],
    ['win32', 1, /^From your file manager$/],
    ['linux', 300, /^From your file manager$/],
  ] as const)(
    'say why Windows does not open a file that lies deep (%s, %i)',
    async (platform, depth, hint) => {
      const { app } = desk;
      const refused = {
        code: 'bad-input',
        message: 'No',
        hint: 'From your file manager',
        retry: 'later',
      } as const;
      const host = { ...app.host, open: async () => ({ ok: false, failure: refused }) as const };
      const deep = { ...app, env: { ...app.env, platform }, host };
      const path = `Other/${'deep/'.repeat(depth / 5)}plan.txt`;
      await desk.write(path, 'x');
      await desk.sync();
      const key = await desk.keyOf(path);
      expect(await fileCommands(deep, desk.fresh)['files.open']({ site, key }, never)).toMatchObject({
        ok: false,
        failure: { message: 'No', hint: expect.stringMatching(hint) as string },
      });
    },
  );

  it.each(['Pump report.pdf.exe', 'Pump report.msc', '.bat', 'Pump report'])(
    'show what is no document that they know in its folder instead of opening it: %s',
    async (name) => {
      await desk.write(`Other/${name}`, 'MZ');
      await desk.sync();
      const key = await desk.keyOf(`Other/${name}`);
      expect(await files['files.open']({ site, key }, never)).toMatchObject({
        ok: false,
        failure: { code: 'type-refused', message: expect.stringContaining(name) },
      });
      expect(desk.shown).toEqual([`folder of ${desk.folder}/Other/${name}`]);
    },
  );

  it('pin nothing that the service does not know yet', async () => {
    await desk.write('Other/new.txt', 'new');
    desk.program.mirror.commit(site, [
      { local: { path: 'Other/new.txt' as RelPath, size: 3, mtimeNs: 1n, ino: 1n, hash: null } },
    ]);
    const kept = value(await files['files.keep']({ ...(await only('Other/new.txt')), keep: false }, never));
    expect(kept).toMatchObject({ changed: 0, problems: [{ path: 'Other/new.txt' }] });
    expect(desk.program.mirror.pins(site).has(localKey('Other/new.txt') as FileId)).toBe(false);
  });
});

const inUse = { code: 'in-use', message: 'in use', hint: 'Close it.', retry: 'later' } as const;
