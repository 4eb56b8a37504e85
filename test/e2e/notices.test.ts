import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { faultsOf } from '../renderer/rig/faults.ts';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`a drive with several sites${WITHOUT_CHROMIUM}`, () => {
  const NAMES = ['North', 'South', 'East', 'West', 'Middle'].map(
    (side) => `${side}_wing_of_the_logistics_and_distribution_centre_Rotterdam_Maasvlakte_2026`,
  );
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      viewport: { width: 880, height: 560 },
      seed: ({ store }) => {
        for (const name of NAMES) store.addSite({ id: name.slice(0, 4), name });
      },
    });
    for (const name of NAMES) await rig.follow(name.slice(0, 4));
  }, 180_000);
  afterAll(() => rig?.close());

  it('leaves room for the work when it is away, in a small window', async () => {
    const root = join(rig.home, 'root');
    await rename(root, `${root} on the drive`);
    await vi.waitFor(async () => {
      await rig.call('app.sync', { site: null });
      expect((await rig.call('app.state', null)).notices).toHaveLength(NAMES.length);
    }, PATIENCE);
    const banner = rig.page.getByRole('region', { name: '5 things are not working as they should' });
    await banner.getByText(NAMES[0]!).waitFor();
    expect(await faultsOf(rig, 'notices-many')).toEqual([]);
    const box = await banner.boundingBox();
    expect(box?.height).toBeLessThan(560 / 3);
    const [line, button] = await Promise.all([
      banner.getByText(NAMES[0]!).boundingBox(),
      banner.getByRole('button', { name: 'Hide' }).boundingBox(),
    ]);
    expect((line?.x ?? 0) + (line?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
    // The last line is reached by keys too.
    await banner.getByText(NAMES[0]!).locator('..').focus();
    await rig.page.keyboard.press('End');
    await expect
      .poll(async () => {
        const last = await banner.getByRole('paragraph').last().boundingBox();
        return (last?.y ?? 0) + (last?.height ?? 0) <= (box?.y ?? 0) + (box?.height ?? 0);
      })
      .toBe(true);
  }, 180_000);
});

describe.skipIf(CHROMIUM === null)(`a folder that is away for a while${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({ seed: ({ store }) => store.addSite({ id: SITE, name: 'Harbour House' }) });
    folder = await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  const notices = async (): Promise<readonly string[]> => (await rig.call('app.state', null)).notices;
  const untilSaid = async (lines: number): Promise<void> => {
    await vi.waitFor(async () => {
      await rig.call('app.sync', { site: SITE });
      expect(await notices()).toHaveLength(lines);
    }, PATIENCE);
  };

  it('is told over the work until it is back, and again when it is away once more', async () => {
    const banner = (): Locator =>
      rig.page.getByRole('region', { name: 'Something is not working as it should' });
    const away = `${folder} on the drive`;
    await rename(folder, away);
    await untilSaid(1);
    await banner().getByText(folder).waitFor();
    expect(await faultsOf(rig, 'notice')).toEqual([]);
    // A window that is opened now tells it too.
    await rig.openWindow();
    await banner().getByText(folder).waitFor();
    await rename(away, folder);
    await untilSaid(0);
    await banner().waitFor({ state: 'detached' });
    await rename(folder, away);
    await untilSaid(1);
    await banner().getByRole('button', { name: 'Hide' }).click();
    await banner().waitFor({ state: 'detached' });
    await rename(away, folder);
    await untilSaid(0);
    // The window is told of it within a quarter of a second.
    await delay(1000);
    await rename(folder, away);
    await untilSaid(1);
    await banner().waitFor();
    expect(rig.bugs).toEqual([]);
  }, 180_000);
});

describe.skipIf(CHROMIUM === null)(`a long notice${WITHOUT_CHROMIUM}`, () => {
  const LONG = 'The folder of a site with a long name is not there. '.repeat(30);
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      viewport: { width: 800, height: 560 },
      seed: ({ store }) => store.addSite({ id: SITE, name: 'Harbour House' }),
    });
    await rig.follow(SITE);
    // The engine tells of no one thing in so many words; the paths in it may.
    await rig.page.routeWebSocket(/\/bridge$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => server.send(text));
      server.onMessage((text) =>
        socket.send(String(text).replaceAll('"notices":[]', `"notices":["${LONG}End."]`)),
      );
    });
    await rig.page.reload();
    await rig.goTo('settings');
  }, 120_000);
  afterAll(() => rig?.close());

  it.each(['light', 'contrast'] as const)(
    'leaves room for the work, and is read to its end by keys: %s',
    async (theme) => {
      await rig.theme(theme);
      const banner = rig.page.getByRole('region', { name: 'Something is not working as it should' });
      await banner.waitFor();
      expect((await banner.boundingBox())?.height).toBeLessThan(560 * 0.4);
      await rig.shot(`notice-long-${theme}`);
      const words = banner.getByRole('group');
      await words.focus();
      await rig.page.keyboard.press('End');
      await expect
        .poll(() => words.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop))
        .toBeLessThanOrEqual(1);
      expect(await rig.serious()).toEqual([]);
      await rig.theme('light');
    },
  );
});
