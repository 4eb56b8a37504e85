import { expect, it } from 'vitest';
import type { SiteReport } from '../../../main/sync/state/tally.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { News } from '../../../main/sync/watch/news.ts';
import { WatchSum } from '../../../main/sync/watch/watch-sum.ts';
import { SITE, startWorld } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';

const report = (did: Partial<SiteReport> = {}): SiteReport => ({
  id: SITE as SiteId,
  name: 'Harbour House',
  folder: '/home/anna/Harbour House',
  files: 3,
  created: 0,
  updated: 0,
  deletedRemote: 0,
  downloaded: 0,
  trashed: 0,
  moved: 0,
  adopted: 0,
  conflicts: [],
  problems: [],
  held: null,
  ...did,
});

it('adds up all that a watch did, copies that were given up as well, and names those only if there are any', async () => {
  const world = await startWorld();
  try {
    const anna = world.laptop('anna');
    await anna.sync();
    const { program, context } = await openSignedIn({ data: anna.data, baseUrl: world.service.url });
    const sum = new WatchSum(context, program.mirror.followed());
    sum.add(report({ created: 1 }));
    expect(sum.report.sites).toEqual([report({ created: 1 })]);
    sum.add(report({ freed: 2 }));
    sum.add(report({ freed: 1, created: 1 }));
    sum.add(report());
    expect(sum.report.sites).toEqual([report({ created: 2, freed: 3 })]);
    await program.close();
  } finally {
    await world.close();
  }
});

it('tells of a cycle that only gave up copies, and of none that did nothing', () => {
  const news = new News();
  expect(news.isIn(report())).toBe(false);
  expect(news.isIn(report({ freed: 2 }))).toBe(true);
  expect(news.isIn(report())).toBe(false);
});
