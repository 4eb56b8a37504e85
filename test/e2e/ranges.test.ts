import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdAnswers } from '../renderer/rig/hold-answers.ts';
import { PATIENCE, Rig } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
/** More than two pages of the list: the last rows are not loaded with the first. */
const MANY = 500;
const nameOf = (at: number): string => `Sheet ${String(at).padStart(3, '0')}.txt`;

describe.skipIf(CHROMIUM === null)(`a range of rows${WITHOUT_CHROMIUM}`, { timeout: 120_000 }, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (let at = 1; at <= MANY; at += 1)
          store.addFile(SITE, { name: nameOf(at), category: 'other', content: '' });
      },
    });
    await rig.follow(SITE, 'none');
  }, 120_000);
  afterAll(() => rig?.close());
  beforeEach(async () => {
    await rig.openWindow();
    await open();
    // Kept, as a person chose it.
    await rig.page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await row(nameOf(1)).waitFor();
  });

  const press = async (...keys: readonly string[]): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop -- One after the other.
    for (const key of keys) await rig.page.keyboard.press(key);
  };
  const row = (name: string): Locator => rig.page.locator('.table-row', { hasText: name });
  const open = async (): Promise<void> => {
    await rig.goTo(`site/${SITE}/files?text=Sheet`);
    await rig.page.getByRole('grid', { name: 'Files' }).waitFor();
  };
  const picked = (): Promise<readonly string[]> =>
    rig.page
      .locator('.table-row[aria-selected=true]')
      .evaluateAll((rows) =>
        rows.map(({ textContent }) => /[\w ]+\d{3}\.txt/u.exec(textContent)?.[0] ?? '').toSorted(),
      );
  const arePicked = (...names: readonly string[]): Promise<void> =>
    expect.poll(picked, PATIENCE).toEqual(names);
  const asks = (name: RegExp): Locator => rig.page.getByRole('alertdialog', { name });
  /** Sorted above all others. */
  const comes = async (name: string): Promise<void> => {
    rig.service.store.addFile(SITE, { name, category: 'other', content: '' });
    await rig.call('app.sync', { site: null });
  };
  const withLateKeys = async () => {
    const late = await holdAnswers(rig.page, 'files.keys');
    await rig.page.reload();
    await open();
    await row(nameOf(1)).waitFor();
    await rig.page.getByRole('grid', { name: 'Files' }).focus();
    return late;
  };

  it('begins at the row where it began, whatever came above that since', async () => {
    await row(nameOf(4)).click();
    await comes('A Sheet 999.txt');
    await row('A Sheet 999.txt').waitFor();
    await press('Shift+ArrowDown');
    await arePicked(nameOf(4), nameOf(5));
    await press('Shift+ArrowUp', 'Shift+ArrowUp');
    await arePicked(nameOf(3), nameOf(4));
  });

  it('has nothing of what was selected before all was let go', async () => {
    await row(nameOf(1)).click({ modifiers: ['ControlOrMeta'] });
    await row(nameOf(4)).click({ modifiers: ['ControlOrMeta'] });
    await arePicked(nameOf(1), nameOf(4));
    await press('Escape', 'Shift+ArrowDown');
    await arePicked(nameOf(4), nameOf(5));
    await rig.page.getByRole('button', { name: 'Clear the selection' }).click();
    await row(nameOf(6)).click({ modifiers: ['Shift'] });
    await arePicked(nameOf(4), nameOf(5), nameOf(6));
  });

  it('has nothing that is not in the list, where that was narrowed since', async () => {
    await row(nameOf(1)).click({ modifiers: ['ControlOrMeta'] });
    await row(nameOf(2)).click({ modifiers: ['ControlOrMeta'] });
    await rig.page.getByRole('searchbox', { name: 'Filter files' }).fill('48');
    await row(nameOf(1)).waitFor({ state: 'detached' });
    await row(nameOf(148)).click({ modifiers: ['Shift'] });
    await arePicked(nameOf(48), nameOf(148));
    await rig.page.getByText(/^2 selected/).waitFor();
  });

  it('is let go with Escape while its keys are on their way, and so is what was to be done with it', async () => {
    const late = await withLateKeys();
    await press('Home', 'Shift+End', 'Delete', 'Escape');
    await vi.waitFor(() => expect(late).toHaveLength(1), PATIENCE);
    late[0]?.();
    await rig.page.waitForTimeout(500);
    expect([await picked(), await asks(/^Delete/).count()]).toEqual([[], 0]);
  });

  it('is not deleted in the name of another list', async () => {
    const late = await withLateKeys();
    await press('Home', 'Shift+End', 'Delete');
    await vi.waitFor(() => expect(late).toHaveLength(1), PATIENCE);
    await rig.page.getByRole('searchbox', { name: 'Filter files' }).fill(`Sheet ${MANY}`);
    await row(nameOf(MANY)).waitFor();
    await rig.page.waitForTimeout(500);
    late[0]?.();
    await rig.page.waitForTimeout(500);
    expect([await picked(), await asks(/^Delete/).count()]).toEqual([[], 0]);
  });

  it('is not selected where its keys cannot be had, and Delete does as before', async () => {
    const late = await withLateKeys();
    await press('Home', 'Shift+End', 'Delete');
    await vi.waitFor(() => expect(late).toHaveLength(1), PATIENCE);
    late[0]?.(true);
    await rig.page.waitForTimeout(500);
    expect([await picked(), await asks(/^Delete/).count()]).toEqual([[], 0]);
    await press('Home');
    await row(nameOf(3)).click({ modifiers: ['ControlOrMeta'] });
    await press('Delete');
    await asks(/^Delete 1 file/).waitFor();
    expect(rig.bugs).toEqual([]);
  });
});
