import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { holdAnswers } from '../renderer/rig/hold-answers.ts';
import { faultsOf } from '../renderer/rig/faults.ts';
import { hasFocus } from '../renderer/rig/has-focus.ts';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { worldOfATry } from '../renderer/rig/world-of-a-try.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
const FILES = 12;
/** Of those, so many lie in a folder of their own. */
const IN_FOLDER = 6;

describe.skipIf(CHROMIUM === null)(`many deletes at once${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  const open = async (): Promise<void> => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (let number = 1; number <= FILES; number += 1)
          store.addFile(SITE, {
            name: `Sheet ${number}.txt`,
            category: 'other',
            content: `sheet ${number}\n`,
            metadata: {
              sitesync: { path: `Other/${number > IN_FOLDER ? '' : 'Old/'}Sheet ${number}.txt` },
            },
          });
      },
    });
    folder = await rig.follow(SITE);
  };

  worldOfATry(open, () => rig?.close());

  /** The folder goes as when a person drags it onto the desktop: whole, while SiteSync watches. */
  const dragAway = async (to: string): Promise<void> => {
    await rename(join(folder, 'Other', 'Old'), join(rig.home, to));
    await held(IN_FOLDER);
  };
  const held = (count: number): Promise<void> =>
    vi.waitFor(async () => expect((await rig.call('app.state', null)).outbox.held).toBe(count), PATIENCE);
  const pathOf = (number: number): string => join(folder, 'Other', 'Old', `Sheet ${number}.txt`);
  const onService = (): number => rig.service.store.files(SITE).length;

  it('are held, and put back by the safe answer', async () => {
    await dragAway('by mistake');
    expect(onService()).toBe(FILES);
    const late = await holdAnswers(rig.page, 'held.reject', 1);
    await rig.page.reload();
    await rig.goTo('outbox');
    await rig.page.getByRole('heading', { name: '6 deletes are held. Is this what you meant?' }).waitFor();
    // The two answers stand beside each other, however much room the words before them would take.
    for (const width of [1280, 1320, 1360, 1400, 1440, 1480]) {
      await rig.page.setViewportSize({ width, height: 800 });
      const [back, gone] = await Promise.all(
        ['Put 6 back', 'Delete 6 files'].map((name) => rig.page.getByRole('button', { name }).boundingBox()),
      );
      expect(back?.y, `${width}`).toBe(gone?.y);
    }
    await rig.page.getByRole('button', { name: 'Put them back' }).press('Enter');
    await held(0);
    await expect
      .poll(() => rig.page.evaluate(() => document.activeElement?.matches('main h1, main [role="grid"]')))
      .toBe(true);
    await vi.waitFor(() => expect(late.length).toBe(1), PATIENCE);
    // It is said when it is done, not when it is asked for.
    expect(await rig.page.getByText(/^Put back:/).count()).toBe(0);
    for (const send of late) send();
    await rig.page
      .getByText(
        /^Put back with the next sync: “Sheet \d\.txt”, “Sheet \d\.txt”, “Sheet \d\.txt” and 3 more$/,
      )
      .waitFor();
    await vi.waitFor(
      () => expect([1, 2, 3, 4, 5, 6].every((each) => existsSync(pathOf(each)))).toBe(true),
      PATIENCE,
    );
    expect(onService()).toBe(FILES);
  }, 120_000);

  it('are not asked about while the folder is away: nobody knows what became of its files', async () => {
    await rig.settled(SITE);
    await dragAway('once more');
    await rig.goTo('outbox/issues');
    const banner = rig.page.getByRole('heading', { name: '6 deletes are held. Is this what you meant?' });
    await banner.waitFor();
    // What is asked stands in one place.
    expect(await rig.page.getByText(`6 of ${FILES} files vanished from your folder`).count()).toBe(1);
    await rename(folder, `${folder} on the drive`);
    await rig.call('app.sync', { site: SITE });
    await rig.pick(/6 deletes held.*Harbour House · folder is away/, 'Files that would be deleted');
    await rig.page.getByText('You can decide about these files when it is back.').waitFor();
    await banner.waitFor({ state: 'detached' });
    expect(await rig.page.getByRole('button', { name: /[Dd]elete \d|[Pp]ut .* back/ }).count()).toBe(0);
    expect(await faultsOf(rig, 'outbox-held-away')).toEqual([]);
    await rename(`${folder} on the drive`, folder);
    await rig.call('app.sync', { site: SITE });
    await banner.waitFor();
    await rig.page.getByRole('button', { name: 'Put 6 back' }).click();
    await held(0);
    expect(onService()).toBe(FILES);
  }, 120_000);

  it('are listed one by one, and only those with a yes are deleted', async () => {
    await rig.settled(SITE);
    await dragAway('on purpose');
    await rig.goTo('outbox/issues');
    await rig.page.getByRole('button', { name: 'Yes, review and delete 6…' }).press('Enter');
    const files = rig.page.getByRole('grid', { name: 'Files that would be deleted' });
    await hasFocus(files);
    await files.getByRole('row', { name: /Sheet 4\.txt/ }).waitFor();
    // Two of them were no mistake of the person's, but of somebody else's: they are left out.
    for (const number of [1, 2])
      await files
        .getByRole('row', { name: new RegExp(`Sheet ${number}\\.txt`) })
        .locator('[data-box]')
        .click();
    // What a person unticks stays so, also when they look at something else and come back.
    await rig.goTo('sites');
    await rig.page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
    await rig.goTo('outbox/issues');
    await rig.page.getByRole('button', { name: 'Delete 4 files' }).waitFor();
    // What joins them while they read is none of it: no button grows under the pointer.
    for (const number of [7, 8]) await rm(join(folder, 'Other', `Sheet ${number}.txt`));
    await held(8);
    await rig.page
      .getByText('2 more since you began. They are not ticked.', { exact: true })
      .first()
      .waitFor();
    await files.getByRole('row', { name: /Sheet 8\.txt.*since you began/ }).waitFor();
    await rig.page.getByRole('button', { name: 'Put 4 back' }).waitFor();
    // What is said of two of them takes no room from where all of them lie.
    await rig.page.setViewportSize({ width: 1024, height: 700 });
    await files.getByRole('columnheader', { name: 'Folder' }).waitFor();
    await rig.shot('held-joined');
    await rig.page.setViewportSize({ width: 1280, height: 800 });
    await rig.page.getByRole('button', { name: 'Delete 4 files' }).press('Enter');
    await rig.page.getByText(/^Deleted with the next sync: “Sheet [3-6]\.txt”, .* and 1 more$/).waitFor();
    await vi.waitFor(() => expect(onService()).toBe(FILES - 4), PATIENCE);
    await held(4);
    // Nothing is chosen of those that are left: the buttons rest, and keys lead on.
    await rig.page.getByRole('button', { name: 'Put files back', exact: true, disabled: true }).waitFor();
    await rig.page.getByRole('button', { name: 'Delete files', exact: true, disabled: true }).waitFor();
    await hasFocus(rig.page.getByRole('grid', { name: 'Outbox' }));
    const names = rig.service.store.files(SITE).map(({ name }) => name);
    expect(names).toContain('Sheet 1.txt');
    expect(names).toContain('Sheet 2.txt');
    expect(rig.bugs).toEqual([]);
  }, 120_000);

  it('on both sides are told apart, with what becomes of each kind', async () => {
    await rig.goTo('outbox/issues');
    const { held: left } = await rig.call('outbox.get', { site: SITE });
    const keys = left.flatMap(({ files }) => files.map(({ key }) => key));
    await rig.call('held.reject', { site: SITE, keys });
    await held(0);
    // On each side so many that they are held also where one is seen before the other.
    const names = Array.from({ length: FILES }, (_, n) => `Log ${n + 1}.txt`);
    for (const name of names) await writeFile(join(folder, 'Other', name), `${name}\n`);
    const logs = (): readonly { readonly id: string; readonly name: string }[] =>
      rig.service.store.files(SITE).filter(({ name }) => name.startsWith('Log'));
    await vi.waitFor(() => expect(logs()).toHaveLength(FILES), PATIENCE);
    await rig.settled(SITE);
    for (const name of names.slice(0, 6)) await rm(join(folder, 'Other', name));
    for (const { id, name } of logs()) if (names.indexOf(name) >= 6) rig.service.store.deleteFile(id);
    await rig.call('app.sync', { site: SITE });
    await held(12);
    await rig.goTo('outbox/issues');
    await rig.page.getByText(/still here \(6\)\. Some vanished from your folder.*\(6\)/).waitFor();
    await rig.page.getByRole('button', { name: 'Yes, review and delete 12…' }).click();
    const files = rig.page.getByRole('grid', { name: 'Files that would be deleted' });
    await files.getByRole('row', { name: /Log 1\.txt.*on the service/ }).waitFor();
    await files.getByRole('row', { name: /Log 7\.txt.*on this computer/ }).waitFor();
    for (const width of [1280, 1024])
      for (const theme of ['dark', 'light'] as const) {
        await rig.page.setViewportSize({ width, height: 720 });
        await files.getByRole('columnheader', { name: 'Folder' }).waitFor();
        await rig.theme(theme);
        await rig.shot(`held-both-${width}-${theme}`);
      }
    expect(await rig.serious()).toEqual([]);
  }, 120_000);
});
