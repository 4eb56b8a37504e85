import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const ID = 'meter';

describe.skipIf(CHROMIUM === null)(
  `a chart whose window loses SiteSync${WITHOUT_CHROMIUM}`,
  { timeout: 120_000 },
  () => {
    let rig: Rig;

    beforeAll(async () => {
      rig = await Rig.open({
        seed: ({ store }) => {
          store.addSite({ id: SITE, name: 'Harbour House' });
          store.addPoints(SITE, ID, [[Date.now() - 60_000, 7]]);
        },
      });
    }, 120_000);

    afterAll(() => rig?.close());

    it('asks again what was lost on the way, once SiteSync answers', async () => {
      const { page } = rig;
      let loses = false;
      let sockets = 0;
      await page.routeWebSocket(/\/bridge$/, (socket) => {
        sockets += 1;
        const server = socket.connectToServer();
        socket.onMessage((text) => {
          if (!loses || !String(text).includes('"series.read"')) return server.send(text);
          loses = false;
          void socket.close();
          void server.close();
        });
      });
      await page.reload();
      await rig.goTo(`site/${SITE}/data?series=${ID}`);
      await page.getByRole('row', { name: new RegExp(`^${ID}.*7`) }).waitFor();
      loses = true;
      // Closer, the chart stands still: nothing but its own question brings what it lacks.
      await page.getByRole('application').first().press('+');
      await expect.poll(() => sockets, PATIENCE).toBe(2);
      const trouble = page.getByText('SiteSync itself does not answer');
      await expect.poll(() => trouble.count(), PATIENCE).toBe(0);
      await page.getByRole('button', { name: /^Go live/ }).waitFor();
    });
  },
);
