import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig, SAMPLE } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './ui/chromium.ts';

const THEMES = ['light', 'dark', 'contrast'] as const;
const SITE = 'rijnhaven-tower';

/** Every screen with something to show, in every theme; SCREENSHOTS=folder keeps what they look like. */
describe.skipIf(CHROMIUM === null)(`the screens${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({ sample: SAMPLE, faults: { maxUploadBytes: 3_000_000 } });
    folder = await rig.follow(SITE);
    await mkdir(join(folder, 'Site visit'), { recursive: true });
    await writeFile(join(folder, 'Site visit', 'Facade survey.zip'), Buffer.alloc(4_000_000));
  }, 120_000);

  afterAll(() => rig?.close());

  const inEachTheme = async (name: string): Promise<void> => {
    for (const theme of THEMES) {
      await rig.theme(theme);
      await rig.shot(`${name}-${theme}`);
      expect(await rig.serious(), theme).toEqual([]);
    }
  };

  it('files, with one beside the list', async () => {
    await rig.goTo(`site/${SITE}/files`);
    const row = rig.page.getByRole('row', { name: /Plant room L12 \(as built\)/ });
    await row.click();
    await rig.page.getByRole('heading', { name: /Plant room L12/, level: 2 }).waitFor();
    await inEachTheme('files');
  }, 90_000);

  it('files that are selected', async () => {
    await rig.page.getByRole('grid', { name: 'Files' }).focus();
    await rig.page.keyboard.press('Control+Space');
    await rig.page.keyboard.press('Shift+ArrowDown');
    await rig.page.getByText(/2 selected · /).waitFor();
    await inEachTheme('files-selected');
  }, 90_000);
});
