import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AXE_PATIENCE, faultsOf } from './rig/faults.ts';
import { outOfReach } from './rig/out-of-reach.ts';
import { PATIENCE, Rig, SAMPLE } from './rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from './rig/chromium.ts';

const SITE = 'rijnhaven-tower';

/** Files that two people edit at once: what one adds, and what the other writes otherwise. */
const EDITS = [
  {
    name: 'Rijnhaven Tower datamodel (Brick) 2026-03.csv',
    mine: `AHU-03.FRA,Frost alarm,brick:Alarm,AHU-03,,rtm.ahu03.frost
AHU-03.FDP,Filter pressure,brick:Filter_Differential_Pressure_Sensor,AHU-03,Pa,rtm.ahu03.fdp
`,
    was: 'Zone temperature, meeting room',
    theirs: 'Zone temperature, boardroom',
  },
  {
    name: 'Site access & keys.txt',
    mine: 'Ask for Joris.\n',
    was: 'one day before',
    theirs: 'two days before',
  },
] as const;

/** Neither end of it is outside of the window, scrolled away or behind anything. */
const inView = (of: Locator): Promise<boolean> =>
  of.evaluate((element) => {
    const { left, width, top, bottom } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => {
      return element.contains(document.elementFromPoint(left + width / 2, y));
    });
  });

