import { expect, it, onTestFinished } from 'vitest';
import { createDrops } from '../../../main/app/drop/drop-commands.ts';
import { MirrorError } from '../../../main/sync/ports/mirror-error.ts';
import { filesIn } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { all, dropHome } from './drop-home.ts';

const FULL = {
  code: 'disk-full',
  message: 'The disk is full.',
  hint: 'Free some space.',
  retry: 'later',
} as const;

it('adds nothing where the mirror fails before the files are placed, and lets the program end', async () => {
  const home = await dropHome();
  onTestFinished(() => home.close());
  let isFailing = false;
  const { app } = home.desk;
  const mirror = new Proxy(app.mirror, {
    get: (target, name) => {
      if (isFailing && name === 'followed') throw new MirrorError(FULL);
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? (found.bind(target) as unknown) : found;
    },
  });
  const drops = createDrops({ ...app, mirror }, home.desk.fresh, home.desk.dropDisk);
  const paths = [await home.put('a.txt', 'a')];
  const input = { site, category: null, paths, files: null };
  const review = value(await drops.handlers['drop.review'](input, never));
  isFailing = true;
  value(await drops.handlers['drop.accept'](all(review), never));
  expect(await drops.handlers['drop.finish']({ drop: review.drop }, never)).toMatchObject({
    ok: false,
    failure: { code: 'disk-full' },
  });
  await drops.close();
  expect(await home.staged()).toEqual([]);
  expect(await filesIn(home.desk.folder)).toEqual({});
});
