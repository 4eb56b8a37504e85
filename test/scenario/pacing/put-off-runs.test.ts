import { afterEach, beforeEach, expect, it } from 'vitest';
import { failureOfAnswer } from '../../../main/adapters/rest/dialect.ts';
import { fail } from '../../../shared/failure.ts';
import type { SiteReport } from '../../../main/sync/cycle/site-report.ts';
import { GuardWorld, type GuardLaptop } from '../../simulation/guards/guard-world.ts';

let world: GuardWorld;
let laptop: GuardLaptop;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.laptop();
});
afterEach(() => world.close());

/** So many creates are carried out, and what counts answers on the way says of each that it was one too many. */
function doneAndCounted(times: number, retryAfter: string | null): void {
  let left = times;
  const real = laptop.client.createFile.bind(laptop.client);
  laptop.client.createFile = async (fields, body, options) => {
    const made = await real(fields, body, options);
    if (left-- <= 0) return made;
    const answer = { status: 429, text: '', json: undefined, retryAfter };
    return fail(failureOfAnswer(answer, { subject: `“${fields.name}”`, kind: 'create' }, 0));
  };
}

it.each([
  [1, '3600', 61],
  [2, '20', 2],
  [4, '10', 2],
  [4, null, 2],
  [4, null, 10],
])(
  'what was counted as one too many %i times (Retry-After: %s), until no sync waited for it, is there once',
  async (times, retryAfter, minutes) => {
    doneAndCounted(times, retryAfter);
    laptop.put('Other/new.txt', 'new');
    const reports: SiteReport[] = [];
    for (let run = 0; run < 6; run++) {
      reports.push(await laptop.sync());
      await laptop.env.sleep(minutes * 60_000);
    }
    expect(reports.at(-1)).toMatchObject({ files: 1, problems: [] });
    expect(world.contents()).toEqual(['new']);
    // Nor does a second record come here in between.
    expect(reports.reduce((sum, { downloaded }) => sum + downloaded, 0)).toBe(0);
  },
);
