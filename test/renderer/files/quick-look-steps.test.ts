import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus } from '../rig/has-focus.ts';
import { holdAnswers } from '../rig/hold-answers.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const NAMES = ['Alpha.txt', 'Beta.txt', 'Delta.txt', 'Gamma.txt'] as const;

describe.skipIf(CHROMIUM === null)(`stepping through files that are looked at${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const name of NAMES) store.addFile(SITE, { name, category: 'other', content: `of ${name}\n` });
      },
    });
    await rig.follow(SITE);
    await rig.goTo(`site/${SITE}/files`);
    await byName();
    await rig.pick(/^Beta/, 'Beta.txt');
    await rig.page.getByRole('switch', { name: 'Keep on this computer' }).click({ force: true });
    await row('Beta').getByText('Online only').waitFor();
  }, 120_000);
  afterAll(() => rig?.close());

  /** Else by when they came, which is the same moment or not. */
  const byName = async (): Promise<void> => {
    await rig.page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await rig.page.locator('[aria-sort="ascending"]').waitFor();
  };
  const row = (name: string): Locator => rig.page.getByRole('row', { name: new RegExp(`^${name}`) });
  const looked = (name: string): Locator => rig.page.getByRole('dialog', { name, exact: true });
  const grid = (): Locator => rig.page.getByRole('grid', { name: 'Files' });
  const remove = (name: string): void => {
    rig.service.store.deleteFile(rig.service.store.files(SITE).find((each) => each.name === name)!.id);
  };

  it('keeps the focus on the button that steps, and passes what has nothing to show', async () => {
    const late = await holdAnswers(rig.page, 'files.details');
    await rig.page.reload();
    let told = 0;
    /** Lets answers come, also those that are asked for meanwhile, until it is seen. */
    const answered = async (seen: Locator): Promise<void> => {
      await expect
        .poll(() => {
          for (; told < late.length; told += 1) late[told]!();
          return seen.count();
        }, PATIENCE)
        .toBe(1);
    };
    await row('Alpha').click();
    await answered(rig.page.getByRole('heading', { name: 'Alpha.txt', level: 2 }));
    await rig.page.keyboard.press('Space');
    await answered(looked('Alpha.txt').getByText('of Alpha.txt'));
    const next = rig.page.getByRole('button', { name: 'Next file' });
    await next.focus();
    await rig.page.keyboard.press('Enter');
    // What is known of the next file comes late: the one before is shown till then.
    await expect.poll(() => late.length, PATIENCE).toBeGreaterThan(told);
    expect(await looked('Alpha.txt').count()).toBe(1);
    await answered(looked('Delta.txt').getByText('of Delta.txt'));
    await hasFocus(next);
    // The name has changed behind the button: it is said.
    await rig.page.getByRole('status').getByText('Delta.txt').waitFor();
    await rig.page.keyboard.press('Enter');
    await answered(looked('Gamma.txt'));
    await hasFocus(next);
    await rig.page.keyboard.press('Escape');
    await hasFocus(grid());
  }, 120_000);

  it('goes on, though the page was busy when the address was to name the file before', async () => {
    await rig.openWindow();
    await rig.goTo(`site/${SITE}/files`);
    await byName();
    await row('Alpha').click();
    await rig.page.keyboard.press('Space');
    await looked('Alpha.txt').getByText('of Alpha.txt').waitFor();
    const next = rig.page.getByRole('button', { name: 'Next file' });
    await next.press('Enter');
    await looked('Delta.txt').waitFor();
    // Where the next file is gets known while the page is busy with something else, and the moment to name Delta comes.
    await next.evaluate((button: HTMLElement) => {
      button.click();
      const end = performance.now() + 800;
      while (performance.now() < end);
    });
    await looked('Gamma.txt').getByText('of Gamma.txt').waitFor();
    await rig.page.keyboard.press('Escape');
    await rig.page.getByRole('heading', { name: 'Gamma.txt', level: 2 }).waitFor();
  }, 120_000);

  it('looks at nothing unasked where the file that was looked at is deleted by others', async () => {
    await rig.openWindow();
    await rig.goTo(`site/${SITE}/files`);
    await byName();
    await row('Delta').click();
    await rig.page.keyboard.press('Space');
    await looked('Delta.txt').getByText('of Delta.txt').waitFor();
    remove('Delta.txt');
    await rig.call('app.sync', { site: null });
    await looked('Delta.txt').waitFor({ state: 'detached' });
    await hasFocus(grid());
    await row('Delta').waitFor({ state: 'detached' });
    await expect.poll(() => grid().getAttribute('aria-activedescendant'), PATIENCE).toBeNull();
    await rig.page.keyboard.press('ArrowDown');
    // None is current: keys go on from where it was.
    await rig.page.getByRole('heading', { name: 'Gamma.txt', level: 2 }).waitFor();
    await rig.page.getByText('of Gamma.txt').waitFor();
    expect(await rig.page.getByRole('dialog').count()).toBe(0);
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
