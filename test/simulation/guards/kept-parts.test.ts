import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, type FailureCode } from '../../../shared/failure.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

/** Answers the next download that goes on with this failure; tells from where each was asked for. */
function failOnce(laptop: GuardLaptop, code: FailureCode): (number | null)[] {
  const asked: (number | null)[] = [];
  const { client } = laptop;
  const download = client.downloadFile.bind(client);
  let isDue = true;
  client.downloadFile = async (id, resume, options) => {
    asked.push(resume?.offset ?? null);
    if (resume === null || !isDue) return download(id, resume, options);
    isDue = false;
    return fail({ code, message: 'It was another answer.', hint: 'Wait.', retry: 'later' });
  };
  return asked;
}

const CODES: readonly FailureCode[] = ['offline', 'sign-in', 'tls', 'service-error', 'not-understood'];

for (const [size, where] of [
  [6_000_000, 'on the disk'],
  [200_000, 'in memory'],
] as const)
  it.each(CODES)(
    `what came ${where} before a line broke outlives the answer %s to the next try`,
    async (code) => {
      const content = 'The building. '.repeat(size / 14);
      world.addFile('building.ifc', content);
      const laptop = await world.laptop({ transfersAtOnce: 1 });
      const asked = failOnce(laptop, code);
      const half = Math.floor(size / 2);
      world.service.faults.fail({ call: 'download', failure: { truncateDownload: half } });
      for (let tries = 0; tries < 4; tries++) {
        await laptop.sync({ eager: false });
        await laptop.env.sleep(24 * 60 * 60 * 1000);
      }
      expect(await filesIn(laptop.folder)).toEqual({ 'Other/building.ifc': content });
      expect(asked).toEqual([null, expect.any(Number), asked[1]]);
      expect(asked[1]).toBeGreaterThan(0);
    },
  );

it('nothing goes on with bytes that were not those of the file, also where the record cannot be looked at', async () => {
  const content = 'The building. '.repeat(500_000);
  world.addFile('building.ifc', content);
  const laptop = await world.laptop({ transfersAtOnce: 1 });
  const { client } = laptop;
  const download = client.downloadFile.bind(client);
  let isFirst = true;
  client.downloadFile = async (id, resume, options) => {
    const answer = await download(id, resume, options);
    if (!isFirst || !answer.ok) return answer;
    isFirst = false;
    world.service.faults.fail({ call: 'read', failure: 'lose-before' });
    const stream = (async function* () {
      yield new TextEncoder().encode('Welcome to the guest network.');
    })();
    return { ok: true, value: { ...answer.value, total: null, stream } };
  };
  for (let tries = 0; tries < 3; tries++) {
    await laptop.sync({ eager: false });
    await laptop.env.sleep(24 * 60 * 60 * 1000);
  }
  expect(await filesIn(laptop.folder)).toEqual({ 'Other/building.ifc': content });
});
