import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OpenedMirror } from '../../../main/adapters/sqlite/mirror.ts';
import type { Planning } from '../../../main/hosts/planning/start-planning.ts';
import { inPages, planSite, type PlanQuestion } from '../../../main/sync/plan/planning.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { allSteps, fileId, hashOf, intent, local, record } from '../../support/model-values.ts';
import { openPlanningHome, siteThatKeeps, whole, type PlanningHome } from './planning-home.ts';

const SITE = siteThatKeeps('none');
/** Far too many to be planned in place. */
const RECORDS = 300;

let home: PlanningHome;
let mirror: OpenedMirror;
let planning: Planning;
let question: PlanQuestion;

beforeEach(() => {
  home = openPlanningHome(SITE, (mirror) => {
    const listing = mirror.beginListing(SITE.id);
    listing.add(Array.from({ length: RECORDS }, (_, n) => listed(n)));
    allSteps(listing.finish(true, null, 1));
  });
  ({ mirror, planning, question } = home);
});

afterEach(() => home.close());

/** Some have one name, and some have a name that others have for a folder. */
function listed(n: number): ReturnType<typeof record> {
  const name = n % 7 === 0 ? 'twice.txt' : `${n}.txt`;
  const path = n % 5 === 0 ? `Other/${name}/${name}` : `Other/${name}`;
  const facts = n % 2 === 0 ? NO_FACTS : { ...NO_FACTS, path: path as RelPath, sha256: hashOf('a') };
  return record(`id-${n}`, { site: SITE.id, category: 'other', categoryText: 'other', name, size: 5, facts });
}

it('reads no record of a site of which nothing is here or wanted, and starts no thread for it', async () => {
  mirror.setSynced(SITE.id, 1);
  planning.planAhead(SITE);
  const { unsettled: _unsettled, ...expected } = planSite(mirror, question);
  const planned = await planning.plan(question);
  expect(planned).toMatchObject(expected);
  expect([expected.actions, planned.listed, planning.running()]).toEqual([[], RECORDS, false]);
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
  const asked = { ...question, site: siteThatKeeps(keep) };
  const expected = await whole(inPages(planSite(mirror, asked)));
  const { actions, hashes, agreements } = expected;
  expect([...actions, ...hashes, ...agreements]).not.toEqual([]);
  expect(await whole(await planning.plan(asked))).toEqual(expected);
});
