import { expect, it } from 'vitest';
import { listingWait } from '../../main/sync/site-watch.ts';

it.each([
  ['a quick listing', 40, 300, 60_000],
  ['one of 20,000 records', 300, 20_000, 120_000],
  ['one of 100,000 records', 1500, 100_000, 600_000],
  ['one over a slow line', 4000, 3000, 400_000],
  ['one over a hotel network', 30_000, 3000, 600_000],
])('%s comes again after a while that fits what it costs', (_, took, records, wait) => {
  expect(listingWait(took, records)).toBe(wait);
});
