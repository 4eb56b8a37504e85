import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseFacts } from '../../../main/adapters/rest/dialect/facts.ts';
import { fileCommands } from '../../../main/app/files/file-commands.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Output } from '../../../shared/ipc/contract.ts';
import { filesIn, SITE } from '../../support/laptop.ts';
import { never, openDesk, site, value } from '../desk.ts';
import { openFilesHome, type FilesHome } from './files-home.ts';

let at: FilesHome;

beforeEach(async () => {
  at = await openFilesHome();
});

afterEach(() => at.close());

const move = async (paths: readonly string[], folder: string): Promise<Output<'files.move'>> => {
  const keys = await Promise.all(paths.map((path) => at.desk.keyOf(path)));
  return value(await at.files['files.move']({ site, files: { keys }, folder }, never));
};
/** From now on the file is only on the service. */
const free = async (path: string): Promise<void> => {
  value(await at.files['files.keep']({ ...(await at.only(path)), keep: false }, never));
  await at.desk.sync();
};
const back = async ({ moved }: Output<'files.move'>): Promise<Output<'files.moveBack'>> =>
  value(await at.files['files.moveBack']({ site, moved }, never));
const here = async (): Promise<readonly string[]> => Object.keys(await filesIn(at.desk.folder)).toSorted();
/** Where the record states that its file lies. */
const placeOf = (name: string): string | null => {
  const [record] = at.world.service.store.files(SITE).filter((each) => each.name === name);
  return parseFacts(JSON.parse(record!.metadata) as JsonObject).path;
};

