import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SiteContext } from '../../../main/sync/context.ts';
import type { Attempt } from '../../../main/sync/ports/mirror/kept-problem.ts';
import { attemptAfter } from '../../../main/sync/problems/attempt.ts';
import { notListed } from '../../../main/sync/problems/reported-problems.ts';
import type { Step } from '../../../main/sync/steps/step.ts';
import { Admission } from '../../../main/sync/pacing/admission.ts';
import { Refusals } from '../../../main/sync/pacing/refusals.ts';
import { fail } from '../../../shared/failure.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** Rule 13: what the service gives an account no access to keeps it from nothing else. */

const REFUSED = { code: 'no-access', message: 'It gives no access.', hint: 'Ask.', retry: 'later' } as const;

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

function addFiles(count: number, name: (n: number) => string): readonly string[] {
  const names = Array.from({ length: count }, (_, n) => name(n));
  for (const each of names) world.addFile(each, `the bytes of ${each}`);
  return names;
}

/** The service lists these files, and gives their bytes to others. */
function keepFrom(laptop: GuardLaptop, names: readonly string[]): void {
  const ids = new Set(names.map((name) => world.idOf(name)));
  const { client } = laptop;
  const download = client.downloadFile.bind(client);
  client.downloadFile = async (id, ...rest) => (ids.has(id) ? fail(REFUSED) : download(id, ...rest));
}

describe('an account that may not do everything', () => {
  it.each([true, false])(
    'fetches the files of a site in which it may write none (eager: %s)',
    async (eager) => {
      const laptop = await world.laptop({ transfersAtOnce: 1 });
      await laptop.sync();
      for (let n = 0; n < 6; n++) laptop.put(`Other/mine ${n}.txt`, `mine ${n}`);
      const theirs = addFiles(30, (n) => `theirs ${n}.txt`);
      world.service.faults.fail({ call: 'create', failure: { status: 403 }, times: 1000 });
      const { created, downloaded, problems } = await laptop.sync({ eager });
      expect([created, downloaded]).toEqual([0, theirs.length]);
      expect(problems.map(({ code }) => code)).toEqual(['no-access', 'no-access', 'no-access']);
    },
  );

  it('sends its own files where it may not delete those of others', async () => {
    const names = addFiles(24, (n) => `${n}.txt`);
    const laptop = await world.inStep();
    expect(Object.keys(await filesIn(laptop.folder))).toHaveLength(names.length);
    const { rm } = await import('node:fs/promises');
    for (const name of names.slice(0, 4)) await rm(`${laptop.folder}/Other/${name}`);
    laptop.put('Other/mine.txt', 'mine');
    world.service.faults.fail({ call: 'delete', failure: { status: 403 }, times: 1000 });
    expect(await laptop.sync()).toMatchObject({ created: 1, deletedRemote: 0 });
    expect(world.contents()).toContain('mine');
    world.service.faults.forget();
    await laptop.env.sleep(24 * 60 * 60 * 1000);
    expect(await laptop.sync()).toMatchObject({ deletedRemote: 4, problems: [] });
  });

  it.each([
    [40, 5],
    [12, 12],
  ])('has %i other files where it is kept from the %i before them', async (others, kept) => {
    const laptop = await world.laptop({ transfersAtOnce: 1 });
    const theirs = addFiles(kept, (n) => `a ${n}.txt`);
    const open = addFiles(others, (n) => `b ${n}.txt`);
    keepFrom(laptop, theirs);
    let state = 7;
    laptop.env.random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    let came = 0;
    for (let tries = 0; tries < 6; tries++) came += (await laptop.sync()).downloaded;
    expect(came).toBe(open.length);
    world.addFile('c.txt', 'one more');
    for (let tries = 0; tries < 12; tries++) came += (await laptop.sync()).downloaded;
    expect(came).toBe(open.length + 1);
  });
});

it('what was left out is not taken for refused once the site has another name', () => {
  const steps = Array.from(
    { length: 5 },
    (_, n) => ({ kind: 'create', path: `Other/${n}.txt`, gone: null, local: {} }) as unknown as Step,
  );
  const saved: Attempt[] = [];
  const refusalsIn = (siteName: string): Refusals => {
    const mirror = { problems: () => saved };
    const context = { mirror, siteName, site: { id: world.site }, env: { random: () => 0.999 } };
    return new Refusals(context as unknown as SiteContext);
  };
  const refuse = (refusals: Refusals): void => {
    for (const step of steps.slice(0, 3)) refusals.refused(step, REFUSED);
  };
  const before = refusalsIn('Harbour');
  refuse(before);
  for (const step of steps.slice(3))
    saved.push(attemptAfter(step, before.of(step)!, undefined, { now: () => 0, random: () => 0 }));
  expect(saved).toMatchObject([{ reason: 'not-tried' }, { reason: 'not-tried' }]);
  const now = refusalsIn('Harbour House');
  refuse(now);
  for (const step of steps.slice(3))
    expect(now.of(step)?.message).toMatch(/ other files of Harbour House\.$/);
});

it('what waits since the service gives no list of the site is not itself told as that it lists it no longer', async () => {
  const never = new AbortController().signal;
  const context = {
    gate: { stop: null, refusal: () => notListed('Harbour') },
    site: { id: world.site },
    siteName: 'Harbour',
    pauseSwitch: { passed: async () => undefined },
    signal: never,
    stopping: never,
  };
  const step = { kind: 'create', path: 'Other/a.txt' } as unknown as Step;
  const outcome = await new Admission(context as unknown as SiteContext).admit(step);
  expect(outcome).toMatchObject({
    failure: {
      code: 'no-access',
      reason: undefined,
      message: 'Other/a.txt waits: the service gives this account no access in Harbour.',
    },
  });
});
