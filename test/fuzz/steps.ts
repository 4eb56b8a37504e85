import { isDeepStrictEqual } from 'node:util';
import { EveryStep } from '../simulation/steps/every-step.ts';
import type { Fault } from '../simulation/steps/instrument.ts';
import { SCENARIOS } from '../simulation/steps/scenarios.ts';
import type { Found } from './found.ts';

const FAULTS: readonly Omit<Fault, 'at'>[] = [
  { how: 'kill', code: '' },
  { how: 'fail', code: 'EIO' },
  { how: 'fail', code: 'ENOSPC' },
];

/** Every step of every scenario: killed there, failed there; the end must be the same each time. */
export async function everyStep(say: (line: string) => void): Promise<Found | null> {
  for (const scenario of SCENARIOS) {
    const run = await EveryStep.prepare(scenario);
    try {
      const steps = await run.count();
      const expected = await run.end();
      for (const fault of FAULTS) {
        for (let at = 1; at <= steps; at++) {
          const end = await run.endAfter({ ...fault, at });
          if (isDeepStrictEqual(end, expected)) continue;
          const ends = JSON.stringify({ expected, end }, null, 1);
          return {
            seed: at,
            why: `${scenario.name}, ${fault.how} ${fault.code} at step ${at} of ${steps}: ${ends}`,
          };
        }
        say(`${scenario.name}: ${fault.how} ${fault.code} at each of ${steps} steps ends as without`);
      }
    } finally {
      await run.close();
    }
  }
  return null;
}
