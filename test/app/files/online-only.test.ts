import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOKEN } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { openFilesHome, type FilesHome } from './files-home.ts';

let at: FilesHome;

beforeEach(async () => {
  at = await openFilesHome();
});

afterEach(() => at.close());

describe('file commands', () => {
  it('leave a record alone that was given to another site', async () => {
    const { store } = at.world.service;
    store.addSite({ id: 'site-2', name: 'Mill' });
    const chosen = await at.only('Other/notes.txt');
    value(await at.files['files.keep']({ ...chosen, keep: false }, never));
    await at.desk.sync();
    const [key] = chosen.files.keys;
    store.editFile(key!, { site: 'site-2' });
    const renamed = await at.files['files.rename']({ site, key: key!, name: 'mine.txt' }, never);
    expect(renamed).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    expect(store.file(key!)).toMatchObject({ site: 'site-2', name: 'notes.txt' });
  });

  it('say plainly what cannot be done to an online-only file without the service', async () => {
    const selection = await at.only('Other/notes.txt');
    value(await at.files['files.keep']({ ...selection, keep: false }, never));
    await at.desk.sync();
    at.desk.signedIn = false;
    const moved = value(
      await at.files['files.setCategory']({ ...selection, category: 'maintenance' }, never),
    );
    expect(moved.problems).toMatchObject([
      { message: expect.stringContaining('only on the service') as string },
    ]);
    const deleted = value(await at.files['files.delete'](selection, never));
    expect(deleted).toMatchObject({ changed: 0, problems: [{ path: 'Other/notes.txt' }] });
    const [key] = selection.files.keys;
    expect(await at.files['files.open']({ site, key: key! }, never)).toMatchObject({
      ok: false,
      failure: { code: 'not-found' },
    });
    expect(at.records()).toHaveProperty(['notes.txt']);
  });

  it.each([
    ['sign-in', 'no longer accepts your sign-in'],
    ['offline', 'cannot be reached'],
  ] as const)('say what keeps from the service: %s', async (kind, why) => {
    const chosen = await at.only('Other/notes.txt');
    value(await at.files['files.keep']({ ...chosen, keep: false }, never));
    await at.desk.sync();
    const failure = { code: kind, message: 'It was found out by a sync.', hint: '', retry: 'later' } as const;
    at.desk.app.session()!.gate.halt({ kind, failure });
    const [key] = chosen.files.keys;
    expect(await at.files['files.rename']({ site, key: key!, name: 'renamed.txt' }, never)).toMatchObject({
      ok: false,
      failure: { code: kind, message: expect.stringContaining(why) as string },
    });
  });

  it('say so where the token is refused as they ask', async () => {
    const chosen = await at.only('Other/notes.txt');
    value(await at.files['files.keep']({ ...chosen, keep: false }, never));
    await at.desk.sync();
    at.world.service.tokens.revoke(TOKEN);
    const [key] = chosen.files.keys;
    expect(await at.files['files.rename']({ site, key: key!, name: 'renamed.txt' }, never)).toMatchObject({
      ok: false,
      failure: {
        code: 'sign-in',
        message: expect.stringContaining('notes.txt is only on the service') as string,
      },
    });
  });

  it('say so where no answer comes as they ask', async () => {
    const chosen = await at.only('Other/notes.txt');
    value(await at.files['files.keep']({ ...chosen, keep: false }, never));
    await at.desk.sync();
    at.world.service.failNext({
      match: { pathPrefix: '/' },
      times: Infinity,
      action: 'drop-before',
    });
    const [key] = chosen.files.keys;
    expect(await at.files['files.rename']({ site, key: key!, name: 'renamed.txt' }, never)).toMatchObject({
      ok: false,
      failure: {
        code: 'offline',
        message: 'notes.txt is only on the service, and the service cannot be reached.',
      },
    });
  });
});
