import { expect, it } from 'vitest';
import { heldOf, issuesOf, outboxOf } from '../../../main/app/views/outbox-view.ts';
import type { SiteView } from '../../../main/app/views/site-view.ts';
import type { ViewRow } from '../../../main/app/views/view-row.ts';
import type { KeptProblem } from '../../../main/sync/ports/mirror/kept-problem.ts';
import { FAILS_AT_ALL } from '../../../main/sync/problems/reported-problems.ts';
import { attempt, found } from '../../support/model-values.ts';

const ROWS = 500;

it('finds the rows of many problems without looking through all rows for each', () => {
  let looks = 0;
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    row: {
      key: `id-${n}`,
      size: n,
      get path() {
        looks += 1;
        return `Other/${n}.txt`;
      },
    },
  })) as unknown as readonly ViewRow[];
  // What a scan or a listing found is remembered by its path, and no row has that for its key.
  const attempts = Array.from({ length: ROWS }, (_, n) => ({
    key: `observed:${n}`,
    path: n % 2 === 0 ? `Other/${n}.txt` : `no such file ${n}`,
    code: 'not-understood',
    tries: 1,
  })) as unknown as readonly KeptProblem[];
  const view = { site: { id: 'site-1' }, name: 'Mill', byKey: new Map(), rows, problems: attempts };
  for (let times = 0; times < 3; times++) {
    const issues = issuesOf(view as unknown as SiteView);
    expect(issues.map(({ key }) => key)).toEqual(
      Array.from({ length: ROWS }, (_, n) => (n % 2 === 0 ? `id-${n}` : null)),
    );
  }
  expect(looks).toBeLessThanOrEqual(ROWS);
});

const MOMENT = { running: [] } as unknown as Parameters<typeof outboxOf>[1];

function viewOf(problems: readonly KeptProblem[]): SiteView {
  return {
    site: { id: 'site-1' },
    name: 'Mill',
    byKey: new Map(),
    rows: [],
    pendingRows: [],
    pending: 0,
    pendingBytes: 0,
    held: null,
    problems,
    stop: null,
    leftOut: [],
    contested: new Map(),
  } as unknown as SiteView;
}

it('lists the oldest problems first, and those of one minute as people count', () => {
  const named = [
    ['Photo 10.jpg', 61_000],
    ['Photo 9.jpg', 62_000],
    ['photo 1.jpg', 63_000],
    ['Zoning.pdf', 59_000],
  ] as const;
  const attempts = named.map(([name, since]) => ({
    key: name,
    path: `Other/${name}`,
    code: 'refused',
    nextAt: null,
    since,
    tries: 1,
  })) as unknown as readonly KeptProblem[];
  const { issues } = outboxOf([viewOf(attempts)], MOMENT);
  const names = ['Zoning.pdf', 'photo 1.jpg', 'Photo 9.jpg', 'Photo 10.jpg'];
  expect(issues.map(({ attempt }) => attempt)).toEqual(names);
});

it('names what needs a person of thousands of problems, and counts all of them', () => {
  const attempts = Array.from({ length: 3000 }, (_, n) => ({
    key: `${n}`,
    path: `Other/${n}.txt`,
    code: n === 2999 ? 'disk-full' : n < 100 ? 'service-error' : 'refused',
    nextAt: n === 2999 || n < 100 ? 5 : null,
    since: n,
    tries: 1,
  })) as unknown as readonly KeptProblem[];
  const view = viewOf(attempts);
  const { issues, issuesTotal, issuesStuck } = outboxOf([view], MOMENT);
  expect([issues.length, issuesTotal, issuesStuck]).toEqual([500, 3000, 2899]);
  expect(issues.slice(0, 3).map(({ attempt }) => attempt)).toEqual(['2999', '100', '101']);
  const few = outboxOf([viewOf(attempts.slice(98, 102))], MOMENT);
  expect(few.issues.map(({ attempt }) => attempt)).toEqual(['98', '99', '100', '101']);
});

it('says in a word why a file failed, and of a whole site the sentence that names it', () => {
  const attempt = {
    nextAt: null,
    since: 0,
    tries: 1,
    message: 'The service does not take “a.zip”: too large.',
  };
  const attempts = [
    { ...attempt, key: 'a', path: 'Other/a.zip', code: 'too-large' },
    { ...attempt, key: 'b', path: 'Other/b.zip', code: 'unsafe-path', message: 'b.zip is a link.' },
    { ...attempt, key: 'c', path: '', code: 'no-access', message: 'Mill is closed to you.' },
    {
      ...attempt,
      key: 'd',
      path: '',
      code: 'folder-missing',
      message: 'The folder /home/me/Mill is not there.',
    },
  ] as unknown as readonly KeptProblem[];
  const briefs = issuesOf(viewOf(attempts)).map(({ brief }) => brief);
  expect(briefs).toEqual(['too large', 'b.zip is a link.', 'Mill is closed to you.', 'folder is away']);
});

it('counts what is too large among what needs a person, also where it is tried again on another day', () => {
  const attempt = { key: 'a', path: 'Other/a.zip', message: '', since: 0, tries: 1, nextAt: 99 };
  const stuck = (code: string): number =>
    outboxOf([viewOf([{ ...attempt, code }] as unknown as readonly KeptProblem[])], MOMENT).issuesStuck;
  expect([stuck('too-large'), stuck('service-error')]).toEqual([1, 0]);
});

