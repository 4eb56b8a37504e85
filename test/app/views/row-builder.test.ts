import { expect, it } from 'vitest';
import { MirrorViews, type FileQuery } from '../../../main/app/views/views.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import {
  agreed,
  allSteps,
  found,
  finished,
  followed,
  intent,
  local,
  path,
  record,
  SITE,
} from '../../support/model-values.ts';
import { MOMENT } from '../../support/app-context.ts';
import type { RemoteFingerprint } from '../../../shared/model/ids.ts';

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
    ['Other/Block A/plan.txt', 'waiting', 'Answer lost: the service is asked first'],
  ]);
});

it('shows the category that was chosen for a file while nobody knows whether it arrived, so that it can be taken back', async () => {
  const mirror = new MemoryMirror();
  mirror.follow(followed(SITE));
  const place = path('Visits/Snags.txt');
  mirror.commit(SITE, [{ local: local(place) }]);
  allSteps(mirror.beginListing(SITE).finish(true, null, 1));
  await mirror.saveIntents(SITE, [intent('1', { path: place })]);
  mirror.setChosenCategory(SITE, place, 'bim-source');
  const { rows, byCategory } = new MirrorViews(mirror, MOMENT).page(everything, 0, 10);
  expect(rows.map(({ category }) => category)).toEqual(['bim-source']);
  expect(byCategory).toEqual({ 'bim-source': 1 });
});

it('counts a new name that waits for another one among what is not sent', () => {
  const mirror = new MemoryMirror();
  mirror.follow(followed(SITE));
  const listing = mirror.beginListing(SITE);
  // The first was edited by others, so that it keeps its name for now.
  listing.add([record('a', { fingerprint: 'newer' as RemoteFingerprint }), record('b')]);
  allSteps(listing.finish(true, null, 1));
  const [a, b] = [agreed('a', { ino: 1n }), agreed('b', { ino: 2n })];
  for (const [base, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const { hash, size, mtimeNs } = base;
    mirror.commit(SITE, [{ base, local: local(base.path, { hash, size, mtimeNs, ino: other.ino }) }]);
  }
  const views = new MirrorViews(mirror, MOMENT);
  const { rows } = views.page(everything, 0, 10);
  expect(rows.map(({ status, reason }) => [status, reason])).toContainEqual([
    'waiting',
    'Another file has its name on the service',
  ]);
  expect(views.counts()[0]?.categories).toContainEqual(
    expect.objectContaining({ category: 'spec-sheet', unsent: 1 }),
  );
});

it('counts nothing as to be sent that is on a drive which lies over a folder, until the folder is seen again', () => {
  const mirror = new MemoryMirror();
  mirror.follow(followed(SITE));
  allSteps(mirror.beginListing(SITE).finish(true, null, 1));
  const scan = mirror.beginScan(SITE);
  scan.add([local(path('Photos/of a camera.jpg')), local(path('Other/note.txt'))]);
  finished(scan);
  const views = new MirrorViews(mirror, MOMENT);
  const shown = () => views.page(everything, 0, 10).rows.map(({ path: where, status }) => [where, status]);
  const look = (revision: number): void =>
    views.at({ ...MOMENT, revisions: { [SITE]: revision }, touched: { [SITE]: { since: 0, writes: [] } } });
  const unread = found('scan', { path: 'Photos' });
  // A drive that is out has files which wait for it; another one in its place has none.
  for (const [revision, reason, status] of [
    [1, undefined, 'queued'],
    [2, 'drive-over', 'waiting'],
    [3, undefined, 'queued'],
  ] as const) {
    mirror.saveProblems(SITE, [{ ...unread, reason }]);
    look(revision);
    expect(shown()).toEqual([
      ['Other/note.txt', 'queued'],
      ['Photos/of a camera.jpg', status],
    ]);
  }
});

it('says of a file in a folder that cannot be read that nobody knows, and calls it no file in step', () => {
  const mirror = new MemoryMirror();
  mirror.follow(followed(SITE));
  const listing = mirror.beginListing(SITE);
  const records = ['1', '2'].map((id) => record(id));
  listing.add(records);
  allSteps(listing.finish(true, null, 1));
  for (const { id } of records) {
    const base = agreed(id);
    const { hash, size, mtimeNs, ino } = base;
    mirror.commit(SITE, [{ base, local: local(base.path, { hash, size, mtimeNs, ino: ino + BigInt(id) }) }]);
  }
  const problem = found('scan', { path: 'Spec Sheet' });
  const views = new MirrorViews(mirror, MOMENT);
  const shown = () => views.page(everything, 0, 10).rows.map(({ status, reason }) => [status, reason]);
  const unreadOf = () =>
    views.counts()[0]?.categories.find(({ category }) => category === 'spec-sheet')?.unread;
  const before = [shown(), unreadOf()];
  const look = (revision: number): void =>
    views.at({ ...MOMENT, revisions: { [SITE]: revision }, touched: { [SITE]: { since: 0, writes: [] } } });
  mirror.saveProblems(SITE, [problem]);
  look(1);
  const unread = ['waiting', 'folder cannot be read'];
  expect([shown(), unreadOf()]).toEqual([[unread, unread], 2]);
  mirror.clearProblems(SITE, [problem.key]);
  look(2);
  expect([shown(), unreadOf()]).toEqual(before);
});
