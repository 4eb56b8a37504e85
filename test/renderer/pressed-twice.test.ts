import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasFocus } from './rig/has-focus.ts';
import { holdAnswers } from './rig/hold-answers.ts';
import { PATIENCE, Rig } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'harbour';
const NAMES = ['alpha.txt', 'beta.txt', 'gamma.txt'] as const;

/** Many press twice where once is meant. */
describe.skipIf(CHROMIUM === null)(`what is pressed twice${WITHOUT_CHROMIUM}`, { timeout: 120_000 }, () => {
  let rig: Rig;
  let page: Page;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const name of NAMES) store.addFile(SITE, { name, category: 'other', content: `${name}\n` });
        store.addPoints(SITE, 'meter', [[Date.now() - 60_000, 7]]);
        store.addModel(SITE, 'tower', Buffer.alloc(1_000_000, 1));
      },
    });
    page = rig.page;
    await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  const trashed = async (): Promise<readonly string[]> =>
    (await rig.call('trash.list', { site: SITE })).map(({ path }) => path).toSorted();

  it('gives back the one file of the trash that was pressed, not also the one that came in its place', async () => {
    const filter = { text: '', category: null, status: [], folder: null };
    const sort = { by: 'name', descending: false } as const;
    const { rows } = await rig.call('files.page', { site: SITE, filter, sort, offset: 0, limit: 10 });
    await rig.call('files.delete', { site: SITE, files: { keys: rows.map(({ key }) => key) } });
    await rig.goTo('trash');
    const buttons = page.getByRole('button', { name: /^Restore .*\.txt$/ });
    await expect.poll(() => buttons.count(), PATIENCE).toBe(3);
    const names = await buttons.evaluateAll((all) => all.map((each) => each.ariaLabel));
    const { x, y } = await middleOf(buttons.first());
    await page.mouse.move(x, y);
    await page.mouse.down({ clickCount: 1 });
    await page.mouse.up({ clickCount: 1 });
    await expect.poll(() => buttons.first().evaluate((each) => each.ariaLabel), PATIENCE).toBe(names[1]);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.waitForTimeout(500);
    expect(await trashed()).toHaveLength(2);
    // Once more, it is meant.
    await page.mouse.down({ clickCount: 1 });
    await page.mouse.up({ clickCount: 1 });
    await expect.poll(trashed, PATIENCE).toHaveLength(1);
    expect(await page.getByText(/not put back|cannot be/i).count()).toBe(0);
  });

  it('asks for a file of the trash once while it is on its way back', async () => {
    const late = await holdAnswers(page, 'trash.restoreMany');
    await page.reload();
    const button = page.getByRole('button', { name: /^Restore .*\.txt$/ });
    await button.click();
    await expect.poll(() => late.length, PATIENCE).toBe(1);
    await page.getByRole('grid', { name: 'Trash' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(300);
    expect(late).toHaveLength(1);
    late[0]!();
    await page.getByText(/^Put back: /).waitFor();
  });

  it('does not stop the model that the first click asked for, though its button does so by then', async () => {
    await rig.call('models.add', { site: SITE, model: 'tower' });
    rig.service.switches.set({ downloadBytesPerSecond: 20_000 });
    onTestFinished(() => rig.service.switches.reset());
    await rig.goTo(`site/${SITE}/models`);
    const { x, y } = await middleOf(page.getByRole('button', { name: 'Get tower' }));
    await page.mouse.move(x, y);
    await page.mouse.down({ clickCount: 1 });
    await page.mouse.up({ clickCount: 1 });
    const stop = page.getByRole('button', { name: 'Stop downloading tower' });
    await stop.waitFor();
    await hasFocus(stop);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    // It answers first what was asked first.
    await rig.goTo('sites');
    await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
    await rig.goTo(`site/${SITE}/models`);
    await stop.waitFor();
    expect((await rig.call('models.list', { site: SITE })).map(({ state }) => state)).toEqual([
      'downloading',
    ]);
    // Once more, it is meant.
    await stop.click();
    await page.getByRole('button', { name: 'Get tower' }).waitFor();
  });

  it('decides a conflict once, and tells of none that stays', async () => {
    const folder = (await rig.call('sites.list', null)).find(({ id }) => id === SITE)?.followed?.folder ?? '';
    for (const name of ['one.txt', 'two.txt']) {
      rig.service.store.addFile(SITE, { name, category: 'other', content: 'first\n' });
      await rig.call('app.sync', { site: null });
      await expect.poll(() => existsSync(join(folder, 'Other', name)), PATIENCE).toBe(true);
    }
    await rig.settled(SITE);
    for (const file of rig.service.store.files(SITE).filter(({ name }) => /one|two/.test(name))) {
      await writeFile(join(folder, 'Other', file.name), 'mine\n');
      rig.service.store.editFile(file.id, { content: 'theirs\n' });
    }
    await rig.call('app.sync', { site: null });
    await rig.conflicts(2);
    await rig.settled(SITE);
    // The list shows it a moment longer.
    const late = await holdAnswers(page, 'outbox.get');
    await page.reload();
    await rig.goTo('outbox/issues');
    let shown = 0;
    const lists = setInterval(() => {
      if (shown < late.length) late[shown++]!();
    }, 400);
    onTestFinished(() => clearInterval(lists));
    const button = page.getByRole('main').getByRole('button', { name: 'Keep both', exact: true });
    const heading = page.getByRole('heading', { name: /^(one|two)\.txt$/, level: 2 });
    const first = await heading.innerText();
    const { x, y } = await middleOf(button);
    await page.mouse.move(x, y);
    await page.mouse.down({ clickCount: 1 });
    await page.mouse.up({ clickCount: 1 });
    await page.getByText(/^Both are kept\. The copy is now/).waitFor();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await rig.conflicts(1);
    await page.waitForTimeout(500);
    expect(await page.getByText(/conflict stays/).count()).toBe(0);
    // Once more, it is meant: of the next one.
    await expect.poll(() => heading.innerText(), PATIENCE).not.toBe(first);
    await button.click();
    await rig.conflicts(0);
  });

  it('saves one view where Enter is pressed twice', async () => {
    const late = await holdAnswers(page, 'views.save');
    await page.reload();
    await rig.goTo(`site/${SITE}/data?series=meter`);
    await page.getByRole('row', { name: /^meter/ }).waitFor();
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('button', { name: 'Save view…' }).click();
    const name = page.getByRole('dialog').getByRole('textbox');
    await name.fill('Morning');
    await name.press('Enter');
    await expect.poll(() => late.length, PATIENCE).toBe(1);
    await name.press('Enter');
    await page.waitForTimeout(300);
    for (const letGo of late) letGo();
    await page.getByText(/Morning/).waitFor();
    expect((await rig.call('views.list', { site: SITE })).map((view) => view.name)).toEqual(['Morning']);
    expect(rig.bugs).toEqual([]);
  });
});

async function middleOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = (await element.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
