import { expect, it } from 'vitest';
import { WatchNews } from '../../../main/hosts/cli/output/watch-news.ts';
import type { Problem } from '../../../main/sync/problems/problem.ts';
import type { SiteReport } from '../../../main/sync/cycle/site-report.ts';
import { siteReport } from '../../support/site-report.ts';

const NOTHING = siteReport();

const problem = (code: Problem['code'], path: string, message = path): Problem => ({
  path,
  code,
  message,
  hint: '',
});
const LOCKED = problem('unreadable', 'Other/locked.txt');
const full = (path: string): Problem => problem('disk-full', path, `${path} could not be written.`);
const held = (count: number, just: number): SiteReport['held'] => ({
  direction: 'remote',
  count,
  here: 0,
  of: 300,
  why: `${count} of 300 files would be deleted, after ${just} just before.`,
});

/** Of each report: the paths of the problems that are said, how many held deletes, and what is over. */
function said(...reports: readonly Partial<SiteReport>[]): readonly unknown[] {
  const news = new WatchNews();
  return reports.map((each) => {
    const { report, over } = news.in({ ...NOTHING, ...each });
    return report === null ? null : [report.problems.map(({ path }) => path), report.held?.count ?? 0, over];
  });
}

it('says what is wrong once, whatever is done beside it, and says nothing of a report without news', () => {
  expect(
    said({ problems: [LOCKED] }, { created: 1, problems: [LOCKED] }, { problems: [LOCKED] }, {}),
  ).toEqual([[['Other/locked.txt'], 0, null], [[], 0, null], null, [[], 0, 'What']]);
});

it('says a problem with its new words, and does not call it over', () => {
  const worse = problem('unreadable', LOCKED.path, 'It is worse.');
  expect(said({ problems: [LOCKED] }, { problems: [worse] })).toEqual([
    [[LOCKED.path], 0, null],
    [[LOCKED.path], 0, null],
  ]);
});

it('says a full disk once, whichever file meets it', () => {
  expect(said({ problems: [full('a')] }, { problems: [full('b'), LOCKED] }, { problems: [LOCKED] })).toEqual([
    [['a'], 0, null],
    [[LOCKED.path], 0, null],
    [[], 0, 'Some of what'],
  ]);
});

it('says held deletes again only when their number changes', () => {
  expect(said({ held: held(28, 5) }, { held: held(28, 6) }, { held: held(30, 6) }, {})).toEqual([
    [[], 28, null],
    null,
    [[], 30, null],
    [[], 0, 'What'],
  ]);
});
