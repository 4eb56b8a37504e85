import type { SiteReport } from '../cycle/site-report.ts';

/** Which reports of a watched site say something new. Most cycles do nothing, and find what was wrong before. */
export class News {
  /** What was wrong after the last cycle, as text. */
  #trouble = JSON.stringify([null, []]);

  /** Did its cycle do something, or is something else wrong than in the report before? */
  isIn(report: SiteReport): boolean {
    const { created, updated, deletedRemote, downloaded, trashed, moved, adopted, freed = 0 } = report;
    const copied = report.conflicts.length;
    const did = created + updated + deletedRemote + downloaded + trashed + moved + adopted + freed + copied;
    const lasting = report.problems
      .filter((problem) => problem.code !== 'cancelled')
      // The message names the free space, which changes all the time: that is no news.
      .map((problem) => (problem.code === 'disk-full' ? { ...problem, message: '' } : problem));
    const trouble = JSON.stringify([report.held, lasting]);
    const before = this.#trouble;
    this.#trouble = trouble;
    return did > 0 || trouble !== before;
  }
}
