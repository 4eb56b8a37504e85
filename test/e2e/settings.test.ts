import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { holdAnswers } from '../renderer/rig/hold-answers.ts';
import { faultsOf } from '../renderer/rig/faults.ts';
import { PATIENCE, Rig, TOKEN } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`choices that last${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFile(SITE, { name: 'Secret plan.txt', category: 'other', content: 'x\n' });
      },
    });
    await rig.follow(SITE);
    await rig.goTo('settings');
  }, 120_000);
  afterAll(() => rig?.close());

  const saved = (part: object): Promise<void> =>
    vi.waitFor(async () => expect(await rig.call('settings.get', null)).toMatchObject(part), PATIENCE);
  const theme = (): Promise<string | null> => rig.page.locator('html').getAttribute('data-theme');

  it('holds each at once', async () => {
    const { page } = rig;
    await page.getByRole('radio', { name: 'Dark' }).click();
    await saved({ theme: 'dark' });
    await vi.waitFor(async () => expect(await theme()).toBe('dark'), PATIENCE);
    await page.getByText('Limit the bandwidth').click();
    await saved({ bytesUp: 500_000, bytesDown: 500_000 });
    // None in one direction is said, and moves neither field.
    await page.getByRole('textbox', { name: 'Upload limit' }).fill('0');
    await page.keyboard.press('Tab');
    await saved({ bytesUp: null, bytesDown: 500_000 });
    const [up, down] = ['Upload limit', 'Download limit'].map((name) =>
      page.getByRole('textbox', { name }).boundingBox(),
    );
    expect((await up)!.y).toBe((await down)!.y);
    await page.locator('.settings-pair').getByText('As fast as the network allows.').waitFor();
    await page.getByRole('textbox', { name: 'Upload limit' }).fill('120');
    await page.keyboard.press('Tab');
    await saved({ bytesUp: 120_000, bytesDown: 500_000 });
    await page.getByLabel('Ignore list').fill('*.bak\nscratch/');
    await page
      .locator('form', { has: page.getByLabel('Ignore list') })
      .getByRole('button', { name: 'Save' })
      .click();
    await saved({ ignore: '*.bak\nscratch/' });
    await page.locator('label', { hasText: /^Notifications/ }).click();
    await saved({ notifications: false });
    await page.getByRole('radio', { name: 'Compact' }).click();
    await saved({ density: 'compact' });
  }, 120_000);

  it('says how little room timeseries may be given, and takes no less', async () => {
    const { page } = rig;
    const field = page.getByRole('textbox', { name: 'Most room for timeseries' });
    await field.fill('1');
    await page.keyboard.press('Tab');
    await vi.waitFor(
      async () => expect(await rig.call('series.cache', null)).toMatchObject({ limit: 100_000_000 }),
      PATIENCE,
    );
    await expect.poll(() => field.inputValue(), PATIENCE).toBe('100');
    await page.getByText('the limit is 100 MB or more.').waitFor();
    await rig.shot('settings-series-room');
  }, 120_000);

  it('marks the section that is looked at: the one that was asked for while it is in view', async () => {
    const { page } = rig;
    const sections = page.getByRole('navigation', { name: 'Sections of the settings' });
    const marked = (): Promise<readonly string[]> =>
      sections.locator('[aria-current]').evaluateAll((all) => all.map(({ textContent }) => textContent));
    await page.getByRole('heading', { name: 'Account' }).scrollIntoViewIfNeeded();
    await expect.poll(marked).toEqual(['Account']);
    // The last one does not come to the top.
    await sections.getByRole('link', { name: 'Help and about' }).click();
    await page.getByRole('region', { name: 'Help and about' }).hover();
    await expect.poll(marked).toEqual(['Help and about']);
    await page.mouse.wheel(0, -10_000);
    await expect.poll(marked).toEqual(['Account']);
    await sections.getByRole('link', { name: 'Sync' }).click();
    await expect.poll(marked).toEqual(['Sync']);
    // Whoever scrolls through all of them reaches each of them once, and the last one at the end.
    await rig.goTo('settings');
    const seen: string[] = [];
    for (let step = 0; step <= 50; step += 1) {
      await page
        .getByRole('region', { name: 'Settings', exact: true })
        .evaluate(
          (area, part) => area.scrollTo(0, (area.scrollHeight - area.clientHeight) * part),
          step / 50,
        );
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const [now = ''] = await marked();
      if (seen.at(-1) !== now) seen.push(now);
    }
    expect(seen).toEqual(await sections.getByRole('link').allTextContents());
    await page.mouse.wheel(0, -10_000);
  });

  it('refuses a proxy that is none, in words beside the field', async () => {
    const { page } = rig;
    const form = page.locator('form', { has: page.getByLabel('Proxy') });
    await form.getByLabel('Proxy').fill('somewhere over there');
    await form.getByText(/an address that begins with http:/).waitFor();
    expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await form.getByLabel('Proxy').fill('');
  }, 120_000);

  it('shows a proxy without its password once that is kept', async () => {
    const { page } = rig;
    const form = page.locator('form', { has: page.getByLabel('Proxy') });
    const field = form.getByLabel('Proxy');
    // The second has the same address: nothing of what is saved changes.
    for (const password of ['s3cret', 'other']) {
      await field.fill(`http://mila:${password}@127.0.0.1:9`);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => field.inputValue()).toBe('http://mila@127.0.0.1:9');
      await expect
        .poll(async () => (await rig.call('settings.get', null)).proxy)
        .toBe('http://mila@127.0.0.1:9');
      expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    }
    await field.fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await rig.call('settings.get', null)).proxy).toBeNull();
  }, 120_000);

  it('keeps what is typed while it saves, and asks for no second press', async () => {
    const { page } = rig;
    const late = await holdAnswers(page, 'settings.get');
    const letGo = (): void => late.forEach((answer) => answer());
    await page.reload();
    const form = page.locator('form', { has: page.getByLabel('Ignore list') });
    const field = form.getByLabel('Ignore list');
    const save = form.getByRole('button', { name: 'Save' });
    await vi.waitFor(async () => {
      letGo();
      await field.waitFor({ timeout: 1000 });
    }, PATIENCE);
    const before = await field.inputValue();
    await field.fill('*.one');
    await save.click();
    await saved({ ignore: '*.one' });
    await page.getByText('Saved', { exact: true }).last().waitFor();
    // The engine has it and has said so; the answer that shows it here is still on its way.
    expect(await save.isDisabled()).toBe(true);
    await field.fill('*.one\n*.two');
    await rig.call('settings.set', { density: 'roomy' });
    await vi.waitFor(async () => {
      letGo();
      expect(await page.getByRole('radio', { name: 'Roomy' }).isChecked()).toBe(true);
    }, PATIENCE);
    expect(await field.inputValue()).toBe('*.one\n*.two');
    await field.fill(before);
    await save.click();
    await saved({ ignore: before });
    await rig.call('settings.set', { density: 'compact' });
    await rig.openWindow();
    await rig.goTo('settings');
    // What is refused says so at its field, and all of it stays there.
    const root = rig.page.locator('form', { has: rig.page.getByLabel('New sites are kept in') });
    await root.getByLabel('New sites are kept in').fill('not/whole');
    await rig.page.keyboard.press('Enter');
    await root.getByText(/not the full path/).waitFor();
    expect(await root.getByLabel('New sites are kept in').inputValue()).toBe('not/whole');
    await rig.openWindow();
    await rig.goTo('settings');
  }, 120_000);

  it('takes back by a second press what the first one switched, before the engine has told of it', async () => {
    const { page } = rig;
    await rig.call('settings.set', { notifications: true, bytesUp: 120_000, bytesDown: 500_000 });
    const late = await holdAnswers(page, 'settings.get');
    await page.reload();
    const notifications = page.getByRole('switch', { name: /^Notifications/ });
    await vi.waitFor(async () => {
      late.forEach((answer) => answer());
      await notifications.waitFor({ timeout: 1000 });
    }, PATIENCE);
    for (const isOn of [false, true]) {
      await notifications.press('Space');
      await saved({ notifications: isOn });
      expect(await notifications.isChecked()).toBe(isOn);
    }
    // The next step of a number builds on the one before, too.
    const up = page.getByRole('textbox', { name: 'Upload limit' });
    for (const bytesUp of [121_000, 122_000]) {
      await up.press('ArrowUp');
      await saved({ bytesUp });
    }
    await rig.call('settings.set', { notifications: false, bytesUp: 120_000 });
    await rig.openWindow();
    await rig.goTo('settings');
    // From here on only what the engine says is shown.
    await expect.poll(() => rig.page.getByRole('switch', { name: /^Notifications/ }).isChecked()).toBe(false);
  }, 120_000);

  it('says at its field where the folder of new sites cannot be one, as soon as that is left', async () => {
    const { page } = rig;
    const form = page.locator('form', { has: page.getByLabel('New sites are kept in') });
    const field = form.getByLabel('New sites are kept in');
    const [site] = await rig.call('sites.list', null);
    await field.fill(join(site!.followed!.folder, 'Other', 'Secret plan.txt', 'Sites'));
    await page.keyboard.press('Tab');
    await form.getByText(/Harbour House is kept in/).waitFor();
    const aFile = join(rig.home, 'a file');
    await writeFile(aFile, 'in the way\n');
    await field.fill(join(aFile, 'Sites'));
    await page.keyboard.press('Tab');
    await form.getByText(/cannot be made: a file stands in its way/).waitFor();
    expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await field.fill(join(rig.home, 'elsewhere'));
    await page.keyboard.press('Tab');
    await form.getByRole('button', { name: 'Save' }).click();
    await saved({ root: join(rig.home, 'elsewhere') });
    await page.getByText('Saved', { exact: true }).last().waitFor();
  }, 120_000);

  it('chooses what is kept of a site', async () => {
    const { page } = rig;
    await page.getByRole('button', { name: /What is kept of Harbour House/ }).click();
    await page.getByRole('menuitemcheckbox', { name: '3D Model' }).click();
    await vi.waitFor(async () => {
      const [site] = await rig.call('sites.list', null);
      expect(site?.followed?.keep).toEqual(['kg-csv', 'bim-source', 'spec-sheet', 'maintenance', 'other']);
    }, PATIENCE);
    await page.keyboard.press('Escape');
  }, 120_000);

  it('counts each of two quick choices, and shows them before the engine has told of the first', async () => {
    const { page } = rig;
    const late = await holdAnswers(page, 'sites.list');
    const letGo = (): void => late.forEach((answer) => answer());
    await page.reload();
    const menu = page.getByRole('button', { name: /What is kept of Harbour House/ });
    await vi.waitFor(async () => {
      letGo();
      await menu.waitFor({ timeout: 1000 });
    }, PATIENCE);
    await menu.click();
    for (const name of ['BIM Source File', 'Spec Sheet'])
      await page.getByRole('menuitemcheckbox', { name }).click();
    const words = '.settings-sites >> text="3 categories"';
    await page.locator(words).waitFor();
    await vi.waitFor(async () => {
      const [site] = await rig.call('sites.list', null);
      expect(site?.followed?.keep).toEqual(['kg-csv', 'maintenance', 'other']);
    }, PATIENCE);
    letGo();
    await page.keyboard.press('Escape');
    // From here on only what the engine says is shown, and it says the same.
    await rig.openWindow();
    await rig.goTo('settings');
    await rig.page.locator(words).waitFor();
  }, 120_000);

  it('exports diagnostics without names and token', async () => {
    const [download] = await Promise.all([
      rig.page.waitForEvent('download'),
      rig.page.getByRole('button', { name: 'Export diagnostics' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^sitesync-diagnostics-.*\.json$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ knownSites: 1 });
    for (const secret of [TOKEN, 'Harbour House', 'Secret plan']) expect(text).not.toContain(secret);
  }, 120_000);

  it('say what software of others is in it, and under which licences', async () => {
    const { page } = rig;
    const open = page.getByRole('button', { name: 'Show licences' });
    await open.click();
    const sheet = page.getByRole('dialog', { name: 'Software of others' });
    await sheet.getByText(/^1\d\d packages$/).waitFor();
    await rig.shot('settings-licences');
    await sheet.getByText(/^axios/).click();
    await sheet.getByText(/Matt Zabriskie/).waitFor();
    expect(await faultsOf(rig, 'settings-licences')).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true);
  }, 120_000);

  it('are as they were after a restart', async () => {
    await rig.restart();
    await rig.goTo('settings');
    await rig.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await vi.waitFor(async () => expect(await theme()).toBe('dark'), PATIENCE);
    const { page } = rig;
    await expect.poll(() => page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
    await expect.poll(() => page.getByRole('textbox', { name: 'Upload limit' }).inputValue()).toBe('120');
    await expect.poll(() => page.getByLabel('Ignore list').inputValue()).toBe('*.bak\nscratch/');
    await expect.poll(() => page.getByRole('switch', { name: /^Notifications/ }).isChecked()).toBe(false);
    await page.getByRole('button', { name: /What is kept of Harbour House: 3 categories/ }).waitFor();
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
