import { expect, it } from 'vitest';
import { listingWait } from '../../main/sync/site-watch.ts';

it.each([
  ['a quick listing', 40, 60_000],
  ['one of 100,000 records', 1500, 150_000],
  ['one over a hotel network', 30_000, 600_000],
])('%s comes again after a while that fits what it costs', (_, took, wait) => {
  expect(listingWait(took)).toBe(wait);
});
