import { existsSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AXE_PATIENCE, faultsOf } from '../renderer/rig/faults.ts';
import { Rig, TOKEN } from '../renderer/rig/rig.ts';
import { worldOfATry } from '../renderer/rig/world-of-a-try.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
const NAMES = ['Laser scan.zip', 'Photos.zip', 'Survey.zip'] as const;
/** The service takes no more to begin with, bytes. */
const LIMIT = 20_000;
const BIG = 1_500_000;

describe.skipIf(CHROMIUM === null)(`the outbox of a day${WITHOUT_CHROMIUM}`, AXE_PATIENCE, () => {
  let rig: Rig;
  let folder: string;

  const open = async (): Promise<void> => {
    rig = await Rig.open({
      faults: { maxUploadBytes: LIMIT },
      seed: ({ store }) => store.addSite({ id: SITE, name: 'Harbour House' }),
    });
    folder = join(await rig.follow(SITE), 'Other');
    await mkdir(folder, { recursive: true });
  };
  worldOfATry(open, () => rig?.close());

  const statusBar = () => rig.page.getByRole('contentinfo');
  const spoken = () => rig.page.locator('[aria-live=polite]');
  const row = (name: string) => rig.page.getByRole('row', { name: new RegExp(name) });
  const bytes = (name: string): string => name.repeat(3000);

  /** Has the service refuse these, where no test did before. */
  const refused = async (): Promise<void> => {
    if (existsSync(join(folder, NAMES[0]))) return;
    await Promise.all(NAMES.map((name) => writeFile(join(folder, name), bytes(name))));
    await statusBar().getByRole('button', { name: '3 issues' }).waitFor();
  };

  it('says of each file that the service refused what is wrong and what to do', async () => {
    await refused();
    await statusBar().getByRole('button', { name: '3 issues' }).click();
    await rig.page.getByRole('heading', { name: 'Outbox', level: 1 }).waitFor();
    for (const name of NAMES) await row(name).waitFor();
    // No zero of what waits by itself stands beside the three.
    const link = rig.page.getByRole('navigation').getByRole('link', { name: /^Outbox/ });
    await expect.poll(() => link.textContent()).toBe('Outbox33 issues');
    await rig.pick(/Photos\.zip/, 'Photos.zip');
    await rig.page
      .getByText(/it is too large\. The service says:/)
      .first()
      .waitFor();
    await rig.page.getByText(/ask whoever manages the service to raise the limit/).waitFor();
    await rig.page.getByText('Other/Photos.zip', { exact: true }).waitFor();
    await rig.page.getByText('When the file changes, or when you say so').waitFor();
  });

  it('picks what something can be done with, and no heading', async () => {
    await refused();
    await rig.goTo('outbox/all');
    await spoken().getByText('3 things need you. See the outbox.').waitFor();
    // One word for them, in the name of their view and above them.
    await rig.page.getByRole('radio', { name: /^Issues\s*3$/ }).waitFor();
    await expect.poll(() => rig.page.locator('.table-heading').first().innerText()).toMatch(/^Issues\s+3$/);
    await row('Photos').click();
    await rig.page.keyboard.press('Control+a');
    await rig.page.getByText('3 picked').waitFor();
    await rig.page.keyboard.press('Escape');
    await rig.page.keyboard.press('Home');
    await rig.page.keyboard.press('Space');
    // The first row, and not the heading above it.
    await rig.page.getByText('1 picked').waitFor();
    await rig.page.keyboard.press('Space');
    await expect.poll(() => rig.page.getByText(/picked$/).count()).toBe(0);
    await rig.page.keyboard.press('ArrowUp');
    await rig.page.locator('.table-heading.table-row-current, .table-row-current .table-heading').waitFor();
    await rig.page.keyboard.press('Space');
    await expect.poll(() => rig.page.getByText(/picked$/).count()).toBe(0);
    await row('Photos').click();
    await rig.page.keyboard.press('Space');
    await rig.page.getByText('1 picked').waitFor();
    await rig.page.keyboard.press('Escape');
  });

  it('tries one again at a word, and then all', async () => {
    await refused();
    await rig.goTo('outbox/issues');
    await rig.pick(/Photos\.zip/, 'Photos.zip');
    rig.service.set({ maxUploadBytes: BIG * 2 });
    await rig.page.getByRole('button', { name: 'Retry now' }).click();
    await rig.arrived(SITE, 'Photos.zip', bytes('Photos.zip'));
    expect(rig.service.store.files(SITE)).toHaveLength(1);
    await rig.page.getByRole('button', { name: 'Retry all' }).click();
    for (const name of NAMES) await rig.arrived(SITE, name, bytes(name));
    await rig.page.getByText('Nothing needs you').waitFor();
    await statusBar().getByRole('button', { name: /issue/ }).waitFor({ state: 'detached' });
    // Nor does it stand any longer where a screen reader finds it.
    await spoken().getByText('All that needed you is settled.').waitFor();
  });

  it('says of what is tried again by itself when, or what for it waits', async () => {
    rig.service.set({ failNext: [{ match: { method: 'POST' }, action: { status: 500 }, times: 1000 }] });
    await writeFile(join(folder, 'Notes.txt'), 'notes');
    await rig.goTo('outbox/issues');
    await rig.pick(/Notes\.txt/, 'Notes.txt');
    await rig.page.getByText(/, by itself$/).waitFor();
    await rig.call('app.pause', { paused: true });
    await rig.page.getByText('When the pause ends').waitFor();
    await rig.cutOff();
    await rig.call('app.pause', { paused: false });
    await rig.page.getByText('When the service is reached again', { exact: true }).waitFor();
    await rig.shot('outbox-issue-offline');
    await rig.call('account.signOut', null);
    await rig.page.getByText('After you sign in', { exact: true }).waitFor();
    await rename(dirname(folder), `${dirname(folder)} away`);
    await rig.page.keyboard.press('F5');
    await rig.pick(/folder is away/, 'Harbour House');
    await rig.page.getByText('By itself: the folder is looked at every half minute').waitFor();
    await rename(`${dirname(folder)} away`, dirname(folder));
    await rig.reconnect();
    await rig.call('account.signIn', { baseUrl: rig.service.url, token: TOKEN });
    await rig.call('app.sync', { site: null });
    await rig.arrived(SITE, 'Notes.txt', 'notes');
  });

  it('pauses for a while: says until when, and goes on by itself', async () => {
    await rig.settled(SITE);
    const bar = statusBar();
    await bar.getByRole('button', { name: 'Choose how long to pause' }).click();
    await rig.shot('pause-for');
    await rig.page.getByRole('menuitem', { name: 'Until the morning, 7:00' }).click();
    await bar.getByText('Paused until 07:00').waitFor();
    await writeFile(join(folder, 'Before seven.txt'), 'early');
    await rig.goTo('outbox/pending');
    await row('Before seven').getByText('New here · paused').waitFor();
    await rig.shot('paused-until');
    expect(await bar.getByRole('button', { name: 'Choose how long to pause' }).count()).toBe(0);
    // As if it were seven now.
    await rig.call('app.pause', { paused: true, until: Date.now() + 1000 });
    await rig.arrived(SITE, 'Before seven.txt', 'early');
    await bar.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  });

  it('says of a new name what it was before, and no size: no bytes go for it', async () => {
    if (!existsSync(join(folder, 'Notes.txt'))) await writeFile(join(folder, 'Notes.txt'), 'notes');
    await rig.arrived(SITE, 'Notes.txt', 'notes');
    await rig.settled(SITE);
    await rig.call('app.pause', { paused: true });
    await rename(join(folder, 'Notes.txt'), join(folder, 'Notes of May.txt'));
    await rig.goTo('outbox/pending');
    await rig.pick(/Notes of May\.txt/, 'Notes of May.txt');
    const facts = rig.page.getByRole('term');
    await facts.getByText('Why', { exact: true }).waitFor();
    await rig.page.getByRole('definition').getByText('Other/Notes.txt', { exact: true }).waitFor();
    expect(await facts.getByText('Size', { exact: true }).count()).toBe(0);
    await rig.call('app.pause', { paused: false });
    await rig.settled(SITE);
    await rig.goTo('outbox/done');
    await rig.pick(/Notes of May\.txt/, 'Notes of May.txt');
    await facts.getByText('Done', { exact: true }).waitFor();
    expect(await facts.getByText('Size', { exact: true }).count()).toBe(0);
  });

  it('says of what waits for a service that is busy until when it does', async () => {
    await rig.settled(SITE);
    const asksToWait = { status: 429, retryAfter: 8 };
    rig.service.set({ failNext: [{ match: { method: 'POST' }, action: asksToWait }] });
    await rig.goTo('outbox/pending');
    await writeFile(join(folder, 'Readings.txt'), 'readings');
    await row('Readings')
      .getByText(/service busy/)
      .waitFor();
    await rig.pick(/Readings/, 'Readings.txt');
    await rig.page.getByText('Service busy', { exact: true }).waitFor();
    await rig.page.getByText(/, by itself$/).waitFor();
    await rig.shot('outbox-busy');
    await rig.arrived(SITE, 'Readings.txt', 'readings');
  });

  it('tries at once what a person wants tried, though the service asked to wait for an hour', async () => {
    await rig.settled(SITE);
    const asksToWait = { status: 503, retryAfter: 3600 };
    rig.service.set({ failNext: [{ match: { method: 'POST' }, action: asksToWait }] });
    await rig.goTo('outbox/pending');
    await writeFile(join(folder, 'Hours.txt'), 'hours');
    await row('Hours')
      .getByText(/service busy/)
      .waitFor();
    await rig.pick(/Hours/, 'Hours.txt');
    // Since when it waits, and the one thing to do about it.
    await rig.page.getByRole('term').getByText('Changed', { exact: true }).waitFor();
    await rig.page.getByText(/^Today \d\d:\d\d$/).waitFor();
    await rig.page.getByRole('button', { name: 'Retry now' }).click();
    await rig.arrived(SITE, 'Hours.txt', 'hours');
  });

  it('shows what is on its way with amount, rate and time left, and counts it until it is there', async () => {
    await rig.settled(SITE);
    rig.service.set({ maxUploadBytes: BIG * 2 });
    await rig.call('settings.set', { bytesUp: 40_000 });
    await rig.goTo('outbox/pending');
    await writeFile(join(folder, 'Point cloud.bin'), Buffer.alloc(BIG, 7));
    await row('Point cloud').getByText('New here').waitFor();
    await statusBar().getByRole('button', { name: 'Pending 1' }).waitFor();
    await statusBar()
      .getByRole('button', { name: /of 1\.5 MB · .*\/s · .* left/ })
      .waitFor();
    await rig.pick(/Point cloud/, 'Point cloud.bin');
    await rig.page.getByText('To the service', { exact: true }).waitFor();
    // No tree changes meanwhile, and yet it is seen to move.
    const amount = rig.page.getByRole('definition').filter({ hasText: / of 1\.5 MB/ });
    const before = await amount.textContent();
    await expect.poll(() => amount.textContent()).not.toBe(before);
    await row('Point cloud')
      .getByText(/ of 1\.5 MB/)
      .waitFor();
    expect(await faultsOf(rig, 'outbox-running')).toEqual([]);
    await rig.goTo(`site/${SITE}/files`);
    await row('Point cloud').getByText('Uploading').waitFor();
    await rig.call('settings.set', { bytesUp: null });
    await row('Point cloud').getByText('Up to date').waitFor();
    await statusBar().getByRole('button', { name: 'Pending 0' }).waitFor();
  });

  it('tells of links that are left out below the lists, on demand, and of none that is gone', async () => {
    await rig.settled(SITE);
    for (const name of ['Point clouds', 'Laser scans 2025']) await symlink(rig.home, join(folder, name));
    await rig.goTo('outbox/issues');
    const told = rig.page.getByText('2 links or special files are left out on purpose');
    await told.waitFor();
    // None of them needs anybody.
    await rig.page.getByText('Nothing needs you').waitFor();
    expect(await statusBar().getByRole('button', { name: /issue/ }).count()).toBe(0);
    await told.click();
    await rig.page.getByText('Harbour House: Other/Point clouds (link)').waitFor();
    expect(await faultsOf(rig, 'outbox-left-out')).toEqual([]);
    await rig.page.setViewportSize({ width: 600, height: 500 });
    await rig.shot('outbox-left-out-narrow');
    await rig.page.setViewportSize({ width: 1280, height: 800 });
    await rig.goTo('outbox/pending');
    await told.waitFor({ state: 'detached' });
    await rig.goTo('outbox');
    await told.waitFor();
    await rig.shot('outbox-left-out-all');
    await rm(join(folder, 'Point clouds'));
    await rig.page.getByText('1 link or special file is left out on purpose').waitFor();
    await writeFile(join(folder, '..', '.siteignore'), 'Laser scans*\n');
    await rig.call('app.sync', { site: null });
    await rig.page.getByText(/left out on purpose/).waitFor({ state: 'detached' });
    expect(rig.bugs).toEqual([]);
  });

  it('looks again with each sync at what it found wrong in the folder', async () => {
    const [one, other] = ['T\u00fcr.txt', 'Tu\u0308r.txt'] as const;
    for (const name of [one, other]) await writeFile(join(folder, name), name);
    await rig.goTo('outbox/issues');
    await rig.page.getByRole('row', { name: /T.{1,2}r\.txt/ }).click();
    await rig.page.getByText('Rename one of the two, then both are kept in step.').waitFor();
    await rig.page.getByText('With the next sync', { exact: true }).waitFor();
    expect(await rig.page.getByText('Tried', { exact: true }).count()).toBe(0);
    await rig.shot('outbox-two-spellings');
    for (const name of [one, other]) await rm(join(folder, name));
    await rig.page.getByText('Nothing needs you').waitFor();
  });
});
