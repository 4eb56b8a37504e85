import { expect, it } from 'vitest';
import { troublesOf } from '../../../main/hosts/cli/sites/troubles.ts';
import type { Program } from '../../../main/hosts/compose/compose.ts';
import type { Attempt, FoundProblem, KeptProblem } from '../../../main/sync/ports/mirror/kept-problem.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { parseSiteId } from '../../../shared/model/ids.ts';
import type { Site } from '../../../shared/model/site.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import { NO_LOCKS } from '../../support/no-locks.ts';

const site = { id: parseSiteId('har')!, folder: '/har', folderId: 'f', keep: 'all' } as FollowedSite;
const harbour = { id: site.id, name: 'Harbour House' } as Site;
const mill = { id: parseSiteId('mill')!, name: 'Mill' } as Site;

const GONE = {
  code: 'no-access',
  message: 'The service no longer lists Harbour House.',
  hint: 'Nothing was deleted here. Ask who manages the site whether you still have access, or stop keeping it here.',
} as const;
const MET = { ...GONE, reason: 'unlisted' } as const;

function attempt(path: string, more: Partial<Attempt> = {}): Attempt {
  const said = { code: 'refused', message: `The service refused “${path}”.`, hint: 'Change it.' } as const;
  return { key: path, path, action: 'create', tries: 1, nextAt: null, state: '', since: 1, ...said, ...more };
}

/** The same as a look found it. */
function found(problem: Attempt): FoundProblem {
  return { ...problem, action: 'observe' };
}

/** What is said of a site with these problems, where the service lists these. `marker`: what is read in its folder. */
async function told(
  listed: readonly Site[],
  problems: readonly KeptProblem[],
  marker: Result<unknown> = ok({ site: site.id, folderId: site.folderId }),
): Promise<readonly object[]> {
  const mirror = new MemoryMirror();
  mirror.saveSites(listed, true);
  mirror.follow(site);
  mirror.saveProblems(site.id, problems);
  const disk = { readMarker: async () => marker };
  const troubles = await troublesOf({ mirror, disk, locks: NO_LOCKS } as unknown as Program, site);
  return troubles.map(({ path, code, message, hint, tries, nextAt }) => ({
    path,
    code,
    message,
    hint,
    tries,
    nextAt,
  }));
}

it('is one trouble where the service no longer lists the site, with the number of files that wait', async () => {
  const attempts = [
    attempt('Other/new.txt'),
    attempt('Other/a.txt', { ...MET, key: 'id:a', tries: 3, nextAt: 90 }),
    attempt('Other/b.txt', { ...MET, key: 'id:b', nextAt: 70 }),
    found(attempt('Other/odd:name', { key: 'found:scan::bad-name:Other/odd:name', code: 'bad-name' })),
  ];
  const [one, ...others] = await told([harbour, mill], attempts);
  expect(one).toEqual({
    ...GONE,
    path: '',
    message: `${GONE.message} 3 files wait for that.`,
    tries: 3,
    nextAt: 70,
  });
  expect(others).toMatchObject([{ path: 'Other/odd:name', code: 'bad-name' }]);
});

it('is one trouble too if no file met it, but the list of sites says so', async () => {
  const refused = [attempt('Other/a.txt'), attempt('Other/b.txt')];
  expect(await told([mill], refused)).toMatchObject([
    { path: '', message: expect.stringMatching(/ 2 files wait for that\.$/) },
  ]);
  expect(await told([mill], refused.slice(1))).toMatchObject([
    { message: expect.stringMatching(/ One file waits for that\.$/) },
  ]);
  expect(await told([mill], [])).toEqual([]);
});

it('is one trouble too if the list was missed while the site had another name', async () => {
  // By now it is called as its folder is.
  const before = found(attempt('', { ...MET, key: 'found:list:0' }));
  expect(await told([mill], [attempt('Other/a.txt'), before])).toMatchObject([
    { path: '', message: 'The service no longer lists har. One file waits for that.' },
  ]);
});

it('is one for each file if the site is listed, or the list of sites never came', async () => {
  const refused = [attempt('Other/a.txt'), attempt('Other/b.txt')];
  for (const listed of [[harbour], []])
    expect(await told(listed, refused)).toMatchObject([{ path: 'Other/a.txt' }, { path: 'Other/b.txt' }]);
});

it('is said once if the last sync met it and it still holds', async () => {
  const failure = {
    code: 'unreadable',
    message: '/har/.sitesync/site.json could not be read: permission is missing.',
    hint: 'Check that you may open it.',
    retry: 'later',
  } as const;
  const { code, message, hint } = failure;
  const met = found(attempt('', { key: 'found:folder', code, message, hint }));
  const troubles = await told([harbour], [met, attempt('a.txt')], fail(failure));
  expect(troubles).toMatchObject([{ path: '', message }, { path: 'a.txt' }]);
});
