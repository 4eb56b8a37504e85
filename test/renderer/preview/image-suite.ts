import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, expectInert, pixelOf, troubleOf, type PreviewRig } from './preview-rig.ts';

export function imageSuite(rig: () => PreviewRig): void {
  describe('of a picture', () => {
    it('fits it into the room, and shows it as large as asked', async () => {
      const page = await rig().show('plan.png', png(2400, 1000, [200, 30, 30]));
      const shown = page.getByRole('img', { name: 'plan.png' });
      await page.getByText('2,400 × 1,000 pixels').waitFor();
      // 16 pixels are left free at either side.
      await eventually(() => shown.boundingBox()).toMatchObject({ width: 1168 });
      expect((await shown.boundingBox())!.height).toBeCloseTo(1168 / 2.4, 0);
      await page.getByRole('button', { name: 'Actual size' }).click();
      await eventually(async () => (await shown.boundingBox())?.width).toBe(2400);
      expect(await pixel(page)).toEqual([200, 30, 30, 255]);
    });

    it('turns a photo as its camera says', async () => {
      const page = await rig().show('photo.jpg', '');
      const upright = await page.evaluate(jpegInPage);
      const turned = await rig().show('photo.jpg', turnedJpeg(Uint8Array.from(upright)));
      // Stored 60 × 20 with orientation 6: shown 20 × 60, red on top.
      await turned.getByText('20 × 60 pixels').waitFor();
      const [red, , blue] = await pixel(turned, 10, 4);
      expect(red).toBeGreaterThan(200);
      expect(blue).toBeLessThan(60);
    });

    it('shows one with the header of OS/2', async () => {
      const page = await rig().show('scan.bmp', oldBmp(120, 60, [0, 160, 0]));
      await page.getByText('120 × 60 pixels').waitFor();
      expect(await pixel(page)).toEqual([0, 160, 0, 255]);
    });

    it.each([
      ['walk.gif', movingGif()],
      ['walk.png', movingPng()],
    ])('stands still where less motion is asked for, and says so: %s', async (name, content) => {
      const page = await rig().show(name, content);
      await page.getByText('This computer asks for less motion').waitFor();
      const shown = page.getByRole('img', { name });
      for (let look = 0; look < 3; look += 1) {
        expect(await pixelOf(shown)).toEqual([255, 0, 0]);
        await page.waitForTimeout(150);
      }
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const moving = await rig().show(name, content);
      await eventually(() => pixelOf(moving.getByRole('img', { name }))).toEqual([0, 0, 255]);
      expect(await moving.getByText('This computer asks for less motion').count()).toBe(0);
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });

    it('shows what is there of one that stops early, and says so', async () => {
      const whole = png(400, 400, [10, 120, 10]);
      const page = await rig().show('cut.png', whole.slice(0, whole.length - 40));
      await page.getByText('“cut.png” stops before its end').waitFor();
    });

    it('believes no photo to stop early that has the notes of a phone behind it', async () => {
      const bare = await rig().show('photo.jpg', '');
      const photo = Buffer.from(await bare.evaluate(jpegInPage));
      const notes = Buffer.from(`SEFH${'Image_UTC_Data1790000000000'.repeat(8)}SEFT`);
      const page = await rig().show('photo.jpg', Buffer.concat([photo, notes]));
      await page.getByText('60 × 20 pixels').waitFor();
      expect(await page.getByText('stops before its end').count()).toBe(0);
      const cut = await rig().show('cut.jpg', photo.subarray(0, photo.length - 40));
      await cut.getByText('“cut.jpg” stops before its end').waitFor();
    });

    it.each([
      ['note.jpg', 'a letter', 'is not a valid JPG picture'],
      ['empty.png', '', 'is empty'],
      ['bomb.png', png(60_000, 60_000, [0, 0, 0], false), '3600 million pixels'],
      [
        'noise.png',
        Buffer.concat([png(10, 10, [0, 0, 0]).subarray(0, 33), Buffer.from('not pixels IEND')]),
        'is damaged',
      ],
    ])('says what is wrong with %s', async (name, content, words) => {
      expect(await troubleOf(await rig().show(name, content))).toContain(words);
    });
  });

  describe('of a drawing in SVG', () => {
    it('is a picture and nothing more: no script runs and nothing is fetched', async () => {
      const hostile = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="200"
          onload="document.title='run'">
        <script>parent.document.title = 'run'; fetch('https://evil.example/a')</script>
        <image href="https://evil.example/pixel.png" width="10" height="10"/>
        <style>@import url(https://evil.example/a.css); rect { fill: url(https://evil.example/b.svg#c) #00f }</style>
        <foreignObject width="50" height="50"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"></iframe></foreignObject>
        <rect x="100" y="50" width="150" height="100" style="fill:#0000ff"/></svg>`;
      const page = await rig().show('plan.svg', hostile);
      await page.getByText('300 × 200 pixels').waitFor();
      expect(await pixelOf(page.getByRole('img', { name: 'plan.svg' }), 0.6, 0.5)).toEqual([0, 0, 255]);
      expect(await page.title()).toBe('Components · SiteSync');
      expectInert(rig());
    });

    it.each(Object.entries(bombs()))(
      'does not begin with one that multiplies itself by %s',
      async (_, bomb) => {
        const page = await rig().show('plan.svg', bomb);
        expect(await troubleOf(page)).toContain('repeats its parts too often');
      },
    );

    it('looks at one in the encoding in which it is drawn', async () => {
      const [bomb = ''] = Object.values(bombs());
      const wide = Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-16"?>${bomb}`, 'utf16le');
      expect(await troubleOf(await rig().show('plan.svg', wide))).toContain('repeats its parts too often');
      const fine = `\uFEFF<?xml version="1.0" encoding="utf-16"?>${drawing('<rect width="300" height="200" fill="#0f0"/>')}`;
      const page = await rig().show('fine.svg', Buffer.from(fine, 'utf16le'));
      expect(await pixelOf(page.getByRole('img', { name: 'fine.svg' }))).toEqual([0, 255, 0]);
    });

    it('draws one that repeats a symbol thousands of times', async () => {
      const trees = '<use href="#tree" x="20" y="20"/>'.repeat(5000);
      const leaf = '<pattern id="leaf" width="9" height="9"><rect width="9" height="9"/></pattern>';
      const symbol =
        '<symbol id="tree">' + '<rect width="200" height="100" fill="#008000"/>'.repeat(20) + '</symbol>';
      const page = await rig().show(
        'trees.svg',
        drawing(`<style>use { fill: url(#leaf) }</style>${leaf}${symbol}${trees}`),
      );
      expect(await pixelOf(page.getByRole('img', { name: 'trees.svg' }), 0.5, 0.3)).toEqual([0, 128, 0]);
    });

    it('draws one of tens of thousands of shapes with a gradient and a clip', async () => {
      const shape = '<rect width="300" height="200" fill="url(#g)" clip-path="url(#c)"/>';
      const gradient =
        '<linearGradient id="g"><stop stop-color="#008000"/><stop offset="1" stop-color="#008000"/></linearGradient>';
      const clip = '<clipPath id="c"><rect width="300" height="200"/></clipPath>';
      const page = await rig().show('plan.svg', drawing(gradient + clip + shape.repeat(40_000)));
      expect(await pixelOf(page.getByRole('img', { name: 'plan.svg' }))).toEqual([0, 128, 0]);
    });

    it.each([
      ['no size', 'viewBox="0 0 4000 3000"', { width: 964, height: 723 }],
      [
        'a size in shares of its room',
        'width="100%" height="100%" viewBox="0 0 4000 1000"',
        { width: 1168, height: 292 },
      ],
      ['neither size nor proportions', '', { width: 1168, height: 723 }],
      [
        'a size in a style',
        'style="width:400px;height:300px" viewBox="0 0 4000 3000"',
        { width: 964, height: 723 },
      ],
      ['a width alone', 'width="80mm" viewBox="0 0 4000 3000"', { width: 302, height: 227 }],
    ])('fills its room with one that names %s', async (_, names, size) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${names}><rect width="4000" height="3000" fill="#0f0"/></svg>`;
      const page = await rig().show('plan.svg', svg);
      const shown = page.getByRole('img', { name: 'plan.svg' });
      await eventually(async () => {
        const { width = 0, height = 0 } = (await shown.boundingBox()) ?? {};
        return { width: Math.round(width), height: Math.round(height) };
      }).toEqual(size);
      expect(await pixelOf(shown, 0.9, 0.9)).toEqual([0, 255, 0]);
    });

    it('says where one that is damaged cannot be read', async () => {
      const page = await rig().show('plan.svg', '<svg xmlns="http://www.w3.org/2000/svg">\n<g>\n</svg>');
      expect(await troubleOf(page)).toContain('is not a valid SVG drawing: line 3');
    });
  });
}

function drawing(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="200">${content}</svg>`;
}

const corners = (many: number): string =>
  Array.from({ length: many }, (_, n) => `${n === 0 ? 'M' : 'L'}${n} ${n % 7}`).join('');

/** Each part is drawn twice by the next one, thirty times over. */
function bombs(): Readonly<Record<string, string>> {
  const parts = Array.from({ length: 30 }, (_, n) => n);
  const bomb = (last: string, part: (n: number, inner: string) => string, first: (id: string) => string) =>
    drawing(
      `${parts.map((n) => part(n, (n === 0 ? last : first(`p${n - 1}`)).repeat(2))).join('')}${first('p29')}`,
    );
  const rect = '<rect width="9" height="9"/>';
  const painted = (fill: (id: string) => string) =>
    bomb(rect, (n, inner) => `<pattern id="p${n}" width="9" height="9">${inner}</pattern>`, fill);
  return {
    uses: bomb(
      rect,
      (n, inner) => `<g id="p${n}">${inner}</g>`,
      (id) => `<use xlink:href="#${id}"/>`,
    ),
    patterns: painted((id) => `<rect width="9" height="9" fill="url(#${id})"/>`),
    'uses that are written in escapes': bomb(
      rect,
      (n, inner) => `<g id="p${n}">${inner}</g>`,
      (id) => `<use xlink:href="#%70${id.slice(1)}"/>`,
    ),
    'patterns that are written in capitals': painted(
      (id) => `<rect width="9" height="9" fill="URL(#${id})"/>`,
    ),
    'patterns that are written in escapes': painted(
      (id) => `<rect width="9" height="9" style="fill:u\\72l('\\23 ${id}')"/>`,
    ),
    'its style sheet': painted((id) => `<rect width="9" height="9" class="${id}"/>`).replace(
      '<pattern',
      `<style>@media all { ${parts.map((n) => `.p${n} { fill: url('#p${n}') }`).join(' ')} }</style><pattern`,
    ),
    markers: drawing(
      [0, 1, 2]
        .map((n) => `<marker id="p${n + 1}"><path d="${corners(300)}" marker-mid="url(#p${n})"/></marker>`)
        .join('') + `<marker id="p0">${rect}</marker><path d="${corners(300)}" style="marker:url(#p3)"/>`,
    ),
    'fills that are inherited': drawing(
      [0, 1, 2, 3, 4]
        .map(
          (n) =>
            `<pattern id="p${n + 1}" width="9" height="9"><g fill="url(#p${n})">${rect.repeat(20)}</g></pattern>`,
        )
        .join('') +
        `<pattern id="p0" width="9" height="9">${rect}</pattern><g fill="url(#p5)">${rect.repeat(20)}</g>`,
    ),
    'parts that each hold the next': drawing(`${'<g>'.repeat(2000)}${'</g>'.repeat(2000)}`),
  };
}

/** A PNG of one colour; without pixels it only says how large it would be. */
export function png(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number],
  withPixels = true,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.alloc(1 + width * 3);
  for (let at = 0; at < width; at += 1) line.set([red, green, blue], 1 + at * 3);
  const pixels = withPixels ? Buffer.concat(Array.from({ length: height }, () => line)) : Buffer.alloc(0);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** A BMP of one colour as OS/2 wrote it: two bytes for each side. */
function oldBmp(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number],
): Buffer {
  const line = Buffer.alloc(Math.ceil((width * 3) / 4) * 4);
  for (let at = 0; at < width; at += 1) line.set([blue, green, red], at * 3);
  const head = Buffer.alloc(26);
  head.write('BM');
  head.writeUInt32LE(26 + line.length * height, 2);
  head.writeUInt32LE(26, 10);
  head.writeUInt32LE(12, 14);
  for (const [at, value] of [width, height, 1, 24].entries()) head.writeUInt16LE(value, 18 + at * 2);
  return Buffer.concat([head, ...Array.from({ length: height }, () => line)]);
}

/** Red, and after 50 ms blue, again and again: 40 × 40. */
function movingGif(): Buffer {
  const size = '28002800';
  // One code clears the table, and each of the others is a pixel, so that none of them grows.
  const pixels = (colour: number): Buffer => {
    const bits = Array.from({ length: 1600 }, (_, at) =>
      at % 2 === 0 ? [0, 0, 1, colour, 0, 0] : [colour, 0, 0],
    );
    const all = [...bits.flat(), 1, 0, 1];
    const packed = Buffer.alloc(Math.ceil(all.length / 8));
    for (const [at, bit] of all.entries()) packed[at >> 3]! |= bit << (at & 7);
    const blocks: Buffer[] = [];
    for (let at = 0; at < packed.length; at += 255) {
      const block = packed.subarray(at, at + 255);
      blocks.push(Buffer.from([block.length]), block);
    }
    return Buffer.concat([Buffer.from([2]), ...blocks, Buffer.from([0])]);
  };
  const frame = (colour: number): Buffer =>
    Buffer.concat([Buffer.from(`21f90400050000002c00000000${size}00`, 'hex'), pixels(colour)]);
  const head = Buffer.from(`474946383961${size}800000ff00000000ff`, 'hex');
  return Buffer.concat([head, frame(0), frame(1), Buffer.from([0x3b])]);
}

/** The same. */
function movingPng(): Buffer {
  const first = png(40, 40, [255, 0, 0]);
  const second = png(40, 40, [0, 0, 255]);
  const begin = 8 + 25;
  const data = (of: Buffer): Buffer => of.subarray(begin + 8, of.length - 12 - 4);
  const count = Buffer.from('0000000200000001', 'hex');
  const frame = (number: number): Buffer => {
    const part = Buffer.alloc(26);
    for (const [at, value] of [number, 40, 40].entries()) part.writeUInt32BE(value, at * 4);
    part.writeUInt16BE(5, 20);
    part.writeUInt16BE(100, 22);
    return chunk('fcTL', part);
  };
  return Buffer.concat([
    first.subarray(0, begin),
    chunk('acTL', count),
    frame(0),
    chunk('IDAT', data(first)),
    frame(1),
    chunk('fdAT', Buffer.concat([Buffer.from('00000002', 'hex'), data(second)])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** In the page: 60 × 20, its left half red and its right half blue. */
async function jpegInPage(): Promise<number[]> {
  const canvas = new OffscreenCanvas(60, 20);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#f00';
  context.fillRect(0, 0, 30, 20);
  context.fillStyle = '#00f';
  context.fillRect(30, 0, 30, 20);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 });
  return [...new Uint8Array(await blob.arrayBuffer())];
}

/** Says in EXIF that its camera was held upright (orientation 6). */
function turnedJpeg(jpeg: Uint8Array): Buffer {
  const exif = Buffer.from('4578696600004d4d002a00000008000101120003000000010006000000000000', 'hex');
  const length = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), length, exif, jpeg.subarray(2)]);
}

/** What the picture on the page is made of, in its own pixels. */
async function pixel(page: Page, x = 1, y = 1): Promise<number[]> {
  return page.locator('.preview img').evaluate(
    (image: HTMLImageElement, [left, top]) => {
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      return [...context.getImageData(left!, top!, 1, 1).data];
    },
    [x, y],
  );
}
