import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const [KEPT, OTHER, THIRD] = ['annex', 'mill', 'harbour'];
const FAILS = { match: { method: 'GET', pathPrefix: '/api/v1/files/' }, action: { status: 500 } } as const;

describe.skipIf(CHROMIUM === null)(`sites that cannot be counted${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        for (const id of [KEPT, OTHER, THIRD]) {
          store.addSite({ id, name: `The ${id}` });
          store.addFile(id, { name: 'a.pdf', category: 'spec-sheet', content: 'a' });
        }
      },
    });
    await rig.follow(KEPT);
  }, 120_000);
  afterAll(() => rig?.close());

  const readiness = () => rig.page.getByRole('region', { name: 'Readiness' });
  const gaps = () => rig.page.getByRole('region', { name: 'Handover gaps' });

  it('are counted by themselves when the service is reached again', async () => {
    await rig.cutOff();
    await rig.call('app.sync', { site: null });
    await rig.goTo(`site/${OTHER}`);
    await readiness()
      .getByText(/^Its files are not counted\. /)
      .waitFor();
    await rig.page.getByText('Offline', { exact: true }).waitFor();
    await rig.reconnect();
    await rig.call('app.sync', { site: null });
    await readiness()
      .getByText(/^1 file on the service/)
      .waitFor();
  });

  it('are counted as they are, once they are kept no more, and with what was kept of them', async () => {
    for (const name of ['b.pdf', 'c.pdf'])
      rig.service.store.addFile(OTHER, { name, category: 'spec-sheet', content: name });
    rig.service.store.addFile(OTHER, { name: 'd.ifc', category: 'bim-source', content: 'd' });
    await rig.call('sites.follow', { site: OTHER, folder: null, keep: ['spec-sheet'] });
    await readiness()
      .getByText(/^3 of 4 files are here/)
      .waitFor();
    await rig.settled(OTHER);
    await rig.call('sites.unfollow', { site: OTHER });
    await readiness()
      .getByText(/^4 files on the service/)
      .waitFor();
    await rig.call('app.sync', { site: null });
    await readiness()
      .getByText(/^4 files on the service/)
      .waitFor();
    await readiness().getByRole('button', { name: 'Keep this site here' }).click();
    await readiness()
      .getByText(/^3 of 4 files are here/)
      .waitFor();
    const kept = (await rig.call('sites.list', null)).find(({ id }) => id === OTHER);
    expect(kept?.followed?.keep).toEqual(['spec-sheet']);
    // What was added here and never sent is not among those at the service: it is counted anew.
    await rig.settled(OTHER);
    await rig.call('app.pause', { paused: true });
    await writeFile(join(kept?.followed?.folder ?? '', 'mine.pdf'), 'mine');
    await expect
      .poll(
        async () => (await rig.call('sites.list', null)).find(({ id }) => id === OTHER)?.pending,
        PATIENCE,
      )
      .toBe(1);
    await rig.call('sites.unfollow', { site: OTHER });
    await readiness()
      .getByText(/^4 files on the service/)
      .waitFor();
    await rig.call('app.pause', { paused: false });
  });

  it('are counted by a further press of the button, and the service’s own trouble is said', async () => {
    await rig.goTo(`site/${KEPT}`);
    await gaps()
      .getByText(/^This site has no file in .* 1 of your 3 sites is not counted yet/)
      .waitFor();
    const press = () => gaps().getByRole('button', { name: 'Count all' }).click();
    rig.service.failNext({ ...FAILS, times: 100 });
    await press();
    const told = rig.page.getByRole('region', { name: 'Messages' });
    await told.getByText(/internal error|error of its own|500/i).waitFor();
    rig.service.set({ failNext: [] });
    await press();
    await gaps()
      .getByRole('row', { name: /The harbour None None None 1 None None/ })
      .waitFor();
    expect(rig.bugs).toEqual([]);
  });

  it('are not called empty, nor a gap, when they are kept before the service is reached', async () => {
    await rig.cutOff();
    await rig.call('app.sync', { site: null });
    await rig.goTo(`site/${THIRD}`);
    await rig.page.getByText('Offline', { exact: true }).waitFor();
    await readiness().getByRole('button', { name: 'Keep this site here' }).click();
    await readiness().getByRole('heading', { name: 'Waiting · offline' }).waitFor();
    await gaps().getByRole('row', { name: 'The harbour – – – – – –' }).waitFor();
    expect(await gaps().getByRole('button', { name: 'Count all' }).count()).toBe(0);
    expect(await readiness().getByText('None', { exact: true }).count()).toBe(0);
    const tabs = await rig.page.getByRole('tab').allTextContents();
    expect(tabs.filter((words) => words.includes('0'))).toEqual([]);
    await rig.shot('overview-kept-offline');
    for (const tab of ['Files', 'Timeseries', 'Models']) {
      await rig.page.getByRole('tab', { name: tab }).click();
      await rig.page.getByRole('tabpanel').getByText('The list of files has not arrived yet').waitFor();
    }
    await rig.page.getByRole('tab', { name: 'Overview' }).click();
    await rig.reconnect();
    await rig.call('app.sync', { site: null });
    await readiness().getByText('All here').waitFor();
    await gaps()
      .getByRole('row', { name: /The harbour None None None 1 None None/ })
      .waitFor();
  });
});
