import { expect, it } from 'vitest';
import type { SiteContext } from '../../main/sync/context.ts';
import { CommitGroup } from '../../main/sync/apply/commit-group.ts';
import type { Commit } from '../../main/sync/ports/mirror.ts';

/** How many commits went into each transaction; `wake` ends the wait that began first. */
function group(): { commits: CommitGroup; written: number[]; wake: () => Promise<void> } {
  const written: number[] = [];
  const waits: (() => void)[] = [];
  const context = {
    site: { id: 'site' },
    env: { sleep: () => new Promise<void>((wake) => void waits.push(wake)) },
    mirror: { commit: (_site: unknown, some: readonly Commit[]) => void written.push(some.length) },
  };
  const commits = new CommitGroup(context as unknown as SiteContext);
  const wake = async (): Promise<void> => {
    waits.shift()?.();
    await new Promise((turn) => setImmediate(turn));
  };
  return { commits, written, wake };
}

it('writes what came when the wait of the first is over', async () => {
  const { commits, written, wake } = group();
  const both = Promise.all([commits.add({}), commits.add({})]);
  expect(written).toEqual([]);
  await wake();
  await both;
  expect(written).toEqual([2]);
});

it('writes a full group at once, and lets the next one have its own wait', async () => {
  const { commits, written, wake } = group();
  await Promise.all(Array.from({ length: 160 }, () => commits.add({})));
  expect(written).toEqual([160]);
  const next = commits.add({});
  await wake();
  expect(written).toEqual([160]);
  await wake();
  await next;
  expect(written).toEqual([160, 1]);
});
