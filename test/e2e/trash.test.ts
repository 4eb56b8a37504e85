import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasFocus } from '../renderer/rig/has-focus.ts';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
const NAMES = ['Alpha.txt', 'Beta.txt', 'Gamma 9.txt', 'Gamma 10.txt'] as const;
/** As people count. */
const RESTORED = NAMES.map((name) => `Restore ${name}`);

describe.skipIf(CHROMIUM === null)(`deleting and getting back${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const name of NAMES) store.addFile(SITE, { name, category: 'other', content: `${name}\n` });
      },
    });
    folder = await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  const isHere = (name: string): boolean => existsSync(join(folder, 'Other', name));
  const remove = async (select: string, count: number): Promise<void> => {
    await rig.goTo(`site/${SITE}/files`);
    await rig.pick(/Alpha\.txt/, 'Alpha.txt');
    await rig.page.keyboard.press(select);
    await rig.page.keyboard.press('Delete');
    await rig.page
      .getByRole('alertdialog', { name: /^Delete/ })
      .getByRole('button', { name: new RegExp(`^Delete ${count}`) })
      .click();
  };

  it('undoes a delete at once', async () => {
    await remove('Control+Space', 1);
    await vi.waitFor(() => expect(isHere('Alpha.txt')).toBe(false), PATIENCE);
    await rig.page.getByText('In the trash of this computer: “Alpha.txt”').waitFor();
    await rig.page.getByRole('button', { name: 'Undo' }).click();
    await rig.page.getByText('Put back: “Alpha.txt”').waitFor();
    await vi.waitFor(() => expect(isHere('Alpha.txt')).toBe(true), PATIENCE);
    await rig.settled(SITE);
    await rig.arrived(SITE, 'Alpha.txt', 'Alpha.txt\n');
  }, 120_000);

  it('gives back what was deleted on the service too, one by one and many at once', async () => {
    await remove('Control+a', 4);
    await vi.waitFor(() => expect(rig.service.store.files(SITE)).toHaveLength(0), PATIENCE);
    await rig.page.keyboard.press('Control+4');
    await rig.page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor();
    await rig.page.getByRole('checkbox', { name: 'Select all' }).waitFor();
    await rig.page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    const rows = rig.page.getByRole('button', { name: /^Restore .*\.txt$/ });
    await expect.poll(() => rows.evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual(RESTORED);
    // The ring of focus stands within the row, which cuts off what is beyond it.
    await rig.page.getByRole('grid', { name: 'Trash' }).focus();
    await rig.page.keyboard.press('Home');
    await rig.page.keyboard.press('F2');
    const focused = rig.page.locator('.table-row button:focus-visible');
    expect(await focused.evaluate((of) => getComputedStyle(of).outlineOffset)).toBe('-2px');
    await rig.shot('trash-restore-focus');
    await rig.page.getByRole('button', { name: 'Restore Beta.txt' }).click();
    await rig.page.getByText('Put back: “Beta.txt”').waitFor();
    await rig.arrived(SITE, 'Beta.txt', 'Beta.txt\n');
    expect(await readFile(join(folder, 'Other', 'Beta.txt'), 'utf8')).toBe('Beta.txt\n');
    await rig.page.getByRole('grid', { name: 'Trash' }).focus();
    await rig.page.keyboard.press('Control+a');
    await rig.page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).press('Enter');
    await rig.arrived(SITE, 'Alpha.txt', 'Alpha.txt\n');
    await rig.arrived(SITE, 'Gamma 9.txt', 'Gamma 9.txt\n');
    await rig.arrived(SITE, 'Gamma 10.txt', 'Gamma 10.txt\n');
    await rig.page.getByText('The trash is empty').waitFor();
    await hasFocus(rig.page.getByRole('grid', { name: 'Trash' }));
    // Nothing is there that could be picked.
    expect(await rig.page.getByRole('checkbox').count()).toBe(0);
    expect(rig.bugs).toEqual([]);
  }, 120_000);

  it('tells why a version is there, in any window, and where it is put if its place is taken', async () => {
    await rig.settled(SITE);
    const beta = rig.service.store.files(SITE).find(({ name }) => name === 'Beta.txt');
    rig.service.store.editFile(beta!.id, { content: 'theirs, newer\n' });
    await rig.call('outbox.retry', { site: SITE, attempts: null });
    await rig.arrived(SITE, 'Beta.txt', 'theirs, newer\n');
    await remove('Control+Space', 1);
    await vi.waitFor(() => expect(isHere('Alpha.txt')).toBe(false), PATIENCE);
    await rig.goTo('trash');
    const row = (name: RegExp) => rig.page.getByRole('row', { name });
    for (const width of [1600, 1280, 640, 480, 340]) {
      await rig.page.setViewportSize({ width, height: 800 });
      await row(/Beta\.txt.*Replaced by a newer version/).waitFor();
      await row(/Alpha\.txt.*You deleted it here/).waitFor();
      // Nothing that can be pressed lies beyond the window.
      const restore = rig.page.getByRole('button', { name: 'Restore Beta.txt' });
      const endOf = async (): Promise<number> => {
        const box = await restore.boundingBox();
        return box === null ? Infinity : box.x + box.width;
      };
      await expect.poll(endOf).toBeLessThan(width - 8);
      for (const theme of ['dark', 'light'] as const) {
        await rig.theme(theme);
        await rig.shot(`trash-why-${width}-${theme}`);
        expect(await rig.serious('looks')).toEqual([]);
      }
    }
    await rig.page.setViewportSize({ width: 1280, height: 800 });
    await rig.page.getByRole('button', { name: 'Restore Beta.txt' }).click();
    await rig.page
      .getByText('Another “Beta.txt” lies there now: put beside it as “Beta (restored).txt”')
      .waitFor();
    await rig.arrived(SITE, 'Beta (restored).txt', 'Beta.txt\n');
    expect(rig.bugs).toEqual([]);
  }, 120_000);

  it('keeps picked what stays there, and what nobody asked for', async () => {
    for (const name of ['Pick 1.txt', 'Pick 2.txt', 'Pick 3.txt'])
      await writeFile(join(folder, 'Other', name), `${name}\n`);
    await mkdir(join(folder, 'Visit'));
    await writeFile(join(folder, 'Visit', 'Pick 4.txt'), 'Pick 4.txt\n');
    await rig.call('app.sync', { site: null });
    for (const number of [1, 2, 3, 4]) await rig.arrived(SITE, `Pick ${number}.txt`, `Pick ${number}.txt\n`);
    await rig.settled(SITE);
    const filter = { text: 'Pick', category: null, status: [], folder: null };
    await rig.call('files.delete', { site: SITE, files: { filter, except: [] } });
    // A file stands where a folder has to be.
    await rm(join(folder, 'Visit'), { recursive: true, force: true });
    await writeFile(join(folder, 'Visit'), 'in the way');
    await rig.goTo('trash');
    await rig.page.getByRole('searchbox').fill('Pick');
    await expect.poll(() => rig.page.getByRole('button', { name: /^Restore Pick/ }).count()).toBe(4);
    await rig.page.getByRole('grid', { name: 'Trash' }).focus();
    await rig.page.keyboard.press('Control+a');
    const bar = rig.page.getByRole('toolbar');
    await bar.getByText(/^4 selected/).waitFor();
    await rig.page.getByRole('button', { name: 'Restore Pick 3.txt' }).click();
    await rig.page.getByText('Put back: “Pick 3.txt”').waitFor();
    await bar.getByText(/^3 selected/).waitFor();
    await bar.getByRole('button', { name: 'Restore' }).click();
    await rig.page.getByText(/Visit was left alone: a file stands where a folder is needed/).waitFor();
    await bar.getByText(/^1 selected/).waitFor();
    await rm(join(folder, 'Visit'));
    await bar.getByRole('button', { name: 'Restore' }).click();
    await rig.page.getByText('Put back: “Pick 4.txt”').waitFor();
    await bar.waitFor({ state: 'detached' });
    await rig.page.getByRole('searchbox').fill('');
    expect(rig.bugs).toEqual([]);
  }, 120_000);

  it('denies nothing that lies in the trash of a site that is kept here no more', async () => {
    await rig.goTo('trash');
    const row = rig.page.getByRole('row', { name: /Alpha\.txt/ }).first();
    await row.waitFor();
    await rig.call('sites.unfollow', { site: SITE });
    await rig.page.getByText('The trash is empty').waitFor();
    await rig.page
      .getByText('stays in their folders, and is listed once they are kept again', { exact: false })
      .waitFor();
    await rig.follow(SITE);
    await row.waitFor();
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
