import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE, Rig, SAMPLE } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'lindenau-school';

/** What the status bar and the head of the site tell as the last sync. */
describe.skipIf(CHROMIUM === null)(`the last sync${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({ sample: SAMPLE });
    await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  const told = async (): Promise<readonly number[]> => {
    const { lastSync } = await rig.call('app.state', null);
    const site = (await rig.call('sites.list', null)).find(({ id }) => id === SITE);
    return [lastSync ?? 0, site?.syncedAt ?? 0];
  };

  it('is that which a person asked for, also where there was nothing to do', async () => {
    const begun = Date.now();
    await rig.page.getByRole('button', { name: 'Sync now' }).click();
    await vi.waitFor(async () => expect(Math.min(...(await told()))).toBeGreaterThanOrEqual(begun), PATIENCE);
    expect(rig.bugs).toEqual([]);
  }, 60_000);
});
