import { expect, it } from 'vitest';
import { fail, ok, type Failure, type FailureCode } from '../../../shared/failure.ts';
import { failureOfAnswer } from '../../../main/adapters/rest/dialect.ts';
import { Admission } from '../../../main/sync/pacing/admission.ts';
import { AskedWaits } from '../../../main/sync/pacing/asked-waits.ts';
import { Gate } from '../../../main/sync/pacing/gate.ts';
import type { SiteContext } from '../../../main/sync/context.ts';
import type { SiteDataService } from '../../../main/sync/ports/service.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';

it('what the service asks to wait for grows by no shorter wish, and by no clock that is set back', () => {
  const site = 'site-1' as SiteId;
  let now = 1_795_000_000_000;
  const gate = new Gate({} as SiteDataService, { now: () => now, sleep: () => Promise.resolve() });
  expect(gate.waitFor(site)).toBe(0);
  gate.slow(site, 30_000);
  now += 10_000;
  expect(gate.waitFor(site)).toBe(20_000);
  gate.slow(site, 5000);
  expect(gate.waitFor(site)).toBe(20_000);
  gate.slow(site, 40_000);
  expect(gate.waitFor(site)).toBe(40_000);
  gate.slow(null, 1000);
  expect(gate.slowed).toEqual([[site, now + 40_000]]);
  now -= 86_400_000;
  expect(gate.waitFor(site)).toBe(0);
  expect(gate.slowed).toEqual([]);
});

it('what the service asks to wait for ends where a person wants it tried, for that site or all', () => {
  const [one, other] = ['site-1', 'site-2'] as readonly string[] as readonly [SiteId, SiteId];
  const gate = new Gate({} as SiteDataService, { now: () => 0, sleep: () => Promise.resolve() });
  for (const site of [one, other, null]) gate.slow(site, 3_600_000);
  gate.hurry(one);
  expect([one, other, null].map((site) => gate.waitFor(site))).toEqual([0, 3_600_000, 3_600_000]);
  gate.hurry(null);
  expect(gate.slowed).toEqual([]);
  expect(gate.waitFor(null)).toBe(0);
});

it('what the service asks to wait for holds in the next run, until a person wants it tried', () => {
  const [site, other] = ['site-1', 'site-2'] as readonly string[] as readonly [SiteId, SiteId];
  const mirror = new MemoryMirror();
  let now = 1_795_000_000_000;
  const env = { now: () => now, sleep: () => Promise.resolve() };
  const run = (baseUrl = 'https://one'): Gate =>
    new Gate({} as SiteDataService, env, new AskedWaits(mirror, baseUrl));
  const first = run();
  first.slow(site, 3_600_000);
  first.slow(null, 60_000);
  const [asIs, next, elsewhere] = [run(), run(), run('https://other')];
  now += 100_000;
  for (const gate of [next, elsewhere]) gate.recall();
  expect([site, other, null].map((each) => next.waitFor(each))).toEqual([3_500_000, 0, 0]);
  expect([asIs.waitFor(site), elsewhere.waitFor(site)]).toEqual([0, 0]);
  next.hurry(site);
  const last = run();
  last.recall();
  expect(last.waitFor(site)).toBe(0);
});

/** Probes that end so, each after so long (ms); the last one stands for those after it. */
async function probed(
  took: number,
  ...ends: readonly (FailureCode | 'answer')[]
): Promise<{ readonly dead: boolean; readonly probes: number; readonly ms: number }> {
  let probes = 0;
  let now = 0;
  const service: Pick<SiteDataService, 'sitesPage'> = {
    sitesPage: async () => {
      const end = ends[Math.min(probes++, ends.length - 1)] ?? 'answer';
      now += took;
      return end === 'answer'
        ? ok({ items: [], odd: [], count: 0, next: null })
        : fail({ code: end, message: 'No.', hint: '', retry: 'later' });
    },
  };
  const sleep = async (ms: number): Promise<void> => void (now += ms);
  const gate = new Gate(service as SiteDataService, { now: () => now, sleep });
  const dead = await gate.isDead(new AbortController().signal);
  return { dead, probes, ms: now };
}

it('a bad line that breaks one probe in some is no dead network', async () => {
  expect(await probed(20, 'timeout', 'timeout', 'answer')).toMatchObject({ dead: false, probes: 3 });
  expect(await probed(20, 'timeout', 'sign-in')).toMatchObject({ dead: false, probes: 2 });
});

it('a line that breaks each probe is dead, and soon', async () => {
  const { dead, probes, ms } = await probed(20, 'timeout');
  expect([dead, probes]).toEqual([true, 3]);
  expect(ms).toBeLessThan(1000);
});

it('no connection at all, or a probe that was waited for, tells at once', async () => {
  expect(await probed(20, 'offline')).toMatchObject({ dead: true, probes: 1 });
  expect(await probed(30_000, 'timeout')).toMatchObject({ dead: true, probes: 1 });
});

