import { afterEach, beforeEach, expect, it } from 'vitest';

import { openMirrorReadOnly } from '../../../main/adapters/sqlite/mirror.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { MirrorHome } from './mirror-home.ts';
import { allSteps, followed, record, SITE } from '../../support/model-values.ts';

let home: MirrorHome;
let mirror: Mirror;

beforeEach(() => {
  home = new MirrorHome();
  mirror = home.open();
  mirror.follow(followed(SITE));
});

afterEach(() => home.remove());

it('a listing of which rows could not be written ends in failure, and drops nothing', () => {
  mirror.beginListing(SITE).add([record('old')]);
  const listing = mirror.beginListing(SITE);
  listing.add([record('new')]);
  const unreadable = { ...record('broken'), name: Symbol('no column takes this') as unknown as string };
  expect(() => listing.add([unreadable])).toThrow(/./);
  expect(() => listing.add([record('later')])).toThrow(/./);
  expect(() => allSteps(listing.finish(true, null, 1))).toThrow(/./);
  const again = mirror.beginListing(SITE);
  again.add([record('new')]);
  expect(allSteps(again.finish(true, null, 2))).toBe(1);
  expect([...mirror.trees(SITE).remote.keys()]).toEqual(['new']);
});

it('a listing that is broken off is there for all who read', () => {
  const listing = mirror.beginListing(SITE);
  listing.add([record('1')]);
  const reader = home.keep(openMirrorReadOnly(home.dir));
  expect(reader.counts(SITE).remote).toBe(0);
  listing.leave();
  expect(reader.counts(SITE).remote).toBe(1);
});
