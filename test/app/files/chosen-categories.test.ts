import { expect, it } from 'vitest';
import type { AppContext } from '../../../main/app/context.ts';
import type { CommandViews } from '../../../main/app/files/command-views.ts';
import { setCategory } from '../../../main/app/files/set-category.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import type { FileRow } from '../../../shared/ipc/files.ts';
import { localKey } from '../../../shared/model/file-key.ts';

it('lets others have their turn while the categories of thousands of files are chosen', async () => {
  let now = 0;
  let turns = 0;
  let chosen = 0;
  const app = {
    env: { now: () => now, sleep: async () => void (turns += 1) },
    mirror: {
      // A tenth of a millisecond each: a transaction of its own.
      setChosenCategory: () => {
        chosen += 1;
        now += 0.1;
      },
    },
  } as unknown as AppContext;
  const rows = Array.from({ length: 3000 }, (_, n) => {
    return { key: localKey(`${n}.txt`), path: `${n}.txt`, here: true, category: 'other' } as FileRow;
  });
  const site = { id: 'site' } as unknown as FollowedSite;
  const result = await setCategory({ app, site, views: {} as CommandViews }, rows, 'maintenance');
  expect([result.changed, chosen]).toEqual([3000, 3000]);
  expect(turns).toBeGreaterThan(10);
});
