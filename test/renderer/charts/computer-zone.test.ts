import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Rig } from '../rig/rig.ts';
import { noteWriting, writtenOn } from '../rig/writing.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const SITE = 'harbour';
const ID = 'meter';
const HOUR = 3_600_000;
const SITE_ZONE = 'Europe/Berlin';

/** A stretch of some hours in which a clock is changed, as it is typed in UTC. */
const CHANGES = [
  { what: 'the site’s change in March', from: '2026-03-28 23:00', to: '2026-03-29 05:00' },
  { what: 'the site’s change in October', from: '2025-10-25 22:00', to: '2025-10-26 04:00' },
  { what: 'New York’s change in March', from: '2026-03-08 04:00', to: '2026-03-08 10:00' },
  { what: 'New York’s change in November', from: '2025-11-02 03:00', to: '2025-11-02 09:00' },
] as const;
const COMPUTERS = ['America/New_York', 'Asia/Kolkata', 'Europe/Berlin'] as const;
const CHOICES = { Site: SITE_ZONE, UTC: 'UTC', Mine: null } as const;

const msOf = (typed: string): number => Date.parse(`${typed.replace(' ', 'T')}Z`);

/** What a clock of the zone reads at each of its full hours, and what it is called then: by Node's own tables. */
function hoursOf(from: number, to: number, zone: string): readonly string[] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const texts: string[] = [];
  for (let at = from; at < to; at += HOUR / 2) {
    const text = clock.format(at);
    if (text.endsWith(':00')) texts.push(text);
  }
  return texts;
}

function namesOf(from: number, to: number, zone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' });
  const name = (at: number): string =>
    format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
  return [...new Set([name(from), name(to)])].join('/');
}

describe.skipIf(CHROMIUM === null)(`times on a chart${WITHOUT_CHROMIUM}`, { timeout: 120_000 }, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House', timezone: SITE_ZONE });
        store.addSite({ id: 'shed', name: 'Shed', timezone: '' });
        for (const { from, to } of CHANGES) {
          const count = ((msOf(to) - msOf(from)) / HOUR) * 4;
          const sample = (at: number): [number, number] => [msOf(from) + at * (HOUR / 4), at];
          store.addPoints(
            SITE,
            ID,
            Array.from({ length: count }, (_, at) => sample(at)),
          );
        }
      },
    });
  }, 120_000);

  afterAll(() => rig?.close());

  it('are by UTC or by the computer’s clock at a site whose zone nobody knows', async () => {
    await rig.goTo('site/shed/data');
    const clocks = rig.page.getByRole('radiogroup', { name: 'Time zone' }).getByRole('radio');
    await expect.poll(() => clocks.count(), PATIENCE).toBe(2);
    await rig.page.getByRole('radio', { name: 'UTC', exact: true, checked: true }).waitFor();
    // The choice of a site's own clock is one for all sites, and stays.
    await rig.goTo(`site/${SITE}/data`);
    await rig.page.getByRole('radio', { name: /^Site, /, checked: true }).waitFor();
  });

  describe.each(COMPUTERS)('on a computer in %s', (computer) => {
    beforeAll(async () => {
      await rig.openWindow({ zone: computer, before: noteWriting });
      // In June, as many hours from UTC as Node says.
      const june = new Date('2026-06-01T12:00Z');
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: computer, timeStyle: 'short' });
      expect(await rig.page.evaluate(() => new Date('2026-06-01T12:00Z').toTimeString().slice(0, 5))).toBe(
        clock.format(june),
      );
      await rig.goTo(`site/${SITE}/data?series=${ID}`);
    }, 120_000);

    const choose = (choice: string): Promise<void> =>
      rig.page
        .getByRole('radio', { name: new RegExp(`^${choice}`) })
        .first()
        .click();
    const written = (): Promise<readonly string[]> => writtenOn(rig.page, '.chart-plot .uplot canvas');

    it.each(CHANGES)('go right through $what, by each of the three clocks', async ({ from, to }) => {
      const { page } = rig;
      const [start, end] = [msOf(from), msOf(to)];
      await choose('UTC');
      await page.locator('.toolbar button', { hasText: /\d/ }).first().click();
      const form = page.getByRole('dialog', { name: 'Range' });
      await form.getByLabel('From').fill(from);
      await form.getByLabel('To').fill(to);
      await form.getByRole('button', { name: 'Show' }).click();
      await form.waitFor({ state: 'detached' });
      for (const [choice, named] of Object.entries(CHOICES)) {
        const zone = named ?? computer;
        await choose(choice);
        const hours = async (): Promise<readonly string[]> =>
          (await written()).filter((text) => /^\d\d:\d\d/.test(text));
        await expect.poll(hours, PATIENCE).toEqual(hoursOf(start, end, zone));
        // The zone stands at the end of the axis, and in the choice itself.
        const names = namesOf(start, end, zone);
        await expect.poll(written, PATIENCE).toContain(names);
        const label = choice === 'UTC' ? 'UTC' : `${choice}, ${names}`;
        await page.getByRole('radio', { name: label, exact: true, checked: true }).waitFor();
      }
      expect(rig.bugs).toEqual([]);
    });
  });
});
