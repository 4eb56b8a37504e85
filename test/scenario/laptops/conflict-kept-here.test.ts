import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Keep } from '../../../shared/model/category.ts';
import { GuardWorld, type GuardLaptop } from '../../simulation/guards/guard-world.ts';

/** What a conflict brings stays here, and only what the site does not keep anyway is noted as the person's choice. */

let world: GuardWorld;

beforeEach(() => {
  world = new GuardWorld();
});
afterEach(() => world.close());

async function conflictAt(keep: Keep): Promise<GuardLaptop> {
  const laptop = await world.laptop();
  const [site] = laptop.mirror.followed();
  if (site === undefined) throw new Error('No site is followed');
  laptop.mirror.follow({ ...site, keep });
  world.addFile('plan.txt', 'theirs');
  laptop.put('Other/plan.txt', 'mine');
  expect((await laptop.sync()).conflicts).toHaveLength(1);
  return laptop;
}

it('pins neither version where everything is kept', async () => {
  const { mirror } = await conflictAt('all');
  expect(mirror.pins(world.site)).toEqual(new Map());
});

it('pins both versions where the site is on demand, so that neither goes by itself', async () => {
  const { mirror } = await conflictAt('none');
  const ids = [...mirror.trees(world.site).remote.keys()];
  expect(ids).toHaveLength(2);
  expect(mirror.pins(world.site)).toEqual(new Map(ids.map((id) => [id, true])));
});
