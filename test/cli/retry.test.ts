import { expect, it } from 'vitest';
import type { Output } from '../../main/hosts/cli/output.ts';
import { retryCommand } from '../../main/hosts/cli/retry-command.ts';
import type { Program } from '../../main/hosts/compose.ts';
import type { Intent } from '../../main/engine/trees.ts';
import type { Attempt, FollowedSite } from '../../main/sync/ports/mirror.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { MemoryMirror } from '../support/memory-mirror.ts';

const NOW = 1000;
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

/** What `retry` says of a site with these attempts, and when each of them is due. */
async function retried(
  attempts: readonly Attempt[],
  intents: readonly Intent[] = [],
): Promise<{ readonly said: string; readonly due: readonly (number | null)[] }> {
  const mirror = new MemoryMirror();
  mirror.follow(site);
  await mirror.saveIntents(site.id, intents);
  mirror.saveAttempts(site.id, attempts);
  const lines: string[] = [];
  const out = { say: (line: string) => lines.push(line), object: () => undefined } as unknown as Output;
  const env = { now: () => NOW, stamp: (at: number) => `2026-11-21 ${at}` };
  expect(retryCommand({ mirror, env } as unknown as Program, out)).toBe(0);
  return { said: lines.join('\n'), due: mirror.attempts(site.id).map(({ nextAt }) => nextAt) };
}

it('promises no try of what waits for something else', async () => {
  expect(await retried([attempt('a', 'create'), attempt('b', 'wait')])).toEqual({
    said: '1 item will be tried again with the next sync: sitesync sync\n1 item waits for something else first; for what, says: sitesync problems',
    due: [NOW, NOW + 60_000],
  });
  expect((await retried([attempt('b', 'wait')])).said).toBe(
    '1 item waits for something else first; for what, says: sitesync problems',
  );
  expect((await retried([])).said).toBe('Nothing waits for another try.');
});

it('promises no try of what the service may show late before it may be sent again', async () => {
  const attempts = [attempt('a', 'create'), attempt('b', 'create'), attempt('c', 'create')];
  expect(await retried(attempts, [intent('a', 0), intent('b', 1405), intent('c', NOW)])).toEqual({
    said: '2 items will be tried again with the next sync: sitesync sync\n1 item waits until 14:05, since the service may show late what it took. No try comes before.',
    due: [NOW, 1405, NOW],
  });
});