describe('moving files to a folder', () => {
  it('makes it, keeps the records and what lies outside the category folders what it was', async () => {
    const { key } = await at.desk.row('Other/notes.txt');
    const done = await move(['Other/notes.txt', 'Other/deep/pump.pdf'], ' Visits / June ');
    expect(done).toMatchObject({ changed: 2, problems: [] });
    expect(await here()).toEqual(['Loose/plan.txt', 'Visits/June/notes.txt', 'Visits/June/pump.pdf']);
    expect(await at.desk.row('Visits/June/notes.txt')).toMatchObject({ key, category: 'other' });
    expect(at.desk.syncs).toEqual([site]);
    expect(await at.desk.sync()).toMatchObject({ moved: 2, created: 0, deletedRemote: 0, problems: [] });
    expect(placeOf('notes.txt')).toBe('Visits/June/notes.txt');
    expect(at.records()).toMatchObject({ 'notes.txt': 'other', 'pump.pdf': 'other' });
  });

  it('gives files the category of its folder, also of one that is typed in another case', async () => {
    await at.desk.write('Spec Sheet/Fans/fan.pdf', 'fan');
    await at.desk.sync();
    await move(['Loose/plan.txt'], 'spec sheet\\fans');
    expect(await here()).toContain('Spec Sheet/Fans/plan.txt');
    await move(['Other/notes.txt'], 'maintenance document/Log');
    expect(await here()).toContain('Maintenance Document/Log/notes.txt');
    await at.desk.sync();
    expect(at.records()).toMatchObject({ 'plan.txt': 'spec-sheet', 'notes.txt': 'maintenance' });
  });

  it('is undone, before the service knows and after', async () => {
    const before = await here();
    const choice = { site, files: { keys: [await at.desk.keyOf('Loose/plan.txt')] } };
    value(await at.files['files.setCategory']({ ...choice, category: 'maintenance' }, never));
    await at.desk.sync();
    for (const isSent of [false, true]) {
      const done = await move(['Other/notes.txt', 'Loose/plan.txt'], 'Spec Sheet');
      if (isSent) await at.desk.sync();
      expect(await back(done)).toMatchObject({ changed: 2, problems: [] });
      expect(await here()).toEqual(before);
      expect(await at.desk.sync()).toMatchObject({ created: 0, deletedRemote: 0, problems: [] });
      expect(at.records()).toMatchObject({ 'notes.txt': 'other', 'plan.txt': 'maintenance' });
    }
    expect(at.desk.program.mirror.chosenCategories(site).size).toBe(0);
  });

  it('works without the service, also for what was never sent, which stays what it was', async () => {
    at.desk.signedIn = false;
    await at.desk.write('Spec Sheet/new.txt', 'new');
    at.desk.signedIn = true;
    await at.world.service.close();
    await at.desk.sync();
    const done = await move(['Spec Sheet/new.txt', 'Other/notes.txt'], 'Visits');
    expect(done).toMatchObject({ changed: 2, problems: [] });
    expect(await at.desk.row('Visits/new.txt')).toMatchObject({ category: 'spec-sheet' });
    await back(done);
    expect(await here()).toContain('Spec Sheet/new.txt');
    expect(await at.desk.row('Other/notes.txt')).toMatchObject({ category: 'other' });
  });

  it('leaves what is there already, and says per file where its name is taken', async () => {
    await at.desk.write('Visits/NOTES.txt', 'another');
    await at.desk.write('Visits/plan.txt', 'there');
    await at.desk.sync();
    const done = await move(['Other/notes.txt', 'Other/deep/pump.pdf', 'Visits/plan.txt'], 'Visits');
    expect(done).toMatchObject({
      changed: 1,
      named: ['Visits/pump.pdf'],
      moved: [{ from: 'Other/deep/pump.pdf', to: 'Visits/pump.pdf', record: null }],
      problems: [
        {
          path: 'Other/notes.txt',
          message: expect.stringContaining('notes.txt in Visits already') as string,
        },
      ],
    });
  });

  it('takes the site’s own folder, but no file that stands where a category’s folder has to', async () => {
    expect(await move(['Other/notes.txt'], '')).toMatchObject({ changed: 1, named: ['notes.txt'] });
    await at.desk.write('Loose/other', 'a file');
    await at.desk.sync();
    expect(await move(['Loose/other'], ' ')).toMatchObject({
      changed: 0,
      problems: [{ path: 'Loose/other' }],
    });
    expect(await here()).toEqual(['Loose/other', 'Loose/plan.txt', 'Other/deep/pump.pdf', 'notes.txt']);
  });

  it.each([
    ['..', 'cannot be the name of a folder'],
    ['Visits//June', 'cannot be the name of a folder'],
    ['a\u0007b', 'cannot be the name of a folder'],
    ['é'.repeat(128), 'cannot be the name of a folder'],
    [Array.from({ length: 33 }, () => 'a').join('/'), '32 folders deep'],
    [Array.from({ length: 8 }, () => 'x'.repeat(200)).join('/'), 'too long'],
    ['Models', 'left out of sync'],
    ['.SiteSync/trash', 'left out of sync'],
    ['Visits/.git', 'left out of sync'],
  ])('refuses a folder that no file can lie in, and moves nothing: %s', async (folder, why) => {
    const before = await here();
    const keys = [await at.desk.keyOf('Other/notes.txt')];
    const refused = await at.files['files.move']({ site, files: { keys }, folder }, never);
    expect(refused).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining(why) as string },
    });
    expect(await here()).toEqual(before);
  });

  it('refuses what an ignore line leaves out, and a folder whose name a file has', async () => {
    await at.desk.write('.siteignore', 'Drafts/\n');
    for (const folder of ['Drafts', 'Loose/plan.txt']) {
      const done = await move(['Other/notes.txt'], folder);
      expect(done, folder).toMatchObject({ changed: 0, problems: [{ path: 'Other/notes.txt' }] });
    }
    expect(await here()).toContain('Other/notes.txt');
  });

  it('places a file that is only on the service there, for all computers, and back', async () => {
    const selection = await at.only('Other/notes.txt');
    value(await at.files['files.keep']({ ...selection, keep: false }, never));
    await at.desk.sync();
    const other = await openDesk(at.world, at.world.laptop('two'));
    const done = await move(['Other/notes.txt'], 'Spec Sheet/Visits');
    expect(done).toMatchObject({ changed: 1, problems: [], moved: [{ record: selection.files.keys[0] }] });
    expect(await at.desk.row('Spec Sheet/Visits/notes.txt')).toMatchObject({ category: 'spec-sheet' });
    await other.sync();
    expect(await filesIn(other.folder)).toHaveProperty(['Spec Sheet/Visits/notes.txt'], 'notes');
    expect(await back(done)).toMatchObject({ changed: 1, problems: [] });
    await other.sync();
    expect(await filesIn(other.folder)).toHaveProperty(['Other/notes.txt'], 'notes');
    expect(await at.desk.row('Other/notes.txt')).toMatchObject({ category: 'other', here: false });
    await other.close();
    at.desk.signedIn = false;
    expect(await move(['Other/notes.txt'], 'Visits')).toMatchObject({
      changed: 0,
      problems: [{ message: expect.stringContaining('only on the service') as string }],
    });
  });

  it('gives two files of one name one place each, also where one of them is only on the service', async () => {
    await at.desk.write('Loose/notes.txt', 'other notes');
    await at.desk.sync();
    await free('Loose/notes.txt');
    const done = await move(['Other/notes.txt', 'Loose/notes.txt'], 'Visits');
    expect(done).toMatchObject({
      changed: 1,
      problems: [{ message: expect.stringContaining('notes.txt in Visits already') as string }],
    });
    await at.desk.sync();
    const places = at.world.service.store.files(SITE).map(({ metadata }) => metadata);
    expect(places.filter((metadata) => metadata.includes('"Visits/notes.txt"'))).toHaveLength(1);
  });

  it('makes no folder of a name that a file has in other case, here or on the service', async () => {
    await free('Other/notes.txt');
    const done = await move(['Other/notes.txt', 'Other/deep/pump.pdf'], 'Loose/PLAN.txt');
    expect(done).toMatchObject({ changed: 0, problems: [{ path: 'Other/notes.txt' }, {}] });
    expect(done.problems[0]?.message).toContain('Loose/PLAN.txt is a file');
  });

  it('moves a record whose name no computer can hold, and all beside it', async () => {
    at.world.service.store.addFile(SITE, { name: 'a/b.txt', category: 'other', content: 'slash' });
    await at.desk.sync();
    const path = (await here()).find((each) => each.startsWith('Other/a_b'))!;
    await free(path);
    const done = await move([path, 'Other/notes.txt'], 'Visits');
    expect(done).toMatchObject({ changed: 2, problems: [] });
    expect(at.world.service.store.files(SITE).map(({ name }) => name)).toContain('a/b.txt');
    expect(await at.desk.row(path.replace('Other', 'Visits'))).toMatchObject({ here: false });
  });

  it('keeps a category that this version does not know, there and back', async () => {
    at.world.service.store.addFile(SITE, { name: 'draw.txt', category: 'drawing', content: 'x' });
    await at.desk.sync();
    await free('Other/draw.txt');
    const { service } = at.desk.app.session()!;
    const update = service.updateFile.bind(service);
    const sent: string[] = [];
    service.updateFile = (id, fields, ...rest) => {
      sent.push(fields.category);
      // The service of these tests takes none that it does not know.
      return update(id, { ...fields, category: 'other' }, ...rest);
    };
    const done = await move(['Other/draw.txt'], 'Visits');
    expect(done).toMatchObject({ changed: 1, problems: [] });
    at.world.service.store.editFile(done.moved[0]!.record!, { category: 'drawing' });
    expect(await back(done)).toMatchObject({ changed: 1, problems: [] });
    expect(sent).toEqual(['drawing', 'drawing']);
  });

  it.runIf(process.platform === 'linux')('finds a folder again that nobody could type', async () => {
    for (const folder of ['Visits ', 'a\\b']) await at.desk.write(`${folder}/there.txt`, folder);
    await at.desk.sync();
    await move(['Other/notes.txt'], 'Visits ');
    await move(['Loose/plan.txt'], 'a\\b');
    expect(await here()).toEqual(expect.arrayContaining(['Visits /notes.txt', 'a\\b/plan.txt']));
  });

  it('undoes over nobody else’s work what it did to records', async () => {
    await free('Other/notes.txt');
    const done = await move(['Other/notes.txt'], 'Visits');
    await at.desk.write('Other/notes.txt', 'a new one');
    await at.desk.sync();
    expect(await back(done)).toMatchObject({
      changed: 0,
      problems: [{ message: expect.stringContaining('notes.txt in Other already') as string }],
    });
    // Another laptop sorts it somewhere else.
    const other = await openDesk(at.world, at.world.laptop('two'));
    const otherFiles = fileCommands(other.app, other.fresh);
    const keys = [await other.keyOf('Visits/notes.txt')];
    value(await otherFiles['files.move']({ site, files: { keys }, folder: 'Archive' }, never));
    await other.sync();
    await at.desk.sync();
    await rm(join(at.desk.folder, 'Other', 'notes.txt'));
    await at.desk.sync();
    expect(await back(done)).toMatchObject({
      changed: 0,
      problems: [{ message: expect.stringContaining('Visits/notes.txt') as string }],
    });
    expect(await at.desk.row('Archive/notes.txt')).toMatchObject({ here: false });
    await other.close();
  });

  it('undoes nothing for another file that lies at the new place by now, nor for one that went on from there', async () => {
    const done = await move(['Other/notes.txt', 'Other/deep/pump.pdf'], 'Visits');
    await move(['Visits/notes.txt'], 'Archive');
    await at.desk.write('Visits/notes.txt', 'somebody else’s');
    await at.desk.sync();
    expect(await back(done)).toMatchObject({
      changed: 1,
      problems: [
        { path: 'Visits/notes.txt', message: expect.stringContaining('stays as it is now') as string },
      ],
    });
    expect(await here()).toEqual([
      'Archive/notes.txt',
      'Loose/plan.txt',
      'Other/deep/pump.pdf',
      'Visits/notes.txt',
    ]);
  });

  it('undoes it also on a disk that spells accents otherwise than the service', async () => {
    await at.desk.write('Other/Übersicht.pdf', 'all of it');
    await at.desk.sync();
    const done = await move(['Other/Übersicht.pdf'], 'Visits');
    const folder = join(at.desk.folder, 'Visits');
    await rename(join(folder, 'Übersicht.pdf'), join(folder, 'Übersicht.pdf'.normalize('NFD')));
    await at.desk.sync();
    expect(await back(done)).toMatchObject({ changed: 1, problems: [] });
    expect(await here()).toContain('Other/Übersicht.pdf');
  });

  it('undoes on the disk what was fetched since', async () => {
    await free('Other/notes.txt');
    const done = await move(['Other/notes.txt'], 'Visits');
    value(await at.files['files.keep']({ ...(await at.only('Visits/notes.txt')), keep: true }, never));
    await at.desk.sync();
    await at.desk.write('Visits/notes.txt', 'edited');
    await at.desk.sync();
    expect(await back(done)).toMatchObject({ changed: 1, problems: [] });
    expect(await filesIn(at.desk.folder)).toHaveProperty(['Other/notes.txt'], 'edited');
  });

  it('says of a service that keeps no places that the file has to be here for it', async () => {
    const selection = await at.only('Other/notes.txt');
    value(await at.files['files.keep']({ ...selection, keep: false }, never));
    await at.desk.sync();
    const { service } = at.desk.app.session()!;
    const update = service.updateFile.bind(service);
    service.updateFile = (id, fields, ...rest) => update(id, { ...fields, metadata: null }, ...rest);
    expect(await move(['Other/notes.txt'], 'Visits')).toMatchObject({
      changed: 0,
      problems: [{ message: expect.stringContaining('keeps no folder for notes.txt') as string }],
    });
    // The folder of a category needs no note.
    expect(await move(['Other/notes.txt'], 'Spec Sheet')).toMatchObject({ changed: 1, problems: [] });
  });
});
