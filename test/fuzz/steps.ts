import { isDeepStrictEqual } from 'node:util';
import { EveryStep } from '../simulation/steps/every-step.ts';
import type { Fault, Steps } from '../simulation/steps/instrument.ts';
import { SCENARIOS } from '../simulation/steps/scenarios.ts';
import type { Found } from './found.ts';

const FAULTS: readonly Pick<Fault, 'how' | 'code'>[] = [
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
      for (const { how, code } of FAULTS) {
        for (const fault of faultsOf(steps, how, code)) {
          const end = await run.endAfter(fault);
          if (isDeepStrictEqual(end, expected)) continue;
          const ends = JSON.stringify({ expected, end }, null, 1);
          const where = `step ${fault.at} of ${steps[fault.thread]} (${fault.thread})`;
          return { seed: fault.at, why: `${scenario.name}, ${how} ${code} at ${where}: ${ends}` };
        }
        const all = `${steps.main} steps and ${steps.workers} of its workers`;
        say(`${scenario.name}: ${how} ${code} at each of ${all} ends as without`);
      }
    } finally {
      await run.close();
    }
  }
  return null;
}

function faultsOf(steps: Steps, how: Fault['how'], code: string): readonly Fault[] {
  return (['main', 'workers'] as const).flatMap((thread) =>
    Array.from({ length: steps[thread] }, (_, index) => ({ thread, at: index + 1, how, code })),
  );
}
