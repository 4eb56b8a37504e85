import { mkdir, mkdtemp, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { checkContract } from '../../contract/contract.ts';
import {
  startFramework,
  type Framework,
  type FrameworkService,
} from '../../service/frameworks/start-framework.ts';
import { filesIn, laptopIn, put, SITE, siteOf, TOKEN, trashIn, type Laptop } from '../../support/laptop.ts';

/** Two laptops at a service that a framework of others made. */
export interface World {
  /** A folder for all that the test needs besides. */
  readonly home: string;
  readonly service: FrameworkService;
  readonly anna: Laptop;
  readonly ben: Laptop;
  close(): Promise<void>;
}

export async function worldOf(framework: Framework): Promise<World> {
  const home = await mkdtemp(join(tmpdir(), `sitesync-${framework.folder}-`));
  await mkdir(join(home, 'service'));
  const service = await startFramework(framework, join(home, 'service'));
  return {
    home,
    service,
    anna: laptopIn(join(home, 'anna'), service.url),
    ben: laptopIn(join(home, 'ben'), service.url),
    close: async () => {
      await service.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Each file of the service, as its category and name. */
export async function records({ url }: FrameworkService): Promise<readonly string[]> {
  const names: string[] = [];
  let next: string | null = `${url}/api/v1/files/?site_id=${SITE}`;
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

/** SiteSync can work with each reading of the contract, `readings` are these, and the check leaves nothing behind. */
export async function expectUnderstood(
  { service }: World,
  readings: Readonly<Record<string, string>>,
): Promise<void> {
  const findings = await checkContract({ baseUrl: service.url, token: TOKEN, site: SITE }, true);
  expect(findings.filter(({ understood }) => understood === false)).toEqual([]);
  expect(Object.fromEntries(findings.map(({ key, reading }) => [key, reading]))).toMatchObject(readings);
  expect(await records(service)).toEqual([]);
}

/** New files of every kind, an edit on both sides, renames, a move to another category and a delete, until all is at rest. */
export async function expectADayOfWork({ service, anna, ben }: World): Promise<void> {
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
  expect((await records(service)).length).toBe(here.length);
  expect(await records(service)).toContain('spec-sheet IMG_2.jpg');
  for (const laptop of [anna, ben])
    expect(siteOf(await laptop.sync())).toMatchObject({ created: 0, updated: 0, downloaded: 0, moved: 0 });
}
