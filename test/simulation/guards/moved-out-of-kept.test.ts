import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileId } from '../../../shared/model/ids.ts';
import { filesIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;
let anna: GuardLaptop;
let id: FileId;

const PLAN = 'Other/plan.txt';
const MOVED = 'Spec Sheet/plan.txt';

beforeEach(async () => {
  world = new GuardWorld();
  anna = await world.laptop();
  anna.put(PLAN, 'v1');
  await anna.sync();
  id = world.idOf('plan.txt');
  const [site] = anna.mirror.followed();
  if (site !== undefined) anna.mirror.follow({ ...site, keep: ['other'] });
  mkdirSync(join(anna.folder, 'Spec Sheet'), { recursive: true });
  renameSync(join(anna.folder, PLAN), join(anna.folder, MOVED));
});

afterEach(() => world.close());

describe('a file that was moved to a category which is not kept here stays', () => {
  const expectKept = async (): Promise<void> => {
    for (let sync = 0; sync < 2; sync++)
      expect(await anna.sync()).toMatchObject({ created: 0, downloaded: 0, problems: [] });
    expect(await filesIn(anna.folder)).toEqual({ [MOVED]: 'v1' });
    expect(world.service.file(id)).toMatchObject({ category: 'spec-sheet' });
  };

  it('where the service answered', async () => {
    expect(await anna.sync()).toMatchObject({ moved: 1, problems: [] });
    await expectKept();
  });

  it('where the reply was lost', async () => {
    const { faults } = world.service;
    // One look comes before it is sent.
    faults.fail({ call: 'read', after: 1, times: 99, failure: { status: 500 } });
    faults.fail({ call: 'update', times: 99, failure: 'lose-after' });
    expect(await anna.sync({ eager: false })).toMatchObject({ problems: [{}] });
    faults.forget();
    await expectKept();
  });

  it('where the process ended before the reply was noted', async () => {
    const { mirror } = anna;
    const commit = mirror.commit.bind(mirror);
    mirror.commit = (site, commits) => {
      if (commits.some(({ base }) => base?.path === MOVED)) throw new Error('killed');
      commit(site, commits);
    };
    await expect(anna.sync()).rejects.toThrow('killed');
    mirror.commit = commit;
    await expectKept();
  });
});
