import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const PLACES = ['Other/Fans.txt', 'Spec Sheet/Pumps.txt', 'Maintenance Document/Valves.txt'] as const;

describe.skipIf(CHROMIUM === null)(`a category that is taken back${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFile(SITE, { name: 'Fans.txt', category: 'other', content: 'fans' });
        store.addFile(SITE, { name: 'Pumps.txt', category: 'spec-sheet', content: 'pumps' });
        store.addFile(SITE, { name: 'Valves.txt', category: 'maintenance', content: 'valves' });
      },
    });
    folder = await rig.follow(SITE);
    await mkdir(join(folder, 'Visits'));
    await writeFile(join(folder, 'Visits', 'Snags.txt'), 'snags');
    await rig.call('app.sync', { site: null });
    await rig.arrived(SITE, 'Snags.txt', 'snags');
    await rig.settled(SITE);
    await rig.cutOff();
  }, 120_000);
  afterAll(() => rig?.close());

  const row = (name: string): Locator => rig.page.getByRole('row', { name: new RegExp(name) });
  const lies = (path: string): Promise<void> =>
    expect.poll(() => existsSync(join(folder, path)), { ...PATIENCE, message: path }).toBe(true);

  it('is told of all files at once, with a way back to what each of them was', async () => {
    await rig.goTo(`site/${SITE}/files`);
    await row('Fans').waitFor();
    await rig.page.getByRole('grid', { name: 'Files' }).focus();
    await rig.page.keyboard.press('Control+a');
    await rig.page.getByRole('toolbar').getByRole('button', { name: 'Category' }).click();
    await rig.page.getByRole('menuitem', { name: 'BIM Source File' }).click();
    for (const name of ['Fans', 'Pumps', 'Valves']) await lies(`BIM Source File/${name}.txt`);
    // Its folder says nothing of it: only the list shows what was chosen.
    await row('Snags').getByText('BIM', { exact: true }).waitFor();
    await rig.page.getByText(/^Filed as BIM Source File: “\w+\.txt”, .* and 1 more$/).waitFor();
    await rig.page.getByRole('button', { name: 'Undo' }).press('Enter');
    for (const place of PLACES) await lies(place);
    await row('Snags').getByText('Other', { exact: true }).waitFor();
    await rig.page.getByText(/^Filed as before: “\w+\.txt”, .* and 1 more$/).waitFor();
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
