import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesIn } from '../../support/laptop.ts';
import { AXE_PATIENCE, faultsOf } from '../rig/faults.ts';
import { PATIENCE, Rig, SAMPLE, TOKEN } from '../rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';

const TOWER = 'rijnhaven-tower';
const SCHOOL = 'lindenau-school';

describe.skipIf(CHROMIUM === null)(
  `the overview of a site in a browser${WITHOUT_CHROMIUM}`,
  AXE_PATIENCE,
  () => {
    let rig: Rig;
    let page: Page;

    beforeAll(async () => {
      rig = await Rig.open({ sample: SAMPLE });
      page = rig.page;
      await rig.follow(SCHOOL, ['spec-sheet']);
    }, 120_000);
    afterAll(() => rig?.close());

    const readiness = () => page.getByRole('region', { name: 'Readiness' });
    const gaps = () => page.getByRole('region', { name: 'Handover gaps' });

    it('counts a site that is online only, and takes it offline with one button', async () => {
      await rig.goTo(`site/${TOWER}`);
      await readiness().getByText('This site is online only').waitFor();
      // What is not kept here is not to be synced either.
      expect(await page.locator('.page-head').getByText('Not synced yet').count()).toBe(0);
      await readiness()
        .getByText(/23 files on the service/)
        .waitFor();
      await readiness()
        .getByText(/to fetch/)
        .first()
        .waitFor();
      await rig.shot('overview-online');
      await readiness().getByRole('button', { name: 'Keep this site here' }).click();
      await readiness().getByRole('heading', { name: 'All files are on this computer' }).waitFor();
      // Its models are not files: nobody asked for them.
      await readiness().getByText('2 site models are not here.').waitFor();
      expect(Object.keys(await filesIn(join(rig.home, 'root', 'Rijnhaven Tower')))).toHaveLength(23);
    });

    it('leads to no list where others of the category are still to be fetched: they bear the same states', async () => {
      const made = join(rig.home, 'root', 'Grundschule Lindenau', 'Other', 'Valve 5.txt');
      await rig.goTo(`site/${SCHOOL}`);
      await rig.call('app.pause', { paused: true });
      await mkdir(dirname(made), { recursive: true });
      await writeFile(made, 'leaks');
      const other = readiness().locator('[data-drop-category="other"]');
      await other.getByText('1 not sent', { exact: true }).waitFor();
      expect(await other.getByRole('link', { name: /not sent/ }).count()).toBe(0);
      await rm(made);
      await other.getByText('Not kept here').waitFor();
      await rig.call('app.pause', { paused: false });
    });

    it('tells per category how many of how many are here', async () => {
      await rig.goTo(`site/${SCHOOL}`);
      await readiness()
        .getByRole('heading', { name: /files are not on this computer$/ })
        .waitFor();
      const specs = readiness().locator('[data-drop-category="spec-sheet"]');
      await specs.getByText('All here').waitFor();
      await readiness().locator('[data-drop-category="maintenance"]').getByText('Not kept here').waitFor();
      // Where some of them are here all the same, it is said of the others alone.
      const other = readiness().locator('[data-drop-category="other"]');
      await other.getByText('Not kept here', { exact: true }).waitFor();
      const [one] = rig.service.store.files(SCHOOL).filter(({ category }) => category === 'other');
      const files = { keys: [one!.id] };
      await rig.call('files.keep', { site: SCHOOL, files, keep: true });
      await other.getByText('2 not kept here', { exact: true }).waitFor();
      await rig.shot('overview-some-not-kept');
      await rig.call('files.keep', { site: SCHOOL, files, keep: null });
      await other.getByText('Not kept here', { exact: true }).waitFor();
      expect(await faultsOf(rig, 'overview')).toEqual([]);
      await specs.getByRole('link').click();
      await page.getByRole('grid', { name: 'Files' }).waitFor();
      await rig.goTo(`site/${SCHOOL}`);
    });

    it('fetches the rest: other categories, and files that were made online only', async () => {
      await readiness().getByRole('button', { name: 'Keep all of it here' }).click();
      await readiness().getByRole('heading', { name: 'All files are on this computer' }).waitFor();
      const filter = { text: '', category: 'spec-sheet' as const, status: [], folder: null };
      await rig.call('files.keep', { site: SCHOOL, files: { filter, except: [] }, keep: false });
      await readiness()
        .getByRole('heading', { name: /not on this computer$/ })
        .waitFor();
      // That is how space is made: nothing is only here.
      await readiness()
        .getByText(/files are here, .* The service has all of it, as of /)
        .waitFor();
      // What is on its way to the service is none of what is not here.
      const made = join(rig.home, 'root', 'Grundschule Lindenau', 'Other', 'Valve 6.txt');
      await rig.call('app.pause', { paused: true });
      await writeFile(made, 'leaks');
      await readiness()
        .getByText(/files are here, .* 1 is not sent yet\.$/)
        .waitFor();
      await readiness()
        .getByRole('heading', { name: /not on this computer$/ })
        .waitFor();
      expect(await readiness().getByText('Comes when you resume').count()).toBe(0);
      await rm(made);
      await rig.call('app.pause', { paused: false });
      await readiness().getByRole('button', { name: 'Keep all of it here' }).click();
      await readiness().getByRole('heading', { name: 'All files are on this computer' }).waitFor();
    });

    it('saves the list of all files with what the service has of each, to show what was handed over', async () => {
      await rig.goTo(`site/${TOWER}`);
      await page.getByRole('heading', { name: 'Rijnhaven Tower', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      const saved = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Save the list of files (CSV)' }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toMatch(/^Rijnhaven Tower files \d{4}-\d\d-\d\d\.csv$/);
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
      expect(lines).toHaveLength(24);
      expect(lines.slice(1).filter((line) => !line.includes(',Up to date,'))).toEqual([]);
      await page.getByText(/^Saved with 23 files: Rijnhaven/).waitFor();
      await rig.goTo(`site/${SCHOOL}`);
    });

    it('has links that a thumb finds: 24 pixels high at the least', async () => {
      await gaps().getByRole('link').first().waitFor();
      const low = (): Promise<readonly string[]> =>
        page
          .locator('.overview a, .overview summary')
          .evaluateAll((all) =>
            all
              .filter((each) => each.getBoundingClientRect().height < 24)
              .map((each) => `${each.className}: ${each.textContent}`),
          );
      await expect.poll(low).toEqual([]);
    });

    it('shows which sites lack which categories, and exports it', async () => {
      rig.service.store.addSite({ id: 'annex', name: 'New Annex' });
      rig.service.store.addFile('annex', { name: 'a.pdf', category: 'spec-sheet', content: 'a' });
      await rig.call('sites.refresh', null);
      await gaps()
        .getByRole('row', { name: /New Annex/ })
        .waitFor();
      const known = 'This site has files in every category. 4 of your 6 sites are not counted yet.';
      await gaps().getByText(`${known} The others have no gaps.`).waitFor();
      await gaps().getByRole('button', { name: 'Count all' }).click();
      await gaps().getByText('1 of your 6 sites has gaps, 5 in total.').waitFor();
      await gaps()
        .getByRole('row', { name: /New Annex None None None 1 None None/ })
        .waitFor();
      expect(await gaps().getByRole('row').count()).toBe(7);
      const [own] = await gaps()
        .getByRole('row')
        .filter({ has: page.getByRole('cell') })
        .all();
      expect(await own?.getByRole('rowheader').textContent()).toBe('Grundschule Lindenau');
      await rig.goTo('site/annex');
      const lacks = 'This site has no file in KG CSV Datamodel, 3D Model, BIM Source File,';
      await gaps().getByText(`${lacks} Maintenance Document or Other.`).waitFor();
      await rig.goTo(`site/${SCHOOL}`);
      const downloading = page.waitForEvent('download');
      await gaps().getByRole('button', { name: 'Export' }).click();
      const csv = await readFile(await (await downloading).path(), 'utf8');
      const lines = csv.trimEnd().split('\r\n');
      expect(lines[0]).toBe(
        '\uFEFFSite,KG CSV Datamodel,3D Model,BIM Source File,Spec Sheet,Maintenance Document,Other',
      );
      expect(lines).toHaveLength(7);
      expect(await faultsOf(rig, 'overview-gaps')).toEqual([]);
      await gaps().getByRole('columnheader', { name: 'Maintenance Document' }).waitFor();
      for (const width of [1300, 1210, 1100, 800]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await gaps()
          .locator('thead th')
          .evaluateAll((heads) => heads.map((head) => head.scrollWidth - head.clientWidth));
        expect(over.every((by) => by <= 0)).toBe(true);
        expect(await gaps().locator('.truncate[data-cut]').count()).toBe(0);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    it('tells ids that name nothing to a person only to who asks for them, whole and to be copied', async () => {
      const listed = (await rig.call('sites.list', null)).find(({ id }) => id === SCHOOL);
      const organization = listed?.organization ?? '';
      const facts = page.getByRole('region', { name: 'About this site' });
      expect(organization).toMatch(/^[\da-f-]{36}$/);
      expect(await facts.getByText(organization).isVisible()).toBe(false);
      await facts.getByText('More about the record').click();
      await facts.getByText(organization).waitFor();
      await facts.getByRole('button', { name: `Copy ${organization}` }).waitFor();
      expect(await faultsOf(rig, 'overview-record')).toEqual([]);
      await rig.goTo('sites');
      const cards = page.getByRole('main');
      await cards.getByText('Leipzig', { exact: true }).waitFor();
      expect(await cards.innerText()).not.toContain(organization.slice(0, 8));
      await rig.goTo(`site/${SCHOOL}`);
    });

    it('says what waits for a word: files that were put away are not on their way', async () => {
      const folder = join(rig.home, 'root', 'Rijnhaven Tower');
      await rename(join(folder, 'Spec Sheet'), join(rig.home, 'Spec Sheet'));
      await rig.call('app.sync', { site: TOWER });
      await rig.goTo(`site/${TOWER}`);
      await readiness()
        .getByRole('heading', { name: '6 files are not on this computer', exact: true })
        .waitFor();
      await readiness().getByRole('link', { name: '6 deletes are held' }).waitFor();
      expect(
        await readiness()
          .getByText(/On its way|to fetch$/)
          .count(),
      ).toBe(0);
      await rig.shot('overview-held');
      await rename(join(rig.home, 'Spec Sheet'), join(folder, 'Spec Sheet'));
      await rig.call('app.sync', { site: TOWER });
      await readiness().getByRole('heading', { name: 'All files are on this computer' }).waitFor();
      await rig.goTo(`site/${SCHOOL}`);
    });

    it('calls no category done while files of it wait to be sent, or could not be', async () => {
      const folder = join(rig.home, 'root', 'Rijnhaven Tower');
      const made = ['Valve 3.txt', 'Valve 4.txt'].map((name) => join(folder, 'Spec Sheet', name));
      await rig.goTo(`site/${TOWER}`);
      const specs = readiness().locator('[data-drop-category="spec-sheet"]');
      await specs.getByText('All here').waitFor();
      const delivered = readiness().getByText(/23 files, .* The service has all of it, as of /);
      await delivered.waitFor();
      await rig.shot('overview-delivered');
      await rig.call('app.pause', { paused: true });
      for (const path of made) await writeFile(path, 'leaks');
      await delivered.waitFor({ state: 'detached' });
      await specs.getByText('2 not sent', { exact: true }).waitFor();
      await readiness().getByRole('heading', { name: 'All files are on this computer' }).waitFor();
      await readiness()
        .getByText(/25 files, .* 2 are not sent yet\./)
        .waitFor();
      expect(await faultsOf(rig, 'overview-unsent')).toEqual([]);
      await specs.getByRole('link', { name: '2 not sent, Spec Sheet', exact: true }).click();
      for (const name of [/Valve 3\.txt/, /Valve 4\.txt/]) await page.getByRole('row', { name }).waitFor();
      // The head and the two.
      expect(await page.getByRole('row').count()).toBe(3);
      await rig.goTo(`site/${TOWER}`);
      rig.service.set({ maxUploadBytes: 1 });
      await rig.call('app.pause', { paused: false });
      await readiness().getByText('2 issues need you.').waitFor();
      await specs.getByText('2 not sent', { exact: true }).waitFor();
      for (const path of made) await rm(path);
      rig.service.set({ maxUploadBytes: 0 });
      await specs.getByText('All here').waitFor();
      await rig.goTo(`site/${SCHOOL}`);
    });

    it('says what keeps from it what is to come', async () => {
      rig.service.set({ downloadBytesPerSecond: 1000 });
      rig.service.store.addFile(TOWER, { name: 'Scan.bin', category: 'other', content: 'x'.repeat(200_000) });
      await rig.goTo(`site/${TOWER}`);
      await rig.call('app.sync', { site: TOWER });
      await readiness().getByText('On its way').waitFor();
      await rig.call('app.pause', { paused: true });
      await readiness().getByText('Comes when you resume').waitFor();
      await rig.cutOff();
      await rig.call('app.pause', { paused: false });
      await readiness().getByText('Comes when the service is reached').waitFor();
      await rig.shot('overview-offline');
      await rig.call('account.signOut', null);
      await readiness().getByText('Comes when you sign in').waitFor();
      await rig.reconnect();
      await rig.call('account.signIn', { baseUrl: rig.service.url, token: TOKEN });
      await rig.call('app.sync', { site: TOWER });
      await readiness().getByRole('heading', { name: 'All files are on this computer' }).waitFor();
      await rig.goTo(`site/${SCHOOL}`);
    });

    it('calls nothing here while the folder is away', async () => {
      const folder = join(rig.home, 'root', 'Grundschule Lindenau');
      await rename(folder, join(rig.home, 'away'));
      await rig.call('app.sync', { site: SCHOOL });
      await readiness().getByRole('heading', { name: 'The folder of this site is away' }).waitFor();
      await readiness().getByText('13 of 13 files were here when it was last looked at.').waitFor();
      await expect.poll(() => readiness().getByText('All here').count()).toBe(0);
      // Over every screen, and not once more on this one.
      const told = page.getByText(/The folder .* is not there/);
      await told.first().waitFor();
      // What a screen reader was given to say stays in the page, unseen.
      const seen = told.and(page.locator(':not([data-live-announcer])'));
      await expect.poll(() => seen.count(), PATIENCE).toBe(1);
      const issues = page.getByRole('region', { name: 'Issues' });
      await issues.getByText('The whole site · folder is away').waitFor();
      await rig.goTo('outbox/issues');
      await rig.pick(/Grundschule Lindenau.*The whole site · folder is away/, 'Grundschule Lindenau');
      await page.getByText('With the next sync').waitFor();
      await rig.shot('outbox-folder-away');
      await rig.goTo(`site/${SCHOOL}`);
      expect(await faultsOf(rig, 'overview-away')).toEqual([]);
      await rename(join(rig.home, 'away'), folder);
      await rig.call('app.sync', { site: SCHOOL });
      await readiness().getByRole('heading', { name: 'All files are on this computer' }).waitFor();
    });

    it('counts what comes to no bytes, rather than promise nothing', async () => {
      rig.service.store.addSite({ id: 'shed', name: 'Shed' });
      rig.service.store.addFile('shed', { name: 'empty.txt', category: 'other', content: '' });
      await rig.call('sites.refresh', null);
      await rig.goTo('site/shed');
      await readiness().getByRole('button', { name: 'Keep this site here' }).waitFor();
      await page.locator('.readiness-take').getByText('1 file', { exact: true }).waitFor();
      await rig.goTo(`site/${SCHOOL}`);
    });

    it('says what needs a person, and what was done last', async () => {
      const latest = page.getByRole('region', { name: 'Latest' });
      expect(await latest.getByRole('listitem').count()).toBeGreaterThan(0);
      await rig.call('sites.pause', { site: SCHOOL, paused: true });
      await page
        .getByText(/paused/i)
        .first()
        .waitFor();
      expect(rig.bugs).toEqual([]);
    });
  },
);
