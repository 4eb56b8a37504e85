import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxGlb } from '../preview/glb-maker.ts';
import { hasFocus } from '../rig/has-focus.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const LONG = `${'Heizungsverteilerstationswartungsprotokoll_'.repeat(5)}4.bin`;

/** One page that fits into the room beside a list. */
async function lowPdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage([800, 300]).drawText('Sheet 1');
  return Buffer.from(await pdf.save());
}

describe.skipIf(CHROMIUM === null)(`the preview beside the list of files${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    const plan = await lowPdf();
    rig = await Rig.open({
      // What is known of a file has more lines than there is room for.
      viewport: { width: 1280, height: 600 },
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        store.addFile(SITE, { name: 'Plan.pdf', category: 'other', content: plan });
        store.addFile(SITE, { name: 'Box.glb', category: 'model-3d', content: boxGlb() });
        store.addFile(SITE, { name: LONG, category: 'other', content: 'bytes' });
        for (const content of ['one', 'two'])
          store.addFile(SITE, { name: 'Twin.txt', category: 'other', content });
      },
    });
    await rig.follow(SITE);
    await rig.goTo(`site/${SITE}/files`);
  }, 120_000);
  afterAll(() => rig?.close());

  const details = () => rig.page.getByRole('complementary', { name: 'Details' });

  it('of a PDF stands whole at the top of the details', async () => {
    await rig.pick(/Plan\.pdf/, 'Plan.pdf');
    await details().locator('.page canvas').first().waitFor();
    await rig.shot('details-pdf');
    // Its details could be scrolled, and are not.
    expect(await details().evaluate((of) => of.scrollHeight > of.clientHeight)).toBe(true);
    expect(await details().evaluate((of) => of.scrollTop)).toBe(0);
  }, 120_000);

  it('has facts that begin below one another and stand equally far apart, also where one can be changed', async () => {
    const names = ['Category', 'Folder', 'Size', 'Changed'];
    const facts = await details()
      .locator('.facts dt')
      .evaluateAll((terms) =>
        terms.map((term) => {
          const words = document.createRange();
          words.selectNodeContents(
            term.nextElementSibling!.querySelector('.select-value') ?? term.nextElementSibling!,
          );
          const { top } = term.getBoundingClientRect();
          return { name: term.textContent, top, left: words.getBoundingClientRect().left };
        }),
      );
    const [first, ...rest] = facts.filter(({ name }) => names.includes(name));
    expect(rest).toHaveLength(3);
    for (const [at, { left, top }] of rest.entries()) {
      expect(left).toBeCloseTo(first!.left, 0);
      expect(top - first!.top).toBeCloseTo(24 * (at + 1), 0);
    }
  });

  it('has entries in the menu whose words all begin below one another', async () => {
    await rig.page.getByRole('row', { name: /Plan\.pdf/ }).click({ button: 'right' });
    const words = rig.page.getByRole('menuitem').locator('.menu-words');
    await rig.page.getByRole('menuitem', { name: 'Spec Sheet' }).waitFor();
    const lefts = await words.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
    expect(lefts.length).toBeGreaterThan(8);
    expect(new Set(lefts).size).toBe(1);
    // Spoken as its name alone; the keys come after it, as its description.
    const rename = rig.page.getByRole('menuitem', { name: 'Rename' }).filter({ hasText: 'F2' });
    expect(await rename.ariaSnapshot()).toMatch(/^- menuitem "Rename…?"/);
    const described = await rename.getAttribute('aria-describedby');
    expect(await rig.page.locator(`[id="${described}"]`).textContent()).toBe('F2');
    await rig.page.keyboard.press('Escape');
  });

  it('of a model has the focus when it was asked for by key', async () => {
    await rig.pick(/Box\.glb/, 'Box.glb');
    await details().getByRole('button', { name: 'Show the model' }).press('Enter');
    await hasFocus(details().getByRole('application', { name: /^Model Box\.glb/ }));
  }, 120_000);

  it(
    'of what cannot be shown says what to do, however long the name is',
    async () => {
      await rig.pick(/Heizungsverteiler/, LONG);
      const advice = details().locator('.preview .empty .t-small');
      await advice.waitFor();
      await rig.shot('details-long-name');
      const [of, tile] = await Promise.all([
        advice.boundingBox(),
        details().locator('.preview').boundingBox(),
      ]);
      expect(of!.y + of!.height).toBeLessThanOrEqual(tile!.y + tile!.height);
      expect(await details().locator('.preview').innerText()).not.toContain('Heizung');
    },
    PATIENCE.timeout,
  );

  it('of one of two files of a name says which it has on the service, and how to end that', async () => {
    await rig.page.getByRole('row', { name: /Twin ~[0-9a-f]{8}\.txt/ }).click();
    await details().getByText('On the service this file is called Twin.txt.').waitFor();
    await rig.shot('details-other-name');
    await rig.pick(/Twin\.txt/, 'Twin.txt');
    expect(await details().getByText('On the service this file is called').count()).toBe(0);
  }, 120_000);
});
