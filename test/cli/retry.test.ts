import { expect, it } from 'vitest';
import type { Output } from '../../main/hosts/cli/output.ts';
import { retryCommand } from '../../main/hosts/cli/retry-command.ts';
import type { Program } from '../../main/hosts/compose.ts';
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

/** What `retry` says of a site with these attempts, and when each of them is due. */
function retried(...attempts: readonly Attempt[]): {
  readonly said: string;
  readonly due: readonly (number | null)[];
} {
  const mirror = new MemoryMirror();
  mirror.follow(site);
  mirror.saveAttempts(site.id, attempts);
  const lines: string[] = [];
  const out = { say: (line: string) => lines.push(line), object: () => undefined } as unknown as Output;
  expect(retryCommand({ mirror, env: { now: () => NOW } } as unknown as Program, out)).toBe(0);
  return { said: lines.join('\n'), due: mirror.attempts(site.id).map(({ nextAt }) => nextAt) };
}

it('promises no try of what waits for something else', () => {
  expect(retried(attempt('a', 'create'), attempt('b', 'wait'))).toEqual({
    said: '1 item will be tried again with the next sync: sitesync sync\n1 item waits for something else first; for what, says: sitesync problems',
    due: [NOW, NOW + 60_000],
  });
  expect(retried(attempt('b', 'wait')).said).toBe(
    '1 item waits for something else first; for what, says: sitesync problems',
  );
  expect(retried().said).toBe('Nothing waits for another try.');
});
