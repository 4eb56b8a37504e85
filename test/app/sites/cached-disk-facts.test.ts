import { describe, expect, it } from 'vitest';
import { CachedDiskFacts } from '../../../main/app/sites/cached-disk-facts.ts';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import { ok } from '../../../shared/failure.ts';

/** A disk whose trash takes so long to list, and a clock that only that moves. */
function lookAt(takes: number) {
  const clock = { now: 1_000_000 };
  const listed: number[] = [];
  const next: (() => void)[] = [];
  const disk: Pick<Disk, 'space' | 'listTrash' | 'bytesBelow'> = {
    bytesBelow: async (folder, path) => ({
      bytes: folder === '/site' && path === 'Models' ? 5 : 0,
      isWhole: false,
    }),
    space: async () => ok({ freeBytes: 7, totalBytes: 9, disk: 'one' }),
    listTrash: async () => {
      listed.push(clock.now);
      if (listed.length > 1) await new Promise<void>((resolve) => next.push(resolve));
      clock.now += takes;
      return ok(Array.from({ length: listed.length }, () => ({}) as never));
    },
  };
  const facts = new CachedDiskFacts({
    env: { now: () => clock.now },
    disk,
    followed: () => [{ folder: '/site' } as FollowedSite],
    root: () => '/',
  });
  return { facts, clock, listed, finish: () => next.shift()?.() };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the looks at the disk', () => {
  it('hold up nobody after the first', async () => {
    const { facts, clock, finish } = lookAt(100);
    expect(await facts.read()).toEqual({ freeBytes: 7, trash: 1, modelBytes: 5, areModelsWhole: false });
    clock.now += 60_000;
    expect(await facts.read()).toEqual({ freeBytes: 7, trash: 1, modelBytes: 5, areModelsWhole: false });
    await turn();
    finish();
    await turn();
    expect(await facts.read()).toEqual({ freeBytes: 7, trash: 2, modelBytes: 5, areModelsWhole: false });
  });

  it.each([
    ['however much lies in the trash', false],
    ['also where something changes all the time', true],
  ])('take a twentieth of the time at most, %s', async (_, changes) => {
    const { facts, clock, listed, finish } = lookAt(1500);
    for (let at = 0; at < 600; at++) {
      if (changes) facts.outdated();
      await facts.read();
      await turn();
      finish();
      await turn();
      clock.now += 250;
    }
    const pauses = listed.slice(1).map((at, index) => at - (listed[index] ?? 0));
    expect(pauses.length).toBeGreaterThan(2);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(20 * 1500);
  });

  it('come soon after something changed, also where that was amid a look', async () => {
    const { facts, clock, listed, finish } = lookAt(10);
    const after = async (ms: number): Promise<void> => {
      clock.now += ms;
      await facts.read();
      await turn();
    };
    await facts.read();
    await after(490);
    facts.outdated();
    await after(0);
    expect(listed).toHaveLength(1);
    await after(10);
    expect(listed).toHaveLength(2);
    facts.outdated();
    finish();
    await turn();
    await after(490);
    expect(listed).toHaveLength(2);
    await after(10);
    expect(listed).toHaveLength(3);
    finish();
    await turn();
    await after(4000);
    expect(listed).toHaveLength(3);
  });

  it('go on where the clock is set back by a day', async () => {
    const { facts, clock, listed } = lookAt(10);
    await facts.read();
    clock.now -= 86_400_000;
    await facts.read();
    await turn();
    expect(listed).toHaveLength(2);
  });
});
