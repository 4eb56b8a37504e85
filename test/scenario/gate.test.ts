import { expect, it } from 'vitest';
import { Gate } from '../../main/sync/gate.ts';
import type { SiteDataService } from '../../main/sync/ports/service.ts';
import type { SiteId } from '../../shared/model/ids.ts';

it('what the service asks to wait for grows by no shorter wish, and by no clock that is set back', () => {
  const site = 'site-1' as SiteId;
  let now = 1_795_000_000_000;
  const gate = new Gate({} as SiteDataService, { now: () => now, sleep: () => Promise.resolve() });
  expect(gate.waitFor(site)).toBe(0);
  gate.slow(site, 30_000);
  now += 10_000;
  expect(gate.waitFor(site)).toBe(20_000);
  gate.slow(site, 5000);
  expect(gate.waitFor(site)).toBe(20_000);
  gate.slow(site, 40_000);
  expect(gate.waitFor(site)).toBe(40_000);
  now -= 86_400_000;
  expect(gate.waitFor(site)).toBe(0);
});
