import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { boxGlb } from './glb-maker.ts';
import { eventually, expectInert, pixelOf, troubleOf, type PreviewRig } from './preview-rig.ts';

export function gltfSuite(rig: () => PreviewRig): void {
  describe('of a binary glTF', () => {
    it('draws it, turns it and fits it again', async () => {
      const page = await rig().show('box.glb', boxGlb());
      await page.getByText('12 triangles').waitFor();
      await page.getByText('2 × 4 × 3 m').waitFor();
      const stage = page.getByRole('application');
      await eventually(() => isRed(page)).toBe(true);
      await rig().shot(page, 'glb');
      // From the front the box, 2 m wide, leaves what is beside it free; close by it does not.
      await page.getByText('Front', { exact: true }).click();
      await eventually(async () => (await pixelOf(stage, 0.25, 0.5))[0]).toBeGreaterThan(220);
      for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Larger' }).click();
      await eventually(() => isRed(page, 0.25)).toBe(true);
      await page.getByRole('button', { name: 'Fit' }).click();
      await eventually(() => isRed(page, 0.25)).toBe(false);
      // The long side, by keys.
      await stage.focus();
      for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight');
      await eventually(() => isRed(page, 0.38)).toBe(true);
    });

    it('measures from corner to corner', async () => {
      const page = await rig().show('box.glb', boxGlb());
      await page.getByText('12 triangles').waitFor();
      await page.getByText('Front', { exact: true }).click();
      await page.getByRole('button', { name: 'Measure a distance' }).click();
      const stage = (await page.getByRole('application').boundingBox())!;
      const press = async (x: number, y: number): Promise<void> => {
        const [right, down] = onScreen(stage, x, y);
        // A little inside: the corner draws it to itself.
        await page.mouse.click(right - Math.sign(x) * 4, down + Math.sign(y) * 4);
      };
      await press(-1, -1.5);
      await page.getByText('Press the second point').waitFor();
      await press(1, 1.5);
      // The diagonal of 2 × 3.
      await page.getByRole('status').getByText('3.606 m').waitFor();
      expect(await page.locator('.measure-words').textContent()).toBe('3.606 m');
      await rig().shot(page, 'glb-measured');
      await press(1, -1.5);
      await press(1, 1.5);
      await page.getByRole('status').getByText('3 m', { exact: true }).waitFor();
    });

    it('asks for nothing that it names: textures elsewhere are left out, and said', async () => {
      const page = await rig().show(
        'hostile.glb',
        boxGlb((document) => {
          document['images'] = [{ uri: 'https://evil.example/pixel.png' }, { uri: '../../secret.png' }];
          document['textures'] = [{ source: 0 }, { source: 1 }];
          document['materials'] = [
            {
              name: '<img src=x onerror=alert(1)>',
              pbrMetallicRoughness: { baseColorTexture: { index: 0 }, baseColorFactor: [1, 0, 0, 1] },
              emissiveTexture: { index: 1 },
            },
          ];
        }),
      );
      await page.getByText('2 pictures on its surface are in other files').waitFor();
      await eventually(() => isRed(page)).toBe(true);
      expectInert(rig());
    });

    it('waits for a press beside a list', async () => {
      const page = await rig().show('box.glb', boxGlb(), { where: 'panel' });
      expect(await page.locator('canvas').count()).toBe(0);
      await page.getByRole('button', { name: 'Show the model' }).click();
      await eventually(() => isRed(page)).toBe(true);
    });

    it('warns before it opens one over 300 MB', async () => {
      const page = await rig().show('box.glb', boxGlb(), { size: '412000000' });
      await page.getByText('This model is large: 412 MB').waitFor();
      await page.getByRole('button', { name: 'Open it all the same' }).click();
      await page.getByText('12 triangles').waitFor();
    });

    it.each([
      ['letter.glb', Buffer.from('Dear Sir, here is the model'), 'is not a binary glTF'],
      ['empty.glb', Buffer.alloc(0), 'is empty'],
      ['cut.glb', boxGlb().subarray(0, 300), 'is cut off'],
      [
        'lying.glb',
        boxGlb((document) => {
          (document['accessors'] as { count: number }[])[0]!.count = 80_000_000;
        }),
        'accessors.0 lies outside of the file',
      ],
    ])('says what is wrong with %s', async (name, content, words) => {
      expect(await troubleOf(await rig().show(name, content))).toContain(words);
    });

    it('says so where there is no WebGL', async () => {
      const page = await rig().show('box.glb', boxGlb(), { withoutWebGl: true });
      expect(await troubleOf(page)).toContain('this computer offers no 3D graphics');
    });
  });
}

async function isRed(page: Page, right = 0.5): Promise<boolean> {
  const [red = 0, green = 0, blue = 0] = await pixelOf(page.getByRole('application'), right, 0.5);
  return red > 90 && green < red / 2 && blue < red / 2;
}

/** Where a point of the front face of the box is on the screen, as the stage looks at it from the front. */
function onScreen(
  { x: left, y: top, width, height }: { x: number; y: number; width: number; height: number },
  x: number,
  y: number,
): readonly [number, number] {
  const radius = Math.hypot(2, 3, 4) / 2;
  const half = Math.PI / 8;
  const away = radius / Math.sin(half) / Math.min(1, width / height) - 2;
  const perMetre = height / 2 / (away * Math.tan(half));
  return [left + width / 2 + x * perMetre, top + height / 2 - y * perMetre];
}
