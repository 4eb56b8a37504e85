import type { SiteReport } from '../../../sync/cycle/site-report.ts';
import { workOf } from './sync-report.ts';

/** What is wrong with a site. */
interface Wrong {
  /** Each thing, whatever is said of it. */
  readonly things: ReadonlySet<string>;
  /** Each thing with its words, without what changes all the time in them. */
  readonly words: ReadonlySet<string>;
}

interface News {
  /** The report without what was said before; null if nothing is new in it. */
  readonly report: SiteReport | null;
  /** How much of what was wrong before is over; null: nothing. */
  readonly over: 'What' | 'Some of what' | null;
}

/** A watch says what is wrong once, not again below each file that it sends. */
export class WatchNews {
  /** As of the last report. */
  readonly #wrong = new Map<SiteReport['id'], Wrong>();

  /** To be asked once for each report. */
  in(site: SiteReport): News {
    const before = this.#wrong.get(site.id) ?? { things: new Set(), words: new Set() };
    const now = wrongIn(site);
    this.#wrong.set(site.id, now);
    const isSomeOver = [...before.things].some((each) => !now.things.has(each));
    const report = untold(site, before.words);
    return {
      report: isSomeOver || hasNews(report) ? report : null,
      over: isSomeOver ? (now.things.size === 0 ? 'What' : 'Some of what') : null,
    };
  }
}

function wrongIn({ problems, held }: SiteReport): Wrong {
  const things = problems.map(thingOf);
  const words = problems.map(wordsOf);
  if (held === null) return { things: new Set(things), words: new Set(words) };
  return { things: new Set([...things, HELD]), words: new Set([...words, wordsOfHeld(held)]) };
}

const HELD = 'held';

function untold(site: SiteReport, told: ReadonlySet<string>): SiteReport {
  const { problems, held } = site;
  return {
    ...site,
    problems: problems.filter((problem) => !told.has(wordsOf(problem))),
    held: held !== null && told.has(wordsOfHeld(held)) ? null : held,
  };
}

/** A full disk is one state of the site: its words name another file and another free space each time. */
function thingOf({ path, code }: SiteReport['problems'][number]): string {
  return JSON.stringify(code === 'disk-full' ? [code] : [code, path]);
}

function wordsOf(problem: SiteReport['problems'][number]): string {
  const { code, message } = problem;
  return code === 'disk-full' ? thingOf(problem) : `${thingOf(problem)} ${message}`;
}

/** Its words count what was deleted just before, too. */
function wordsOfHeld({ direction, count }: NonNullable<SiteReport['held']>): string {
  return `${HELD} ${direction} ${count}`;
}

function hasNews(site: SiteReport): boolean {
  const { problems, held, conflicts } = site;
  return workOf(site).length > 0 || problems.length > 0 || held !== null || conflicts.length > 0;
}
