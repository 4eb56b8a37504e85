import { expect, it } from 'vitest';
import type { Output } from '../../../main/hosts/cli/output/output.ts';
import { retryCommand } from '../../../main/hosts/cli/commands/retry-command.ts';
import type { Program } from '../../../main/hosts/compose/compose.ts';
import type { Intent } from '../../../main/engine/trees.ts';
import type { Attempt, KeptProblem } from '../../../main/sync/ports/mirror/kept-problem.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';

const NOW = 1_404 * 60_000;
/** Some seconds before it is 14:05 on the clock of the test. */
const LATE_UNTIL = 1_405 * 60_000 - 5000;
const site: FollowedSite = {
  id: 'site-1' as SiteId,
  folder: '/sites/Harbour House',
  folderId: 'f',
  keep: 'all',
  paused: false,
};

function attempt(path: string, action: Attempt['action']): Attempt {
  const said = { code: 'in-use', message: path, hint: '' } as const;
  return { key: path, path, action, tries: 3, nextAt: NOW + 60_000, state: 'x', since: 1, ...said };
}

/** Its create, which the service may show late. */
function intent(path: string, lateUntil: number): Intent {
  const of = { path, name: path, category: 'other', size: 1, mtimeNs: 1n, ino: 1n, hash: 'h' } as const;
  return { ...of, opId: `op-${path}`, listing: 1, lateUntil } as unknown as Intent;
}

/** What `retry` says of a site with these attempts, in words and in its object, and what it leaves of them. */
async function retried(
  attempts: readonly Attempt[],
  intents: readonly Intent[] = [],
): Promise<{
  readonly said: string;
  readonly told: readonly object[];
  readonly left: readonly KeptProblem[];
}> {
  const mirror = new MemoryMirror();
  mirror.follow(site);
  await mirror.saveIntents(site.id, intents);
  mirror.saveProblems(site.id, attempts);
  const lines: string[] = [];
  const told: object[] = [];
  const out = {
    say: (line: string) => lines.push(line),
    object: (each: object) => told.push(each),
  } as unknown as Output;
  const env = { now: () => NOW, stamp: (at: number) => `2026-11-21 ${at / 60_000}` };
  expect(retryCommand({ mirror, env } as unknown as Program, out)).toBe(0);
  return { said: lines.join('\n'), told, left: mirror.problems(site.id) };
}

it('does not promise to try what waits for something else', async () => {
  const [created, waits] = [attempt('a', 'create'), attempt('b', 'wait')];
  expect(await retried([created, waits])).toEqual({
    said: '1 item will be tried again with the next sync: sitesync sync\n1 item waits for something else first; for what, says: sitesync problems',
    told: [{ ok: true, cleared: 1 }],
    // As if it had changed: no count of tries holds it up, and no state that it has to differ from.
    left: [{ ...created, tries: 0, nextAt: NOW, state: '' }, waits],
  });
  expect((await retried([attempt('b', 'wait')])).said).toBe(
    '1 item waits for something else first; for what, says: sitesync problems',
  );
  const after: Attempt = { ...attempt('c', 'deleteRemote'), code: 'in-use' };
  expect(await retried([after])).toMatchObject({ told: [{ ok: true, cleared: 0 }], left: [after] });
  expect((await retried([])).said).toBe('Nothing waits for another try.');
});

it('does not promise to send at once what the service may still show late', async () => {
  const attempts = [attempt('a', 'create'), attempt('b', 'create'), attempt('c', 'create')];
  const { said, left } = await retried(attempts, [intent('a', 0), intent('b', LATE_UNTIL), intent('c', NOW)]);
  expect(said).toBe(
    '2 items will be tried again with the next sync: sitesync sync\n1 item waits until 14:05, since the service may show late what it took. No try comes before.',
  );
  expect(left.map(({ nextAt }) => nextAt)).toEqual([NOW, LATE_UNTIL, NOW]);
});
