import { afterEach, beforeEach, expect, it } from 'vitest';
import { failureOfAnswer } from '../../../main/adapters/rest/dialect.ts';
import { fail } from '../../../shared/failure.ts';
import { GuardWorld, type GuardLaptop } from '../../simulation/guards/guard-world.ts';

let world: GuardWorld;
let laptop: GuardLaptop;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.laptop();
});
afterEach(() => world.close());

/** The first write is done, and what stands before the service answers it so. */
function doneAndAnswered(status: number, retryAfter: string | null): void {
  let gaveUp = false;
  const real = laptop.client.createFile.bind(laptop.client);
  laptop.client.createFile = async (fields, body, options) => {
    const made = await real(fields, body, options);
    if (gaveUp) return made;
    gaveUp = true;
    const answer = { status, text: '', json: undefined, retryAfter };
    return fail(failureOfAnswer(answer, { subject: `“${fields.name}”`, kind: 'create' }, 0));
  };
}

it.each([
  [500, null],
  [502, null],
  [503, null],
  [503, '5'],
])(
  'a file that a gateway answered with %i (Retry-After: %s), and that arrived, is sent once',
  async (status, retryAfter) => {
    doneAndAnswered(status, retryAfter);
    laptop.put('Other/new.txt', 'new');
    const report = await laptop.sync({ eager: true });
    expect(report).toMatchObject({ created: 1, files: 1, conflicts: [], problems: [] });
    expect(world.contents()).toEqual(['new']);
  },
);

it.each([null, '1'])(
  'a file that was counted as one too many after it had arrived is there once (Retry-After: %s)',
  async (retryAfter) => {
    doneAndAnswered(429, retryAfter);
    laptop.put('Other/new.txt', 'new');
    expect(await laptop.sync({ eager: true })).toMatchObject({ created: 1, conflicts: [], problems: [] });
    expect(await laptop.sync()).toMatchObject({ files: 1, downloaded: 0, conflicts: [], problems: [] });
    expect(world.contents()).toEqual(['new']);
  },
);

it.each([null, '1'])(
  'what a busy service turned away is sent all the same (Retry-After: %s)',
  async (retryAfter) => {
    const real = laptop.client.createFile.bind(laptop.client);
    let calls = 0;
    laptop.client.createFile = (fields, body, options) => {
      if (calls++ % 3 > 0) return real(fields, body, options);
      const answer = { status: 503, text: '', json: undefined, retryAfter };
      const failure = failureOfAnswer(answer, { subject: `“${fields.name}”`, kind: 'create' }, 0);
      return Promise.resolve(fail(failure));
    };
    for (let n = 0; n < 20; n++) laptop.put(`Other/${n}.txt`, `${n}`);
    const report = await laptop.sync({ eager: true });
    expect(report).toMatchObject({ created: 20, files: 20, conflicts: [], problems: [] });
    // 7 of 20, 3 of 7 and none of 3, as where it names a time.
    expect(calls).toBe(20 + 7 + 3);
  },
);
