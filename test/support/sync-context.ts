import type { Mirror } from '../../main/sync/ports/mirror.ts';
import type { SyncContext } from '../../main/sync/context.ts';
import { Gate } from '../../main/sync/pacing/gate.ts';
import { PauseSwitch } from '../../main/sync/pacing/pause-switch.ts';
import { SpaceReservations } from '../../main/sync/pacing/space-reservations.ts';
import { Throttle } from '../../main/sync/pacing/throttle.ts';
import { TransferSlots } from '../../main/sync/pacing/transfer-slots.ts';
import { planOfNothing } from '../../main/sync/plan/nothing-here.ts';
import { inPages, planSite, type Plan, type PlanQuestion } from '../../main/sync/plan/planning.ts';
import { Progress } from '../../main/sync/telling/progress.ts';
import { NO_LOCKS } from './no-locks.ts';

/** The ports of a test, and how it is stopped. */
interface Parts extends Pick<
  SyncContext,
  'service' | 'disk' | 'mirror' | 'env' | 'settings' | 'signal' | 'stopping'
> {
  /** In each direction. */
  readonly transfersAtOnce: number;
}

/**
 * What cycles act through, around the ports that a test brings. Plans are made in the thread that asks, and no other
 * program has a folder.
 */
export function syncContext({ transfersAtOnce, ...parts }: Parts): SyncContext {
  const { service, mirror, env } = parts;
  return {
    ...parts,
    locks: NO_LOCKS,
    plan: async (question) => inPages(planned(mirror, question)),
    planAhead: () => undefined,
    planSoon: () => undefined,
    planFound: () => undefined,
    gate: new Gate(service, env),
    slots: new TransferSlots(transfersAtOnce),
    up: new Throttle(env, null),
    down: new Throttle(env, null),
    pauseSwitch: new PauseSwitch(),
    reservations: new SpaceReservations(),
    progress: new Progress(),
    ownFolder: '/sitesync',
  };
}

/** Plans the whole site, and proves for each that needs no plan that it comes to nothing. */
function planned(mirror: Mirror, question: PlanQuestion): Plan {
  const whole = planSite(mirror, question);
  const nothing = planOfNothing(mirror, question);
  if (nothing !== null) {
    const { actions, agreed, listed, serviceWentBack, missing } = whole;
    if (actions.length + missing.length + agreed > 0 || serviceWentBack || listed !== nothing.listed)
      throw new Error(`A site of which nothing is here has a plan: ${JSON.stringify(actions)}`);
  }
  return whole;
}
