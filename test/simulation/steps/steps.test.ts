import { afterEach, expect, it } from 'vitest';
import { EveryStep } from './every-step.ts';
import { SCENARIOS } from './scenarios.ts';

/** Of all steps of a kind of thread so many are tried here; `npm run fuzz -- --steps` tries every one. */
const TRIED = 3;

let open: EveryStep | null = null;

afterEach(async () => {
  await open?.close();
  open = null;
});

it.each(
  SCENARIOS.flatMap((scenario) =>
    (['kill', 'fail'] as const).map((how) => ({ scenario, how, name: scenario.name })),
  ),
)(
  '$name: a sync that is to $how at a step ends as one without',
  async ({ scenario, how }) => {
    open = await EveryStep.prepare(scenario);
    const steps = await open.count();
    const expected = await open.end();
    expect(expected.state).toBe('in-sync');
    for (const thread of ['main', 'workers'] as const)
      for (let turn = 0; turn < TRIED; turn++) {
        const at = Math.ceil(((turn + 0.5) * steps[thread]) / TRIED);
        const where = `step ${at} of ${steps[thread]} (${thread})`;
        expect(await open.endAfter({ thread, at, how, code: 'EIO' }), where).toEqual(expected);
      }
  },
  120_000,
);
