import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { boxGlb } from '../preview/glb-maker.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
/** So long that its transfer is told in many steps. */
const MODEL = Buffer.concat([boxGlb(), Buffer.alloc(900_000)]);

describe.skipIf(CHROMIUM === null)(`a file that is shown while it is on its way${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFile(SITE, { name: 'tower.glb', category: 'model-3d', content: MODEL });
      },
    });
    folder = await rig.follow(SITE);
    await rig.goTo(`site/${SITE}/files`);
  }, 120_000);
  afterAll(() => rig?.close());

  it('is read once, whatever is told of its transfer, and again when it has other bytes', async () => {
    const { page, service } = rig;
    const reads: string[] = [];
    page.on('request', (request) => {
      if (/\/content\//.test(request.url())) reads.push(request.url());
    });
    await page.getByRole('row', { name: /tower\.glb/ }).click();
    await page.keyboard.press('Space');
    const dialog = page.getByRole('dialog', { name: 'tower.glb' });
    await dialog.getByText('12 triangles').waitFor();
    await dialog.getByRole('radio', { name: 'Top' }).click();
    const before = reads.length;
    const record = service.store.files(SITE)[0]!;
    service.set({ downloadBytesPerSecond: 200_000 });
    onTestFinished(() => service.switches.reset());
    service.store.editFile(record.id, { content: Buffer.concat([MODEL, Buffer.alloc(4)]) });
    await rig.call('app.sync', { site: null });
    const share = async (): Promise<number | null> =>
      (await rig.call('files.details', { site: SITE, key: record.id })).row.share;
    await expect.poll(share, PATIENCE).toBeGreaterThan(0.5);
    expect(reads.slice(before)).toEqual([]);
    expect(await dialog.getByRole('radio', { name: 'Top' }).isChecked()).toBe(true);
    await rig.settled(SITE);
    await expect.poll(() => reads.length - before, PATIENCE).toBe(1);
    await writeFile(join(folder, '3D Model', 'tower.glb'), boxGlb());
    await expect.poll(() => reads.length - before, PATIENCE).toBe(2);
    await rig.settled(SITE);
    await dialog.getByText('12 triangles').waitFor();
    expect(reads.length - before).toBe(2);
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
