import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aroundCalls } from '../../support/around-calls.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const CHANGED: Failure = { code: 'changed-meanwhile', message: 'It was changed.', hint: '', retry: 'later' };
/** How long one travels at the longest, where no other begins meanwhile, ms. */
const TRAVELS = 2000;

let world: World;
let home: string;
let open: EngineHome | null;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-again-'));
  world = await startWorld();
  open = null;
});

afterEach(async () => {
  await open?.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

it('what is not as planned each time that it travelled waits at last, also where others travel beside it', async () => {
  // Each one is on its way until the other begins: there is always one beside it.
  let arrives = (): void => undefined;
  let travelling = 0;
  open = await openEngine(world, home, {
    faster: 50,
    context: (context) => ({
      ...context,
      service: aroundCalls(context.service, async (name, _args, call) => {
        if (name !== 'downloadFile') return call();
        travelling += 1;
        arrives();
        await Promise.race([new Promise<void>((resolve) => (arrives = resolve)), delay(TRAVELS)]);
        travelling -= 1;
        return fail(CHANGED);
      }),
    }),
  });
  const laptop = open;
  await laptop.follow(SITE);
  await laptop.atRest();
  for (const name of ['one.txt', 'other.txt']) {
    world.service.store.addFile(SITE, { name, category: 'other', content: name });
    laptop.engine.syncNow(SITE);
    await until(() => travelling === 1);
  }
  const { mirror } = laptop.program;
  await until(() => mirror.problems(SITE).length === 2);
  expect(mirror.problems(SITE).map(({ code }) => code)).toEqual(['still-changing', 'still-changing']);
});
