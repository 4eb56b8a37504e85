import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const ISSUES = 12_345;

describe.skipIf(CHROMIUM === null)(`sites with very many issues${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        for (const name of ['North wing', 'South wing']) store.addSite({ id: name.slice(0, 5), name });
      },
    });
    await rig.follow('North');
    // The engine would need hours to make so many.
    await rig.page.routeWebSocket(/\/bridge$/, (socket) => {
      const asked = new Set<number>();
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const call = JSON.parse(String(text)) as { readonly id: number; readonly command?: string };
        if (call.command === 'sites.list') asked.add(call.id);
        server.send(text);
      });
      server.onMessage((text) => {
        const { id = -1 } = JSON.parse(String(text)) as { readonly id?: number };
        socket.send(
          asked.has(id) ? String(text).replaceAll('"issues":0', `"issues":${String(ISSUES)}`) : text,
        );
      });
    });
    await rig.page.reload();
    await rig.goTo('sites');
    await rig.page.getByRole('radio', { name: 'Table' }).click();
  }, 120_000);
  afterAll(() => rig?.close());

  it.each(['light', 'contrast'] as const)('tell all of the number in their column: %s', async (theme) => {
    await rig.theme(theme);
    const count = rig.page.locator('.site-count').first();
    await count.getByText('12,345').waitFor();
    for (const width of [1280, 1024]) {
      await rig.page.setViewportSize({ width, height: 640 });
      const beside = await count.evaluate((element) => {
        const [cell, own] = [element.closest('.table-cell')!, element].map((each) =>
          each.getBoundingClientRect(),
        );
        return { start: own!.left - cell!.left, end: cell!.right - own!.right };
      });
      expect(Math.min(beside.start, beside.end), String(width)).toBeGreaterThanOrEqual(0);
      await rig.shot(`sites-many-issues-${width}-${theme}`);
    }
    await rig.theme('light');
    expect(rig.bugs).toEqual([]);
  });
});
