import { expect, it } from 'vitest';
import { MirrorViews, type FileQuery } from '../../../main/app/views/views.ts';
import { MemoryMirror } from '../../support/memory-mirror.ts';
import { agreed, allSteps, followed, intent, local, path, SITE } from '../../adapters/sqlite/samples.ts';
import { MOMENT } from './moment.ts';

const everything: FileQuery = {
  site: SITE,
  filter: { text: '', category: null, status: [], folder: null },
  sort: { by: 'path', descending: false },
};

it('shows a file that was moved here and deleted there as one that is sent, while nobody knows whether it arrived', async () => {
  const mirror = new MemoryMirror();
  mirror.follow(followed(SITE));
  const [place, now] = [path('Other/plan.txt'), path('Other/Block A/plan.txt')];
  const base = agreed('1', { path: place, impliedPath: place, category: 'other', name: 'plan.txt' });
  const { hash, size, mtimeNs, ino } = base;
  mirror.commit(SITE, [{ base, local: local(now, { hash, size, mtimeNs, ino }) }]);
  allSteps(mirror.beginListing(SITE).finish(true, null, 1));
  await mirror.saveIntents(SITE, [intent('1', { path: now })]);
  const { rows } = new MirrorViews(mirror, MOMENT).page(everything, 0, 10);
  expect(rows.map((row) => [row.path, row.status, row.reason])).toEqual([
    ['Other/Block A/plan.txt', 'waiting', 'Asking the service whether it arrived'],
  ]);
});
