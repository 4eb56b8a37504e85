import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { disagree } from './rig/disagree.ts';
import { PATIENCE, Rig } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'harbour';
/** As somebody writes it whose program is to be taken for a drawing, and what is shown of it. */
const TURNED = '\u202efdp';
const SHOWN = '\ufffdfdp';
const file = (number: number): string => `plan ${number} ${TURNED}.txt`;
const shown = (number: number): string => `plan ${number} ${SHOWN}.txt`;
const ARABIC = 'مخطط الطابق.txt';
const FILES = 10;

/** All that a person sees or hears of the page in which something turns the text around. */
function turns(): readonly string[] {
  const marks = /[\u202a-\u202e\u2066-\u2069]/;
  const found: string[] = [];
  const reading = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = reading.nextNode(); node !== null; node = reading.nextNode())
    if (marks.test(node.textContent ?? ''))
      found.push(`${node.parentElement?.className}: ${node.textContent?.slice(0, 40)}`);
  for (const element of document.querySelectorAll('*'))
    for (const name of ['title', 'aria-label', 'alt', 'data-cut'])
      if (marks.test(element.getAttribute(name) ?? '')) found.push(`${element.className} ${name}`);
  return found;
}

describe.skipIf(CHROMIUM === null)(`names that turn the text around${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: `Harbour ${TURNED}`, city: `Hull ${TURNED}` });
        store.addSite({ id: 'other', name: `Mill ${TURNED}` });
        for (let number = 1; number <= FILES; number += 1)
          store.addFile(SITE, {
            name: file(number),
            category: 'other',
            content: `sheet ${number}\n`,
            metadata: { sitesync: { path: `Other/${number > 5 ? '' : `Old ${TURNED}/`}${file(number)}` } },
          });
        store.addFile(SITE, { name: ARABIC, category: 'other', content: 'floor\n' });
      },
    });
    folder = await rig.follow(SITE);
    await disagree(rig, {
      site: SITE,
      folder,
      edited: file(8),
      refused: file(20),
      away: `Old ${TURNED}`,
      held: 5,
    });
  }, 180_000);
  afterAll(() => rig?.close());

  const look = async (where: string): Promise<void> => {
    await rig.page.getByText('\ufffd').first().waitFor({ state: 'attached' });
    expect(await rig.page.evaluate(turns), where).toEqual([]);
  };

  it.each([
    'sites',
    `site/${SITE}/overview`,
    `site/${SITE}/files`,
    `site/${SITE}/activity`,
    'outbox/all',
    'outbox/done',
    'activity',
    'settings',
  ])('are shown as what they are: %s', async (place) => {
    await rig.goTo(place);
    await rig.page.getByRole('heading', { level: 1 }).waitFor();
    await look(place);
  });

  it.each([/5 deletes held/, /changed here and there/, /too large/])(
    'are shown as what they are beside the list of issues: %s',
    async (row) => {
      await rig.goTo('outbox/issues');
      await rig.page.getByRole('row', { name: row }).first().click();
      await look(String(row));
    },
  );

  it('are acted on under their own: opened, previewed, asked about, and found', async () => {
    const { page } = rig;
    await rig.goTo(`site/${SITE}/files`);
    await page.getByRole('row', { name: shown(9) }).click();
    await page.getByRole('heading', { name: shown(9), level: 2 }).waitFor();
    await look('file');
    await page.keyboard.press('Space');
    await page.getByRole('dialog').getByText('sheet 9').waitFor();
    await look('preview');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('plan 9');
    await page.getByRole('option', { name: shown(9) }).waitFor();
    await look('palette');
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: shown(9) }).click();
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog').getByText(shown(9)).waitFor();
    await look('delete');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Delete/ })
      .click();
    await vi.waitFor(
      () => expect(rig.service.store.files(SITE).map(({ name }) => name)).not.toContain(file(9)),
      PATIENCE,
    );
    await rig.goTo('trash');
    await page.getByText(shown(9)).first().waitFor();
    await look('trash');
  });

  it('are left as they are where letters run from right to left by themselves', async () => {
    await rig.goTo(`site/${SITE}/files`);
    // The row of the file that was deleted goes from this list as well, and those below it move.
    await rig.pick(new RegExp(ARABIC), ARABIC);
    expect(rig.bugs).toEqual([]);
  });
});
