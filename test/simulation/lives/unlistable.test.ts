import { expect, it } from 'vitest';
import { describeLives } from './seeds.ts';
import { simulate } from '../simulate.ts';

describeLives('files that are moved among folders that cannot be listed', 'unlistable', 'unlistable');

it('folders do fail to be listed, and files do trade places', async () => {
  const seen = { failed: 0, traded: 0 };
  for (let seed = 0; seed < 6; seed++) {
    const { lines } = await simulate(seed, { unlistable: true, keepsLines: true });
    seen.failed += lines.filter((line) => / E\w+ at list /.test(line)).length;
    seen.traded += lines.filter((line) => / person 1[01] /.test(line)).length;
  }
  expect(seen.failed).toBeGreaterThan(50);
  expect(seen.traded).toBeGreaterThan(20);
});
