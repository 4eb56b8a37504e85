import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followedSite } from '../../../main/sync/following/followed-site.ts';
import { localKey } from '../../../shared/model/file-key.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { filesIn } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { openFilesHome, type FilesHome } from './files-home.ts';

let home: FilesHome;
let desk: FilesHome['desk'];
let files: FilesHome['files'];
let records: FilesHome['records'];
let only: FilesHome['only'];

beforeEach(async () => {
  home = await openFilesHome();
  ({ desk, files, records, only } = home);
});

afterEach(() => home.close());

describe('file commands', () => {
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
