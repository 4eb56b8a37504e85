import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import type { Page } from '../../../main/sync/ports/service.ts';
import { ok } from '../../../shared/failure.ts';
import type { Site } from '../../../shared/model/site.ts';
import { found } from '../../support/model-values.ts';
import { A, FULL, failed, harbour, kept, listed, SignInRig } from './sign-in-rig.ts';

let rig: SignInRig;

beforeEach(() => {
  rig = new SignInRig();
});

// What still asks would take the answers of the next test.
afterEach(() => rig.signIn.close());

describe('while no site is kept, or all are paused or away', () => {
  it.each(['none', 'paused', 'away'] as const)(
    'it is known each minute whether the service is there: %s',
    async (of) => {
      if (of === 'none') rig.mirror.unfollow(kept.id);
      else if (of === 'paused') rig.mirror.follow({ ...kept, paused: true });
      else rig.mirror.saveProblems(kept.id, [found('folder', { code: 'folder-missing' })]);
      const away = failed('offline', 'on-connect');
      // Where it seems to be away it is asked once more at once.
      rig.lists = [listed, away, away];
      await rig.signIn.signIn(A);
      await expect.poll(() => rig.stopNow()).toBe('offline');
      expect(rig.waits).toEqual([60_000, 30_000]);
      rig.lists = [listed];
      rig.signIn.wake();
      await expect.poll(() => rig.waits).toEqual([60_000, 30_000, 60_000]);
      expect(rig.stopNow()).toBe(null);
      rig.lists = [failed('sign-in', 'on-sign-in')];
      rig.signIn.session?.sites.wake();
      await expect.poll(() => rig.stopNow()).toBe('sign-in');
      rig.lists = [listed];
      rig.signIn.wake();
      await expect.poll(() => rig.stopNow()).toBe(null);
    },
  );

  it('nothing is asked while the person paused everything', async () => {
    rig.mirror.unfollow(kept.id);
    rig.isPaused = true;
    rig.lists = [listed];
    await rig.signIn.signIn(A);
    await expect.poll(() => rig.waits).toEqual([60_000]);
    rig.lists = [listed];
    rig.signIn.wake();
    await expect.poll(() => rig.waits.length).toBeGreaterThan(2);
    expect(rig.lists).toEqual([listed]);
  });

  it('rows of the list that cannot be used are told, as long as they come and somebody is signed in', async () => {
    rig.mirror.unfollow(kept.id);
    const odd = [{ id: null, name: 'North Wing', why: 'The site has no usable id.' }];
    rig.lists = [ok({ items: [harbour], odd, count: 2, next: null })];
    await rig.signIn.signIn(A);
    await expect.poll(() => rig.waits).toEqual([60_000]);
    const words =
      "Not all of the service's list of sites can be used. “North Wing”: The site has no usable id. Ask ";
    expect([...rig.notices]).toEqual([expect.stringContaining(words)]);
    rig.lists = [listed];
    rig.signIn.session?.sites.wake();
    await expect.poll(() => rig.waits).toEqual([60_000, 60_000]);
    expect(rig.notices.size).toBe(0);
    rig.lists = [ok({ items: [harbour], odd, count: 2, next: null })];
    rig.signIn.session?.sites.wake();
    await expect.poll(() => rig.notices.size).toBe(1);
    // What is wrong need not be a site.
    const next = { id: null, name: null, why: 'The address of the next page is not text.' };
    rig.lists = [ok({ items: [harbour], odd: [next], count: 1, next: null })];
    rig.signIn.session?.sites.wake();
    const all =
      "Not all of the service's list of sites can be used. The address of the next page is not text. Ask ";
    await expect.poll(() => [...rig.notices].join('')).toContain(all);
    await rig.signIn.signOut();
    await expect.poll(() => rig.notices.size).toBe(0);
  });

  it('it goes on where the list could not be noted, and says so', async () => {
    rig.mirror.unfollow(kept.id);
    const save = rig.mirror.saveSites.bind(rig.mirror);
    rig.mirror.saveSites = () => {
      rig.mirror.saveSites = save;
      throw new FailureError(FULL);
    };
    rig.lists = [listed, listed];
    await rig.signIn.signIn(A);
    await expect.poll(() => rig.mirror.sites()).toEqual([harbour]);
    expect(rig.troubles).toEqual([FULL]);
  });
});

