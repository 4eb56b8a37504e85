import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
const EDITED = ['Fans.txt', 'Points.txt', 'Valves.txt'] as const;
const HELD = 6;

describe.skipIf(CHROMIUM === null)(`decided one after the other${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const name of EDITED) store.addFile(SITE, { name, category: 'other', content: 'one\n' });
        for (let number = 1; number <= HELD; number += 1)
          store.addFile(SITE, {
            name: `Sheet ${number}.txt`,
            category: 'other',
            content: `sheet ${number}\n`,
            metadata: { sitesync: { path: `Other/Old/Sheet ${number}.txt` } },
          });
      },
    });
    folder = await rig.follow(SITE);
    await rig.call('app.pause', { paused: true });
    for (const name of EDITED) {
      await writeFile(join(folder, 'Other', name), 'one\nmine\n');
      const record = rig.service.store.files(SITE).find((file) => file.name === name);
      rig.service.store.editFile(record!.id, { content: 'one\ntheirs\n' });
    }
    await rig.call('app.pause', { paused: false });
    await shows({ conflicts: EDITED.length });
    await mkdir(join(rig.home, 'away'));
  }, 180_000);
  afterAll(() => rig?.close());

  const shows = (counts: object): Promise<void> =>
    vi.waitFor(
      async () => expect((await rig.call('app.state', null)).outbox).toMatchObject(counts),
      PATIENCE,
    );
  const shown = (): Promise<string> => rig.page.locator('.outbox-pane h2').innerText();

  it('stays at what is looked at, also when deletes are held meanwhile', async () => {
    await rig.goTo('outbox/issues');
    await rig.page.getByRole('button', { name: 'Keep both' }).waitFor();
    const before = await shown();
    await rename(join(folder, 'Other', 'Old'), join(rig.home, 'away', 'Old'));
    await rig.page.getByRole('row', { name: /6 deletes held/ }).waitFor();
    expect(await shown()).toBe(before);
  });

  it('goes to what stands next in the list, and no press of the same place deletes anything', async () => {
    const { page } = rig;
    const keep = page.getByRole('button', { name: 'Keep both' });
    const { x, y, width, height } = (await keep.boundingBox())!;
    const seen: string[] = [];
    for (let left = EDITED.length; left > 0; left -= 1) {
      seen.push(await shown());
      await page.mouse.click(x + width / 2, y + height / 2);
      await shows({ conflicts: left - 1, held: HELD });
      await page
        .getByRole('row', { name: /changed here and there/ })
        .nth(left - 1)
        .waitFor({ state: 'detached' });
    }
    expect(seen).toEqual(EDITED);
    await page.getByText('Pick something in the list').waitFor();
    await page.mouse.click(x + width / 2, y + height / 2);
    await shows({ held: HELD });
    // Who asks for it is led there.
    await page.getByRole('button', { name: 'Yes, review and delete 6…' }).click();
    await page.getByRole('button', { name: 'Delete 6 files' }).waitFor();
    expect(rig.service.store.files(SITE).filter(({ name }) => name.startsWith('Sheet'))).toHaveLength(HELD);
    expect(rig.bugs).toEqual([]);
  });
});
