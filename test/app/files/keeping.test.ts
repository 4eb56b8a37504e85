import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followedSite } from '../../../main/sync/following/followed-site.ts';
import { localKey } from '../../../shared/model/file-key.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { filesIn } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { openFilesHome, type FilesHome } from './files-home.ts';

const ALL = { text: '', category: null, status: [], folder: null };

let at: FilesHome;

beforeEach(async () => {
  at = await openFilesHome();
});

afterEach(() => at.close());

describe('file commands', () => {
  it('make files online only, change their records at the service, and keep them offline again', async () => {
    const selection = await at.only('Other/notes.txt');
    value(await at.files['files.keep']({ ...selection, keep: false }, never));
    await at.desk.sync();
    expect(await at.desk.row('Other/notes.txt')).toMatchObject({
      here: false,
      status: 'online-only',
      pinned: false,
    });
    const [key] = selection.files.keys;
    value(await at.files['files.rename']({ site, key: key!, name: 'renamed.txt' }, never));
    value(await at.files['files.setCategory']({ ...selection, category: 'maintenance' }, never));
    expect(at.records()['renamed.txt']).toBe('maintenance');
    value(await at.files['files.keep']({ ...selection, keep: true }, never));
    await at.desk.sync();
    expect(await filesIn(at.desk.folder)).toMatchObject({ 'Maintenance Document/renamed.txt': 'notes' });
  });

  it('hold what was chosen for a file also where it was its category’s choice then', async () => {
    const kept = followedSite(at.desk.program.mirror, site)!;
    value(await at.files['files.keep']({ ...(await at.only('Other/notes.txt')), keep: true }, never));
    at.desk.program.mirror.follow({ ...kept, keep: 'none' });
    await at.desk.sync();
    expect(Object.keys(await filesIn(at.desk.folder))).toEqual(['Other/notes.txt']);
  });

  it('call a choice that is taken back none', async () => {
    const selection = await at.only('Other/notes.txt');
    value(await at.files['files.keep']({ ...selection, keep: false }, never));
    expect(await at.desk.row('Other/notes.txt')).toMatchObject({ pinned: false });
    value(await at.files['files.keep']({ ...selection, keep: true }, never));
    expect(await at.desk.row('Other/notes.txt')).toMatchObject({ pinned: null, here: true });
  });

  it.each([false, null])('let a delete that waits stand, whatever is chosen beside it (%s)', async (keep) => {
    const kept = followedSite(at.desk.program.mirror, site)!;
    // What is not kept here is pinned by its delete: without that its absence would mean nothing.
    at.desk.program.mirror.follow({ ...kept, keep: 'none' });
    const both = { site, files: { filter: { ...ALL, folder: 'Other' }, except: [] } };
    value(await at.files['files.delete'](await at.only('Other/notes.txt'), never));
    const chosen = value(await at.files['files.keep']({ ...both, keep }, never));
    expect(chosen).toMatchObject({ changed: 1, named: ['Other/deep/pump.pdf'] });
    expect(chosen.problems).toEqual([
      {
        path: 'Other/notes.txt',
        message: expect.stringMatching(/^notes\.txt was deleted here, and its delete still waits: nothing/),
      },
    ]);
    expect(await at.desk.sync()).toMatchObject({ deletedRemote: 1 });
    expect(at.records()).not.toHaveProperty('notes.txt');
  });

  it('do not say of a file whose delete waits that it is on the service for good', async () => {
    const notes = await at.only('Other/notes.txt');
    value(await at.files['files.delete'](notes, never));
    const { changed, problems } = value(await at.files['files.delete'](notes, never));
    expect(changed).toBe(0);
    expect(problems.map(({ message }) => message)).toEqual([
      'notes.txt was deleted here already, and its delete still waits. The outbox says what for.',
    ]);
  });

  it('pin nothing that the service does not know yet', async () => {
    await at.desk.write('Other/new.txt', 'new');
    at.desk.program.mirror.commit(site, [
      { local: { path: 'Other/new.txt' as RelPath, size: 3, mtimeNs: 1n, ino: 1n, hash: null } },
    ]);
    const kept = value(
      await at.files['files.keep']({ ...(await at.only('Other/new.txt')), keep: false }, never),
    );
    expect(kept).toMatchObject({ changed: 0, problems: [{ path: 'Other/new.txt' }] });
    expect(at.desk.program.mirror.pins(site).has(localKey('Other/new.txt') as FileId)).toBe(false);
  });
});
