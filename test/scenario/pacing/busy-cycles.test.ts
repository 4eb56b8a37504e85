import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Admission } from '../../../main/sync/pacing/admission.ts';
import type { Step } from '../../../main/sync/steps/step.ts';
import type { SiteContext } from '../../../main/sync/context.ts';
import { Gate } from '../../../main/sync/pacing/gate.ts';
import { ownPlaceRefused } from '../../../main/sync/ports/own-place.ts';
import { PauseSwitch } from '../../../main/sync/pacing/pause-switch.ts';
import type { SiteDataService } from '../../../main/sync/ports/service.ts';
import { SpaceAllocator } from '../../../main/sync/pacing/space-allocator.ts';
import { SpaceReservations } from '../../../main/sync/pacing/space-reservations.ts';
import { TransferSlots } from '../../../main/sync/pacing/transfer-slots.ts';
import type { SiteId } from '../../../shared/model/ids.ts';

const SITE = 'busy' as SiteId;

/** A clock that stands until it is moved on. */
class Clock {
  #now = 0;
  readonly #sleepers: { readonly until: number; readonly wake: () => void }[] = [];

  readonly now = (): number => this.#now;
  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => this.#sleepers.push({ until: this.#now + ms, wake }));

  async forward(ms: number): Promise<void> {
    this.#now += ms;
    for (const { until, wake } of this.#sleepers) if (until <= this.#now) wake();
    for (let n = 0; n < 10; n++) await turn();
  }
}

function busySite() {
  const env = new Clock();
  const gate = new Gate({} as SiteDataService, env);
  const [pauseSwitch, slots, site] = [new PauseSwitch(), new TransferSlots(2), { id: SITE, name: 'Depot' }];
  const { signal } = new AbortController();
  const settings = { patienceMs: 30_000 };
  const mirror = { problems: () => [] };
  const context = { env, gate, pauseSwitch, mirror, settings, signal, site, slots, stopping: signal };
  return { context: context as unknown as SiteContext, env, gate, pauseSwitch, slots };
}

const STEP = { kind: 'create', path: 'Other/a', local: { path: 'Other/a', size: 1 } } as Step;

it('admits a step where nothing is waited for, and begins none while a person pauses', async () => {
  const { context, env, gate, pauseSwitch } = busySite();
  const admission = new Admission(context);
  expect(await admission.admit(STEP)).toBeNull();
  pauseSwitch.hold();
  let admitted = false;
  const waiting = admission.admit(STEP).then(() => (admitted = true));
  await env.forward(1000);
  expect(admitted).toBe(false);
  pauseSwitch.release();
  await waiting;
  expect(await admission.admit(STEP)).toBeNull();
  gate.refuse(SITE, { code: 'no-access', message: 'No access.', hint: 'Ask.', retry: 'later' });
  expect(await admission.admit(STEP)).toMatchObject({ kind: 'failed', failure: { code: 'no-access' } });
  gate.reopen(SITE);
  await admission.learn({ code: 'no-access', message: 'No access.', hint: 'Ask.', retry: 'later' }, STEP);
  expect(await admission.admit(STEP)).toMatchObject({ kind: 'failed', failure: { code: 'no-access' } });
});

it('fetches nothing for a place of our own that lets nothing in, until a file that was under way is there', async () => {
  const admission = new Admission(busySite().context);
  const download = (path: string, replaces: object | null = null): Step =>
    ({ kind: 'download', path, replaces, remote: { size: 9 } }) as unknown as Step;
  const [fresh, replacing] = [download('Other/new'), download('Other/old', {})];
  await admission.learn(ownPlaceRefused('Other/a', '/site/.sitesync/tmp'), fresh);
  await admission.learn(ownPlaceRefused('Other/b', '/site/.sitesync/trash'), replacing);
  expect(await admission.admit(fresh)).toMatchObject({ failure: { ownPlace: '/site/.sitesync/tmp' } });
  admission.worked(STEP);
  expect(await admission.admit(fresh)).not.toBeNull();
  admission.worked(fresh);
  expect(await admission.admit(fresh)).toBeNull();
  // Nothing went through the trash for it.
  expect(await admission.admit(replacing)).toMatchObject({ failure: { ownPlace: '/site/.sitesync/trash' } });
  admission.worked(replacing);
  expect(await admission.admit(replacing)).toBeNull();
});

it('keeps no slot from others while one of two cycles of a site still waits for its service', async () => {
  const { context, env, gate, slots } = busySite();
  const longer = Promise.withResolvers<void>();
  const cycle = (until?: Promise<void>): Promise<unknown> => {
    const admission = new Admission(context);
    return slots.of('up').run(SITE, 1, async () => {
      await until;
      return admission.admit({ kind: 'create' } as Step);
    });
  };
  gate.slow(SITE, 1000);
  const first = cycle();
  const second = cycle(longer.promise);
  await env.forward(0);
  gate.slow(SITE, 5000);
  longer.resolve();
  await env.forward(0);
  await env.forward(1000);
  await first;
  let others = 0;
  const done = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    others += 1;
    await done.promise;
  };
  const runs = [slots.of('up').run('other', 1, work), slots.of('up').run('other', 1, work)];
  await env.forward(0);
  expect(others).toBe(2);
  done.resolve();
  await env.forward(4000);
  await Promise.all([second, ...runs]);
});

it('fetches what still fits after a second file that does not fit was not even tried', async () => {
  const { context } = busySite();
  const space = async () => ({
    ok: true,
    value: { freeBytes: 3e9, totalBytes: 1e12, disk: 'one' },
  });
  Object.assign(context, { disk: { space }, reservations: new SpaceReservations() });
  Object.assign(context.site, { folder: '/site' });
  const admission = new Admission(context);
  const download = (path: string, size: number): Step =>
    ({ kind: 'download', path, replaces: null, remote: { size } }) as unknown as Step;
  const [model, another] = [download('Other/model', 5e9), download('Other/another', 6e9)];
  await admission.learn((await new SpaceAllocator(context).allocate(5e9, 'Other/model'))!, model);
  const refused = await admission.admit(another);
  expect(refused).toMatchObject({
    failure: { code: 'disk-full', message: expect.stringContaining('it needs 6.00 GB, 3.00 GB is free') },
  });
  if (refused?.kind === 'failed') await admission.learn(refused.failure, another);
  expect(await admission.admit(download('Other/note', 4e6))).toBeNull();
});
