import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../rig/faults.ts';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Friday. */
const END = Date.UTC(2026, 2, 20);
const BEGIN = END - 21 * DAY;

type Points = [number, number][];

/** It moves in bursts by day, and rests at night and over the weekend. */
function valve(): Points {
  const points: Points = [];
  for (let day = BEGIN; day < END; day += DAY) {
    if ([0, 6].includes(new Date(day).getUTCDay())) continue;
    for (let at = 6 * HOUR, k = 1; at < 18 * HOUR; k += 1) {
      points.push([day + at, Math.round(40 + 35 * Math.sin((at / HOUR - 6) / 4) + (k % 3))]);
      at += MINUTE * (k % 7 === 0 ? 70 : 1 + ((k * k) % 11));
    }
    points.push([day + 18 * HOUR, 0]);
  }
  return points;
}

function meter(): Points {
  const points: Points = [];
  for (let at = BEGIN; at < END; at += 15 * MINUTE) {
    if (at > END - 5 * DAY && at < END - 3 * DAY) continue;
    points.push([at, Math.round(200 + 100 * Math.sin(at / (4 * HOUR)))]);
  }
  return points;
}

describe.skipIf(CHROMIUM === null)(`what is sent on change, in a chart${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House', timezone: 'UTC' });
        store.addFile(SITE, {
          name: 'points.csv',
          category: 'kg-csv',
          content:
            'label,equipment,unit,timeseries_id\nCooling valve,AHU,%,valve\nMain meter,EM,kW,meter\nFan,AHU,,fan\nDoor,AHU,,door\nDamper,AHU,%,damper\n',
        });
        store.addPoints(SITE, 'valve', valve());
        store.addPoints(SITE, 'meter', meter());
        store.addPoints(
          SITE,
          'fan',
          valve().map(([at, value]): [number, number] => [at, value > 0 ? 1 : 0]),
        );
        // What has no value says "fault" here.
        store.addPoints(SITE, 'fan', [
          [END - 2 * DAY, null],
          [END - 3 * DAY, null],
        ]);
        store.addPoints(SITE, 'damper', [...valve().slice(-40), [END - 2 * HOUR, null]]);
        store.addPoints(
          SITE,
          'door',
          [3, 2.5, 2].map((days) => [END - days * DAY, null]),
        );
      },
    });
    rig.service.set({ timeseriesFaults: true });
    await rig.follow(SITE);
  }, 120_000);
  afterAll(() => rig?.close());

  const row = (name: string): Locator => rig.page.locator('.chart-stats tr', { hasText: name });
  const show = async (from: number, to: number): Promise<void> => {
    const { page } = rig;
    await page
      .getByRole('button', { name: /\d{4}|\d+ \w+ \d\d:\d\d|– \d/ })
      .first()
      .click();
    const form = page.getByRole('dialog', { name: 'Range' });
    const typed = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
    await form.getByLabel('From').fill(typed(from));
    await form.getByLabel('To').fill(typed(to));
    await form.getByRole('button', { name: 'Show' }).click();
    await form.waitFor({ state: 'detached' });
  };

  it('is told so in place of how much of it came, which stays for what is sent at equal pauses', async () => {
    for (const [id, name] of [
      ['valve', 'Cooling valve'],
      ['meter', 'Main meter'],
      ['fan', 'Fan'],
    ] as const) {
      await rig.goTo(`site/${SITE}/data?series=${id}`);
      await row(name).waitFor();
    }
    await show(END - 10 * DAY, END);
    await row('Cooling valve').getByText('Sent on change').waitFor();
    await row('Fan').getByText('Sent on change').waitFor();
    const texts = rig.page.getByText('Fan: 2 samples left out, which are no numbers. It also sends “fault”');
    await texts.scrollIntoViewIfNeeded();
    await rig.shot('text-beside-numbers');
    // Most of its samples say that it is on, and it is half of the time of five days in seven.
    const mean = await row('Fan').locator('.chart-mean').textContent();
    expect(Number(mean)).toBeGreaterThan(0.3);
    expect(Number(mean)).toBeLessThan(0.5);
    await expect.poll(() => row('Main meter').textContent()).toMatch(/80 %/);
    expect(await faultsOf(rig, 'on-change-days')).toEqual([]);
  });

  it('is drawn through a night without a change, and no newer data is pointed at', async () => {
    await show(END - DAY - 5 * HOUR, END - DAY - 2 * HOUR);
    await row('Cooling valve').getByText('Sent on change').waitFor();
    // It holds what it was set to at the end of the day.
    const numbers = row('Cooling valve').locator('td:has(+ .chart-mean), .chart-mean, .chart-mean + td');
    await expect.poll(() => numbers.allTextContents()).toEqual(['0', '0', '0']);
    await rig.shot('on-change-night');
    expect(await rig.page.getByText('No data in this stretch').count()).toBe(0);
    expect(rig.bugs).toEqual([]);
  });

  it('says of what sends words alone that nothing of it can be drawn, and draws the others', async () => {
    const { page } = rig;
    await rig.goTo(`site/${SITE}/data?series=door`);
    await row('Door').waitFor();
    await show(BEGIN, END);
    const told = 'Door sends words in place of numbers: “fault”. None of its 3 samples can be drawn';
    await page.getByText(told).waitFor();
    await row('Door').getByText('Words in place of numbers: “fault”').waitFor();
    await row('Cooling valve').getByText('Sent on change').waitFor();
    await rig.shot('words-alone');
    expect(await page.getByText('not understood').count()).toBe(0);
    expect(await rig.serious()).toEqual([]);
  });

  it('is newest as what came last, which may be no number', async () => {
    const { page } = rig;
    await rig.goTo(`site/${SITE}/data?series=damper`);
    const newest = row('Damper').locator('.chart-at');
    await expect.poll(() => newest.textContent(), PATIENCE).toMatch(/^no number\. The newest/);
    // Who hears it is told what the pointer is; nobody sees it twice.
    expect(await newest.innerText()).toMatch(/^no number/);
    expect(await newest.getAttribute('title')).toContain('also sends “fault”');
    // Its last number is told beside, under another name.
    expect(await row('Damper').locator('.chart-last').textContent()).toBe('0');
    const head = page.locator('.chart-stats', { hasText: 'Damper' });
    await head.getByRole('columnheader', { name: 'Newest of all' }).waitFor();
    await head.getByRole('columnheader', { name: 'Last shown' }).waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await rig.theme(theme);
      await rig.shot(`newest-word-${theme}`);
    }
    await rig.theme('light');
  });

  it('is told so above the chart where there is no room for that column', async () => {
    const note = rig.page.getByText('Sent on change: Cooling valve');
    expect(await note.isVisible()).toBe(false);
    await rig.page.setViewportSize({ width: 900, height: 700 });
    await note.waitFor();
    await rig.shot('on-change-narrow');
    expect(await rig.serious()).toEqual([]);
    expect(rig.bugs).toEqual([]);
  });
});
