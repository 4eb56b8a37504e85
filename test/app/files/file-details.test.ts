import { expect, it } from 'vitest';
import type { AppContext } from '../../../main/app/context.ts';
import { fileQueries } from '../../../main/app/files/file-queries.ts';
import type { Views } from '../../../main/app/views/views.ts';
import { ok } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';

const SITE = 'site' as SiteId;
const never = new AbortController().signal;
const viewsOf = (path: string): Views =>
  ({ details: () => ({ row: { path, here: true } }) }) as unknown as Views;
const queriesOf = (app: AppContext, views: Views) =>
  fileQueries(app, { shown: async () => views, fresh: async () => views });

it.each([
  ['C:\\Sites\\Tower', 'win32', 'C:\\Sites\\Tower\\Other\\plans\\a.txt'],
  // A drive's own folder.
  ['E:\\', 'win32', 'E:\\Other\\plans\\a.txt'],
  ['/Volumes/Stick', 'darwin', '/Volumes/Stick/Other/plans/a.txt'],
  ['/', 'linux', '/Other/plans/a.txt'],
])('names a file in %s (%s) as other programs of this computer do', async (folder, platform, absolute) => {
  const app = {
    env: { platform },
    mirror: { followed: () => [{ id: SITE, folder }] },
    disk: { listTrash: async () => ok([]) },
  } as unknown as AppContext;
  const details = queriesOf(app, viewsOf('Other/plans/a.txt'))['files.details'];
  expect(await details({ site: SITE, key: 'f' }, never)).toMatchObject({
    value: { absolute },
  });
});

it('asks the disk for the earlier versions of the file that is selected, not for the whole trash', async () => {
  const asked: unknown[] = [];
  const app = {
    env: { platform: 'linux' },
    mirror: {
      followed: () => [{ id: SITE, folder: '/site' }],
      removals: () => [{ at: 8, path: 'Other/a.txt', action: 'delete', reason: 'asked', bytes: 3 }],
    },
    disk: {
      listTrash: (...which: unknown[]) => {
        asked.push(which);
        return Promise.resolve(ok([{ id: '1/Other/a.txt', path: 'Other/a.txt', size: 3, trashedAt: 7 }]));
      },
    },
  } as unknown as AppContext;
  const details = queriesOf(app, viewsOf('Other/a.txt'))['files.details'];
  expect(await details({ site: SITE, key: 'f' }, never)).toMatchObject({
    value: {
      trash: [{ entry: '1/Other/a.txt', size: 3, trashedAt: 7, why: 'You deleted it here' }],
      absolute: '/site/Other/a.txt',
    },
  });
  expect(asked).toEqual([['/site', 'Other/a.txt']]);
});

it('denies no file that came or moved since the last look', async () => {
  const app = {
    env: { platform: 'linux' },
    mirror: { followed: () => [{ id: SITE, folder: '/site' }], removals: () => [] },
    disk: { listTrash: async () => ok([]) },
  } as unknown as AppContext;
  const knowing = (at: number | null): Views =>
    ({
      find: async () => at,
      details: async () => (at === null ? null : { row: { path: `Other/${at}.txt`, here: true } }),
    }) as unknown as Views;
  let looks = 0;
  const asked = (before: number | null, now: number | null) =>
    fileQueries(app, {
      shown: async () => knowing(before),
      fresh: async () => {
        looks += 1;
        return knowing(now);
      },
    });
  const filter = { text: '', category: null, status: [], folder: null };
  const wanted = { site: SITE, filter, sort: { by: 'name', descending: false }, key: 'f' } as const;
  const file = { site: SITE, key: 'f' };
  expect(await asked(null, 4)['files.find'](wanted, never)).toEqual(ok(4));
  expect(await asked(null, 4)['files.details'](file, never)).toMatchObject({
    value: { absolute: '/site/Other/4.txt' },
  });
  expect(await asked(null, null)['files.find'](wanted, never)).toEqual(ok(null));
  expect(await asked(null, null)['files.details'](file, never)).toMatchObject({ ok: false });
  looks = 0;
  // What was there, the first row too, is said at once.
  expect(await asked(0, 4)['files.find'](wanted, never)).toEqual(ok(0));
  await asked(0, 4)['files.details'](file, never);
  expect(looks).toBe(0);
});
