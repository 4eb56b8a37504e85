import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { outOfReach } from '../rig/out-of-reach.ts';
import { eventually, expectInert, pixelOf, troubleOf, type PreviewRig } from './preview-rig.ts';

const SAMPLE = join(import.meta.dirname, '..', '..', '..', 'resources', 'sample', 'files');
const SCHOOL = join(SAMPLE, 'lindenau-school', 'GSL_Haupthaus_Bestand_2024-06.ifc');
/** Working a model out takes its time where two processors serve many. */
const PATIENCE = 60_000;

export function ifcSuite(rig: () => PreviewRig): void {
  describe('of a building in IFC', () => {
    it(
      'shows its parts by storey',
      async () => {
        const page = await open(rig(), SCHOOL);
        await page.getByText('44 × 17 × 12 m').waitFor();
        expect(await cells(page)).toEqual([
          ['Grundschule Lindenau', '27'],
          ['Grundschule Lindenau', '27'],
          ['Grundschule Lindenau', '27'],
          ['L00 Ground floor', '9'],
          ['L01', '9'],
          ['L02', '9'],
        ]);
        await page.getByRole('toolbar').getByText('27 elements').waitFor();
        await chevronOf(page, /^L01/).click();
        await eventually(() => cells(page)).toContainEqual(['IfcSpace', '10']);
        const source = readFileSync(SCHOOL, 'utf8');
        // Twelve outer walls on three storeys.
        expect(source.match(/=IFCWALL\(/g)).toHaveLength(12);
        expect(await cells(page)).toContainEqual(['IfcWall', '4']);
        expectInert(rig());
      },
      PATIENCE,
    );

    it.each(['light', 'dark', 'contrast'] as const)(
      'is a tree to keys and ears, down to one part and back: %s',
      async (theme) => {
        const page = await rig().show('school.ifc', { path: SCHOOL }, { theme });
        await page.getByRole('toolbar').waitFor({ timeout: PATIENCE });
        await partsOf(page).focus();
        const press = async (...keys: readonly string[]): Promise<readonly (string | null)[]> => {
          for (const key of keys) await page.keyboard.press(key);
          return currentOf(page);
        };
        expect(await press('Home')).toEqual(['Grundschule Lindenau', '1', '1', '1', 'true']);
        expect(await press('End')).toEqual(['L02', '4', '3', '3', 'false']);
        expect(await press('ArrowUp', 'ArrowRight')).toEqual(['L01', '4', '2', '3', 'true']);
        expect((await press('ArrowRight'))[1]).toBe('5');
        while ((await currentOf(page))[0] !== 'IfcWall') await press('ArrowDown');
        expect((await press('ArrowRight')).slice(1)).toEqual([
          '5',
          expect.any(String),
          expect.any(String),
          'true',
        ]);
        await press('ArrowRight');
        // Parts are named by their numbers until their names are read.
        await expect
          .poll(() => currentOf(page), { timeout: PATIENCE })
          .toEqual([expect.stringMatching(/^Outer wall/), '6', '1', '4', null]);
        await page.getByRole('region', { name: 'Properties' }).getByText('Pset_WallCommon').waitFor();
        await rig().shot(page, `ifc-tree-${theme}`);
        expect((await press('ArrowLeft'))[0]).toBe('IfcWall');
        expect((await press('ArrowLeft')).at(-1)).toBe('false');
        expect((await press('ArrowLeft'))[0]).toBe('L01');
        // What is folded away leaves the keys at what it lies in.
        await press('ArrowRight', 'ArrowRight');
        await chevronOf(page, /^L01/).click();
        expect((await currentOf(page))[0]).toBe('L01');
        expectInert(rig());
      },
      PATIENCE,
    );

    it(
      'warns before it works out one over 300 MB',
      async () => {
        const page = await rig().show('school.ifc', { path: SCHOOL }, { size: '412000000' });
        await page.getByText('This model is large: 412 MB').waitFor();
        expect(await page.getByText('44 × 17 × 12 m').count()).toBe(0);
        await page.getByRole('button', { name: 'Open it all the same' }).click();
        await page.getByText('44 × 17 × 12 m').waitFor();
      },
      PATIENCE,
    );

    it(
      'tells what is known of a picked element, and where it belongs',
      async () => {
        const page = await open(rig(), SCHOOL);
        await page.getByText('Front', { exact: true }).click();
        const stage = (await page.getByRole('application').boundingBox())!;
        const facts = page.getByRole('region', { name: 'Properties' });
        // Parts of a model come as the camera sees them.
        await eventually(async () => {
          await page.mouse.click(stage.x + stage.width / 2, stage.y + stage.height / 2);
          return facts.textContent();
        }).toContain('Outer wall');
        for (const words of ['IfcWall', 'Pset_WallCommon', 'IsExternal', 'OW-360', 'LoadBearing'])
          await facts.getByText(words, { exact: true }).first().waitFor();
        await page
          .getByRole('treeitem', { name: /^Outer wall South/, selected: true })
          .first()
          .waitFor();
        await rig().shot(page, 'ifc');
      },
      PATIENCE,
    );

    it(
      'leaves room for the building, and every tool in reach, in a window of 320 px',
      async () => {
        const page = await open(rig(), SCHOOL);
        const whole = page.viewportSize()!;
        await page.setViewportSize({ width: 320, height: 640 });
        const width = async (): Promise<number> =>
          (await page.getByRole('application').boundingBox())?.width ?? 0;
        await eventually(width).toBeGreaterThan(250);
        expect(await page.evaluate(outOfReach)).toEqual([]);
        await rig().shot(page, 'ifc-320');
        await page.setViewportSize(whole);
      },
      PATIENCE,
    );

    it(
      'tells properties of several values, and those of the type of an element',
      async () => {
        const source = readFileSync(SCHOOL, 'utf8');
        const wall = /^(#\d+)=IFCWALL\(/m.exec(source)![1]!;
        const page = await rig().show('more.ifc', source.replace(/ENDSEC;\s*END-ISO/, `${more(wall)}$&`));
        await chevronOf(page, /^L00 Ground floor/).click({ timeout: PATIENCE });
        await chevronOf(page, /^IfcWall/).click();
        await page.getByRole('treeitem', { name: /^Outer wall South L0/ }).click();
        const facts = page.getByRole('region', { name: 'Properties' });
        await facts.getByText('Of the wall').waitFor();
        const told = await facts.locator('.ifc-set').allTextContents();
        expect(told.slice(-2)).toEqual([
          'Of the wallRange18 – 26At least≥ 18StatusNEW, EXISTINGFloors1, 2',
          'Of its typeMakeBrick 30',
        ]);
        expectInert(rig());
      },
      PATIENCE,
    );

    it(
      'shows rooms only where they are wanted, and measures the building without them',
      async () => {
        // The first room floats above the house.
        const source = readFileSync(SCHOOL, 'utf8');
        const place = '#186=IFCCARTESIANPOINT((0.36,0.36,0.));';
        expect(source).toContain(place);
        const floating = source.replace(place, '#186=IFCCARTESIANPOINT((17.7,0.36,20.));');
        const page = await rig().show('floating.ifc', floating);
        await page.getByText('44 × 17 × 12 m').waitFor({ timeout: PATIENCE });
        await page.getByText('Front', { exact: true }).click();
        const stage = page.getByRole('application');
        const ground = await pixelOf(stage, 0.02, 0.02);
        await eventually(() => pixelOf(stage, 0.3, 0.55)).not.toEqual(ground);
        const { height, perMetre } = scaleOf((await stage.boundingBox())!);
        // The middle of the house is at 6 m, that of the room at 21.5 m.
        const room = () => pixelOf(stage, 0.5, 0.5 - (15.5 * perMetre) / height);
        expect(await room()).toEqual(ground);
        await page.getByText('Rooms as solids').click();
        await eventually(room).not.toEqual(ground);
        await rig().shot(page, 'ifc-rooms');
        await page.getByText('Rooms as solids').click();
        await eventually(room).toEqual(ground);
        expectInert(rig());
      },
      PATIENCE,
    );

    it(
      'measures it in metres',
      async () => {
        const page = await open(rig(), SCHOOL);
        await page.getByText('Front', { exact: true }).click();
        const stage = page.getByRole('application');
        // The walls are there, on the bare ground of the stage.
        const ground = await pixelOf(stage, 0.02, 0.02);
        await eventually(() => pixelOf(stage, 0.3, 0.55)).not.toEqual(ground);
        await page.getByRole('button', { name: 'Measure a distance' }).click();
        const words = page.getByRole('toolbar').getByRole('status');
        const [left, right] = lowCorners((await stage.boundingBox())!);
        await page.mouse.click(left[0] + 4, left[1] - 4);
        await words.getByText('Press the second point').waitFor();
        await page.mouse.click(right[0] - 4, right[1] - 4);
        await words.getByText('44 m', { exact: true }).waitFor();
        await rig().shot(page, 'ifc-measured');
      },
      PATIENCE,
    );

    it(
      'takes what was worked out before, by the content of the file',
      async () => {
        await open(rig(), SCHOOL);
        const asked = new Set<string>();
        rig().context.on('request', (request) => void asked.add(request.url().split('?')[0]!));
        const page = await rig().show('copy.ifc', { path: SCHOOL }, { withoutIfc: true });
        await page.getByText('44 × 17 × 12 m').waitFor();
        const scripts = (): readonly string[] => [...asked].filter((url) => url.endsWith('.js'));
        const forKept = scripts();
        // Another content is worked out, which needs what is withheld here, and what calls it.
        const other = await rig().show('other.ifc', `${readFileSync(SCHOOL, 'utf8')} `, { withoutIfc: true });
        expect(await troubleOf(other)).toContain('a part of SiteSync could not be loaded');
        expect(forKept.length).toBeGreaterThan(0);
        expect(scripts()).toHaveLength(forKept.length + 1);
      },
      PATIENCE,
    );

    it(
      'works a model out anew, and keeps it, after a version that kept others',
      async () => {
        const page = await open(rig(), SCHOOL);
        await page.evaluate(async () => {
          const done = (request: IDBOpenDBRequest): Promise<unknown> =>
            new Promise((resolve, reject) => {
              request.addEventListener('success', resolve);
              request.addEventListener('error', reject);
            });
          await done(indexedDB.deleteDatabase('sitesync-previews'));
          const before = indexedDB.open('sitesync-previews', 1);
          before.addEventListener('upgradeneeded', () =>
            before.result.createObjectStore('models', { keyPath: 'key' }),
          );
          await done(before);
          before.result.close();
        });
        await open(rig(), SCHOOL);
        const kept = await rig().show('copy.ifc', { path: SCHOOL }, { withoutIfc: true });
        await kept.getByText('44 × 17 × 12 m').waitFor();
      },
      PATIENCE,
    );

    it(
      'shows what is there of one that stops early',
      async () => {
        const source = readFileSync(SCHOOL, 'utf8');
        const whole = source.slice(0, source.lastIndexOf('ENDSEC;'));
        const page = await rig().show('cut.ifc', whole);
        await page.getByText('“cut.ifc” stops before its end').waitFor({ timeout: PATIENCE });
        // In the middle of a statement.
        const half = source.slice(0, source.indexOf('(', Math.floor(source.length * 0.9)) + 1);
        const other = await rig().show('half.ifc', half);
        await other.getByText('“half.ifc” stops before its end').waitFor({ timeout: PATIENCE });
        // Which storey holds which part is told behind the parts: they are counted and listed all the same.
        const early = source.slice(0, source.indexOf('=IFCRELCONTAINEDINSPATIALSTRUCTURE('));
        const unplaced = await rig().show('early.ifc', early);
        await unplaced.getByText('“early.ifc” stops before its end').waitFor({ timeout: PATIENCE });
        await eventually(() => cells(unplaced)).toContainEqual(['In no storey', expect.any(String)]);
        const walls = (early.match(/=IFCWALL\(/g) ?? []).length;
        expect(walls).toBeGreaterThan(0);
        expect(await cells(unplaced)).toContainEqual(['IfcWall', String(walls)]);
        await unplaced
          .getByRole('toolbar')
          .getByText(/^[1-9]\d* elements$/)
          .waitFor();
        await rig().shot(unplaced, 'ifc-unplaced');
        expectInert(rig());
      },
      PATIENCE,
    );

    it.each([
      ['letter.ifc', 'Dear Sir', 'is not an IFC model'],
      ['empty.ifc', '', 'is empty'],
      ['new.ifc', step('IFC5X9', ''), 'is written in IFC5X9'],
      ['bare.ifc', step('IFC4', ''), '“bare.ifc”'],
      ['torn.ifc', `${step('IFC4', '').slice(0, 160)}#1=IFCPROJECT(`, 'is cut off'],
      ['loop.ifc', step('IFC4', loop()), '“loop.ifc”'],
      ['lying.ifc', step('IFC4', lying()), '“lying.ifc”'],
    ])(
      'says what is wrong with %s, and the app goes on',
      async (name, content, words) => {
        const page = await rig().show(name, content);
        await page.getByRole('alert').waitFor({ timeout: PATIENCE });
        expect(await troubleOf(page)).toContain(words);
        expectInert(rig());
      },
      PATIENCE,
    );
  });
}

async function open(rig: PreviewRig, path: string): Promise<Page> {
  const page = await rig.show('school.ifc', { path });
  await page.getByRole('toolbar').waitFor({ timeout: PATIENCE });
  return page;
}

const partsOf = (page: Page): Locator => page.getByRole('tree', { name: 'Parts of the model' });
const chevronOf = (page: Page, name: RegExp): Locator =>
  partsOf(page).getByRole('treeitem', { name }).locator('[data-fold]');

/** The lines of the tree: words and count. */
async function cells(page: Page): Promise<string[][]> {
  return partsOf(page)
    .getByRole('treeitem')
    .evaluateAll((all) =>
      all.map((line) =>
        [...line.querySelectorAll('.grow, .num > [aria-hidden]')].map((part) => part.textContent),
      ),
    );
}

/** The line that the keys are at: its name, and what is told of its place. */
function currentOf(page: Page): Promise<readonly (string | null)[]> {
  return partsOf(page).evaluate((tree) => {
    const line = document.getElementById(tree.getAttribute('aria-activedescendant') ?? '');
    const told = ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'];
    return [
      line?.querySelector('.grow')?.textContent ?? null,
      ...told.map((of) => line?.getAttribute(of) ?? null),
    ];
  });
}

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the lower corners of the front, 44 × 12 m of a house 17 m deep, are on the screen. */
function lowCorners({ x, y, width, height }: Frame) {
  const { perMetre } = scaleOf({ x, y, width, height });
  const at = (side: number): readonly [number, number] => [
    x + width / 2 + side * 22 * perMetre,
    y + height / 2 + 6 * perMetre,
  ];
  return [at(-1), at(1)] as const;
}

/** Pixels a metre of that front. */
function scaleOf({ width, height }: Frame): { readonly height: number; readonly perMetre: number } {
  const radius = Math.hypot(44, 12, 17) / 2;
  const half = Math.PI / 8;
  const away = radius / Math.sin(half) / Math.min(1, width / height) - 17 / 2;
  return { height, perMetre: height / 2 / (away * Math.tan(half)) };
}

function step(schema: string, data: string): string {
  return `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('a.ifc','2026-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('${schema}'));
ENDSEC;
DATA;
${data}ENDSEC;
END-ISO-10303-21;
`;
}

/** Properties of a wall and of its type. */
function more(wall: string): string {
  return `#90001=IFCPROPERTYBOUNDEDVALUE('Range',$,IFCREAL(26.),IFCREAL(18.),$,$);
#90002=IFCPROPERTYBOUNDEDVALUE('At least',$,$,IFCREAL(18.),$,$);
#90003=IFCPROPERTYENUMERATEDVALUE('Status',$,(IFCLABEL('NEW'),IFCLABEL('EXISTING')),$);
#90004=IFCPROPERTYLISTVALUE('Floors',$,(IFCINTEGER(1),IFCINTEGER(2)),$);
#90005=IFCPROPERTYSET('0000000000000000000A01',$,'Of the wall',$,(#90001,#90002,#90003,#90004));
#90006=IFCRELDEFINESBYPROPERTIES('0000000000000000000A02',$,$,$,(${wall}),#90005);
#90007=IFCPROPERTYSINGLEVALUE('Make',$,IFCLABEL('Brick 30'),$);
#90008=IFCPROPERTYSET('0000000000000000000A03',$,'Of its type',$,(#90007));
#90009=IFCWALLTYPE('0000000000000000000A04',$,'Brick',$,$,(#90008),$,$,$,.STANDARD.);
#90010=IFCRELDEFINESBYTYPE('0000000000000000000A05',$,$,$,(${wall}),#90009);
`;
}

/** A place that is measured from itself, and a part that holds itself. */
function loop(): string {
  return `#1=IFCLOCALPLACEMENT(#1,#2);
#2=IFCAXIS2PLACEMENT3D(#3,$,$);
#3=IFCCARTESIANPOINT((0.,0.,0.));
#4=IFCWALL('0000000000000000000001',$,'Wall',$,$,#1,#5,$,.SOLIDWALL.);
#5=IFCPRODUCTDEFINITIONSHAPE($,$,(#6));
#6=IFCSHAPEREPRESENTATION($,'Body','SweptSolid',(#6));
#7=IFCRELAGGREGATES('0000000000000000000002',$,$,$,#4,(#4));
`;
}

/** Names parts that are not there, and a list that says it is longer than any memory. */
function lying(): string {
  return `#1=IFCPROJECT('0000000000000000000003',$,'P',$,$,$,$,(#999999999),#888888888);
#2=IFCWALL('0000000000000000000004',$,'Wall',$,$,#777777777,#3,$,.SOLIDWALL.);
#3=IFCPRODUCTDEFINITIONSHAPE($,$,(#4294967295));
#4294967294=IFCCARTESIANPOINT((1.E400,-1.E400,0.));
`;
}
