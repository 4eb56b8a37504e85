import { expect, it } from 'vitest';
import type { StepContext } from '../../../main/sync/context.ts';
import { CommitGroup } from '../../../main/sync/apply/commit/commit-group.ts';
import type { Commit } from '../../../main/sync/ports/mirror/notes.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const WAIT = 35;

interface Group {
  readonly commits: CommitGroup;
  /** How many commits went into each transaction. */
  readonly written: number[];
  /** Something is under way; ends it, with a commit or without. */
  readonly begin: () => (commit: Commit | null) => Promise<void>;
  /** Ends the wait that began first. */
  readonly wake: () => Promise<void>;
}

function group(): Group {
  const written: number[] = [];
  const waits: (() => void)[] = [];
  const context = {
    site: { id: 'site' },
    inFlight: { merges: 0 },
    merges: 0,
    env: {
      sleep: (ms: number) => {
        expect(ms).toBe(WAIT);
        return new Promise<void>((wake) => void waits.push(wake));
      },
    },
    mirror: { commit: (_site: unknown, some: readonly Commit[]) => void written.push(some.length) },
  };
  const commits = new CommitGroup(context as unknown as StepContext, WAIT);
  const begin = (): ((commit: Commit | null) => Promise<void>) => {
    const { promise, resolve } = Promise.withResolvers<{ readonly commit: Commit | null }>();
    void commits.after(() => promise);
    return (commit) => {
      resolve({ commit });
      return turn();
    };
  };
  const wake = (): Promise<void> => {
    waits.shift()?.();
    return turn();
  };
  return { commits, written, begin, wake };
}

it('writes what came when the wait of the first is over', async () => {
  const { written, begin, wake } = group();
  const [first, second] = [begin(), begin()];
  begin();
  await first({});
  await second({});
  expect(written).toEqual([]);
  await wake();
  expect(written).toEqual([2]);
});

it('writes a full group at once, and lets the next one have its own wait', async () => {
  const { commits, written, begin, wake } = group();
  const next = begin();
  begin();
  await Promise.all(Array.from({ length: 160 }, () => commits.after(async () => ({ commit: {} }))));
  expect(written).toEqual([160]);
  await next({});
  await wake();
  expect(written).toEqual([160]);
  await wake();
  expect(written).toEqual([160, 1]);
});

it('waits for nobody once nothing is under way', async () => {
  const { commits, written, begin } = group();
  const [first, second, third] = [begin(), begin(), begin()];
  await first({});
  await second({});
  expect(written).toEqual([]);
  await third(null);
  expect(written).toEqual([2]);
  await commits.after(async () => ({ commit: {} }));
  expect(written).toEqual([2, 1]);
});

it('keeps the commits of others where one fails', async () => {
  const { commits, written, begin } = group();
  const [first, broken] = [begin(), Promise.withResolvers<never>()];
  const failed = commits.after(() => broken.promise);
  await first({});
  broken.reject(new Error('gone'));
  await expect(failed).rejects.toThrow('gone');
  expect(written).toEqual([1]);
});
