import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../../shared/ipc/contract.ts';
import { filesIn, SITE } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { openFilesHome, type FilesHome } from './files-home.ts';

let at: FilesHome;

beforeEach(async () => {
  at = await openFilesHome();
});

afterEach(() => at.close());

describe('file commands', () => {
  it('move a file to another category, keep its path below, and tell the service without its bytes', async () => {
    const { key } = await at.desk.row('Other/deep/pump.pdf');
    const moved = await at.files['files.setCategory'](
      { ...(await at.only('Other/deep/pump.pdf')), category: 'maintenance' },
      never,
    );
    expect(value(moved)).toEqual({
      changed: 1,
      named: ['Maintenance Document/deep/pump.pdf'],
      problems: [],
      before: [{ category: 'other', keys: [key] }],
    });
    // The screen shows it at once, before any cycle.
    expect(await at.desk.row('Maintenance Document/deep/pump.pdf')).toMatchObject({
      key,
      category: 'maintenance',
    });
    expect(await at.desk.sync()).toMatchObject({
      moved: 1,
      created: 0,
      deletedRemote: 0,
      held: null,
      problems: [],
    });
    expect(at.records()['pump.pdf']).toBe('maintenance');
    expect(await at.desk.keyOf('Maintenance Document/deep/pump.pdf')).toBe(key);
    expect(Object.keys(await filesIn(at.desk.folder))).not.toContain('Other/deep/pump.pdf');
  });

  it('have the site synced at once', async () => {
    const notes = await at.only('Other/notes.txt');
    value(await at.files['files.setCategory']({ ...notes, category: 'maintenance' }, never));
    value(await at.files['files.rename']({ site, key: notes.files.keys[0]!, name: 'note.txt' }, never));
    value(await at.files['files.keep']({ ...notes, keep: true }, never));
    value(await at.files['files.delete'](notes, never));
    expect(at.desk.syncs).toEqual([site, site, site, site]);
  });

  it('remember the category of a file outside the category folders, and leave it where it is', async () => {
    const moved = await at.files['files.setCategory'](
      { ...(await at.only('Loose/plan.txt')), category: 'spec-sheet' },
      never,
    );
    expect(value(moved).changed).toBe(1);
    await at.desk.sync();
    expect(at.records()['plan.txt']).toBe('spec-sheet');
    expect(await filesIn(at.desk.folder)).toHaveProperty(['Loose/plan.txt']);
  });

  it('leave the category to others once the choice is carried out, and give it to no later file', async () => {
    const choice = { ...(await at.only('Loose/plan.txt')), category: 'spec-sheet' as const };
    const recategorise = (category: string): void => {
      const [record] = at.world.service.store.files(SITE).filter(({ name }) => name === 'plan.txt');
      at.world.service.store.editFile(record!.id, { category });
    };
    value(await at.files['files.setCategory'](choice, never));
    expect(await at.desk.sync()).toMatchObject({ updated: 1 });
    recategorise('maintenance');
    expect(await at.desk.sync()).toMatchObject({ updated: 0 });
    expect(at.records()['plan.txt']).toBe('maintenance');
    // A choice that was not sent when others chose gives way, as a name does.
    value(await at.files['files.setCategory'](choice, never));
    recategorise('bim-source');
    await at.desk.sync();
    expect(at.records()['plan.txt']).toBe('bim-source');
    expect(at.desk.program.mirror.chosenCategories(site).size).toBe(0);
    await rm(join(at.desk.folder, 'Loose/plan.txt'));
    await at.desk.sync();
    await at.desk.write('Loose/plan.txt', 'another plan');
    await at.desk.sync();
    expect(at.records()['plan.txt']).toBe('other');
  });

  it('keep the category of an edited file whose record was deleted by others', async () => {
    value(
      await at.files['files.setCategory'](
        { ...(await at.only('Loose/plan.txt')), category: 'maintenance' },
        never,
      ),
    );
    await at.desk.sync();
    at.world.service.store.deleteFile(await at.desk.keyOf('Loose/plan.txt'));
    await at.desk.write('Loose/plan.txt', 'plan, as built');
    expect(await at.desk.sync()).toMatchObject({ created: 1, deletedRemote: 0 });
    expect(at.records()['plan.txt']).toBe('maintenance');
  });

  it('show a choice outside the category folders before it is sent, and take another one', async () => {
    const choice = await at.only('Loose/plan.txt');
    for (const category of ['maintenance', 'other'] as const) {
      expect(value(await at.files['files.setCategory']({ ...choice, category }, never)).changed).toBe(1);
      expect(await at.desk.row('Loose/plan.txt')).toMatchObject({ category });
    }
    await at.desk.sync();
    expect(at.records()['plan.txt']).toBe('other');
  });

  it('send a choice that the service does not take once, and not for ever', async () => {
    const choice = { ...(await at.only('Loose/plan.txt')), category: 'spec-sheet' as const };
    value(await at.files['files.setCategory'](choice, never));
    const { service } = at.desk.app.session()!;
    const update = service.updateFile.bind(service);
    service.updateFile = (id, fields, ...rest) => update(id, { ...fields, category: 'other' }, ...rest);
    expect(await at.desk.sync()).toMatchObject({ updated: 1, problems: [] });
    expect(await at.desk.sync()).toMatchObject({ updated: 0, problems: [] });
  });

  it('say per file where its place is taken, and move the others', async () => {
    await at.desk.write('Spec Sheet/NOTES.txt', 'another');
    await at.desk.sync();
    const keys = [await at.desk.keyOf('Other/notes.txt'), await at.desk.keyOf('Other/deep/pump.pdf')];
    const moved = value(
      await at.files['files.setCategory']({ site, files: { keys }, category: 'spec-sheet' }, never),
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
      before: [{ category: 'other', keys: keys.slice(1) }],
    });
  });

  it('rename a file here, and refuse names that cannot be or are left out of sync', async () => {
    const key = await at.desk.keyOf('Other/notes.txt');
    for (const name of ['a/b', 'x'.repeat(300), 'draft.tmp', 'Thumbs.db']) {
      // As a window sends it: what its message may not hold would be a fault of SiteSync.
      const asked = commands['files.rename'].input.parse({ site, key, name });
      const refused = await at.files['files.rename'](asked, never);
      expect(refused).toMatchObject({ ok: false, failure: { code: 'bad-name' } });
    }
    value(await at.files['files.rename']({ site, key, name: 'Notes of May.txt' }, never));
    expect(await at.desk.sync()).toMatchObject({ moved: 1, created: 0, deletedRemote: 0 });
    expect(at.records()).toHaveProperty(['Notes of May.txt']);
    expect(await at.desk.keyOf('Other/Notes of May.txt')).toBe(key);
  });

  it('have the list shown anew where a file that was to be renamed is gone, or is called otherwise by now', async () => {
    const key = await at.desk.keyOf('Other/notes.txt');
    const other = await at.files['files.rename']({ site, key, name: 'b.txt', still: 'a.txt' }, never);
    expect(other).toMatchObject({ failure: { message: expect.stringContaining('is called notes.txt now') } });
    const gone = await at.files['files.rename']({ site, key: 'gone', name: 'b.txt' }, never);
    expect(gone).toMatchObject({ failure: { message: 'This file is no longer there.' } });
    expect(at.desk.syncs).toEqual([site, site]);
  });

  it('rename only the case of a name', async () => {
    const key = await at.desk.keyOf('Other/notes.txt');
    value(await at.files['files.rename']({ site, key, name: 'NOTES.txt' }, never));
    await at.desk.sync();
    expect(Object.keys(await filesIn(at.desk.folder))).toContain('Other/NOTES.txt');
    expect(at.records()).toHaveProperty(['NOTES.txt']);
  });

  it('leave the tree alone where a transfer of the file is under way: only a scan sees both ends of it', async () => {
    const session = at.desk.app.session();
    const transfer = session!.progress.begin({ site, path: 'Other/notes.txt', direction: 'up', total: 5 });
    value(
      await at.files['files.rename'](
        { site, key: await at.desk.keyOf('Other/notes.txt'), name: 'later.txt' },
        never,
      ),
    );
    expect(at.desk.program.mirror.trees(site).local.has('Other/notes.txt' as never)).toBe(true);
    transfer.end();
    expect(await at.desk.sync()).toMatchObject({ moved: 1, created: 0, deletedRemote: 0 });
  });
});
