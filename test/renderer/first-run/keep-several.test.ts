import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { holdAnswers } from '../rig/hold-answers.ts';
import { PATIENCE, Rig, TOKEN } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const NAMES = ['Alpha House', 'Beta House', 'Gamma House'] as const;

describe.skipIf(CHROMIUM === null)(`keeping several sites in the first run${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      signedIn: false,
      seed: ({ store }) => {
        for (const name of NAMES) store.addSite({ id: name.slice(0, 5).trim().toLowerCase(), name });
      },
    });
  }, 120_000);
  afterAll(() => rig?.close());

  it('stays at the choice until all are asked for, and one that cannot be kept ends no other', async () => {
    const { page } = rig;
    // A file lies where the folder of one of them would be: to follow that one fails at once, and is not held.
    await mkdir(join(rig.home, 'root'), { recursive: true });
    await writeFile(join(rig.home, 'root', 'Beta House'), 'a file of its own');
    const late = await holdAnswers(page, 'sites.follow');
    await page.reload();
    await page.getByLabel('Service address').fill(rig.service.url);
    await page.getByRole('textbox', { name: 'Access token' }).fill(TOKEN);
    await page.getByText('Accepted. It opens 3 sites.').waitFor();
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('button', { name: 'Choose all 3' }).click();
    const keep = page.getByRole('button', { name: 'Keep 3 sites' });
    const before = await keep.boundingBox();
    await keep.click();
    await keep.getByRole('progressbar', { name: 'Working' }).waitFor();
    // What works is as wide as before: nothing beside it moves.
    expect(await keep.boundingBox()).toEqual(before);
    const choice = page.getByRole('heading', { name: 'Which sites come along?' });
    for (const at of [0, 1]) {
      await vi.waitFor(() => expect(late).toHaveLength(at + 1), PATIENCE);
      // Long enough for the page to hear that one is kept.
      await page.waitForTimeout(500);
      expect(await choice.isVisible()).toBe(true);
      late[at]?.();
    }
    await page
      .getByText(/Alpha House/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Start working' }).waitFor();
    const kept = (await rig.call('sites.list', null)).filter(({ followed }) => followed !== null);
    expect(kept.map(({ name }) => name).toSorted()).toEqual(['Alpha House', 'Gamma House']);
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
