import { afterEach, beforeEach, expect, it } from 'vitest';
import { failureOfAnswer } from '../../main/adapters/rest/dialect.ts';
import { fail } from '../../shared/failure.ts';
import { GuardWorld, type GuardLaptop } from '../simulation/guard-world.ts';

let world: GuardWorld;
let laptop: GuardLaptop;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.laptop();
});
afterEach(() => world.close());

/** The first write is done, and what stands before the service answers it so. */
function doneAndAnswered(status: number): void {
  let gaveUp = false;
  const real = laptop.client.createFile.bind(laptop.client);
  laptop.client.createFile = async (fields, body, options) => {
    const made = await real(fields, body, options);
    if (gaveUp) return made;
    gaveUp = true;
    const answer = { status, text: '', json: undefined, retryAfter: null };
    return fail(failureOfAnswer(answer, { subject: `“${fields.name}”`, kind: 'create' }, 0));
  };
}

it.each([500, 502, 503])(
  'a file that a gateway answered with %i, and that arrived, is sent once',
  async (status) => {
    doneAndAnswered(status);
    laptop.put('Other/new.txt', 'new');
    const report = await laptop.sync({ eager: true });
    expect(report).toMatchObject({ created: 1, files: 1, conflicts: [], problems: [] });
    expect(world.contents()).toEqual(['new']);
  },
);
