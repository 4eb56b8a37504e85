import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Account, RunningEngine, SessionMaker } from '../../../main/app/account/session.ts';
import { SignIn } from '../../../main/app/account/sign-in.ts';
import type { SyncContext } from '../../../main/sync/context.ts';
import { MirrorError } from '../../../main/sync/ports/mirror-error.ts';
import { Gate } from '../../../main/sync/pacing/gate.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import type { Page, SiteDataService } from '../../../main/sync/ports/service.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { Site } from '../../../shared/model/site.ts';
import { MemorySecrets } from '../../support/memory/secrets.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import { attempt } from '../../adapters/sqlite/samples.ts';

const A: Account = { baseUrl: 'https://a.example', token: 'token of a' };
const B: Account = { baseUrl: 'https://b.example', token: 'token of b' };

/** Who was opened, in order; null: as is kept. */
let opened: (Account | null)[];
let started: number;
let stopped: number;
/** Engines end only when this has resolved. */
let ending: Promise<void>;
let opening: Promise<void>;
let refusal: Failure | null;
/** The service does not answer. */
let silent: boolean;
/** How the list of sites is answered, in order; then there is no connection. */
let lists: Result<Page<Site>>[];
/** What was waited before the next time, ms; one at a time is let through. */
let waits: number[];
/** What could not be written. */
let troubles: Failure[];
/** The person wants nothing to be sent or fetched. */
let isPaused: boolean;
let now: number;
let mirror: MemoryMirror;
let signIn: SignIn;
/** What is said as long as it lasts. */
let notices: Set<string>;
/** Of the engines that were started so many had stopped each time that all folders were given up. */
let givenUp: number[];
/** What the engines did that only look at the folders. */
let looks: string[];
/** The mirror cannot be read when one is to begin. */
let lookFails: boolean;
/** Who was signed in each time that a change was told. */
let changes: (string | null)[];

beforeEach(() => {
  [opened, started, stopped] = [[], 0, 0];
  [changes, givenUp, looks, lookFails] = [[], [], [], false];
  notices = new Set();
  [ending, opening, refusal, silent] = [Promise.resolve(), Promise.resolve(), null, false];
  [lists, waits, mirror] = [[], [], new MemoryMirror()];
  [troubles, isPaused, now] = [[], false, 0];
  mirror.follow(kept);
  const maker: SessionMaker = {
    hasGivenToken: false,
    open: async (account, stopping) => {
      opened.push(account);
      await opening;
      return refusal === null ? ok(contextOf(account, stopping)) : fail(refusal);
    },
    start: ({ looksOnly }) => {
      if (looksOnly !== true) started += 1;
      return engine(looksOnly);
    },
    look: async (stopping) => {
      if (lookFails) throw new MirrorError(FULL);
      return mirror.followed().length === 0 ? null : { ...contextOf(A, stopping), looksOnly: true };
    },
    check: async ({ baseUrl }, signal) => {
      if (silent) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { baseUrl, sites: 1, failure: null };
    },
  };
  signIn = new SignIn({
    maker,
    secrets: new MemorySecrets(),
    mirror,
    letFoldersGo: () => givenUp.push(stopped),
    env: {
      now: () => now,
      sleep: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
    },
    onNotice: (line) => notices.add(line),
    onOver: (line) => notices.delete(line),
    onTrouble: (failure) => troubles.push(failure),
    isPaused: () => isPaused,
    onChange: () => changes.push(signIn.session?.context.service.baseUrl ?? null),
  });
});

// What still asks would take the answers of the next test.
afterEach(() => signIn.close());

function engine(looksOnly = false): RunningEngine {
  const nothing = (): void => undefined;
  const does = (what: string): void => void (looksOnly && looks.push(what));
  return {
    syncNow: nothing,
    wake: nothing,
    refresh: async () => does('looks'),
    release: (_, change) => change(),
    pauseAll: () => does('paused'),
    resumeAll: () => does('resumed'),
    stop: async () => {
      // What changes a site waits for it meanwhile.
      does(signIn.engine === null ? 'stopped, known to nobody' : 'stopped');
      await ending;
      if (!looksOnly) stopped += 1;
    },
  };
}

