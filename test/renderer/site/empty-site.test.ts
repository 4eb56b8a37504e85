import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../ui/chromium.ts';

const SITE = 'annex';

describe.skipIf(CHROMIUM === null)(`a site without files${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({ seed: ({ store }) => store.addSite({ id: SITE, name: 'New Annex' }) });
    await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  it('is not called complete, and says how files come to it', async () => {
    await rig.goTo(`site/${SITE}/overview`);
    const readiness = rig.page.getByRole('region', { name: 'Readiness' });
    await readiness.getByRole('heading', { name: 'There are no files yet' }).waitFor();
    await readiness.getByText('Add files, or put them into the site’s folder.').waitFor();
    expect(await readiness.getByText('All files are on this computer').count()).toBe(0);
    expect(rig.bugs).toEqual([]);
  });
});
