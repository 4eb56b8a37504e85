import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMirror, type OpenedMirror } from '../../../main/adapters/sqlite/mirror.ts';
import { startPlanning, type Planning } from '../../../main/hosts/planning/start-planning.ts';
import { inPages, planSite, type Planned, type PlanQuestion } from '../../../main/sync/plan/planning.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { allSteps, fileId, hashOf, intent, local, record } from '../../adapters/sqlite/samples.ts';

const SITE: FollowedSite = {
  id: 's1' as SiteId,
  folder: '/kept/s1',
  folderId: 'f1',
  keep: 'none',
  paused: false,
};
const QUESTION: PlanQuestion = {
  site: SITE,
  platform: 'linux',
  device: 'anna',
  stamp: '2026-11-21 1200',
  ignore: [],
  ignoreText: '',
  unreadable: [],
  unlisted: [],
  forbidden: [],
  hidesFiles: false,
  underWay: [],
  listingComplete: true,
};
/** Far too many to be planned in place with the bounds below. */
const RECORDS = 300;

let data: string;
let mirror: OpenedMirror;
let planning: Planning;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'sitesync-listed-only-'));
  const opened = openMirror(data);
  if (!opened.ok) throw new Error(opened.failure.message);
  mirror = opened.value;
  mirror.follow(SITE);
  const listing = mirror.beginListing(SITE.id);
  listing.add(Array.from({ length: RECORDS }, (_, n) => listed(n)));
  allSteps(listing.finish(true, null, 1));
  planning = startPlanning(data, mirror, { plannedHere: 20, lookedHere: 20, idleMs: 50 });
});

afterEach(async () => {
  await planning.close();
  mirror.close();
  rmSync(data, { recursive: true, force: true });
});

/** Some have one name, and some have a name that others have for a folder. */
function listed(n: number): ReturnType<typeof record> {
  const name = n % 7 === 0 ? 'twice.txt' : `${n}.txt`;
  const path = n % 5 === 0 ? `Other/${name}/${name}` : `Other/${name}`;
  const facts = n % 2 === 0 ? NO_FACTS : { ...NO_FACTS, path: path as RelPath, sha256: hashOf('a') };
  return record(`id-${n}`, { site: SITE.id, category: 'other', categoryText: 'other', name, size: 5, facts });
}

/** The actions of a plan, taken as a cycle takes them. */
async function actionsOf({ actions, hashes, agreements, release }: Planned): Promise<readonly unknown[]> {
  const all: unknown[] = [...actions];
  for await (const page of hashes) all.push(...page);
  for await (const page of agreements) all.push(...page);
  release();
  return all;
}

it('reads no record of a site of which nothing is here or wanted, and starts no thread for it', async () => {
  mirror.setSynced(SITE.id, 1);
  planning.planAhead(SITE);
  const { open: _open, ...whole } = planSite(mirror, QUESTION);
  const planned = await planning.plan(QUESTION);
  expect(planned).toMatchObject(whole);
  expect([whole.actions, planned.listed, planning.running()]).toEqual([[], RECORDS, false]);
});

const sent = intent('op-1', {
  path: 'Other/3.txt' as RelPath,
  name: '3.txt',
  category: 'other',
  size: 5,
  hash: hashOf('a'),
  listing: 0,
});

it.each<[what: string, prepare: () => unknown, keep?: FollowedSite['keep']]>([
  ['a file is here', () => mirror.commit(SITE.id, [{ local: local('Other/3.txt', { size: 5 }) }])],
  ['one of its files is kept', () => mirror.setPin(SITE.id, fileId('id-4'), true)],
  ['a create waits for its answer', () => mirror.saveIntents(SITE.id, [sent])],
  ['a category is kept', () => undefined, ['other']],
  ['all of it is kept', () => undefined, 'all'],
])('plans it where %s', async (_, prepare, keep = 'none') => {
  await prepare();
  const question = { ...QUESTION, site: { ...SITE, keep } };
  const expected = await actionsOf(inPages(planSite(mirror, question)));
  expect(expected.length).toBeGreaterThan(0);
  expect(await actionsOf(await planning.plan(question))).toEqual(expected);
});
