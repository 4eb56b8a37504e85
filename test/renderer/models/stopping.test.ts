import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';
import { modelRow } from './model-row.ts';

const SITE = 'harbour';
const SIZE = 3_000_000;

describe.skipIf(CHROMIUM === null)(`a model on its way here${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const id of ['north', 'south', 'east', 'west', 'up'])
          store.addModel(SITE, id, Buffer.alloc(SIZE, 1));
      },
    });
    folder = await rig.follow(SITE);
    for (const id of ['north', 'south', 'east', 'west', 'up'])
      await rig.call('models.add', { site: SITE, model: id });
    await rig.goTo(`site/${SITE}/models`);
  }, 120_000);
  afterAll(() => rig?.close());

  const row = (name: string): Locator => modelRow(rig.page, name);

  const parts = (): readonly string[] =>
    readdirSync(join(folder, '.sitesync', 'tmp')).filter((name) => name.endsWith('.part'));

  /** Gets it at a speed at which it takes a minute, and waits until some of it is here. */
  const begin = async (name: string): Promise<void> => {
    rig.service.switches.set({ downloadBytesPerSecond: 50_000 });
    onTestFinished(() => rig.service.switches.reset());
    await row(name)
      .getByRole('button', { name: `Get ${name}` })
      .click();
    await row(name)
      .getByText(/^[1-9]\d* (kB )?of 3\.0 MB$/)
      .waitFor();
  };

  it('can be stopped, and goes on from there when it is asked for again', async () => {
    await begin('north');
    await rig.shot('model-on-its-way');
    await rig.page.getByRole('button', { name: 'Stop downloading north' }).click();
    await row('north').getByText('Online only').waitFor();
    // It was the person's own doing: no trouble of the connection.
    expect(await row('north').getByRole('note').count()).toBe(0);
    expect(await rig.page.getByText(/broke/).count()).toBe(0);
    expect(parts()).toHaveLength(1);
    rig.service.switches.reset();
    await row('north').getByRole('button', { name: 'Get north' }).click();
    await row('north').getByText('Available offline').waitFor();
    expect(parts()).toEqual([]);
  }, 120_000);

  it('stands still while all is paused, and says so', async () => {
    rig.service.switches.set({ downloadBytesPerSecond: 500_000 });
    onTestFinished(() => rig.service.switches.reset());
    await row('up').getByRole('button', { name: 'Get up' }).click();
    await row('up').getByText('Downloading', { exact: true }).waitFor();
    await rig.call('app.pause', { paused: true });
    await row('up').getByText('Paused', { exact: true }).waitFor();
    const came = row('up').getByText(/ of 3\.0 MB$/);
    const before = await came.textContent();
    await rig.page.waitForTimeout(1000);
    expect(await came.textContent()).toBe(before);
    await rig.shot('model-paused');
    expect(await rig.serious()).toEqual([]);
    await rig.call('app.pause', { paused: false });
    await row('up').getByText('Available offline').waitFor();
  }, 120_000);

  it('stays away where it is taken off the list', async () => {
    await begin('south');
    await rig.page.getByRole('button', { name: 'Take off the list: south' }).click();
    await rig.page.getByText(/^south is off the list\./).waitFor();
    await expect.poll(async () => (await rig.call('app.state', null)).work.running, PATIENCE).toEqual([]);
    expect(existsSync(join(folder, 'Models', 'south'))).toBe(false);
    expect(await rig.page.getByText('south is here now').count()).toBe(0);
  }, 120_000);

  it('says what the connection lacks only as long as it is so', async () => {
    await rig.cutOff();
    await row('east').getByRole('button', { name: 'Get east' }).click();
    await rig.page
      .getByText(/^The service at .* cannot be reached\./)
      .first()
      .waitFor();
    await row('east').getByText('Online only').waitFor();
    await rig.reconnect();
    await rig.call('app.sync', { site: null });
    await expect.poll(async () => (await rig.call('app.state', null)).connection, PATIENCE).toBe('online');
    expect(await row('east').getByRole('note').count()).toBe(0);
  }, 120_000);

  it('is written nowhere any more once its site is no longer kept here', async () => {
    await begin('west');
    await rig.call('sites.unfollow', { site: SITE });
    expect((await rig.call('app.state', null)).work.running).toEqual([]);
    const left = parts();
    rig.service.switches.reset();
    await rig.page.getByText('This site is not on this computer').waitFor();
    expect(existsSync(join(folder, 'Models', 'west'))).toBe(false);
    expect(parts()).toEqual(left);
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
