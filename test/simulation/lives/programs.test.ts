import { expect, it } from 'vitest';
import { describeLives } from './seeds.ts';
import { simulate } from '../simulate.ts';

describeLives('files that programs save, fetch and copy in several steps', 'programs', 'programs');

it('programs do save with backups, and files do grow while they are sent', async () => {
  const seen = { backups: 0, parts: 0, sentInPart: 0 };
  for (let seed = 0; seed < 10; seed++) {
    const { lines } = await simulate(seed, { programs: true, keepsLines: true });
    seen.backups += lines.filter((line) => / create .*\.bak$/.test(line)).length;
    seen.parts += lines.filter((line) => / writes .*\|\d$/.test(line)).length;
    // A file is sent between two of its parts.
    const grown = lines.flatMap((line, at) => (/ writes .*\|[23]$/.test(line) ? [at] : []));
    seen.sentInPart += grown.filter((at) =>
      lines.slice(at - 20, at).some((line) => line.includes(' create ')),
    ).length;
  }
  expect(seen.backups).toBeGreaterThan(2);
  expect(seen.parts).toBeGreaterThan(20);
  expect(seen.sentInPart).toBeGreaterThan(0);
}, 60_000);

it('programs and those who lock folders away or make room share a folder', async () => {
  for (const [seed, others] of [
    [77_011_001, { unlistable: true }],
    [77_008_024, { leavesOut: true }],
    // A folder is renamed that holds one which was locked away.
    [5017, { unlistable: true, choices: true }],
  ] as const) {
    const { broken } = await simulate(seed, { programs: true, ...others });
    expect(broken, `seed ${seed}`).toEqual([]);
  }
}, 60_000);
