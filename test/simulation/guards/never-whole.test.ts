import { afterEach, beforeEach, expect, it } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import { GuardWorld } from './guard-world.ts';

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

it('that the list is never whole is why an edit of a file whose record is gone waits', async () => {
  const laptop = await world.inStep('a.txt');
  const page = laptop.client.filesPage.bind(laptop.client);
  let count = 0;
  laptop.client.filesPage = async (...asked) => {
    const got = await page(...asked);
    return got.ok ? ok({ ...got.value, count: (count += 1) }) : got;
  };
  world.service.deleteFile(world.idOf('a.txt'));
  laptop.put('Other/a.txt', 'edited, and longer');
  for (let sync = 0; sync < 2; sync++) {
    const { problems } = await laptop.sync();
    expect(problems).toContainEqual(
      expect.objectContaining({
        path: 'Other/a.txt',
        code: 'not-found',
        message: expect.stringMatching(
          /^The service says that it does not have Other\/a\.txt any more, and its list of files, .* is not whole\.$/,
        ),
      }),
    );
    await laptop.env.sleep(60_000);
  }
  laptop.client.filesPage = page;
  expect(await laptop.sync()).toMatchObject({ created: 1, problems: [] });
  expect(world.contents()).toEqual(['edited, and longer']);
});
