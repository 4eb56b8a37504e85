import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { drag } from '../renderer/rig/drag.ts';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { worldOfATry } from '../renderer/rig/world-of-a-try.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
/** Of that file no copy is kept. */
const ROOF = 'Seen from the roof.txt';

describe.skipIf(CHROMIUM === null)(`a day without a network${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  const open = async (): Promise<void> => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFile(SITE, { name: 'Plan.txt', category: 'other', content: 'level 12\n' });
        store.addFile(SITE, { name: ROOF, category: 'other', content: 'dry\n' });
      },
    });
    folder = await rig.follow(SITE);
    const [roof] = rig.service.store.files(SITE).filter(({ name }) => name === ROOF);
    await rig.call('files.keep', { site: SITE, files: { keys: [roof!.id] }, keep: false });
    await vi.waitFor(() => expect(existsSync(join(folder, 'Other', ROOF))).toBe(false), PATIENCE);
  };
  worldOfATry(open, () => rig?.close());

  /** A file is written while there is no network, where no test before did. */
  const inTheBasement = async (): Promise<void> => {
    const file = join(folder, 'Other', 'From the basement.txt');
    if (existsSync(file)) return;
    await rig.cutOff();
    await writeFile(file, 'valve 3 leaks\n');
    await rig.page.keyboard.press('F5');
    await rig.page.getByText('Offline', { exact: true }).waitFor();
  };

  it('says that it is offline, and lists what waits with its reason and size', async () => {
    await inTheBasement();
    await rig.page.keyboard.press('Control+j');
    const row = rig.page.getByRole('row', { name: /From the basement/ });
    await row.getByText(/New here · offline/).waitFor();
    await row.getByText('14 B').waitFor();
    const status = rig.page.getByRole('contentinfo');
    await status.getByText('Changes are sent when the service is reached again.').waitFor();
    await status.getByRole('button', { name: 'Try now' }).waitFor();
    // Nothing turns while nothing can be sent.
    const site = rig.page.getByRole('navigation').getByRole('link', { name: /Harbour House/ });
    expect(await site.getByRole('img', { name: 'Syncing' }).count()).toBe(0);
    await rig.pick(/From the basement/, 'From the basement.txt');
    await rig.page.getByText('To the service', { exact: true }).waitFor();
    await rig.page.getByRole('definition').getByText('Offline', { exact: true }).waitFor();
    await rig.shot('outbox-offline');
  }, 120_000);

  it('says at the site that its changes wait, not that they are on their way', async () => {
    await inTheBasement();
    await rig.goTo('sites');
    const filter = rig.page.getByRole('radiogroup', { name: 'Show' });
    await filter.getByText('Waiting').waitFor();
    expect(await filter.getByText('Syncing').count()).toBe(0);
    await rig.page.getByRole('radio', { name: 'Table' }).click();
    const row = rig.page.getByRole('row', { name: /Harbour House/ });
    await row.getByText('Waiting', { exact: true }).waitFor();
    expect(await row.getByText('Syncing').count()).toBe(0);
    await rig.page.getByRole('radio', { name: 'Cards' }).click();
    await rig.call('app.pause', { paused: true });
    await rig.page.getByRole('button', { name: '1 waiting · paused' }).waitFor();
    await rig.call('app.pause', { paused: false });
    await rig.page.getByRole('button', { name: '1 waiting · offline' }).click();
    await rig.page.getByRole('row', { name: /From the basement/ }).waitFor();
  }, 60_000);

  it('says of a new name without its ending what that means', async () => {
    await rig.goTo(`site/${SITE}/files`);
    await rig.page.getByRole('row', { name: /Plan\.txt/ }).click({ button: 'right' });
    await rig.page.getByRole('menuitem', { name: 'Rename…' }).click();
    const dialog = rig.page.getByRole('dialog', { name: 'Rename the file' });
    const hint = dialog.getByText('Without “.txt” at its end', { exact: false });
    await dialog.getByLabel('New name').fill('Plan of level 12');
    await hint.waitFor();
    await dialog.getByLabel('New name').fill('Plan of level 12.TXT');
    await hint.waitFor({ state: 'detached' });
    await rig.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }, 60_000);

  it('says that in whole words in a narrow window too', async () => {
    await inTheBasement();
    const status = rig.page.getByRole('contentinfo');
    for (const theme of ['light', 'contrast'] as const) {
      await rig.theme(theme);
      await rig.page.setViewportSize({ width: 800, height: 700 });
      for (const words of [status.getByText('Offline', { exact: true }), status.getByText(/^Last sync/)])
        expect(
          await words.evaluate((element) => {
            const part = element.closest('.status-bar-part') ?? element;
            return part.scrollWidth - part.clientWidth;
          }),
        ).toBe(0);
      await status.getByRole('button', { name: 'Pause', exact: true }).click({ trial: true });
    }
    // What it means is there for who asks.
    await status
      .getByTitle(/Everything on this computer stays open/)
      .first()
      .waitFor();
    await rig.theme('light');
    await rig.page.setViewportSize({ width: 1280, height: 800 });
  }, 120_000);

  it('takes what is dropped into the folder of the site, and lists it as waiting', async () => {
    await inTheBasement();
    await rig.goTo(`site/${SITE}/files`);
    await rig.page.getByRole('row', { name: /Plan\.txt/ }).waitFor();
    const outside = join(rig.home, 'Photos');
    await mkdir(outside);
    await writeFile(join(outside, 'Valve 3.txt'), 'seen from below\n');
    await drag(rig.page, [outside], 'main');
    await rig.page.getByRole('heading', { name: 'Add to Harbour House' }).waitFor();
    await rig.page.getByText('Offline? It waits in the outbox.').waitFor();
    await rig.page.getByRole('button', { name: 'Add 1 file' }).click();
    await rig.page.getByText('1 file added to Harbour House').waitFor();
    expect(await readFile(join(folder, 'Other', 'Photos', 'Valve 3.txt'), 'utf8')).toBe('seen from below\n');
    await rig.page.getByRole('button', { name: 'Show in the outbox' }).click();
    const row = rig.page.getByRole('row', { name: /Valve 3/ });
    await row.getByText(/New here · offline/).waitFor();
    await rig.shot('outbox-added-offline');
  }, 120_000);

  it('keeps what is here open: the list, its details, a search', async () => {
    await inTheBasement();
    await rig.goTo(`site/${SITE}/files`);
    const row = rig.page.getByRole('row', { name: /Plan\.txt/ });
    await row.getByText('Available offline').waitFor();
    await rig.pick(/Plan\.txt/, 'Plan.txt');
    await rig.page.getByRole('complementary', { name: 'Details' }).getByText('level 12').waitFor();
    await rig.page.keyboard.press('Control+k');
    await rig.page.getByRole('dialog').getByRole('combobox').fill('basement');
    await rig.page.getByRole('option', { name: /From the basement/ }).click();
    await rig.page.getByRole('heading', { name: 'From the basement.txt' }).waitFor();
  }, 120_000);

  it('says of a file that is not here that there is no connection, not that it could be had', async () => {
    await inTheBasement();
    await rig.goTo(`site/${SITE}/files`);
    await rig.pick(/Seen from the roof\.txt/, ROOF);
    const details = rig.page.getByRole('complementary', { name: 'Details' });
    await details.getByText('Only on the service').waitFor();
    await details.getByText('There is no connection to the service now.', { exact: false }).waitFor();
    // Its new name would be the service's: why it cannot be has its place at the field.
    await rig.page.getByRole('grid', { name: 'Files' }).focus();
    await rig.page.keyboard.press('F2');
    const dialog = rig.page.getByRole('dialog', { name: 'Rename the file' });
    await dialog.getByLabel('New name').fill('Seen from the tower.txt');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByText('is only on the service', { exact: false }).waitFor();
    await rig.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await details.getByText(/busy/).count()).toBe(0);
    await rig.shot('files-offline');
    // Who asks for it now reads that this is known, and no more what to ask for.
    const keep = details.getByRole('switch', { name: 'Keep on this computer' });
    expect(await keep.isChecked()).toBe(false);
    await details.getByText('Keep on this computer', { exact: true }).click();
    // The whole of it: the words that ask for it end in the same ones.
    await details
      .getByText('There is no connection to the service now. It comes when there is one.')
      .waitFor();
    await details.getByText('Waiting · offline').waitFor();
    expect(await details.getByText('Keep it offline', { exact: false }).count()).toBe(0);
    expect(await keep.isChecked()).toBe(true);
    await details.getByText('Keep on this computer', { exact: true }).click();
    await details.getByText('Keep it offline', { exact: false }).waitFor();
    expect(await keep.isChecked()).toBe(false);
  }, 120_000);

  it('promises nothing of a file that was deleted here', async () => {
    await inTheBasement();
    await rig.goTo(`site/${SITE}/files`);
    const before = await readFile(join(folder, 'Other', 'Plan.txt'));
    await rig.pick(/Plan\.txt/, 'Plan.txt');
    const details = rig.page.getByRole('complementary', { name: 'Details' });
    await rm(join(folder, 'Other', 'Plan.txt'));
    await details.getByText('Only on the service').waitFor();
    await details.getByText('It was deleted here, and is to be deleted there.').waitFor();
    // The wish for a copy is older than the delete.
    expect(await details.getByText('It comes when there is one.', { exact: false }).count()).toBe(0);
    expect(await details.getByRole('switch').count()).toBe(0);
    await writeFile(join(folder, 'Other', 'Plan.txt'), before);
    await details.getByText('level 12').waitFor();
    await details.getByRole('switch', { name: 'Keep on this computer' }).waitFor();
  }, 120_000);

  it('sends everything by itself when the network is back', async () => {
    await inTheBasement();
    const photo = join(folder, 'Other', 'Photos', 'Valve 3.txt');
    if (!existsSync(photo)) {
      await mkdir(dirname(photo));
      await writeFile(photo, 'seen from below\n');
    }
    await rig.reconnect();
    // What a browser says when the computer finds a network again; nobody presses anything.
    await rig.page.evaluate(() => dispatchEvent(new Event('online')));
    await rig.arrived(SITE, 'From the basement.txt', 'valve 3 leaks\n');
    await rig.arrived(SITE, 'Valve 3.txt', 'seen from below\n');
    await rig.page.getByText('Online', { exact: true }).waitFor();
    await rig.settled(SITE);
    await rig.goTo('outbox');
    await rig.page
      .getByRole('row', { name: /From the basement/ })
      .first()
      .waitFor();
    await rig.page.getByText('Done today').waitFor();
    // The service names people by ids; whose upload this was is known here.
    await rig.goTo(`site/${SITE}/files`);
    await rig.page
      .getByRole('row', { name: /From the basement/ })
      .getByText('You', { exact: true })
      .waitFor();
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
