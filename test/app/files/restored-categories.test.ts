import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../../shared/ipc/contract.ts';
import type { Category } from '../../../shared/model/category.ts';
import { filesIn } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { openFilesHome, type FilesHome } from './files-home.ts';

let at: FilesHome;

beforeEach(async () => {
  at = await openFilesHome();
});

afterEach(() => at.close());

const file = async (paths: readonly string[], category: Category): Promise<Output<'files.setCategory'>> => {
  const keys = await Promise.all(paths.map((path) => at.desk.keyOf(path)));
  return value(await at.files['files.setCategory']({ site, files: { keys }, category }, never));
};
const back = async ({ before }: Output<'files.setCategory'>): Promise<Output<'files.restoreCategories'>> =>
  value(await at.files['files.restoreCategories']({ site, before }, never));
const here = async (): Promise<readonly string[]> => Object.keys(await filesIn(at.desk.folder)).toSorted();

describe('files that were given another category', () => {
  it.each([false, true])('get back the one that each of them had, sent meanwhile: %s', async (isSent) => {
    await at.desk.write('Spec Sheet/fan.pdf', 'fan');
    await at.desk.sync();
    await at.desk.write('3D Model/new/hall.glb', 'never sent');
    // The new file is seen, and not sent.
    at.world.service.failNext({ match: { method: 'GET' }, times: 100, action: { status: 400 } });
    await at.desk.sync();
    at.world.service.reset();
    expect(at.records()).not.toHaveProperty(['hall.glb']);
    const before = await here();
    const paths = ['Spec Sheet/fan.pdf', '3D Model/new/hall.glb', 'Other/notes.txt', 'Loose/plan.txt'];
    const was = await Promise.all(paths.map(async (path) => (await at.desk.row(path)).category));
    const done = await file(paths, 'maintenance');
    expect(done).toMatchObject({ changed: 4, problems: [] });
    expect(await here()).toContain('Maintenance Document/new/hall.glb');
    if (isSent) await at.desk.sync();
    expect(await back(done)).toMatchObject({ changed: 4, problems: [] });
    expect(await here()).toEqual(before);
    expect(await Promise.all(paths.map(async (path) => (await at.desk.row(path)).category))).toEqual(was);
    expect(await at.desk.sync()).toMatchObject({ deletedRemote: 0, problems: [] });
    expect(at.records()).toMatchObject({
      'fan.pdf': 'spec-sheet',
      'notes.txt': 'other',
      'hall.glb': 'model-3d',
    });
    expect(at.records()['plan.txt']).toBe(was[3]);
  });

  it('get it back on the service, where they are only there', async () => {
    value(await at.files['files.keep']({ ...(await at.only('Other/notes.txt')), keep: false }, never));
    await at.desk.sync();
    const keys = [await at.desk.keyOf('Other/notes.txt')];
    const done = value(
      await at.files['files.setCategory']({ site, files: { keys }, category: 'maintenance' }, never),
    );
    expect(at.records()['notes.txt']).toBe('maintenance');
    expect(await back(done)).toMatchObject({ changed: 1, problems: [] });
    expect(at.records()['notes.txt']).toBe('other');
  });

  it('name none that had it already', async () => {
    expect(await file(['Other/notes.txt'], 'other')).toMatchObject({ changed: 0, before: [] });
  });
});
