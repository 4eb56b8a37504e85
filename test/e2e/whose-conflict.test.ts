import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { hasFocus } from '../renderer/rig/has-focus.ts';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { worldOfATry } from '../renderer/rig/world-of-a-try.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
const copyOf = (stem: string): string => `${stem} (conflict 2026-11-21 0942 bravo).txt`;

/** Each laptop of a site has both versions, also the one that did not make the copy. */
describe.skipIf(CHROMIUM === null)(`a conflict that another laptop met${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  const open = async (): Promise<void> => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const stem of ['Fans', 'Pumps', 'Roof'])
          store.addFile(SITE, { name: `${stem}.txt`, category: 'other', content: 'one\n' });
      },
    });
    folder = await rig.follow(SITE);
    for (const stem of ['Fans', 'Pumps']) {
      await writeFile(join(folder, 'Other', `${stem}.txt`), 'one\nof this laptop\n');
      await rig.arrived(SITE, `${stem}.txt`, 'one\nof this laptop\n');
    }
    for (const stem of ['Fans', 'Pumps', 'Roof'])
      rig.service.store.addFile(SITE, { name: copyOf(stem), category: 'other', content: 'one\nof bravo\n' });
    await rig.call('app.sync', { site: SITE });
    await rig.conflicts(3);
  };
  worldOfATry(open, () => rig?.close());

  const show = async (stem: string): Promise<void> => {
    await rig.goTo('outbox/issues');
    await rig.pick(new RegExp(String.raw`${stem}\.txt`), `${stem}.txt`);
  };
  const choose = async (name: string): Promise<void> => {
    await rig.page.getByRole('radio', { name: new RegExp(`^${name}`) }).press(' ');
    await rig.page.getByRole('button', { name, exact: true }).click();
  };
  const here = async (stem: string): Promise<readonly string[]> => {
    const names = (await readdir(join(folder, 'Other'))).filter((name) => name.startsWith(stem));
    return Promise.all(names.map((name) => readFile(join(folder, 'Other', name), 'utf8')));
  };

  it('calls mine what was sent from here, though it kept the name', async () => {
    await show('Fans');
    const mine = rig.page.getByRole('region', { name: 'Mine', exact: true });
    const theirs = rig.page.getByRole('region', { name: 'Theirs', exact: true });
    await mine.getByText('of this laptop').waitFor();
    await mine.getByText(/^Changed .* by you on /).waitFor();
    await theirs.getByText('of bravo').waitFor();
    await theirs.getByText(/^Changed .*, from bravo$/).waitFor();
    await rig.page.getByText('Another version came from bravo. Both are safe.').waitFor();
    const after = rig.page.locator('.conflict-names');
    expect(await after.innerText()).toMatch(/Fans\.txt\s+mine\s+Fans \(2\)\.txt\s+theirs/);
    await rig.shot('conflict-met-elsewhere');
    expect(await rig.serious()).toEqual([]);
  }, 120_000);

  it('says so in the list of files', async () => {
    await rig.goTo(`site/${SITE}/files`);
    await rig.page.getByRole('row', { name: /^Fans\.txt.*Conflict · mine/ }).waitFor();
    await rig.page.getByRole('row', { name: /^Fans \(conflict .*Conflict · theirs/ }).waitFor();
    await rig.page.getByRole('row', { name: /^Roof\.txt.*Conflict · kept the name/ }).waitFor();
  }, 120_000);

  it('names nobody as the author of a change whom the service names as the uploader alone', async () => {
    await rig.page.getByRole('row', { name: /^Fans\.txt/ }).click();
    const details = rig.page.getByRole('complementary', { name: 'Details' });
    const fact = (label: string) => details.locator('.fact', { hasText: label }).locator('dd').first();
    expect(await fact('Uploaded by').innerText()).toMatch(/^(You|User 0000)$/);
    expect(await fact('Changed').innerText()).toMatch(/^Today \d\d:\d\d$/);
    await show('Roof');
    const other = rig.page.getByRole('region', { name: 'Other version', exact: true });
    await other.getByText(/^Changed .*, uploaded by (you|User 0000)$/).waitFor();
  }, 120_000);

  it('keeps mine by that name, undone with one press', async () => {
    await show('Fans');
    await choose('Keep mine');
    await rig.page.getByText(/^Kept yours: “Fans\.txt”\. Theirs is in the trash\.$/).waitFor();
    expect(await here('Fans')).toEqual(['one\nof this laptop\n']);
    await rig.page.getByRole('button', { name: 'Undo' }).click();
    await rig.page.getByText(/^Both versions are there again: “Fans /).waitFor();
    await rig.conflicts(3);
  }, 120_000);

  it('keeps mine in all that are alike, undone with one press', async () => {
    await show('Pumps');
    await rig.page.getByRole('checkbox', { name: /other/ }).press(' ');
    await rig.page.getByRole('radio', { name: /^Keep mine/ }).press(' ');
    await rig.page.getByRole('button', { name: /^Keep mine .*2/ }).click();
    await rig.page.getByText(/^Kept yours: .*Theirs are in the trash\.$/).waitFor();
    await rig.conflicts(1);
    await rig.page.getByRole('button', { name: 'Undo' }).click();
    await rig.conflicts(3);
  }, 120_000);

  it('keeps theirs by that name', async () => {
    await show('Pumps');
    await choose('Keep theirs');
    await rig.page.getByText(/^Kept theirs: “Pumps\.txt”\. Yours is in the trash\.$/).waitFor();
    await vi.waitFor(async () => expect(await here('Pumps')).toEqual(['one\nof bravo\n']), PATIENCE);
    await rig.arrived(SITE, 'Pumps.txt', 'one\nof bravo\n');
  }, 120_000);

  it('says so when it goes while it is looked at', async () => {
    await show('Fans');
    await rig.page.getByRole('button', { name: 'Keep both' }).focus();
    const record = rig.service.store.files(SITE).find(({ name }) => name === copyOf('Fans'));
    rig.service.store.editFile(record!.id, { name: 'Fans (2).txt' });
    await rig.call('app.sync', { site: SITE });
    await rig.page
      .getByText('“Fans.txt” is in no conflict any more: it was decided on another computer', {
        exact: false,
      })
      .waitFor();
    // The next one is shown, and no key that was meant for this one decides it.
    await rig.page.getByRole('heading', { name: 'Roof.txt', level: 2, exact: true }).waitFor();
    await hasFocus(rig.page.getByRole('grid', { name: 'Outbox' }));
  }, 120_000);

  it('calls none mine where both came from elsewhere', async () => {
    await show('Roof');
    await rig.page.getByRole('region', { name: 'From bravo', exact: true }).getByText('of bravo').waitFor();
    await rig.page.getByRole('region', { name: 'Other version', exact: true }).waitFor();
    expect(
      await rig.page
        .locator('.outbox-in')
        .getByText(/\b(mine|theirs)\b/i)
        .count(),
    ).toBe(0);
    await rig.shot('conflict-of-others');
    expect(await rig.serious()).toEqual([]);
    await choose('Keep bravo’s');
    await rig.page.getByText(/^Kept the copy: “Roof\.txt”\. The other version is in the trash\.$/).waitFor();
    await rig.arrived(SITE, 'Roof.txt', 'one\nof bravo\n');
  }, 120_000);
});
