import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { format } from '../../../renderer/ui/words/format.ts';
import { boxGlb } from '../preview/glb-maker.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';
import { modelRow } from './model-row.ts';

const SITE = 'harbour';

describe.skipIf(CHROMIUM === null)(`the models of a site${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addSite({ id: 'mill', name: 'Mill' });
        store.addSite({ id: 'campus', name: 'Campus' });
        store.addModel(SITE, 'tower-a', boxGlb());
        store.addModel(SITE, 'tower-b', boxGlb());
        store.addFile(SITE, {
          name: 'Tower A.glb',
          category: 'model-3d',
          content: boxGlb(),
          metadata: { model_id: 'tower-a' },
        });
      },
    });
    folder = await rig.follow(SITE);
    await rig.goTo(`site/${SITE}/models`);
  }, 120_000);
  afterAll(() => rig?.close());

  const row = (name: string): Locator => modelRow(rig.page, name);

  const add = async (id: string): Promise<void> => {
    await rig.page.getByRole('button', { name: 'Add by id…' }).click();
    await rig.page.getByRole('textbox', { name: 'Id of a model' }).fill(id);
    await rig.page.keyboard.press('Enter');
    await rig.page.getByRole('textbox', { name: 'Id of a model' }).waitFor({ state: 'detached' });
  };

  it('says of a site that is online only what to do, and is no list that never comes', async () => {
    await rig.goTo('site/mill/models');
    await rig.page.getByText('This site is not on this computer').waitFor();
    await rig.page.getByRole('button', { name: 'Keep this site here' }).waitFor();
    expect(await rig.page.getByRole('button', { name: 'Add by id…' }).count()).toBe(0);
    await rig.goTo(`site/${SITE}/models`);
  }, 60_000);

  it('finds the one that a file names, brings it here and shows it', async () => {
    await row('Tower A.glb').getByText('Online only').waitFor();
    // Who hears the screen hears that once: the list in it needs no second name.
    expect(await rig.page.getByLabel('Models of this site').count()).toBe(1);
    const kept = async (): Promise<number> => (await rig.call('app.state', null)).storage.keptBytes;
    const before = await kept();
    await rig.page.getByRole('button', { name: 'Get Tower A.glb' }).click();
    await row('Tower A.glb').getByText('Available offline').waitFor();
    const now = before + boxGlb().length;
    await expect.poll(kept, PATIENCE).toBe(now);
    await rig.page.getByText(`${format.bytes(now)} kept`).waitFor();
    expect(existsSync(join(folder, 'Models', 'tower-a.glb'))).toBe(true);
    await rig.shot('models');
    await rig.page.getByRole('button', { name: 'Preview Tower A.glb' }).click();
    await rig.page.getByRole('dialog').getByText('12 triangles').waitFor();
    await rig.shot('model-preview');
    expect(await rig.serious()).toEqual([]);
    await rig.page.keyboard.press('Escape');
    await rig.page.getByRole('dialog').waitFor({ state: 'detached' });
  }, 120_000);

  it('has all that can be done with it in reach in a window of 320 px, below its name', async () => {
    const { page } = rig;
    await page.setViewportSize({ width: 320, height: 640 });
    for (const theme of ['contrast', 'light'] as const) {
      await rig.theme(theme);
      await rig.shot(`model-320-${theme}`);
      const faults = (): Promise<readonly string[]> =>
        row('Tower A.glb').evaluate((line) => {
          const name = line.querySelector('.truncate')!.getBoundingClientRect();
          return [...line.querySelectorAll('button')].flatMap((button) => {
            const { left, right, top } = button.getBoundingClientRect();
            const isOut = left < name.left - 32 || right > line.getBoundingClientRect().right;
            return isOut || top < name.bottom || line.querySelector('[data-cut]') !== null
              ? [button.textContent]
              : [];
          });
        });
      await expect.poll(faults, PATIENCE).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }, 60_000);

  it('says of one that was changed here that it is not sent, and where it goes when the next one comes', async () => {
    const file = join(folder, 'Models', 'tower-a.glb');
    const pulled = readFileSync(file);
    writeFileSync(file, boxGlb().subarray(0, 100));
    // What changes in the site shows its models anew.
    writeFileSync(join(folder, 'notes.txt'), 'seen on site');
    await row('Tower A.glb').getByText('Available offline').waitFor();
    await row('Tower A.glb').getByText('It was changed here, and that is not sent.').waitFor();
    await rig.shot('model-changed');
    expect(await rig.serious()).toEqual([]);
    await rig.page.getByRole('button', { name: 'Check for a newer one: Tower A.glb' }).click();
    await rig.page.getByText(/^Tower A\.glb is up to date\. The copy .* is in the trash\.$/).waitFor();
    await row('Tower A.glb').getByText('It was changed here').waitFor({ state: 'detached' });
    expect(readFileSync(file)).toEqual(pulled);
  }, 60_000);

  it('adds one by its id, and says so where the service has none of that id', async () => {
    for (const id of ['tower-b', 'no-such-tower']) {
      await add(id);
      await rig.page.getByRole('button', { name: `Get ${id}` }).click();
    }
    await row('tower-b').getByText('Available offline').waitFor();
    await row('no-such-tower').getByText('Not on the service').waitFor();
    await row('no-such-tower')
      .getByText(
        'The service has no model with this id for this site. Check the id, or take it off the list.',
      )
      .waitFor();
    // It never was there: nothing has gone.
    expect(await row('no-such-tower').getByText('Gone').count()).toBe(0);
    await rig.shot('models-unknown');
    await rig.page.getByRole('button', { name: 'Take off the list: no-such-tower' }).click();
    await row('no-such-tower').waitFor({ state: 'detached' });
  }, 120_000);

  it('gives one back that was taken off the list by mistake, with the copy that is here', async () => {
    await rig.page.getByRole('button', { name: 'Take off the list: tower-b' }).click();
    const told = rig.page.getByRole('alertdialog', { name: /^tower-b is off the list/ });
    await row('tower-b').waitFor({ state: 'detached' });
    await told.getByRole('button', { name: 'Undo' }).click();
    await row('tower-b').getByText('Available offline').waitFor();
  }, 60_000);

  it('stand in lines: the buttons above the list, and the names and buttons of its rows', async () => {
    const top = async (of: Locator): Promise<number> => (await of.boundingBox())!.y;
    const bottom = async (of: Locator): Promise<number> => {
      const box = (await of.boundingBox())!;
      return box.y + box.height;
    };
    for (const id of ['tower-x', 'tower-y']) await rig.call('models.add', { site: SITE, model: id });
    const all = rig.page.getByRole('button', { name: 'Get 2 models' });
    await all.waitFor();
    const byId = rig.page.getByRole('button', { name: 'Add by id…' });
    expect([await top(all), await bottom(all)]).toEqual([await top(byId), await bottom(byId)]);
    await rig.page.getByText('2 of 4 on this computer').waitFor();
    await rig.page.getByRole('tab', { name: 'Models 4' }).waitFor();
    // The service has none of these: one row says more than the others.
    await rig.page.getByRole('button', { name: 'Get tower-x' }).click();
    await row('tower-x').getByText('Not on the service').waitFor();
    const names = ['Tower A.glb', 'tower-b', 'tower-x', 'tower-y'];
    const below = (name: string, inner: Locator): Promise<number> =>
      Promise.all([top(inner), top(row(name))]).then(([at, from]) => at - from);
    const heights = await Promise.all(
      names.map((name) => below(name, row(name).getByText(name, { exact: true }).first())),
    );
    expect(new Set(heights).size).toBe(1);
    const ends = names.slice(0, 2).map(async (name) => {
      const check = row(name).getByRole('button', { name: /^Check for a newer one/ });
      const box = (await check.boundingBox())!;
      return [await below(name, check), box.x + box.width];
    });
    const [first, second] = await Promise.all(ends);
    expect(first).toEqual(second);
    await rig.shot('models-rows');
    // On a wide window too the buttons stand near their words, and end below each other.
    await rig.page.setViewportSize({ width: 2560, height: 900 });
    const rowEnds = await Promise.all(
      names.map(async (name) => {
        const [icon, acts] = await Promise.all(
          ['.icon', '.site-model-acts'].map((part) => row(name).locator(part).first().boundingBox()),
        );
        return acts!.x + acts!.width - icon!.x;
      }),
    );
    expect(new Set(rowEnds).size).toBe(1);
    expect(rowEnds[0]).toBeLessThan(1100);
    const endOf = async (of: Locator): Promise<number> => {
      const { x, width } = (await of.boundingBox())!;
      return Math.round(x + width);
    };
    expect(await endOf(byId)).toBe(await endOf(row(names[0]!).locator('.site-model-acts')));
    // On a laptop they end below those of the page's head.
    await rig.page.setViewportSize({ width: 1440, height: 900 });
    const ofHead = rig.page.locator('.page-head').getByRole('button', { name: 'More', exact: true });
    for (const part of [byId, row(names[0]!).locator('.site-model-acts')])
      expect(await endOf(part)).toBe(await endOf(ofHead));
    await rig.page.setViewportSize({ width: 2560, height: 900 });
    await rig.shot('models-2560');
    await rig.page.setViewportSize({ width: 1280, height: 800 });
    for (const id of ['tower-x', 'tower-y']) await rig.call('models.remove', { site: SITE, model: id });
  }, 120_000);

  it('says once that all are here', async () => {
    const ids = ['tower-p', 'tower-q'] as const;
    for (const id of ids) {
      rig.service.store.addModel(SITE, id, boxGlb());
      await rig.call('models.add', { site: SITE, model: id });
    }
    await rig.page.getByRole('button', { name: 'Get 2 models' }).click();
    await rig.page.getByText('2 models are here now, also offline').waitFor();
    for (const id of ids) await row(id).getByText('Available offline').waitFor();
    expect(await rig.page.getByText(/^tower-.* is here now/).count()).toBe(0);
    for (const id of ids) await rig.call('models.remove', { site: SITE, model: id });
  }, 60_000);

  it('brings more of them at once than a window may ask for, while its other screens go on', async () => {
    await rig.follow('campus');
    const ids = Array.from({ length: 203 }, (_, at) => `hall-${at}`);
    for (const id of ids) {
      rig.service.store.addModel('campus', id, boxGlb());
      await rig.call('models.add', { site: 'campus', model: id });
    }
    await rig.goTo('site/campus/models');
    rig.service.switches.set({ latencyMs: 300 });
    await rig.page.getByRole('button', { name: 'Get 203 models' }).click();
    await rig.goTo('trash');
    await rig.page
      .getByText(/tower-a/)
      .first()
      .waitFor();
    rig.service.switches.reset();
    await rig.page.getByText('203 models are here now, also offline').waitFor(PATIENCE);
    expect(await rig.page.getByText('Too many calls at once').count()).toBe(0);
    await rig.goTo(`site/${SITE}/models`);
  }, 120_000);

  it('says of each that was changed here where it is now, also where several come at once', async () => {
    const file = join(folder, 'Models', 'tower-a.glb');
    writeFileSync(file, boxGlb().subarray(0, 100));
    const { store } = rig.service;
    const record = store.files(SITE).find(({ name }) => name === 'Tower A.glb')!;
    store.editFile(record.id, { content: Buffer.concat([boxGlb(), Buffer.alloc(4)]) });
    await rig.call('app.sync', { site: null });
    store.addModel(SITE, 'tower-r', boxGlb());
    await rig.call('models.add', { site: SITE, model: 'tower-r' });
    await row('Tower A.glb').getByText('Newer on the service').waitFor();
    await row('Tower A.glb').getByText('It was changed here').waitFor();
    await rig.page.getByRole('button', { name: 'Get 2 models' }).click();
    await rig.page.getByText('2 models are here now, also offline').last().waitFor();
    await rig.page
      .getByText(/^The copy of Tower A\.glb that was changed here is in the trash\.$/)
      .last()
      .waitFor();
    await rig.call('models.remove', { site: SITE, model: 'tower-r' });
  }, 60_000);

  it('shows how much of it has come while it comes', async () => {
    rig.service.store.addModel(SITE, 'tower-c', Buffer.alloc(900_000, 1));
    rig.service.switches.set({ downloadBytesPerSecond: 300_000 });
    await add('tower-c');
    await rig.page.getByRole('button', { name: 'Get tower-c' }).click();
    await row('tower-c').getByText('Downloading').first().waitFor();
    await row('tower-c')
      .getByText(/^\d+ of 900 kB$/)
      .waitFor();
    rig.service.switches.reset();
    await row('tower-c').getByText('Available offline').waitFor();
  }, 120_000);

  it('says whether there was a newer one', async () => {
    const check = rig.page.getByRole('button', { name: 'Check for a newer one: tower-b' });
    await check.click();
    await rig.page.getByText('tower-b is up to date: the service has none newer').waitFor();
    const newer = boxGlb((document) => Object.assign(document, { extras: 'the next' }));
    rig.service.store.addModel(SITE, 'tower-b', newer);
    await check.click();
    await rig.page.getByText('A newer tower-b is here now. The copy before it is in the trash.').waitFor();
    expect(readFileSync(join(folder, 'Models', 'tower-b.glb'))).toEqual(newer);
    expect(await rig.call('trash.list', { site: SITE })).toContainEqual(
      expect.objectContaining({ path: 'Models/tower-b.glb' }),
    );
  }, 60_000);

  it('keeps the last copy of one that is gone, also without a network', async () => {
    rig.service.store.removeModel(SITE, 'tower-b');
    await rig.page.getByRole('button', { name: 'Check for a newer one: tower-b' }).click();
    await row('tower-b').getByText('The last copy stays here.').waitFor();
    await row('tower-b').getByText('Gone from the service').waitFor();
    // Said once by the row itself.
    expect(
      await row('tower-b')
        .getByText(/no model/)
        .count(),
    ).toBe(0);
    expect(existsSync(join(folder, 'Models', 'tower-b.glb'))).toBe(true);
    for (const theme of ['light', 'dark', 'contrast'] as const) {
      await rig.theme(theme);
      await rig.shot(`models-gone-${theme}`);
      expect(await rig.serious()).toEqual([]);
    }
    await rig.cutOff();
    await rig.page.getByRole('button', { name: 'Preview tower-b' }).click();
    const dialog = rig.page.getByRole('dialog');
    await dialog.getByText('12 triangles').waitFor(PATIENCE);
    // Where the drive is pulled out and put back it is not looked at again unasked.
    await rename(folder, `${folder} away`);
    await rig.call('app.sync', { site: null });
    await dialog.waitFor({ state: 'detached' });
    await rename(`${folder} away`, folder);
    await rig.call('app.sync', { site: null });
    await rig.page.getByRole('button', { name: 'Preview tower-b' }).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
