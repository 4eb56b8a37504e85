import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { worldOfATry } from '../renderer/rig/world-of-a-try.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`while no site is kept here${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  const open = async (): Promise<void> => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFile(SITE, { name: 'Plan.txt', category: 'other', content: 'level 12\n' });
        store.addSite({ id: 'quay', name: 'Quay House' });
      },
    });
  };
  worldOfATry(open, () => rig?.close());

  it('is online, since the service told its sites', async () => {
    await rig.page.getByRole('article').filter({ hasText: 'Harbour House' }).waitFor();
    await rig.page.getByText('Online', { exact: true }).waitFor();
  });

  it('says that the service is busy where it puts off whatever it is asked, not that all is well', async () => {
    const bar = rig.page.getByRole('contentinfo');
    rig.service.set({ maintenance: true, retryAfter: 1 });
    await bar.getByRole('button', { name: 'Sync now' }).click();
    await bar.getByText('Service busy', { exact: true }).waitFor();
    await bar.getByTitle('The service is busy or under maintenance.').waitFor();
    await rig.shot('service-busy');
    rig.service.set({ failNext: [{ match: {}, action: { status: 500 }, times: 999 }], maintenance: false });
    await bar.getByText('Service failing', { exact: true }).waitFor();
    rig.service.set({ failNext: [] });
    await bar.getByRole('button', { name: 'Sync now' }).click();
    await bar.getByText('Online', { exact: true }).waitFor();
  });

  it('keeps a site from each of its lists, and from its overview without a network, by the same words', async () => {
    const keep = rig.page.getByRole('button', { name: 'Keep this site here' });
    await rig.goTo(`site/${SITE}/files`);
    await keep.waitFor();
    await rig.page.getByText('This site is not on this computer').waitFor();
    // Nothing is counted that nobody listed.
    expect(await rig.page.getByRole('radio', { name: /^All/ }).count()).toBe(0);
    await rig.goTo(`site/${SITE}/activity`);
    await rig.page.getByText(/Keep it here, and each file that is sent/).waitFor();
    await keep.waitFor();
    await rig.goTo(`site/${SITE}/data`);
    await rig.page.getByText(/Keep them here, and the points are listed/).waitFor();
    await rig.page.getByText('Keep this site here to pick from its points, or').waitFor();
    await keep.click();
    await rig.settled(SITE);
    await rig.call('sites.unfollow', { site: SITE });
    await rig.cutOff();
    await rig.goTo('sites');
    await rig.page.reload();
    await rig.goTo('site/quay');
    await rig.page.getByText(/^Its files are not counted/).waitFor();
    for (const theme of ['dark', 'light'] as const) {
      await rig.theme(theme);
      await rig.shot(`keep-offline-${theme}`);
    }
    // Of this one is known what its trees told.
    await rig.goTo(`site/${SITE}`);
    await rig.page.getByText(/^1 file on the service/).waitFor();
    await keep.click();
    await rig.page.getByRole('navigation').getByRole('link', { name: 'Harbour House' }).waitFor();
    await rig.reconnect();
    await rig.call('app.sync', { site: SITE });
    await rig.settled(SITE);
    await rig.call('sites.unfollow', { site: SITE });
    await rig.goTo('site/sold-long-ago');
    await rig.page.getByText('This site is not in your list').waitFor();
    await rig.page.getByRole('button', { name: 'Show the sites' }).click();
    await rig.page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
  });

  it('does not say that all is in step where nothing can be, and leads to the sites', async () => {
    await rig.goTo('outbox/pending');
    await rig.page.getByText('No site is kept on this computer').waitFor();
    await rig.shot('outbox-none-kept');
    await rig.page.getByRole('button', { name: 'Show the sites' }).click();
    await rig.page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
  });

  it('asks for a site before files are added', async () => {
    await rig.page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
    await rig.page.keyboard.press('Control+o');
    await rig.page.getByRole('dialog').getByText('No site is kept on this computer').waitFor();
    await rig.page.keyboard.press('Escape');
    await rig.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('keeps a site no more by its menu, says what that means, and takes it back', async () => {
    const folder = await rig.follow(SITE);
    // What was not sent yet stays unsent: said, wherever that is asked for.
    await rig.call('app.pause', { paused: true });
    await writeFile(join(folder, 'Other', 'Notes.txt'), 'not sent');
    await vi.waitFor(async () => expect((await rig.call('sites.list', null))[0]?.pending).toBe(1), PATIENCE);
    await rig.goTo('settings/folders');
    await rig.page.getByRole('button', { name: 'More about Harbour House' }).click();
    await rig.page.getByRole('menuitem', { name: 'Stop keeping it here' }).click();
    await rig.page
      .getByRole('alertdialog')
      .getByText('1 change is not sent or fetched yet, and will not be.')
      .waitFor();
    await rig.shot('stop-keeping');
    await rig.page.keyboard.press('Escape');
    await rig.goTo(`site/${SITE}/overview`);
    await rig.page.getByRole('button', { name: 'More' }).click();
    await rig.page.getByRole('menuitem', { name: 'Stop keeping it here' }).click();
    await rig.page
      .getByText(
        'Harbour House is no longer kept in step. Its files stay where they are. 1 change was not sent or fetched yet, and will not be.',
      )
      .waitFor();
    await rig.call('app.pause', { paused: false });
    expect(existsSync(join(folder, 'Other', 'Plan.txt'))).toBe(true);
    expect((await rig.call('sites.list', null))[0]?.followed).toBeNull();
    await rig.page.getByRole('button', { name: 'Keep it again' }).click();
    await rig.page.getByRole('navigation').getByRole('link', { name: 'Harbour House' }).waitFor();
    await rig.settled(SITE);
    expect((await rig.call('sites.list', null))[0]?.followed?.folder).toBe(folder);
    expect(rig.service.store.files(SITE)).toHaveLength(2);
    expect(rig.bugs).toEqual([]);
  });

  it('says so too of what the service refused, which waits for nothing', async () => {
    const folder = await rig.follow(SITE);
    rig.service.set({ failNext: [{ match: { method: 'POST' }, times: 9, action: { status: 413 } }] });
    await writeFile(join(folder, 'Other', 'Refused.txt'), 'too large');
    await vi.waitFor(
      async () => expect((await rig.call('sites.list', null))[0]).toMatchObject({ pending: 0, issues: 1 }),
      PATIENCE,
    );
    await rig.goTo('settings/folders');
    await rig.page.getByRole('button', { name: 'More about Harbour House' }).click();
    await rig.page.getByRole('menuitem', { name: 'Stop keeping it here' }).click();
    await rig.page.getByRole('alertdialog').getByText('1 problem is not solved').waitFor();
    await rig.page.keyboard.press('Escape');
    await rig.goTo(`site/${SITE}/overview`);
    await rig.page.getByRole('button', { name: 'More' }).click();
    await rig.page.getByRole('menuitem', { name: 'Stop keeping it here' }).click();
    await rig.page.getByText('1 problem was not solved: its file may be on this computer only.').waitFor();
    expect(rig.bugs).toEqual([]);
  });
});
