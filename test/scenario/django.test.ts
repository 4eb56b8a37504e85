import { mkdir, mkdtemp, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkContract } from '../contract/contract.ts';
import { PYTHON, startDjango, type DjangoService } from '../service/django/start-django.ts';
import { runCli } from '../support/command-line.ts';
import { filesIn, laptopIn, put, SITE, siteOf, TOKEN, trashIn, type Laptop } from '../support/laptop.ts';

// The design assumes the habits of this framework; here they are its own.

let home: string;
let service: DjangoService;
let anna: Laptop;
let ben: Laptop;

/** Each file of the service, as its category and name. */
async function records(): Promise<readonly string[]> {
  const names: string[] = [];
  let next: string | null = `${service.url}/api/v1/files/?site_id=${SITE}`;
  while (next !== null) {
    const answer: Response = await fetch(next, { headers: { authorization: `Bearer ${TOKEN}` } });
    const page = (await answer.json()) as {
      next: string | null;
      results: { category: string; name: string }[];
    };
    names.push(...page.results.map(({ category, name }) => `${category} ${name}`));
    ({ next } = page);
  }
  return names.toSorted();
}

describe.skipIf(PYTHON === null)('a service made with the Django REST framework', () => {
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'sitesync-django-'));
    await mkdir(join(home, 'service'));
    service = await startDjango(join(home, 'service'));
    anna = laptopIn(join(home, 'anna'), service.url);
    ben = laptopIn(join(home, 'ben'), service.url);
  });

  afterEach(async () => {
    await service.close();
    await rm(home, { recursive: true, force: true });
  });

  it('is understood in all that the contract leaves open', async () => {
    const findings = await checkContract({ baseUrl: service.url, token: TOKEN, site: SITE }, true);
    expect(findings.filter(({ understood }) => understood === false)).toEqual([]);
    const read = Object.fromEntries(findings.map(({ key, reading }) => [key, reading]));
    expect(read).toMatchObject({
      'verify-bad': 'status 403',
      end: 'null',
      filter: 'yes',
      create: 'status 201, the record',
      update: 'refused: every change sends the bytes',
      metadata: 'kept',
    });
    expect(await records()).toEqual([]);
  });

  it('keeps two laptops in step through a day of work, with one record for each file', async () => {
    await anna.sync();
    await mkdir(join(anna.folder, 'Photos'), { recursive: true });
    // Over two pages of the service, and over one of ours.
    for (let n = 0; n < 230; n++)
      await writeFile(join(anna.folder, 'Photos', `IMG_${n}.jpg`), `${n}`.repeat(500 + n));
    await put(anna, 'Spec Sheet/ünïcødé 測試 📐.pdf', '%PDF');
    await put(anna, 'Other/quotes "and" semicolons; too.txt', 'x');
    expect(siteOf(await anna.sync())).toMatchObject({ created: 232, problems: [] });
    expect(siteOf(await ben.sync())).toMatchObject({ downloaded: 232, problems: [] });
    expect(await filesIn(ben.folder)).toEqual(await filesIn(anna.folder));

    await put(anna, 'Photos/IMG_0.jpg', 'edited by Anna');
    await put(ben, 'Photos/IMG_0.jpg', 'edited by Ben');
    await rename(join(anna.folder, 'Photos/IMG_1.jpg'), join(anna.folder, 'Photos/renamed.jpg'));
    await rename(join(anna.folder, 'Photos/IMG_2.jpg'), join(anna.folder, 'Spec Sheet/IMG_2.jpg'));
    await unlink(join(anna.folder, 'Photos/IMG_3.jpg'));
    expect(siteOf(await anna.sync())).toMatchObject({ updated: 1, moved: 2, deletedRemote: 1, problems: [] });
    const seen = siteOf(await ben.sync());
    expect(seen).toMatchObject({ moved: 2, trashed: 1, problems: [] });
    expect(seen.conflicts.map(({ path }) => path)).toEqual(['Photos/IMG_0.jpg']);
    await anna.sync();
    expect(await filesIn(ben.folder)).toEqual(await filesIn(anna.folder));
    expect(await trashIn(ben.folder)).toContain('3'.repeat(503));
    const here = Object.keys(await filesIn(anna.folder));
    expect((await records()).length).toBe(here.length);
    expect(await records()).toContain('spec-sheet IMG_2.jpg');
    for (const laptop of [anna, ben])
      expect(siteOf(await laptop.sync())).toMatchObject({ created: 0, updated: 0, downloaded: 0, moved: 0 });
  });

  it('may trim names and refuse a file of no bytes, in its own words, and all else goes on', async () => {
    await put(anna, 'Other/ leading.txt', 'a blank before the name');
    await put(anna, 'Other/empty.txt', '');
    const first = siteOf(await anna.sync());
    expect(first.created).toBe(1);
    expect(first.problems).toMatchObject([
      { path: 'Other/empty.txt', message: expect.stringContaining('The submitted file is empty.') },
    ]);
    await put(anna, 'Other/empty.txt', 'no more');
    await put(anna, 'Other/ leading.txt', 'edited');
    expect(siteOf(await anna.sync())).toMatchObject({ created: 1, updated: 1, moved: 0, problems: [] });
    expect(siteOf(await anna.sync())).toMatchObject({ created: 0, updated: 0, moved: 0, downloaded: 0 });
    expect(siteOf(await ben.sync())).toMatchObject({ downloaded: 2, problems: [] });
    expect(await records()).toEqual(['other empty.txt', 'other leading.txt']);
  });

  it('says to a wrong token that it is none, by 401 and by 403', async () => {
    const args = ['--base-url', service.url, '--data', join(home, 'data'), '--json'];
    for (const command of ['sites', 'sign-in']) {
      const { status, stdout } = await runCli([command, ...args], { env: { SITESYNC_TOKEN: 'wrong' } });
      expect([command, status]).toEqual([command, 3]);
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'sign-in' } });
    }
  });
});
