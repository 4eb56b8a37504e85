import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Admission } from '../../main/sync/admission.ts';
import type { Step } from '../../main/sync/apply/step.ts';
import type { SiteContext } from '../../main/sync/context.ts';
import { Gate } from '../../main/sync/gate.ts';
import { Hold } from '../../main/sync/hold.ts';
import type { SiteDataService } from '../../main/sync/ports/service.ts';
import { Slots } from '../../main/sync/slots.ts';
import type { SiteId } from '../../shared/model/ids.ts';

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

it('keeps no slot from others while one of two cycles of a site still waits for its service', async () => {
  const env = new Clock();
  const gate = new Gate({} as SiteDataService, env);
  const slots = new Slots(2);
  const { signal } = new AbortController();
  const settings = { patienceMs: 30_000 };
  const site = { id: SITE };
  const context = { env, gate, hold: new Hold(), settings, signal, site, slots, stopping: signal };
  const longer = Promise.withResolvers<void>();
  const cycle = (until?: Promise<void>): Promise<unknown> => {
    const admission = new Admission(context as unknown as SiteContext);
    return slots.run(SITE, 1, async () => {
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
  const runs = [slots.run('other', 1, work), slots.run('other', 1, work)];
  await env.forward(0);
  expect(others).toBe(2);
  done.resolve();
  await env.forward(4000);
  await Promise.all([second, ...runs]);
});
