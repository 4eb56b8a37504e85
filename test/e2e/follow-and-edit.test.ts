import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`keeping a site and working in it${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFile(SITE, { name: 'Pump P-101.txt', category: 'spec-sheet', content: 'flow 12 l/s\n' });
        store.addFile(SITE, { name: 'Log.txt', category: 'maintenance', content: 'belt changed\n' });
      },
    });
    folder = join(rig.home, 'root', 'Harbour House');
  }, 120_000);
  afterAll(() => rig?.close());

  it('takes the site along by one button', async () => {
    await rig.goTo(`site/${SITE}/overview`);
    await rig.page.getByRole('button', { name: 'Keep this site here' }).click();
    await rig.settled(SITE);
    expect(await readFile(join(folder, 'Spec Sheet', 'Pump P-101.txt'), 'utf8')).toBe('flow 12 l/s\n');
  }, 120_000);

  it('sends what is changed in the folder, and shows it', async () => {
    await rig.goTo(`site/${SITE}/files`);
    const row = rig.page.getByRole('row', { name: /Pump P-101\.txt/ });
    await row.getByText('Up to date').waitFor();
    await writeFile(join(folder, 'Spec Sheet', 'Pump P-101.txt'), 'flow 14 l/s, measured\n');
    await rig.arrived(SITE, 'Pump P-101.txt', 'flow 14 l/s, measured\n');
    await row.getByText('Up to date').waitFor();
    await rig.pick(/Pump P-101\.txt/, 'Pump P-101.txt');
    const details = rig.page.getByRole('complementary', { name: 'Details' });
    await details.getByText(/Changed here/).waitFor();
    await details.getByText('flow 14 l/s, measured').waitFor();
  }, 120_000);

  it('fetches what others change, and puts the earlier version into the trash', async () => {
    const [record] = rig.service.store.files(SITE).filter(({ name }) => name === 'Log.txt');
    rig.service.store.editFile(record!.id, { content: 'belt changed, again\n' });
    await rig.page.keyboard.press('F5');
    const path = join(folder, 'Maintenance Document', 'Log.txt');
    await vi.waitFor(
      async () => expect(await readFile(path, 'utf8')).toBe('belt changed, again\n'),
      PATIENCE,
    );
    await rig.pick(/Log\.txt.*20 B/, 'Log.txt');
    const details = rig.page.getByRole('complementary', { name: 'Details' });
    await details.getByText('Earlier versions in the trash').waitFor();
    await details.getByRole('button', { name: 'Restore' }).waitFor();
  }, 120_000);

  it('moves a file to another category, and renames it', async () => {
    const details = rig.page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('button', { name: /Category/ }).click();
    await rig.page.getByRole('option', { name: 'Spec Sheet' }).click();
    await vi.waitFor(() => {
      const record = rig.service.store.files(SITE).find(({ name }) => name === 'Log.txt');
      expect(record?.category).toBe('spec-sheet');
    }, PATIENCE);
    expect(existsSync(join(folder, 'Spec Sheet', 'Log.txt'))).toBe(true);
    await rig.settled(SITE);
    await details.getByRole('button', { name: /Spec Sheet/ }).waitFor();
    await rig.page.getByRole('row', { name: /Log\.txt/ }).click({ button: 'right' });
    await rig.page.getByRole('menuitem', { name: 'Rename…' }).click();
    await rig.page.getByLabel('New name').fill('Belt log.txt');
    await rig.page.keyboard.press('Enter');
    await rig.arrived(SITE, 'Belt log.txt', 'belt changed, again\n');
    expect(rig.bugs).toEqual([]);
  }, 120_000);

  it('frees the room of a file that is online only, and fetches it again', async () => {
    const path = join(folder, 'Spec Sheet', 'Belt log.txt');
    await rig.settled(SITE);
    const row = rig.page.getByRole('row', { name: /Belt log\.txt/ });
    await row.waitFor();
    await rig.pick(/Belt log\.txt/, 'Belt log.txt');
    const details = rig.page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('heading', { name: 'Belt log.txt' }).waitFor();
    await details.getByText('Keep on this computer', { exact: true }).click();
    await vi.waitFor(() => expect(existsSync(path)).toBe(false), PATIENCE);
    await row.getByText('Online only').waitFor();
    await details.getByText('As its category').click();
    await vi.waitFor(() => expect(existsSync(path)).toBe(true), PATIENCE);
  }, 120_000);

  it('says why the copy of a file that was edited a moment ago stays for a while', async () => {
    await rig.pick(/Pump P-101\.txt/, 'Pump P-101.txt');
    const details = rig.page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('heading', { name: 'Pump P-101.txt' }).waitFor();
    await details.getByText('Keep on this computer', { exact: true }).click();
    await rig.page
      .getByRole('row', { name: /Pump P-101\.txt/ })
      .getByText('edit just sent')
      .waitFor();
    await rig.goTo('outbox');
    await rig.page.getByText('Off this computer').waitFor();
    await rig.page.getByText('Edit just sent', { exact: true }).waitFor();
    await rig.page.getByText(/, by itself$/).waitFor();
    expect(existsSync(join(folder, 'Spec Sheet', 'Pump P-101.txt'))).toBe(true);
  }, 120_000);
});
