import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus } from './rig/has-focus.ts';
import { listen } from './rig/listen.ts';
import { PATIENCE, Rig } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`what is heard by who sees nothing${WITHOUT_CHROMIUM}`, PATIENCE, () => {
  let rig: Rig;
  let folder: string;
  let said: () => Promise<readonly string[]>;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const name of ['North Quay', 'South Quay']) store.addSite({ id: name.slice(0, 5), name });
        for (const name of ['Alpha.txt', 'Beta.txt', 'Gamma.txt'])
          store.addFile(SITE, { name, category: 'other', content: `text of ${name}\n` });
      },
    });
    folder = await rig.follow(SITE);
    await rig.page.getByRole('main').waitFor();
    said = await listen(rig.page);
  }, 120_000);
  afterAll(() => rig?.close());

  const press = (keys: string): Promise<void> => rig.page.keyboard.press(keys);
  const link = (name: RegExp) =>
    rig.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  const hears = (words: string): Promise<void> => expect.poll(said, PATIENCE).toContain(words);
  const titled = (title: string): Promise<void> => expect.poll(() => rig.page.title(), PATIENCE).toBe(title);

  it('the first key leads past the bar and the rail to the screen', async () => {
    await rig.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await press('Tab');
    const skip = rig.page.getByRole('button', { name: 'Skip to the screen' });
    await hasFocus(skip);
    expect(await skip.evaluate((button) => button.getBoundingClientRect().width)).toBeGreaterThan(100);
    await rig.shot('heard-skip');
    await press('Enter');
    await expect
      .poll(() => rig.page.evaluate(() => document.activeElement?.closest('main') !== null))
      .toBe(true);
  });

  it('which screen has come, by the name of the window, and in words where the focus stays on a link', async () => {
    await titled('Sites – SiteSync');
    // A key of a person comes a while after the one before.
    await link(/^Activity/).focus();
    await rig.page.waitForTimeout(100);
    await press('Enter');
    await titled('Activity – SiteSync');
    await hears('Activity');
    await link(/^Harbour House/).press('Enter');
    await titled('Harbour House: Overview – SiteSync');
    await hears('Harbour House: Overview');
    await press('Control+2');
    await titled('Outbox – SiteSync');
    // The list that has the focus says it.
    await rig.page.waitForTimeout(700);
    expect(await said()).not.toContain('Outbox');
    await rig.goTo(`site/${SITE}/files`);
    await titled('Harbour House: Files – SiteSync');
    await rig.goTo('site/gone/files');
    await titled('Site – SiteSync');
  });

  it('what each of many buttons is about, and what a count counts', async () => {
    await rig.goTo('sites');
    await rig.page.getByRole('button', { name: 'Keep here: North Quay', exact: true }).waitFor();
    await rig.page.getByRole('button', { name: 'Keep here: South Quay', exact: true }).waitFor();
    await link(/^Outbox 0 pending$/).waitFor();
    await rig.goTo(`site/${SITE}/overview`);
    await rig.page.getByRole('region', { name: 'Readiness' }).getByText('3 files', { exact: true }).waitFor();
    await rig.page.getByRole('table', { name: 'Handover gaps' }).waitFor();
  });

  it('how many are found, once the words are typed', async () => {
    await rig.goTo(`site/${SITE}/files`);
    const field = rig.page.getByRole('searchbox', { name: 'Filter files' });
    await field.pressSequentially('Alp', { delay: 30 });
    await hears('1 found');
    await field.fill('nothing like it');
    await hears('Nothing found');
    await field.fill('');
    await hears('3 found');
    expect((await said()).filter((words) => words === '1 found')).toHaveLength(1);
  });

  it('what comes of a yes, before it is given', async () => {
    await rig.page.getByRole('row', { name: /^Alpha\.txt/ }).click();
    await press('Delete');
    const question = rig.page.getByRole('alertdialog', { name: 'Delete 1 file?' });
    await question.waitFor();
    const described = await question.evaluate(
      (dialog) =>
        document.querySelector(`[id="${dialog.getAttribute('aria-describedby')}"]`)?.textContent ?? '',
    );
    expect(described).toMatch(/Alpha\.txt.*deletes the file on the service, for everyone/);
    await press('Escape');
    await question.waitFor({ state: 'detached' });
  });

  it('that a long job is under way, and that it is over, and nothing for each of its files', async () => {
    const before = (await said()).length;
    rig.service.set({ latencyMs: 700 });
    for (let at = 0; at < 120; at++) await writeFile(join(folder, `Photo ${at}.jpg`), `photo ${at}`);
    await expect
      .poll(async () => (await said()).slice(before).join('\n'), PATIENCE)
      .toMatch(/files are on their way\.\n(.*\n)*Everything is sent and fetched\.$/);
    rig.service.set({ latencyMs: 0 });
    expect((await said()).slice(before).length).toBeLessThan(5);
  });

  it('how a sync ended that was asked for, though there was nothing to do', async () => {
    await rig.settled(SITE);
    const before = (await said()).length;
    await press('F5');
    await expect
      .poll(async () => (await said()).slice(before), PATIENCE)
      .toEqual(['Everything is sent and fetched.']);
    expect(rig.bugs).toEqual([]);
  });
});
