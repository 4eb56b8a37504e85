import { expect, it } from 'vitest';
import type { AppContext } from '../../../main/app/context.ts';
import { fileQueries } from '../../../main/app/file-queries.ts';
import type { Views } from '../../../main/app/views/views.ts';
import { ok } from '../../../shared/failure.ts';

it('asks the disk for the earlier versions of the file that is selected, not for the whole trash', async () => {
  const asked: unknown[] = [];
  const app = {
    mirror: { followed: () => [{ id: 'site', folder: '/site' }] },
    disk: {
      listTrash: (...which: unknown[]) => {
        asked.push(which);
        return Promise.resolve(ok([{ id: '1/Other/a.txt', path: 'Other/a.txt', size: 3, trashedAt: 7 }]));
      },
    },
  } as unknown as AppContext;
  const views = { details: () => ({ row: { path: 'Other/a.txt', here: true } }) } as unknown as Views;
  const details = fileQueries(app, () => Promise.resolve(views))['files.details'];
  expect(await details({ site: 'site', key: 'f' }, new AbortController().signal)).toMatchObject({
    value: { trash: [{ entry: '1/Other/a.txt', size: 3, trashedAt: 7 }], absolute: '/site/Other/a.txt' },
  });
  expect(asked).toEqual([['/site', 'Other/a.txt']]);
});
