import { expect, it, onTestFinished } from 'vitest';
import { createDrops, type Drops } from '../../../main/app/drop/drop-commands.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { filesIn } from '../../support/laptop.ts';
import { never, site, value } from '../desk.ts';
import { all, dropHome } from './drop-home.ts';

const FULL = {
  code: 'disk-full',
  message: 'The disk is full.',
  hint: 'Free some space.',
  retry: 'later',
} as const;

/** A drop onto a site that was reviewed. `fails`: whether the mirror does from now on. */
async function reviewed(onCopying?: (fails: (yes: boolean) => void) => void) {
  const home = await dropHome();
  onTestFinished(() => home.close());
  let isFailing = false;
  const fails = (yes: boolean): void => {
    isFailing = yes;
  };
  const { app } = home.desk;
  const mirror = new Proxy(app.mirror, {
    get: (target, name) => {
      if (isFailing && name === 'followed') throw new FailureError(FULL);
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? (found.bind(target) as unknown) : found;
    },
  });
  const emit: typeof app.emit = (name, payload) => {
    if (name === 'drop' && 'phase' in payload && payload.phase === 'copying') onCopying?.(fails);
    app.emit(name, payload);
  };
  const drops: Drops = createDrops({ ...app, mirror, emit }, home.desk.fresh, home.desk.dropDisk);
  const paths = [await home.put('a.txt', 'a')];
  const input = { site, category: null, paths, files: null };
  return { home, drops, fails, review: value(await drops.handlers['drop.review'](input, never)) };
}

it('adds nothing where the mirror fails before the files are placed, and lets the program end', async () => {
  const { home, drops, review } = await reviewed((fails) => fails(true));
  value(await drops.handlers['drop.accept'](all(review), never));
  expect(await drops.handlers['drop.finish']({ drop: review.drop }, never)).toMatchObject({
    ok: false,
    failure: { code: 'disk-full' },
  });
  await drops.close();
  expect(await home.staged()).toEqual([]);
  expect(await filesIn(home.desk.folder)).toEqual({});
});

it('may be accepted again where the mirror failed when it was', async () => {
  const { home, drops, fails, review } = await reviewed();
  fails(true);
  expect(await drops.handlers['drop.accept'](all(review), never)).toMatchObject({
    ok: false,
    failure: { code: 'disk-full' },
  });
  expect(await home.staged()).toEqual([]);
  fails(false);
  value(await drops.handlers['drop.accept'](all(review), never));
  value(await drops.handlers['drop.finish']({ drop: review.drop }, never));
  expect(Object.keys(await filesIn(home.desk.folder))).toHaveLength(1);
});
