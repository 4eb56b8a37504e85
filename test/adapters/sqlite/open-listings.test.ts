import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { OpenListings } from '../../../main/adapters/sqlite/tables/listing/open-listings.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { MirrorHome } from './mirror-home.ts';
import { allSteps, followed, record, SITE } from '../../support/model-values.ts';

let home: MirrorHome;
let mirror: Mirror;
let begin: MockInstance<OpenListings['begin']>;

beforeEach(() => {
  home = new MirrorHome();
  mirror = home.open();
  mirror.follow(followed(SITE));
  begin = vi.spyOn(OpenListings.prototype, 'begin');
});

afterEach(() => {
  vi.restoreAllMocks();
  home.remove();
});

const write = (id: string): void => mirror.commit(SITE, [{ remote: record(id) }]);

it.each([
  ['whole', (listing: ReturnType<Mirror['beginListing']>) => allSteps(listing.finish(true, null, 1))],
  ['as it was', (listing: ReturnType<Mirror['beginListing']>) => listing.finishUnchanged(1)],
])('nothing is noted of what is written after a listing that ended %s', (_, end) => {
  const listing = mirror.beginListing(SITE);
  write('meanwhile');
  end(listing);
  write('later');
  expect(begin.mock.results.map(({ value }) => [...(value as ReadonlySet<string>)])).toEqual([['meanwhile']]);
});

it('a listing that ends late takes nothing from the one that began meanwhile', () => {
  const late = mirror.beginListing(SITE);
  const next = mirror.beginListing(SITE);
  late.finishUnchanged(1);
  write('meanwhile');
  next.add([]);
  allSteps(next.finish(true, null, 2));
  expect([...mirror.trees(SITE).remote.keys()]).toEqual(['meanwhile']);
});