function contextOf(account: Account | null, stopping: AbortSignal): SyncContext {
  const service = {
    baseUrl: account?.baseUrl ?? A.baseUrl,
    sitesPage: async () => lists.shift() ?? failed('offline', 'on-connect'),
    close: () => undefined,
  };
  const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    waits.push(ms);
    // A turn for others, as any wait is: without it a loop that only waits would let nobody look at what it did.
    await new Promise((resolve) => setImmediate(resolve));
    if (lists.length === 0 && !signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  const { signal } = new AbortController();
  const env = { sleep, now: () => now };
  const gate = new Gate(service as unknown as SiteDataService, env);
  return { service, signal, stopping, mirror, gate, settings: {}, env } as unknown as SyncContext;
}

function failed(code: Failure['code'], retry: Failure['retry'], more: Partial<Failure> = {}): Result<never> {
  return fail({ code, message: '', hint: '', retry, ...more });
}

const FULL: Failure = { code: 'disk-full', message: 'Full.', hint: '', retry: 'later' };
const harbour = { id: 'har', name: 'Harbour House' } as Site;
const kept = { id: 'har', keep: 'all', paused: false } as FollowedSite;
const listed = ok<Page<Site>>({ items: [harbour], odd: [], count: 1, next: null });

function held(): { readonly until: Promise<void>; readonly go: () => void } {
  let go = (): void => undefined;
  const until = new Promise<void>((resolve) => (go = resolve));
  return { until, go };
}

/** From now on it looked some times whether it is to ask. */
async function someTurns(): Promise<void> {
  const before = waits.length;
  await expect.poll(() => waits.length).toBeGreaterThan(before + 2);
}

const stopNow = (): string | null => signIn.session?.context.gate.stop?.kind ?? null;

describe('while no site is kept, or all are paused or away', () => {
  it.each(['none', 'paused', 'away'] as const)(
    'it is known each minute whether the service is there: %s',
    async (of) => {
      if (of === 'none') mirror.unfollow(kept.id);
      else if (of === 'paused') mirror.follow({ ...kept, paused: true });
      else mirror.saveAttempts(kept.id, [attempt('found:folder:', { path: '', code: 'folder-missing' })]);
      const away = failed('offline', 'on-connect');
      // Where it seems to be away it is asked once more at once.
      lists = [listed, away, away];
      await signIn.signIn(A);
      await expect.poll(stopNow).toBe('offline');
      expect(waits).toEqual([60_000, 30_000]);
      lists = [listed];
      signIn.wake();
      await expect.poll(() => waits).toEqual([60_000, 30_000, 60_000]);
      expect(stopNow()).toBe(null);
      lists = [failed('sign-in', 'on-sign-in')];
      signIn.session?.sites.wake();
      await expect.poll(stopNow).toBe('sign-in');
      lists = [listed];
      signIn.wake();
      await expect.poll(stopNow).toBe(null);
    },
  );

  it('nothing is asked while the person paused everything', async () => {
    mirror.unfollow(kept.id);
    isPaused = true;
    lists = [listed];
    await signIn.signIn(A);
    await expect.poll(() => waits).toEqual([60_000]);
    lists = [listed];
    signIn.wake();
    await expect.poll(() => waits.length).toBeGreaterThan(2);
    expect(lists).toEqual([listed]);
  });

  it('rows of the list that cannot be used are told, as long as they come and somebody is signed in', async () => {
    mirror.unfollow(kept.id);
    const odd = [{ id: null, name: 'North Wing', why: 'The site has no usable id.' }];
    lists = [ok({ items: [harbour], odd, count: 2, next: null })];
    await signIn.signIn(A);
    await expect.poll(() => waits).toEqual([60_000]);
    const words =
      "Not all of the service's list of sites can be used. “North Wing”: The site has no usable id. Ask ";
    expect([...notices]).toEqual([expect.stringContaining(words)]);
    lists = [listed];
    signIn.session?.sites.wake();
    await expect.poll(() => waits).toEqual([60_000, 60_000]);
    expect(notices.size).toBe(0);
    lists = [ok({ items: [harbour], odd, count: 2, next: null })];
    signIn.session?.sites.wake();
    await expect.poll(() => notices.size).toBe(1);
    // What is wrong need not be a site.
    const next = { id: null, name: null, why: 'The address of the next page is not text.' };
    lists = [ok({ items: [harbour], odd: [next], count: 1, next: null })];
    signIn.session?.sites.wake();
    const all =
      "Not all of the service's list of sites can be used. The address of the next page is not text. Ask ";
    await expect.poll(() => [...notices].join('')).toContain(all);
    await signIn.signOut();
    await expect.poll(() => notices.size).toBe(0);
  });

  it('it goes on where the list could not be noted, and says so', async () => {
    mirror.unfollow(kept.id);
    const save = mirror.saveSites.bind(mirror);
    mirror.saveSites = () => {
      mirror.saveSites = save;
      throw new MirrorError(FULL);
    };
    lists = [listed, listed];
    await signIn.signIn(A);
    await expect.poll(() => mirror.sites()).toEqual([harbour]);
    expect(troubles).toEqual([FULL]);
  });
});

describe('who is signed in', () => {
  it('ends each engine that began, also where two sign in at once', async () => {
    await signIn.signIn(A);
    const slow = held();
    ending = slow.until;
    const both = Promise.all([signIn.signIn(A), signIn.signIn(B)]);
    slow.go();
    await both;
    expect(signIn.session?.context.service.baseUrl).toBe(B.baseUrl);
    await signIn.close();
    expect([started, stopped]).toEqual([3, 3]);
  });

  it('stays the same over another way', async () => {
    await signIn.resume();
    await signIn.signIn(B);
    await signIn.reopen();
    expect(opened).toEqual([null, B, B]);
  });

  it('comes back where the first try over another way failed', async () => {
    await signIn.signIn(B);
    refusal = { code: 'tls', message: 'not encrypted', hint: '', retry: 'on-change' };
    expect(await signIn.reopen()).toMatchObject({ ok: false });
    expect(signIn.session).toBeNull();
    // Screens must not say any longer what waits and what is sent.
    expect(changes).toEqual([B.baseUrl, null]);
    refusal = null;
    expect(await signIn.reopen()).toEqual(ok(null));
    expect(signIn.session?.context.service.baseUrl).toBe(B.baseUrl);
  });

  it('is nobody after a sign-out, over whichever way', async () => {
    await signIn.signIn(B);
    await signIn.signOut();
    expect(await signIn.reopen()).toEqual(ok(null));
    expect([signIn.session, opened]).toEqual([null, [B]]);
  });

  it('leaves the folders to other programs while nobody is, as soon as nothing works in them', async () => {
    await signIn.signIn(A);
    expect(givenUp).toEqual([]);
    await signIn.signOut();
    expect(givenUp).toEqual([1]);
    refusal = { code: 'sign-in', message: 'No token is kept.', hint: '', retry: 'on-sign-in' };
    await signIn.resume();
    expect(givenUp).toEqual([1, 1]);
    // What a person did in them has ended.
    signIn.letFoldersGo();
    await expect.poll(() => givenUp).toEqual([1, 1, 1]);
    refusal = null;
    await signIn.signIn(A);
    signIn.letFoldersGo();
    await signIn.reopen();
    expect(givenUp).toEqual([1, 1, 1]);
  });

  it('sees what changes in the folders while nobody is, and while somebody waits', async () => {
    refusal = { code: 'sign-in', message: 'No token is kept.', hint: '', retry: 'on-sign-in' };
    await signIn.resume();
    await signIn.reopen();
    expect(looks).toEqual(['paused', 'looks']);
    refusal = { code: 'offline', message: 'Nothing answers.', hint: '', retry: 'on-connect' };
    await signIn.signIn(B);
    signIn.wake();
    await expect.poll(() => opened).toEqual([null, null, B, B]);
    expect([looks, started]).toEqual([['paused', 'looks'], 0]);
    refusal = null;
    await signIn.signIn(A);
    expect([looks, started]).toEqual([['paused', 'looks', 'stopped'], 1]);
    looks = [];
    await signIn.signOut();
    expect([looks, stopped]).toEqual([['paused', 'looks'], 1]);
    await signIn.close();
    expect(looks).toEqual(['paused', 'looks', 'stopped']);
  });

  it('signs out, and in, where nothing can be looked at', async () => {
    lookFails = true;
    await signIn.signIn(A);
    expect(await signIn.signOut()).toEqual(ok(null));
    expect([troubles, signIn.engine]).toEqual([[FULL], null]);
    expect(await signIn.signIn(A)).toEqual(ok(null));
    expect(signIn.engine).toBe(signIn.session?.engine);
  });

  it('was nobody, which another way does not change', async () => {
    refusal = { code: 'sign-in', message: 'No token is kept.', hint: '', retry: 'on-sign-in' };
    await signIn.resume();
    expect(await signIn.reopen()).toEqual(ok(null));
  });

  it('is nobody while the service of another account does not answer, says so, and asks again', async () => {
    refusal = { code: 'offline', message: 'Nothing answers.', hint: 'Check it.', retry: 'on-connect' };
    expect(await signIn.resume()).toEqual(ok(null));
    expect([signIn.session, signIn.waitsFor, opened]).toEqual([null, refusal, [null]]);
    expect([...notices]).toEqual([expect.stringMatching(/^Nothing answers\. Check it\. /)]);
    signIn.wake();
    await expect.poll(() => opened).toEqual([null, null]);
    expect(notices.size).toBe(1);
    refusal = null;
    signIn.wake();
    await expect.poll(() => signIn.session).not.toBeNull();
    expect([signIn.waitsFor, notices.size, started]).toEqual([null, 0, 1]);
    expect(signIn.session?.context.stopping.aborted).toBe(false);
  });

  it('waits for nobody where another signs in, signs out, or it is closed', async () => {
    refusal = { code: 'timeout', message: '', hint: '', retry: 'later' };
    await signIn.resume();
    refusal = null;
    await signIn.signIn(B);
    expect([signIn.waitsFor, opened, notices.size]).toEqual([null, [null, B], 0]);
    refusal = { code: 'timeout', message: '', hint: '', retry: 'later' };
    await signIn.signIn(A);
    await signIn.signOut();
    expect([signIn.waitsFor, notices.size]).toEqual([null, 0]);
    await signIn.signIn(A);
    expect(signIn.waitsFor).not.toBeNull();
    await signIn.close();
    expect(opened).toEqual([null, B, A, A]);
  });

  it('is nobody once it is closed, whatever was under way', async () => {
    const slow = held();
    opening = slow.until;
    const signing = signIn.signIn(A);
    await Promise.resolve();
    const closing = signIn.close();
    slow.go();
    await closing;
    expect(await signing).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(await signIn.signIn(B)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect([signIn.session, started - stopped]).toEqual([null, 0]);
  });

  it('sees the sites once the service tells of them', async () => {
    const busy = (retryAfterMs: number) => failed('busy', 'later', { retryAfterMs });
    lists = [failed('offline', 'on-connect'), busy(7000), busy(0), listed];
    await signIn.signIn(A);
    await expect.poll(() => mirror.sites()).toEqual([harbour]);
    expect(waits).toEqual([30_000, 7000, 30_000, 60_000]);
  });

  it('sees a site that is new on the service, after a while or where somebody asks', async () => {
    const mill = { id: 'mill', name: 'Mill' } as Site;
    const grown = ok<Page<Site>>({ items: [harbour, mill], odd: [], count: 2, next: null });
    lists = [listed];
    await signIn.signIn(A);
    await expect.poll(() => waits).toEqual([60_000]);
    lists = [grown, listed];
    signIn.session?.sites.wake();
    await expect.poll(() => mirror.sites()).toEqual([harbour, mill]);
    await expect.poll(() => waits.length).toBeGreaterThan(3);
    expect(lists).toEqual([listed]);
    now = 600_000;
    await expect.poll(() => mirror.sites()).toEqual([harbour]);
    // A list that does not come is no news: those who sync the sites tell of it.
    lists = [failed('busy', 'later'), grown];
    signIn.session?.sites.wake();
    await expect.poll(() => lists).toEqual([grown]);
    expect([signIn.session?.sites.failure, mirror.sites()]).toEqual([null, [harbour]]);
    // One that a person asked for in vain is told of until the next one comes.
    lists = [failed('busy', 'later')];
    await signIn.session?.sites.list();
    expect(signIn.session?.sites.failure).toMatchObject({ code: 'busy' });
    lists = [listed, grown];
    signIn.session?.sites.wake();
    await expect.poll(() => signIn.session?.sites.failure).toBeNull();
    isPaused = true;
    signIn.session?.sites.wake();
    now = 1_800_000;
    signIn.session?.context.gate.slow(kept.id, 60_000);
    await someTurns();
    expect(lists).toEqual([grown]);
    isPaused = false;
    await someTurns();
    expect(lists).toEqual([grown]);
    // The service no longer asks for patience.
    now += 60_000;
    await expect.poll(() => mirror.sites()).toEqual([harbour, mill]);
  });

  it('looks for no service that answered, nor for any while nobody is signed in', async () => {
    const [refused, silence] = [
      { ...FULL, code: 'service-error' } as const,
      { ...FULL, code: 'timeout' } as const,
    ];
    lists = [listed];
    await signIn.lookForService(silence);
    expect(lists).toEqual([listed]);
    await signIn.signIn(A);
    await expect.poll(() => waits).toEqual([60_000]);
    lists = [listed];
    await signIn.lookForService(refused);
    expect(lists).toEqual([listed]);
    await signIn.lookForService(silence);
    expect(lists).toEqual([]);
  });

  it('sees the sites of a service that refused the token for a moment, asked ever more rarely', async () => {
    lists = [...Array.from({ length: 6 }, () => failed('sign-in', 'on-sign-in')), listed];
    await signIn.signIn(A);
    await expect.poll(() => mirror.sites()).toEqual([harbour]);
    expect(waits).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  });

  it('asks for no sites where time does not help, and for none once signed out', async () => {
    lists = [failed('tls', 'on-change'), listed];
    await signIn.signIn(A);
    // Each minute it looks only whether nobody else asks by then.
    await expect.poll(() => waits.length).toBeGreaterThan(2);
    expect([new Set(waits), lists]).toEqual([new Set([60_000]), [listed]]);
    await signIn.signOut();
    [lists, waits] = [[], []];
    await signIn.signIn(A);
    await expect.poll(() => waits).toHaveLength(1);
    lists = [listed];
    await signIn.signOut();
    await new Promise((resolve) => setImmediate(resolve));
    expect([waits, mirror.sites(), lists]).toEqual([[30_000], [], [listed]]);
  });

  it('is asked for no longer where nobody waits, or once it is closed', async () => {
    silent = true;
    const left = new AbortController();
    const checking = signIn.check(A, left.signal);
    left.abort();
    await checking;
    const [again, signing] = [signIn.check(A, new AbortController().signal), signIn.signIn(A)];
    await signIn.close();
    await again;
    expect(await signing).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect([signIn.session, opened]).toEqual([null, []]);
  });
});
