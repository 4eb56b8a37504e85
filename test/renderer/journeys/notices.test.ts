import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../ui/chromium.ts';

const SITE = 'harbour';

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
      rig.page.getByRole('region', { name: 'Something does not work as it should' });
    const away = `${folder} on the drive`;
    await rename(folder, away);
    await untilSaid(1);
    await banner().getByText(folder).waitFor();
    expect(await rig.serious()).toEqual([]);
    await rig.shot('notice');
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