it('a network that answers with its own sign-in page is dead as long as it does, and what to do about it stays told', async () => {
  const hint = 'Sign in to the network.';
  const page = {
    code: 'not-understood',
    reason: 'web-page',
    message: 'A web page came.',
    hint,
    retry: 'later',
  };
  const service = { sitesPage: async () => fail(page as Failure) } as unknown as SiteDataService;
  const gate = new Gate(service, { now: () => 0, sleep: () => Promise.resolve() });
  expect(await gate.isDead(new AbortController().signal)).toBe(true);
  expect(gate.stop).toEqual({
    kind: 'offline',
    failure: { ...page, code: 'offline', reason: 'cause-told', retry: 'on-connect' },
  });
  // What only answers in another way than was due is a service.
  expect(await probed(20, 'not-understood')).toMatchObject({ dead: false, probes: 1 });
});

it('a gateway that reaches no service, whoever asks it, is a dead network; one that does at the third time is none', async () => {
  const answer = { status: 502, text: '', json: undefined, retryAfter: null };
  const failure = failureOfAnswer(answer, { subject: 'the list of sites', kind: 'read' }, 0);
  for (const reached of [3, 4]) {
    let probes = 0;
    const sitesPage = async () => (++probes < reached ? fail(failure) : ok({}));
    const gate = new Gate({ sitesPage } as unknown as SiteDataService, {
      now: () => 0,
      sleep: () => Promise.resolve(),
    });
    expect(await gate.isDead(new AbortController().signal)).toBe(reached > 3);
    expect([probes, gate.stop?.failure.code]).toEqual([3, reached > 3 ? 'offline' : undefined]);
  }
});

it.each(['offline', 'timeout', 'tls', 'unknown-outcome'] as const)(
  'it is looked whether the network is dead where a file meets %s; a certificate of a guest network is none of each file',
  async (code) => {
    const { signal } = new AbortController();
    const answer = fail({ code: 'tls', message: 'No.', hint: '', retry: 'later' });
    const service = { sitesPage: async () => answer } as unknown as SiteDataService;
    const gate = new Gate(service, { now: () => 0, sleep: () => Promise.resolve() });
    const context = { gate, site: { id: 'site-1' }, signal, stopping: signal } as unknown as SiteContext;
    await new Admission(context).learn({ ...answer.failure, code });
    expect(gate.stop).toEqual({ kind: 'offline', failure: answer.failure });
  },
);

/** A service that answers when it is told to. */
function slowService(): {
  readonly gate: Gate;
  readonly probes: AbortSignal[];
  readonly end: (code: FailureCode) => void;
} {
  const probes: AbortSignal[] = [];
  let end: (code: FailureCode) => void = () => undefined;
  const service: Pick<SiteDataService, 'sitesPage'> = {
    sitesPage: (_offset, _limit, options) =>
      new Promise((resolve) => {
        const { signal } = options ?? {};
        if (signal !== undefined) probes.push(signal);
        end = (code) => resolve(fail({ code, message: 'No.', hint: '', retry: 'later' }));
        signal?.addEventListener('abort', () => end('cancelled'));
      }),
  };
  const env = { now: () => 0, sleep: () => Promise.resolve() };
  return { gate: new Gate(service as SiteDataService, env), probes, end: (code) => end(code) };
}

it('a probe goes on for the others when whoever asked first is stopped', async () => {
  const { gate, probes, end } = slowService();
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [gate.isDead(first.signal), gate.isDead(second.signal)];
  first.abort();
  expect(await asked[0]).toBe(false);
  expect(probes[0]?.aborted).toBe(false);
  end('offline');
  expect(await asked[1]).toBe(true);
  expect(gate.stop?.kind).toBe('offline');
  expect(probes).toHaveLength(1);
});

it('a probe that nobody waits for any more is broken off, and the next one asks anew', async () => {
  const { gate, probes, end } = slowService();
  const first = new AbortController();
  const asked = gate.isDead(first.signal);
  first.abort();
  expect(await asked).toBe(false);
  expect(probes[0]?.aborted).toBe(true);
  const again = gate.isDead(new AbortController().signal);
  end('offline');
  expect(await again).toBe(true);
  expect(probes).toHaveLength(2);
});

it('a cycle of one site asks nothing anew for which another was refused', () => {
  const gate = new Gate({} as SiteDataService, { now: () => 0, sleep: () => Promise.resolve() });
  const [one, two] = ['site-1' as SiteId, 'site-2' as SiteId];
  const failure = { code: 'no-access', message: 'No.', hint: '', retry: 'later' } as const;
  gate.refuse(one, failure);
  gate.refuse(two, failure);
  gate.reopen(two);
  expect([gate.refusal(one), gate.refusal(two)]).toEqual([failure, null]);
  gate.reopen(null);
  expect(gate.refusal(one)).toBeNull();
});
