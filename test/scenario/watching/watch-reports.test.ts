import { expect, it } from 'vitest';
import { News } from '../../../main/sync/watch/news.ts';
import { WatchSum } from '../../../main/sync/watch/watch-sum.ts';
import { startWorld } from '../../support/laptop.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { siteReport } from '../../support/site-report.ts';

it('adds up all that a watch did, copies that were given up as well, and names those only if there are any', async () => {
  const world = await startWorld();
  try {
    const anna = world.laptop('anna');
    await anna.sync();
    const { program, context } = await openSignedIn({ data: anna.data, baseUrl: world.service.url });
    const sum = new WatchSum(context, program.mirror.followed());
    sum.add(siteReport({ created: 1 }));
    expect(sum.report.sites).toEqual([siteReport({ created: 1 })]);
    sum.add(siteReport({ freed: 2 }));
    sum.add(siteReport({ freed: 1, created: 1 }));
    sum.add(siteReport());
    expect(sum.report.sites).toEqual([siteReport({ created: 2, freed: 3 })]);
    await program.close();
  } finally {
    await world.close();
  }
});

it('tells of a cycle that only gave up copies, and of none that did nothing', () => {
  const news = new News();
  expect(news.isIn(siteReport())).toBe(false);
  expect(news.isIn(siteReport({ freed: 2 }))).toBe(true);
  expect(news.isIn(siteReport())).toBe(false);
});
