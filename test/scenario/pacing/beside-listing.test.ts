import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aroundCalls } from '../../support/around-calls.ts';
import { openEngine, until, type EngineHome } from '../../support/engine-home.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import { SITE, startWorld, type World } from '../../support/laptop.ts';

const LOST: Failure = { code: 'timeout', message: 'No reply came.', hint: '', retry: 'later' };

let world: World;
let home: string;
let laptop: EngineHome;
/** The new version of the plan is with the service; its reply comes when told. */
let arrived: PromiseWithResolvers<void>;
let reply: PromiseWithResolvers<void>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-listing-'));
  world = await startWorld();
  world.service.store.addFile(SITE, { name: 'plan.txt', category: 'other', content: 'plan' });
  arrived = Promise.withResolvers();
  reply = Promise.withResolvers();
  laptop = await openEngine(world, home, {
    context: (context) => ({
      ...context,
      service: aroundCalls(context.service, async (name, _args, call) => {
        const answer = await call();
        if (name === 'createFile') return fail(LOST);
        if (name !== 'updateFile') return answer;
        arrived.resolve();
        await reply.promise;
        return answer;
      }),
    }),
  });
});

afterEach(async () => {
  reply.resolve();
  await laptop.close();
  await world.close();
  await rm(home, { recursive: true, force: true });
});

it('what lands is not judged by a list that a lost reply asked for while it travelled', async () => {
  const folder = join(await laptop.follow(SITE), 'Other');
  await laptop.atRest();
  const save = async (name: string, content: string): Promise<void> => {
    await writeFile(join(folder, name), content);
    laptop.hint(SITE, { kind: 'changed', folder: 'Other', deep: false });
  };
  const listed = (): number => laptop.program.mirror.listingNumber(SITE);
  await save('plan.txt', 'from here');
  await arrived.promise;
  const [plan] = world.service.store.files(SITE);
  if (plan !== undefined) world.service.store.editFile(plan.id, { content: 'from there' });
  const before = listed();
  await save('late.txt', 'late');
  await until(() => listed() > before);
  reply.resolve();
  const read = (): Promise<string> => readFile(join(folder, 'plan.txt'), 'utf8');
  await until(async () => (await read()) !== 'from here');
  expect(await read()).toBe('from there');
});
