import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { InFlight } from '../../../main/sync/steps/in-flight.ts';
import type { MemoryCall } from '../../support/memory/service/faults.ts';
import type { GuardLaptop, GuardWorld } from './guard-world.ts';
import { moveIn, threeInStep } from './three-files.ts';

/** What an item waits for may change while it waits: the reason that is shown is the one of now (rule 18). */

let world: GuardWorld;
let laptop: GuardLaptop;

beforeEach(async () => {
  ({ world, laptop } = await threeInStep());
});

afterEach(() => world.close());

const LEFT = 'waits: a file was moved away from its place here, and that was not sent yet.';

function fails(call: MemoryCall, status = 500): void {
  world.service.faults.fail({ call, failure: { status }, times: 99 });
}

async function told(code: string): Promise<readonly string[]> {
  const { problems } = await laptop.sync();
  return problems.filter((problem) => problem.code === code).map(({ message }) => message);
}

it('a delete that waits for a refused file names that file as it is called now', async () => {
  moveIn(laptop, 'Other/a.txt', 'Block A/x.txt');
  laptop.put('Block A/x.txt', 'a.txt, edited and renamed');
  fails('create', 413);
  expect(await told('in-use')).toEqual([expect.stringContaining('once Block A/x.txt was sent')]);
  moveIn(laptop, 'Block A/x.txt', 'Block A/y.txt');
  expect(await told('in-use')).toEqual([expect.stringContaining('once Block A/y.txt was sent')]);
});

it('a record that waits for a moved file says so no longer once that file was deleted', async () => {
  moveIn(laptop, 'Other/a.txt', 'Block A/a.txt');
  world.addFile('a.txt', 'new');
  fails('update');
  expect(await told('in-use')).toEqual([expect.stringContaining(LEFT)]);
  unlinkSync(join(laptop.folder, 'Block A/a.txt'));
  fails('delete');
  expect(await told('in-use')).toEqual([expect.stringContaining('another file has its place')]);
});

it('a record that could not be fetched, and then waits for its place, says that, and by its name of now', async () => {
  const id = world.addFile('d.txt', 'new');
  fails('download');
  expect(await told('service-error')).toEqual([expect.stringContaining('failed at the record')]);
  moveIn(laptop, 'Other/a.txt', 'Block A/a.txt');
  fails('update');
  world.service.editFile(id, { name: 'a.txt' });
  expect(await told('in-use')).toEqual([`Other/a.txt of the service ${LEFT}`]);
  expect(await told('service-error')).toEqual([expect.stringContaining('failed at the file')]);
  world.service.faults.forget();
  expect(await laptop.sync()).toMatchObject({ downloaded: 1, updated: 0, moved: 1, problems: [] });
});

it('that says the same in each sync stands as it was noted first', async () => {
  moveIn(laptop, 'Other/a.txt', 'Block A/a.txt');
  world.addFile('a.txt', 'new');
  fails('update');
  await laptop.sync();
  const noted = (): unknown => laptop.mirror.problems(world.site).find(({ action }) => action === 'wait');
  const before = noted();
  await laptop.env.sleep(60_000);
  await laptop.sync();
  expect(noted()).toEqual(before);
});

it.each<[string, () => void]>([
  ['deleted', () => unlinkSync(join(laptop.folder, 'Block A/film.mp4'))],
  ['renamed', () => moveIn(laptop, 'Block A/film.mp4', 'Block A/site visit.mp4')],
])('a refused file that was %s is told no more, also while the service is away', async (_, act) => {
  laptop.put('Block A/film.mp4', 'very long');
  laptop.put('Block A/other.mp4', 'as long');
  fails('create', 413);
  await laptop.sync();
  act();
  world.service.faults.fail({ failure: 'refuse-connection', times: 99 });
  expect((await laptop.sync()).problems).toMatchObject([{ path: 'Block A/other.mp4', code: 'too-large' }]);
  expect(laptop.context.gate.stop).toMatchObject({ kind: 'offline' });
});

it('a new file that is renamed while it is on its way is told as no wait for an answer that was lost', async () => {
  const inFlight = new InFlight();
  laptop.env.sleep = () => new Promise((wake) => void setTimeout(wake, 1));
  const line = Promise.withResolvers<undefined>();
  let isOnItsWay = false;
  const send = laptop.client.createFile.bind(laptop.client);
  laptop.client.createFile = async (...sent) => {
    isOnItsWay = true;
    await line.promise;
    return send(...sent);
  };
  laptop.put('Other/film.mp4', 'a long film');
  await laptop.sync({ inFlight, watching: true, isCutShort: () => isOnItsWay });
  expect(inFlight.hasDetached).toBe(true);
  moveIn(laptop, 'Other/film.mp4', 'Block A/site visit.mp4');
  expect((await laptop.sync({ inFlight, watching: true })).problems).toEqual([]);
  line.resolve(undefined);
  await inFlight.settled();
  expect(await laptop.sync({ inFlight, watching: true })).toMatchObject({
    created: 1,
    moved: 1,
    problems: [],
  });
  expect(world.contents()).toContain('a long film');
});