describe('who is signed in', () => {
  it('sees the sites once the service tells of them', async () => {
    const busy = (retryAfterMs: number) => failed('busy', 'later', { retryAfterMs });
    rig.lists = [failed('offline', 'on-connect'), busy(7000), busy(0), listed];
    await rig.signIn.signIn(A);
    await expect.poll(() => rig.mirror.sites()).toEqual([harbour]);
    expect(rig.waits).toEqual([30_000, 7000, 30_000, 60_000]);
  });

  it('sees a site that is new on the service, after a while or where somebody asks', async () => {
    const mill = { id: 'mill', name: 'Mill' } as Site;
    const grown = ok<Page<Site>>({ items: [harbour, mill], odd: [], count: 2, next: null });
    rig.lists = [listed];
    await rig.signIn.signIn(A);
    await expect.poll(() => rig.waits).toEqual([60_000]);
    rig.lists = [grown, listed];
    rig.signIn.session?.sites.wake();
    await expect.poll(() => rig.mirror.sites()).toEqual([harbour, mill]);
    await expect.poll(() => rig.waits.length).toBeGreaterThan(3);
    expect(rig.lists).toEqual([listed]);
    rig.now = 600_000;
    await expect.poll(() => rig.mirror.sites()).toEqual([harbour]);
    // A list that does not come is no news: those who sync the sites tell of it.
    rig.lists = [failed('busy', 'later'), grown];
    rig.signIn.session?.sites.wake();
    await expect.poll(() => rig.lists).toEqual([grown]);
    expect([rig.signIn.session?.sites.failure, rig.mirror.sites()]).toEqual([null, [harbour]]);
    // One that a person asked for in vain is told of until the next one comes.
    rig.lists = [failed('busy', 'later')];
    await rig.signIn.session?.sites.list();
    expect(rig.signIn.session?.sites.failure).toMatchObject({ code: 'busy' });
    rig.lists = [listed, grown];
    rig.signIn.session?.sites.wake();
    await expect.poll(() => rig.signIn.session?.sites.failure).toBeNull();
    rig.isPaused = true;
    rig.signIn.session?.sites.wake();
    rig.now = 1_800_000;
    rig.signIn.session?.context.gate.slow(kept.id, 60_000);
    await rig.someTurns();
    expect(rig.lists).toEqual([grown]);
    rig.isPaused = false;
    await rig.someTurns();
    expect(rig.lists).toEqual([grown]);
    // The service no longer asks for patience.
    rig.now += 60_000;
    await expect.poll(() => rig.mirror.sites()).toEqual([harbour, mill]);
  });

  it('looks for no service that answered, nor for any while nobody is signed in', async () => {
    const [refused, silence] = [
      { ...FULL, code: 'service-error' } as const,
      { ...FULL, code: 'timeout' } as const,
    ];
    rig.lists = [listed];
    await rig.signIn.lookForService(silence);
    expect(rig.lists).toEqual([listed]);
    await rig.signIn.signIn(A);
    await expect.poll(() => rig.waits).toEqual([60_000]);
    rig.lists = [listed];
    await rig.signIn.lookForService(refused);
    expect(rig.lists).toEqual([listed]);
    await rig.signIn.lookForService(silence);
    expect(rig.lists).toEqual([]);
  });

  it('sees the sites of a service that refused the token for a moment, asked ever more rarely', async () => {
    rig.lists = [...Array.from({ length: 6 }, () => failed('sign-in', 'on-sign-in')), listed];
    await rig.signIn.signIn(A);
    await expect.poll(() => rig.mirror.sites()).toEqual([harbour]);
    expect(rig.waits).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  });

  it('asks for no sites where time does not help, and for none once signed out', async () => {
    rig.lists = [failed('tls', 'on-change'), listed];
    await rig.signIn.signIn(A);
    // Each minute it looks only whether nobody else asks by then.
    await expect.poll(() => rig.waits.length).toBeGreaterThan(2);
    expect([new Set(rig.waits), rig.lists]).toEqual([new Set([60_000]), [listed]]);
    await rig.signIn.signOut();
    [rig.lists, rig.waits] = [[], []];
    await rig.signIn.signIn(A);
    await expect.poll(() => rig.waits).toHaveLength(1);
    rig.lists = [listed];
    await rig.signIn.signOut();
    await new Promise((resolve) => setImmediate(resolve));
    expect([rig.waits, rig.mirror.sites(), rig.lists]).toEqual([[30_000], [], [listed]]);
  });
});