/** Every screen with something to show, in every theme; SCREENSHOTS=folder keeps what they look like. */
describe.skipIf(CHROMIUM === null)(`the screens${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  beforeAll(async () => {
    rig = await Rig.open({ sample: SAMPLE, faults: { maxUploadBytes: 3_000_000 } });
    folder = await rig.follow(SITE);
    await disagree();
  }, 180_000);

  afterAll(() => rig?.close());

  /** Two conflicts, an issue, and deletes that are held, all by what people do. */
  const disagree = async (): Promise<void> => {
    await rig.call('app.pause', { paused: true });
    for (const { name, mine, was, theirs } of EDITS) {
      const record = rig.service.store.files(SITE).find((file) => file.name === name)!;
      const path = await pathOf(name);
      const text = await readFile(path, 'utf8');
      await writeFile(path, `${text}${mine}`);
      rig.service.store.editFile(record.id, { content: text.replace(was, theirs) });
    }
    await mkdir(join(folder, 'Site visit'), { recursive: true });
    await writeFile(join(folder, 'Site visit', 'Facade survey.zip'), Buffer.alloc(4_000_000));
    await rig.call('app.pause', { paused: false });
    await holds({ conflicts: 2, issues: 1 });
    // Whole, as a person drags a folder away: file by file, the first would be gone before they are many.
    await rename(join(folder, 'Spec Sheet'), join(rig.home, 'Spec Sheet'));
    await holds({ held: 6 });
    rig.service.set({ maintenance: true, retryAfter: 3600 });
    await writeFile(join(folder, 'Site visit', 'Findings.txt'), 'Belt of AHU-03 is worn.');
    await rig.call('app.sync', { site: null });
    await holds({ pending: 1 });
  };
  const holds = (counts: object): Promise<void> =>
    vi.waitFor(
      async () => expect((await rig.call('app.state', null)).outbox).toMatchObject(counts),
      PATIENCE,
    );
  const pathOf = async (name: string): Promise<string> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const entry = entries.find((each) => each.name === name && !each.parentPath.includes('.sitesync'));
    return join(entry?.parentPath ?? '', name);
  };

  const inEachTheme = async (name: string): Promise<void> => {
    expect(await faultsOf(rig, name)).toEqual([]);
  };

  it(
    'files, with one beside the list',
    async () => {
      await rig.goTo(`site/${SITE}/files`);
      const row = rig.page.getByRole('row', { name: /Plant room L12 \(as built\)/ });
      await row.click();
      await rig.page.getByRole('heading', { name: /Plant room L12/, level: 2 }).waitFor();
      // A browser opens no file: its path leads to it.
      await rig.page.getByRole('button', { name: 'Copy the path' }).waitFor();
      await inEachTheme('files');
    },
    AXE_PATIENCE.timeout,
  );

  it(
    'a file that failed: in a word in the list, in sentences beside it',
    async () => {
      const row = rig.page.getByRole('row', { name: /Facade survey\.zip/ });
      await row.getByText('Failed · too large').click();
      await rig.page
        .getByRole('region', { name: 'Facade survey.zip' })
        .getByText(/Make the file smaller/)
        .waitFor();
      await inEachTheme('files-failed');
    },
    AXE_PATIENCE.timeout,
  );

  it(
    'files that are selected',
    async () => {
      await rig.page.getByRole('grid', { name: 'Files' }).focus();
      await rig.page.keyboard.press('Control+Space');
      await rig.page.keyboard.press('Shift+ArrowDown');
      await rig.page.getByText(/2 selected · /).waitFor();
      await inEachTheme('files-selected');
    },
    AXE_PATIENCE.timeout,
  );

  it(
    'the outbox with a conflict',
    async () => {
      await rig.goTo('outbox/issues');
      await rig.page.getByText(/deletes? (is|are) held\./).waitFor();
      await rig.page.getByRole('row', { name: /datamodel \(Brick\).*changed here and there/ }).click();
      const side = (name: string): Locator => rig.page.getByRole('region', { name, exact: true });
      // A datamodel is told by its points, by all that differs of each.
      await side('Mine').getByText('+2 points').waitFor();
      await side('Mine').getByRole('row', { name: 'Only here: rtm.ahu03.fdp Filter pressure Pa' }).waitFor();
      await side('Theirs')
        .getByRole('row', { name: 'Changed: rtm.l12.zt.1204 Zone temperature, boardroom 12.04 °C' })
        .waitFor();
      await inEachTheme('outbox-conflict');
      // What is no datamodel is told by its lines.
      await rig.page.getByRole('row', { name: /Site access & keys.*changed here and there/ }).click();
      await side('Mine').getByText('Ask for Joris.').waitFor();
      await side('Theirs').getByText('1 line differs').waitFor();
      await rig.shot('outbox-conflict-text');
    },
    AXE_PATIENCE.timeout,
  );

  it.each([
    ['1366x768', 1366, 768],
    ['1280x720', 1280, 720],
    ['1280x720 at 125 %', 1024, 576],
    ['1280x800 at 150 %', 853, 533],
  ] as const)(
    'a conflict in a window of %s: what differs, the three choices and the button, without a scroll',
    async (size, width, height) => {
      await rig.page.setViewportSize({ width, height });
      await rig.goTo('outbox/issues');
      await rig.page.getByRole('row', { name: /datamodel \(Brick\).*changed here and there/ }).click();
      const first = rig.page.getByRole('row', { name: /^Changed: rtm\.l12\.zt\.1204 .* boardroom/ });
      await first.waitFor();
      for (const theme of ['dark', 'contrast', 'light'] as const) {
        await rig.theme(theme);
        await rig.shot(`outbox-conflict-${size}-${theme}`);
        for (const name of [/Keep both/, /Keep mine/, /Keep theirs/])
          expect(
            await inView(rig.page.locator('.radio-card').filter({ hasText: name })),
            `${theme} ${name}`,
          ).toBe(true);
        expect(await inView(rig.page.getByRole('button', { name: 'Keep both' }))).toBe(true);
        expect(await inView(rig.page.locator('.conflict-names > :last-child'))).toBe(true);
        // Where that is possible at all, what differs is seen above them.
        if (height >= 720) expect(await inView(first.locator('.truncate')), theme).toBe(true);
      }
      await rig.page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  it('shows all three choices of a conflict at once in a window of 1440x900 that is zoomed twice', async () => {
    await rig.page.setViewportSize({ width: 720, height: 450 });
    await rig.goTo('outbox/issues');
    await rig.pick(/Site access & keys.*changed here and there/, 'Site access & keys.txt');
    for (const theme of ['light', 'dark', 'contrast'] as const) {
      await rig.theme(theme);
      await rig.shot(`outbox-conflict-720x450-${theme}`);
      for (const name of ['Keep both', 'Keep mine', 'Keep theirs'])
        await expect
          .poll(() => inView(rig.page.locator('.radio-card').filter({ hasText: name })), PATIENCE)
          .toBe(true);
      // Also before anything is scrolled, and with what they lead to.
      await rig.page.locator('.conflict-sides').evaluate((sides) => sides.scrollIntoView({ block: 'start' }));
      for (const name of ['Keep both', 'Keep mine', 'Keep theirs'])
        expect(await inView(rig.page.locator('.radio-card').filter({ hasText: name })), theme).toBe(true);
      expect(await inView(rig.page.locator('.conflict-names > :last-child')), theme).toBe(true);
      expect(await inView(rig.page.locator('.outbox-foot .button-primary')), theme).toBe(true);
    }
    await rig.theme('light');
    await rig.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps the edges of both versions, and the mark of what needs a person, in forced colours', async () => {
    const { page } = rig;
    await page.setViewportSize({ width: 1024, height: 700 });
    await rig.goTo('outbox/issues');
    await page.getByRole('row', { name: /datamodel \(Brick\).*changed here and there/ }).click();
    const side = page.getByRole('region', { name: 'Mine', exact: true });
    await side.waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    const looks = await page.evaluate(() => {
      const edge = getComputedStyle(document.querySelector('.conflict-side')!);
      const mark = getComputedStyle(document.querySelector('.rail-site.rail-flag')!, '::after');
      return {
        edge: `${edge.borderTopStyle} ${edge.borderTopWidth}`,
        isMarked: mark.backgroundColor !== getComputedStyle(document.body).backgroundColor,
      };
    });
    expect(looks).toEqual({ edge: 'solid 1px', isMarked: true });
    await page.emulateMedia({ forcedColors: 'none' });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it.each([
    ['800x700', 800, 700],
    ['1100x768', 1100, 768],
  ] as const)(
    'a conflict of text in a window of %s: both versions side by side in view, and no word cut',
    async (size, width, height) => {
      await rig.page.setViewportSize({ width, height });
      await rig.goTo('outbox/issues');
      await rig.page.getByRole('row', { name: /Site access & keys.*changed here and there/ }).click();
      const sides = ['Mine', 'Theirs'].map((name) => rig.page.getByRole('region', { name, exact: true }));
      await sides[0]!.getByText('Ask for Joris.').waitFor();
      for (const theme of ['contrast', 'light'] as const) {
        await rig.theme(theme);
        await rig.shot(`outbox-conflict-${size}-${theme}`);
        const [mine, theirs] = await Promise.all(sides.map((side) => side.boundingBox()));
        const decision = await rig.page.locator('.outbox-decision').boundingBox();
        // A site is named in the list, or has no room there; a letter of it tells nothing.
        for (const place of await rig.page.locator('.cell-two-place:visible').all())
          expect((await place.boundingBox())!.width, theme).toBeGreaterThan(60);
        // Below the banner of held deletes a small window has no room for all of their lines.
        const room = width <= 900 ? 40 : mine!.height;
        for (const side of [mine!, theirs!]) expect(side.y + room, theme).toBeLessThanOrEqual(decision!.y);
        expect(theirs!.y).toBe(mine!.y);
        // Also where one of them has nothing to tell beside its name.
        const heads = await rig.page.evaluate(() => {
          const chips = document.querySelectorAll<HTMLElement>('.conflict-side:last-child .chip');
          for (const chip of chips) chip.style.display = 'none';
          const tops = ['h3', '.conflict-facts'].map((part) =>
            [...document.querySelectorAll(`.conflict-side ${part}`)].map(
              (each) => each.getBoundingClientRect().top,
            ),
          );
          for (const chip of chips) chip.style.display = '';
          return tops;
        });
        for (const [ofMine, ofTheirs] of heads) expect(ofTheirs, theme).toBe(ofMine);
        // What the files are called afterwards has all of a narrow pane.
        const [label, names] = await Promise.all(
          ['.conflict-after > .ink-3', '.conflict-names'].map((part) => rig.page.locator(part).boundingBox()),
        );
        expect(names!.x === label!.x, theme).toBe(width <= 900);
        for (const lines of await rig.page.locator('.conflict-lines').all())
          expect(await lines.evaluate((box) => box.scrollWidth - box.clientWidth), theme).toBe(0);
        if (width <= 900)
          expect((await rig.page.locator('.radio-card').first().boundingBox())!.height).toBeLessThan(64);
        expect(await rig.serious()).toEqual([]);
      }
      await rig.page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  it('what needs a person, from the file itself', async () => {
    const details = rig.page.getByRole('complementary', { name: 'Details' });
    for (const [row, button, shown] of [
      [/Site access & keys \(conflict/, 'Compare and decide', 'Site access & keys.txt'],
      [/Site access & keys\.txt/, 'Compare and decide', 'Site access & keys.txt'],
      [/Facade survey\.zip/, 'Show in the outbox', 'Facade survey.zip'],
    ] as const) {
      await rig.goTo(`site/${SITE}/files`);
      await rig.page.getByRole('row', { name: row }).click();
      await details.getByRole('button', { name: button }).waitFor();
      // Its edge is drawn over what has a ground of its own, as text has.
      const preview = details.locator('.preview-panel');
      await preview.locator('.text-stage, .preview-middle:not(.preview-loading)').waitFor();
      const edge = preview.evaluate((panel) => getComputedStyle(panel, '::after').boxShadow);
      expect(await edge).toContain('inset');
      await rig.theme('contrast');
      await rig.shot(`files-${button.split(' ')[0]}`);
      await rig.theme('light');
      await details.getByRole('button', { name: button }).click();
      await rig.page.getByRole('heading', { name: shown, level: 2, exact: true }).waitFor();
    }
  });

  it('what needs a person, from the overview of its site: the very thing that is pressed', async () => {
    for (const [part, link, shown] of [
      ['Issues', /^Site access & keys/, 'Site access & keys.txt'],
      ['Issues', /^Facade survey\.zip/, 'Facade survey.zip'],
      ['Readiness', '1 conflict, Other', 'Site access & keys.txt'],
    ] as const) {
      await rig.goTo(`site/${SITE}/overview`);
      await rig.page.getByRole('region', { name: part }).getByRole('link', { name: link }).click();
      await rig.page.getByRole('heading', { name: shown, level: 2, exact: true }).waitFor();
    }
  });

  it(
    'held deletes, an issue, what waits',
    async () => {
      await rig.page.getByRole('button', { name: /Yes, review and delete/ }).click();
      await rig.page.getByRole('heading', { name: 'Files that would be deleted', level: 2 }).waitFor();
      await inEachTheme('outbox-held');
      await rig.page.getByRole('row', { name: /Facade survey.*Rijnhaven Tower · too large/ }).click();
      await rig.page.getByRole('heading', { name: 'Cause' }).waitFor();
      await inEachTheme('outbox-issue');
    },
    AXE_PATIENCE.timeout,
  );

  it.each(['activity', 'trash', 'settings', 'outbox/pending', 'outbox/done'])('%s', async (place) => {
    await rig.goTo(place);
    await rig.page.getByRole('heading', { level: 1 }).waitFor();
    await inEachTheme(place.replace('/', '-'));
  });

  it.each([
    ['sites', 'sites', null],
    ['conflict', 'outbox/issues', /datamodel \(Brick\)/],
    ['held', 'outbox/issues', /deletes held/],
    ['issue', 'outbox/issues', /Facade survey/],
    ['overview', `site/${SITE}/overview`, null],
    ['files', `site/${SITE}/files`, /Site access/],
    ['data', `site/${SITE}/data`, null],
    ['models', `site/${SITE}/models`, null],
    ['settings', 'settings', null],
  ] as const)(
    'nothing that is pressed is out of reach in a window of 1280x720 that is zoomed twice: %s',
    async (name, place, row) => {
      await rig.page.setViewportSize({ width: 1280, height: 720 });
      await rig.goTo(place);
      await rig.page.getByRole('heading', { level: 1 }).waitFor();
      if (row !== null) await rig.page.getByRole('row', { name: row }).first().click();
      await rig.page.setViewportSize({ width: 640, height: 360 });
      for (const theme of ['contrast', 'light'] as const) {
        await rig.theme(theme);
        await rig.shot(`zoomed-${name}-${theme}`);
        expect(await rig.page.evaluate(outOfReach), theme).toEqual([]);
      }
      await rig.page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  it(
    'the list of keys',
    async () => {
      await rig.page.keyboard.press('?');
      await rig.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await inEachTheme('shortcuts');
      await rig.page.keyboard.press('Escape');
      await rig.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(rig.bugs).toEqual([]);
    },
    AXE_PATIENCE.timeout,
  );
});
