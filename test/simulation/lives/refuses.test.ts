import { expect, it } from 'vitest';
import { describeLives } from './seeds.ts';
import { simulate } from '../simulate.ts';

describeLives('writes that the service refuses', 'refuses', 'refuses');

it('a service does refuse writes of each kind, in many ways', async () => {
  const [kinds, statuses] = [new Set<string>(), new Set<string>()];
  for (let seed = 0; seed < 12; seed++) {
    const { lines } = await simulate(seed, { refuses: true, keepsLines: true });
    for (const line of lines) {
      const [, kind, status] = / (create|update|delete) .*: refused, HTTP (\d+)$/.exec(line) ?? [];
      if (kind === undefined || status === undefined) continue;
      kinds.add(kind);
      statuses.add(status);
    }
  }
  expect([...kinds].sort()).toEqual(['create', 'delete', 'update']);
  expect(statuses.size).toBeGreaterThan(7);
}, 60_000);
