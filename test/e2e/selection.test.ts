import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { holdAnswers } from '../renderer/rig/hold-answers.ts';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
const LETTERS = ['Alpha', 'Beta', 'Gamma'] as const;

describe.skipIf(CHROMIUM === null)(`files that are picked${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const letter of LETTERS)
          store.addFile(SITE, { name: `${letter}.txt`, category: 'other', content: `${letter}\n` });
      },
    });
    await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  const press = (keys: string): Promise<void> => rig.page.keyboard.press(keys);
  const asks = (words: RegExp) => rig.page.getByRole('alertdialog', { name: words });
  const openList = async (place: string): Promise<void> => {
    await rig.goTo(place);
    await rig.page.getByRole('row', { name: /Alpha/ }).waitFor();
    await rig.page.getByRole('grid', { name: 'Files' }).focus();
  };
  const goByPalette = async (name: string): Promise<void> => {
    await press('Control+k');
    await rig.page.getByRole('dialog').getByRole('combobox').fill(name);
    await rig.page.getByRole('option', { name: new RegExp(name) }).waitFor();
    await press('Enter');
    await rig.page.getByRole('heading', { name: `${name}.txt`, level: 2 }).waitFor();
  };
  const isPicked = (): Promise<boolean> =>
    rig.page
      .getByRole('toolbar')
      .getByText(/selected/)
      .isVisible();

  it('are not all files of a site where one of a narrowed list is opened', async () => {
    await openList(`site/${SITE}/files?text=alpha`);
    await rig.page.getByRole('row', { name: /Beta/ }).waitFor({ state: 'detached' });
    await press('Control+a');
    await vi.waitFor(async () => expect(await isPicked()).toBe(true), PATIENCE);
    await goByPalette('Gamma');
    await rig.page.getByRole('row', { name: /Beta/ }).waitFor();
    expect(await isPicked()).toBe(false);
  });

  it('say so where their path does not get onto the clipboard', async () => {
    await openList(`site/${SITE}/files`);
    const copyPath = async (): Promise<void> => {
      await rig.page.getByRole('row', { name: /Alpha/ }).click({ button: 'right' });
      await rig.page.getByRole('menuitem', { name: 'Copy the path' }).click();
    };
    for (const refuse of [
      () => void Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('no')) }),
      () => void Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    ]) {
      await rig.page.evaluate(refuse);
      await copyPath();
      await rig.page.getByText(/^Not copied/).waitFor();
      await rig.page.reload();
      await openList(`site/${SITE}/files`);
    }
    expect(rig.bugs).toEqual([]);
  });

  it('are counted before they are asked about', async () => {
    const late = await holdAnswers(rig.page, 'files.sum');
    await rig.page.reload();
    await rig.pick(/Alpha/, 'Alpha.txt');
    await press('Delete');
    await vi.waitFor(() => expect(late).toHaveLength(1), PATIENCE);
    late[0]?.();
    await asks(/^Delete 1 file/).waitFor();
    await press('Escape');
    await asks(/^Delete/).waitFor({ state: 'detached' });
    await rig.page.getByRole('grid', { name: 'Files' }).focus();
    await press('Control+a');
    await press('Delete');
    await vi.waitFor(() => expect(late).toHaveLength(2), PATIENCE);
    expect(await asks(/^Delete/).isVisible()).toBe(false);
    late[1]?.();
    await asks(/^Delete 3 files/).waitFor();
  });

  it('are those of the last key where Delete follows at once, however late the engine answers', async () => {
    await press('Escape');
    await asks(/^Delete/).waitFor({ state: 'detached' });
    await holdAnswers(rig.page, 'files.keys');
    await rig.page.reload();
    await openList(`site/${SITE}/files`);
    for (const keys of ['Escape', 'Home', 'Shift+End', 'Shift+ArrowUp', 'Delete']) await press(keys);
    await asks(/^Delete 2 files/).waitFor();
    await press('Escape');
    await asks(/^Delete/).waitFor({ state: 'detached' });
    expect(rig.bugs).toEqual([]);
  });

  it('are waited for where Delete follows a range that is not loaded yet', async () => {
    const many = 450;
    for (let at = LETTERS.length; at < many; at += 1)
      rig.service.store.addFile(SITE, { name: `File ${at}.txt`, category: 'other', content: '' });
    await rig.call('sites.setKeep', { site: SITE, keep: 'none' });
    await rig.call('app.sync', { site: null });
    const late = await holdAnswers(rig.page, 'files.keys');
    await rig.page.reload();
    await rig.goTo(`site/${SITE}/files`);
    await rig.page.getByRole('tab', { name: `Files ${many}` }).waitFor();
    await rig.page.getByRole('grid', { name: 'Files' }).focus();
    for (const keys of ['Home', 'Shift+End', 'Delete']) await press(keys);
    await vi.waitFor(() => expect(late).toHaveLength(1), PATIENCE);
    expect(await asks(/^Delete/).isVisible()).toBe(false);
    late[0]?.();
    await asks(new RegExp(`^Delete ${many} files`)).waitFor();
    expect(rig.bugs).toEqual([]);
  });
});
