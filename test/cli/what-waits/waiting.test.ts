import { expect, it } from 'vitest';
import { waitingOf } from '../../../main/hosts/cli/sites/waiting.ts';
import type { Program } from '../../../main/hosts/compose/compose.ts';
import type { HeldDeletes } from '../../../main/engine/guards/mass-delete-guard.ts';
import type { Attempt } from '../../../main/sync/ports/mirror/kept-problem.ts';
import type { FollowedSite, SiteState } from '../../../main/sync/ports/mirror/sites.ts';
import { fail } from '../../../shared/failure.ts';

const SITE = { id: 'large', folder: '/large', keep: 'all' } as unknown as FollowedSite;
const NOW = 1000;
const MANY = { base: 100_000, local: 100_000, remote: 100_000 };
const IN_STEP: Partial<SiteState> = { syncedAt: 900, scannedAt: 800, listedAt: 850, held: null };

/** A look at each file, which of a large site takes longer than the rest of the command. */
class LookedAtAll extends Error {}

function waiting(
  state: Partial<SiteState>,
  counts = MANY,
  attempts: readonly Attempt[] = [],
): ReturnType<typeof waitingOf> {
  const unsettled = (): never => {
    throw new LookedAtAll();
  };
  const mirror = { siteState: () => state, problems: () => attempts, setting: () => null, unsettled };
  const program = {
    mirror,
    env: { now: () => NOW, stamp: () => '' },
    disk: { readHead: async () => fail({ code: 'changed-meanwhile', message: '', hint: '', retry: 'now' }) },
  };
  return waitingOf(program as unknown as Program, SITE, counts);
}

it('tells that a large site ended in step without looking at each file', async () => {
  expect(await waiting(IN_STEP)).toEqual({
    up: 0,
    down: 0,
    unsent: 0,
    deletes: 0,
    held: 0,
    toCompare: 0,
    inStep: 100_000,
    ignored: 0,
  });
});

it.each<[string, Partial<SiteState>, typeof MANY?, (readonly Attempt[])?]>([
  ['was never synced', { ...IN_STEP, syncedAt: null }],
  ['was scanned since', { ...IN_STEP, scannedAt: 901 }],
  ['was listed since', { ...IN_STEP, listedAt: 901 }],
  ['was synced by a clock that was set back', { ...IN_STEP, syncedAt: NOW + 1 }],
  ['has deletes that are held', { ...IN_STEP, held: {} as HeldDeletes }],
  ['has a file that is new here', IN_STEP, { ...MANY, local: 100_001 }],
  ['has a record that is not here', IN_STEP, { ...MANY, remote: 100_001 }],
  ['has a problem', IN_STEP, MANY, [{} as Attempt]],
  ['is small', IN_STEP, { base: 10, local: 10, remote: 10 }],
])('looks at each file of a site that %s', async (_what, state, counts, attempts) => {
  await expect(waiting(state, counts, attempts)).rejects.toThrow(LookedAtAll);
});
