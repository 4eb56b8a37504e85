import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approveDeletes, withdrawApprovals } from '../../../main/app/files/approvals.ts';
import { fileCommands } from '../../../main/app/files/file-commands.ts';
import { keptSite } from '../../../main/app/files/site-files.ts';
import { MirrorViews } from '../../../main/app/views/views.ts';
import { localKey } from '../../../shared/model/file-key.ts';
import { trashIn } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { MOMENT } from '../../support/app-context.ts';
import { openFilesHome, type FilesHome } from './files-home.ts';

let at: FilesHome;

beforeEach(async () => {
  at = await openFilesHome();
});

afterEach(() => at.close());

describe('file commands', () => {
  it('delete more files than the guard lets pass: the person named them', async () => {
    for (let number = 0; number < 30; number++)
      await at.desk.write(`Spec Sheet/s${number}.pdf`, `sheet ${number}`);
    await at.desk.sync();
    const filter = { text: '', category: 'spec-sheet' as const, status: [], folder: null };
    const deleted = value(
      await at.files['files.delete'](
        { site, files: { filter, except: [await at.desk.keyOf('Spec Sheet/s7.pdf')] } },
        never,
      ),
    );
    expect(deleted).toMatchObject({ changed: 29, problems: [] });
    expect(deleted.named).toHaveLength(3);
    expect(new Set(deleted.trash).size).toBe(29);
    expect(await trashIn(at.desk.folder)).toHaveLength(29);
    expect(await at.desk.sync()).toMatchObject({ deletedRemote: 29, held: null });
    expect(Object.keys(at.records()).sort()).toEqual(['notes.txt', 'plan.txt', 'pump.pdf', 's7.pdf']);
    // What a person did not name is guarded as before.
    value(await at.files['files.delete'](await at.only('Spec Sheet/s7.pdf'), never));
    await at.desk.sync();
    expect([...at.desk.program.mirror.approvedDeletes(site)]).toHaveLength(1);
  });

  it('mean the file that was picked, also if it was sent since and goes by its record', async () => {
    await at.desk.write('Spec Sheet/new.pdf', 'new');
    await at.desk.write('Spec Sheet/newer.pdf', 'newer');
    const [picked, other] = [localKey('Spec Sheet/new.pdf'), localKey('Spec Sheet/newer.pdf')];
    await at.desk.sync();
    const views = new MirrorViews(at.desk.program.mirror, MOMENT);
    const record = await at.desk.keyOf('Spec Sheet/new.pdf');
    const filter = { text: '', category: 'spec-sheet' as const, status: [], folder: null };
    const query = { site, filter, sort: { by: 'name' as const, descending: false } };
    expect(views.find(query, picked)).toBe(0);
    expect(views.details(site, picked)).toEqual(views.details(site, record));
    expect(views.hashes(site, [picked])[picked]).toEqual(views.hashes(site, [record])[record]);
    expect(views.rows(site, { keys: [picked, record] }).map(({ key }) => key)).toEqual([record]);
    expect(views.find(query, localKey('Spec Sheet/other.pdf'))).toBeNull();
    // What was left out stays, …
    const deleted = await at.files['files.delete']({ site, files: { filter, except: [picked] } }, never);
    expect(value(deleted)).toMatchObject({ changed: 1, named: ['Spec Sheet/newer.pdf'] });
    // … and a file that is gone is not found again in its place on the service.
    expect(await (await at.desk.fresh()).rows(site, { keys: [other] })).toEqual([]);
    expect(value(await at.files['files.delete']({ site, files: { keys: [picked] } }, never)).changed).toBe(1);
    await at.desk.sync();
    expect(Object.keys(at.records()).sort()).toEqual(['notes.txt', 'plan.txt', 'pump.pdf']);
  });

  it('keep no approval for files that are back: when they vanish for another reason they are held', async () => {
    const paths = Array.from({ length: 30 }, (_, number) => `Spec Sheet/s${number}.pdf`);
    for (const path of paths) await at.desk.write(path, `sheet of ${path}`);
    await at.desk.sync();
    const chosen = { site, files: { keys: await Promise.all(paths.map((path) => at.desk.keyOf(path))) } };
    expect(value(await at.files['files.delete'](chosen, never)).changed).toBe(30);
    // A person copies them back from a stick.
    for (const path of paths) await at.desk.write(path, `sheet of ${path}`);
    expect(await at.desk.sync()).toMatchObject({ deletedRemote: 0, created: 0, held: null });
    expect(at.desk.program.mirror.approvedDeletes(site).size).toBe(0);
    for (const path of paths) await rm(join(at.desk.folder, path));
    expect(await at.desk.sync()).toMatchObject({ deletedRemote: 0, held: { count: 30 } });
  });

  it('delete what was named also where a cycle looked while it still lay there', async () => {
    const paths = Array.from({ length: 30 }, (_, number) => `Spec Sheet/s${number}.pdf`);
    for (const path of paths) await at.desk.write(path, `sheet of ${path}`);
    await at.desk.sync();
    const chosen = { site, files: { keys: await Promise.all(paths.map((path) => at.desk.keyOf(path))) } };
    let look: ReturnType<typeof at.desk.sync> | null = null;
    const disk: typeof at.desk.app.disk = {
      ...at.desk.app.disk,
      trash: async (...args) => {
        // Several are put away at once: none before it has looked.
        look ??= at.desk.sync();
        expect(await look).toMatchObject({ deletedRemote: 0 });
        return at.desk.app.disk.trash(...args);
      },
    };
    expect(
      value(await fileCommands({ ...at.desk.app, disk }, at.desk.fresh)['files.delete'](chosen, never))
        .changed,
    ).toBe(30);
    expect(await at.desk.sync()).toMatchObject({ deletedRemote: 30, held: null });
  });

  it('keep no approval for a file that could not be trashed, nor a choice for it that nobody made', async () => {
    const selection = await at.only('Other/notes.txt');
    at.desk.program.mirror.follow({ ...value(keptSite(at.desk.app, site)), keep: 'none' });
    const disk = { ...at.desk.app.disk, trash: async () => ({ ok: false, failure: inUse }) as const };
    const deleted = value(
      await fileCommands({ ...at.desk.app, disk }, at.desk.fresh)['files.delete'](selection, never),
    );
    expect(deleted.problems).toEqual([{ path: 'Other/notes.txt', message: 'in use Close it.' }]);
    expect(at.desk.program.mirror.approvedDeletes(site).size).toBe(0);
    expect(await at.desk.row('Other/notes.txt')).toMatchObject({ here: true, pinned: null });
  });

  it('keep what was approved and withdrawn while older approvals are looked through', async () => {
    const { app, program } = at.desk;
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
});

const inUse = { code: 'in-use', message: 'in use', hint: 'Close it.', retry: 'later' } as const;
