import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const NAMES = Array.from({ length: 40 }, (_, at) => `Sheet ${String(at + 1).padStart(2, '0')}.txt`);

describe.skipIf(CHROMIUM === null)(
  `the file beside the list, in the address${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        seed: ({ store }) => {
          store.addSite({ id: SITE, name: 'Harbour House' });
          for (const name of NAMES) store.addFile(SITE, { name, category: 'other', content: name });
        },
      });
      await rig.follow(SITE);
    }, 120_000);
    afterAll(() => rig?.close());
    beforeEach(async () => {
      await rig.openWindow();
      await rig.goTo(`site/${SITE}/files`);
      await rig.page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    });

    const beside = (name: string): Promise<void> =>
      rig.page.getByRole('heading', { name, level: 2 }).waitFor();
    const isNamed = (yes: boolean): Promise<void> =>
      expect.poll(() => rig.page.url().includes('file='), PATIENCE).toBe(yes);

    it('is there again after a reload, and after back and forward', async () => {
      await rig.pick(/Sheet 07/, 'Sheet 07.txt');
      await isNamed(true);
      await rig.page.reload();
      await beside('Sheet 07.txt');
      await rig.goTo('outbox');
      await rig.page.getByRole('heading', { name: 'Outbox', level: 1 }).waitFor();
      await rig.page.goBack();
      await beside('Sheet 07.txt');
      await rig.page.goForward();
      await rig.page.getByRole('heading', { name: 'Outbox', level: 1 }).waitFor();
      expect(rig.bugs).toEqual([]);
    });

    it('is the one that the keys came to rest at, and back does not go through the others', async () => {
      await rig.goTo('outbox');
      await rig.goTo(`site/${SITE}/files`);
      await rig.pick(/Sheet 01/, 'Sheet 01.txt');
      await isNamed(true);
      for (let row = 2; row <= 30; row += 1) await rig.page.keyboard.press('ArrowDown');
      await beside('Sheet 30.txt');
      await isNamed(true);
      await rig.page.reload();
      await beside('Sheet 30.txt');
      await rig.page.goBack();
      await rig.page.getByRole('heading', { name: 'Outbox', level: 1 }).waitFor();
    });

    it('stays while the list is narrowed to what holds it, and is gone when it is closed', async () => {
      await rig.pick(/Sheet 12/, 'Sheet 12.txt');
      await isNamed(true);
      await rig.page.getByPlaceholder('Filter files').fill('12');
      await rig.page.getByRole('row', { name: /Sheet 11/ }).waitFor({ state: 'detached' });
      await rig.page.reload();
      await beside('Sheet 12.txt');
      expect(await rig.page.getByPlaceholder('Filter files').inputValue()).toBe('12');
      // Over the list, in a narrow window, it can be closed.
      await rig.page.setViewportSize({ width: 700, height: 800 });
      await rig.page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
      await isNamed(false);
      await rig.page.reload();
      await rig.page.getByRole('row', { name: /Sheet 12/ }).waitFor();
      expect(await rig.page.getByRole('heading', { level: 2, name: /Sheet/ }).count()).toBe(0);
    });

    it('is the one that a link leads to, also where the page hears of that late', async () => {
      await rig.pick(/Sheet 07/, 'Sheet 07.txt');
      await isNamed(true);
      const link = await rig.page.evaluate(() => location.hash);
      // As the browser does where much else is to be done: the address changes at once, and is told of afterwards.
      await rig.page.evaluate(async (hash) => {
        const sleep = (ms: number): Promise<void> =>
          new Promise((resolve) => {
            setTimeout(resolve, ms);
          });
        const rows = [...document.querySelectorAll<HTMLElement>('.table-row')];
        rows.find(({ textContent }) => textContent.includes('Sheet 12'))?.click();
        await sleep(100);
        history.replaceState(null, '', hash);
        await sleep(1000);
        dispatchEvent(new HashChangeEvent('hashchange'));
      }, link);
      await beside('Sheet 07.txt');
      expect(rig.bugs).toEqual([]);
    });

    it('is closed by back to where there was none', async () => {
      await rig.goTo(`site/${SITE}/files?text=12`);
      await rig.page.getByRole('row', { name: /Sheet 11/ }).waitFor({ state: 'detached' });
      await rig.goTo(`site/${SITE}/files?text=Sheet`);
      await rig.pick(/Sheet 12/, 'Sheet 12.txt');
      await isNamed(true);
      await rig.page.goBack();
      await rig.page.getByRole('heading', { name: 'Sheet 12.txt', level: 2 }).waitFor({ state: 'detached' });
    });
  },
);
