import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`a conflict${WITHOUT_CHROMIUM}`, { timeout: 120_000 }, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const name of ['Fans.txt', 'Pumps.txt'])
          store.addFile(SITE, { name, category: 'other', content: `${name}\none\n` });
      },
    });
    const folder = await rig.follow(SITE);
    const rules = join(folder, '.siteignore');
    const syncedAt = async (): Promise<number> => (await rig.call('sites.list', null))[0]?.syncedAt ?? 0;
    const put = (name: string): Promise<void> => writeFile(join(folder, 'Other', name), `${name}\ntwo\n`);
    await rig.call('app.pause', { paused: true });
    await put('Fans.txt');
    const [fans] = rig.service.store.files(SITE).filter(({ name }) => name === 'Fans.txt');
    rig.service.store.editFile(fans!.id, { content: 'Fans.txt\nthree\n' });
    await rig.call('app.pause', { paused: false });
    await rig.conflicts(1);
    rig.service.store.deleteFile(fans!.id);
    await writeFile(rules, 'Pumps.txt\n');
    const before = await syncedAt();
    await rig.call('app.sync', { site: null });
    await vi.waitFor(async () => {
      const [conflict] = (await rig.call('outbox.get', { site: SITE })).conflicts;
      // The list tells that theirs is gone before the sync is over that looks at what is left out.
      expect([conflict?.theirs, (await syncedAt()) > before]).toEqual([null, true]);
    }, PATIENCE);
    await put('Pumps.txt');
    await rm(rules);
    await rig.conflicts(2);
  }, 180_000);

  afterAll(() => rig?.close());

  it('tells how it came to be', async () => {
    await rig.goTo(`site/${SITE}/overview`);
    const issues = rig.page.getByRole('region', { name: 'Issues' });
    await issues.getByText('Conflict · changed while left out').waitFor();
    await rig.goTo('outbox/issues');
    await rig.page.getByRole('row', { name: /Pumps\.txt.*changed while left out/ }).click();
    await rig.page.getByText('Changed here while it was left out, or another file was put').waitFor();
    for (const theme of ['dark', 'light'] as const) {
      await rig.theme(theme);
      await rig.shot(`conflict-left-out-${theme}`);
    }
    expect(await rig.serious()).toEqual([]);
  });

  it('keeps no line for what there is not to tell beside both names', async () => {
    await rig.page.setViewportSize({ width: 900, height: 640 });
    const sides = rig.page.locator('.conflict-sides');
    await sides.waitFor();
    const gaps = await sides.evaluate((shown) => {
      const copy = shown.cloneNode(true) as Element;
      for (const chip of copy.querySelectorAll('.conflict-badges > *')) chip.remove();
      shown.after(copy);
      const found = [...copy.querySelectorAll('.conflict-side')].map((side) => {
        const [name, facts] = ['h3', '.conflict-facts'].map((part) => side.querySelector(part)!);
        return facts!.getBoundingClientRect().top - name!.getBoundingClientRect().bottom;
      });
      copy.remove();
      return found;
    });
    expect(gaps).toHaveLength(2);
    for (const gap of gaps) expect(gap).toBeLessThan(16);
    await rig.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('has a list that is as wide as its window asks for, also when that changes', async () => {
    const list = rig.page.getByRole('complementary', { name: 'Outbox' });
    const width = async (): Promise<number | undefined> => (await list.boundingBox())?.width;
    for (const [window, wide] of [
      [1024, 300],
      [1440, 372],
    ] as const) {
      await rig.page.setViewportSize({ width: window, height: 800 });
      await expect.poll(width, PATIENCE).toBe(wide);
    }
  });

  it.each(['light', 'contrast'] as const)(
    'stands right below a list of few, in a window that is too narrow for both beside each other: %s',
    async (theme) => {
      await rig.theme(theme);
      const list = rig.page.getByRole('complementary', { name: 'Outbox' });
      for (const height of [450, 800]) {
        await rig.page.setViewportSize({ width: 720, height });
        const empty = (): Promise<number> =>
          list.evaluate((aside) => {
            const last = [...aside.querySelectorAll('[role=row]')].at(-1)!;
            return Math.round(aside.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom);
          });
        await expect.poll(empty, PATIENCE).toBeLessThan(12);
        expect(await empty()).toBeGreaterThanOrEqual(0);
      }
      await rig.theme('light');
      await rig.page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  it('of which one version is online only can be settled, and fetches it to be compared', async () => {
    const { conflicts } = await rig.call('outbox.get', { site: SITE });
    const [pumps] = conflicts.flatMap(({ theirs }) => theirs ?? []);
    await rig.call('files.keep', { site: SITE, files: { keys: [pumps!.key] }, keep: false });
    await rig.page.getByRole('row', { name: /Pumps.*the other one is online only/ }).click();
    await rig.page.getByText('The other version is only on the service. Both are safe.').waitFor();
    const theirs = rig.page.getByRole('region', { name: 'Theirs' });
    await theirs.getByText('Only on the service').waitFor();
    expect(await rig.page.getByRole('radio', { name: /^Keep/ }).allInnerTexts()).toHaveLength(2);
    for (const [theme, width, height] of [
      ['dark', 1280, 800],
      ['contrast', 720, 450],
      ['light', 1280, 800],
    ] as const) {
      await rig.theme(theme);
      await rig.page.setViewportSize({ width, height });
      await rig.shot(`conflict-online-${theme}`);
      expect(await rig.serious(), theme).toEqual([]);
    }
    await theirs.getByRole('button', { name: 'Keep offline' }).press('Enter');
    await rig.page.getByRole('row', { name: /Pumps.*changed while left out/ }).waitFor();
    await rig.page.getByRole('radio', { name: /^Keep mine/ }).waitFor();
  });

  it('of which one version is left by now has nothing to choose, and gets its name back', async () => {
    await rig.page.getByRole('row', { name: /Fans.*the other one is gone/ }).click();
    await rig.page.getByText('The other version was renamed or deleted. Yours is safe.').waitFor();
    expect(await rig.page.getByRole('radio', { name: /^Keep/ }).count()).toBe(0);
    expect(await rig.page.getByRole('checkbox', { name: /^Same for/ }).count()).toBe(0);
    for (const theme of ['dark', 'light'] as const) {
      await rig.theme(theme);
      await rig.shot(`conflict-alone-${theme}`);
    }
    expect(await rig.serious()).toEqual([]);
    await rig.page.getByRole('button', { name: 'Keep mine' }).click();
    await rig.conflicts(1);
    await vi.waitFor(
      () => expect(rig.service.store.files(SITE).map(({ name }) => name)).toContain('Fans.txt'),
      PATIENCE,
    );
  });
});