it('tells a service that fails at every file as one issue of the site, since when it does', () => {
  const failing = Array.from({ length: 60 }, (_, n) => ({
    key: `path:Photos/${n}.jpg`,
    path: `Photos/${n}.jpg`,
    action: 'create',
    code: 'service-error',
    reason: FAILS_AT_ALL,
    message: 'Since 05:14 the service has failed at every file that is sent to it.',
    tries: 1,
    since: 100 - n,
    nextAt: 500 + n,
  }));
  const other = {
    key: 'b',
    path: 'Other/b.zip',
    code: 'too-large',
    message: '',
    nextAt: null,
    since: 0,
    tries: 1,
  };
  const { issues, issuesTotal } = outboxOf(
    [viewOf([...failing, other] as unknown as readonly KeptProblem[])],
    MOMENT,
  );
  const message =
    'Since 05:14 the service has failed at every file that is sent to it. 60 files wait for that.';
  expect(issuesTotal).toBe(2);
  expect(issues).toMatchObject([
    { path: '', key: null, size: null, since: 41, brief: message, message },
    { path: 'Other/b.zip' },
  ]);
});

it('lists files whose deletes are held as people count', () => {
  const files = ['Sheet 10.txt', 'Sheet 9.txt', 'sheet 1.txt'].map((path) => ({ id: path, path }));
  const held = { direction: 'remote', count: 3, of: 4, why: '', files };
  const view = { ...viewOf([]), held } as unknown as SiteView;
  expect(heldOf(view)[0]?.files.map(({ path }) => path)).toEqual([
    'sheet 1.txt',
    'Sheet 9.txt',
    'Sheet 10.txt',
  ]);
});

it('lists what waits as people count, with what runs before it', () => {
  const pendingRows = [1, 10, 11, 2].map((number) => ({
    row: { key: `k${number}`, path: `Other/Photo ${number}.jpg`, size: 5, status: 'queued' },
    action: null,
    why: null,
    waitsFor: null,
    waitWords: null,
    local: null,
  })) as unknown as readonly ViewRow[];
  const running = [{ site: 'site-1', path: 'Other/Photo 10.jpg', direction: 'up', total: 5, done: 1 }];
  const view = { ...viewOf([]), pendingRows };
  const { pending } = outboxOf([view], {
    running,
    slowed: {},
    online: true,
    signedIn: true,
  } as unknown as typeof MOMENT);
  expect(pending.map(({ path }) => path.replace(/\D/g, ''))).toEqual(['10', '1', '2', '11']);
});

it('says of what is on its way that it stands still where it is paused', () => {
  const row = { key: 'k', path: 'Other/a.jpg', size: 5, status: 'queued' };
  const pendingRows = [
    { row, action: null, why: null, waitsFor: null, waitWords: null, local: null },
  ] as unknown as readonly ViewRow[];
  const running = [{ site: 'site-1', path: row.path, direction: 'up', total: 5, done: 1 }];
  const waitOf = (paused: boolean, stop: SiteView['stop']): string | null | undefined => {
    const site = { id: 'site-1', paused: stop !== null } as SiteView['site'];
    const moment = { running, slowed: {}, online: true, signedIn: true, paused };
    const view = { ...viewOf([]), pendingRows, site, stop };
    const { pending } = outboxOf([view], moment as unknown as typeof MOMENT);
    expect(pending).toMatchObject([{ share: 0.2, waitsUntil: null }]);
    return pending[0]?.waiting;
  };
  expect(waitOf(false, null)).toBe(null);
  expect(waitOf(true, null)).toBe('paused');
  expect(waitOf(false, 'site-paused')).toBe('this site is paused');
});

it('waits until the service asked to, where that is what it waits for, and has no end while all stands still', () => {
  const waitOf = (
    [waitsFor, reason]: readonly [ViewRow['waitsFor'], string | null],
    stop: SiteView['stop'] = null,
  ): readonly unknown[] => {
    const row = {
      key: 'k',
      path: 'Other/a.jpg',
      size: 5,
      status: waitsFor === null ? 'queued' : 'waiting',
    };
    const pendingRows = [
      { row, action: null, why: null, waitsFor, waitWords: reason, local: null },
    ] as unknown as readonly ViewRow[];
    const moment = { running: [], slowed: { 'site-1': 99 }, online: true, signedIn: true, paused: false };
    const { pending } = outboxOf([{ ...viewOf([]), pendingRows, stop }], moment as unknown as typeof MOMENT);
    return [pending[0]?.waiting, pending[0]?.waitsUntil];
  };
  expect(waitOf([null, null])).toEqual(['service busy', 99]);
  expect(waitOf(['busy', 'service busy'])).toEqual(['service busy', 99]);
  // Its words are for people only.
  expect(waitOf(['busy', 'told in other words'])).toEqual(['told in other words', 99]);
  expect(waitOf(['in-use', 'service busy'])).toEqual(['service busy', null]);
  expect(waitOf([null, null], 'busy')).toEqual(['service busy', 99]);
  expect(waitOf([null, null], 'folder-missing')).toEqual(['folder is away', null]);
});

it('tells what was found by a look, which each sync takes anew, from what was tried', () => {
  const problems = [found('scan', { path: 'Other/Locked' }), attempt('id:file-1')];
  expect(issuesOf(viewOf(problems)).map(({ isFound }) => isFound)).toEqual([true, false]);
});

it('asks nobody about an answer that was lost, before it was looked for in vain time and again', () => {
  const issuesAfter = (tries: number): number => {
    const lost = { key: 'a', path: 'Other/a.jpg', code: 'unknown-outcome', nextAt: 5, since: 0, tries };
    return issuesOf(viewOf([lost] as unknown as readonly KeptProblem[])).length;
  };
  expect([1, 2, 3].map(issuesAfter)).toEqual([0, 0, 1]);
});
