import { setImmediate as immediate } from 'node:timers/promises';
import type { SiteId } from '../../../shared/model/ids.ts';
import { QuestionFailed } from '../../adapters/threads/worker-client.ts';
import {
  inPages,
  planRead,
  planSite,
  readSite,
  type Plan,
  type Planned,
  type PlanQuestion,
  type PlanReader,
  type SiteAsRead,
} from '../../sync/plan/planning.ts';
import { isListedOnly, planOfNothing } from '../../sync/plan/nothing-here.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { Unsettled } from '../../sync/ports/mirror/trees.ts';
import type { PlanningEstimate } from './planning-estimate.ts';
import type { PlanningThread } from './planning-thread.ts';

/** If this many rows changed or more, they are read in one turn and planned in the next: each takes some 10 ms. */
const MANY = 500;

/** A plan, and the files of its site that are not settled. */
type Made = Pick<Plan, 'unsettled'> & { readonly planned: Planned };

/** The part of the mirror that planning needs. */
export type PlanMirror = PlanReader &
  Pick<Mirror, 'counts' | 'siteState' | 'unsettledInTurns' | 'noteChanges' | 'noteUnsettled' | 'changed'>;

/**
 * Plans sites. Each site is looked at as a whole once; from then on, what is written about it is noted, and plans are
 * made from that. Its size decides whether the look at the whole is made in place or in a thread.
 */
export class SitePlanner {
  readonly #mirror: PlanMirror;
  readonly #thread: PlanningThread;
  readonly #estimate: PlanningEstimate;
  /** Sites that were looked at ahead of a plan, or are just being looked at. */
  readonly #ahead = new Map<SiteId, Promise<void>>();

  constructor(mirror: PlanMirror, thread: PlanningThread, estimate: PlanningEstimate) {
    this.#mirror = mirror;
    this.#thread = thread;
    this.#estimate = estimate;
  }

  /** See `PlanHints`. Looks once at the site as a whole: its plan then only needs what was written since. */
  planAhead(site: FollowedSite): void {
    // In a first sync everything is new, and noting it would only cost time.
    const isFirst = this.#mirror.siteState(site.id).syncedAt === null;
    if (this.#ahead.has(site.id) || isFirst || !this.#estimate.needsThread(site.id)) return;
    if (isListedOnly(this.#mirror, site)) return;
    // If this fails, nothing is known about the site, and the plan itself will meet the error.
    const looking = this.#lookThere(site).catch(() => undefined);
    this.#ahead.set(site.id, looking);
  }

  async plan(question: PlanQuestion): Promise<Planned> {
    const { site, unreadable } = question;
    const looking = this.#ahead.get(site.id);
    if (looking !== undefined) await looking;
    const nothing = planOfNothing(this.#mirror, question);
    if (nothing !== null) return inPages(nothing);
    const read = this.#readChanged(question);
    if (read !== null) return planChanged(read);
    if (unreadable.length > 0 || !this.#estimate.isLookedAtHere(site.id)) return this.#planWhole(question);
    await this.#lookHere(site);
    const changed = this.#readChanged(question);
    return changed === null ? this.#planWhole(question) : planChanged(changed);
  }

  /** Reads what changed. All that a plan depends on is noted when it is written; null if not all of it is known. */
  #readChanged(question: PlanQuestion): SiteAsRead | null {
    const changed = question.unreadable.length === 0 ? this.#mirror.changed(question.site) : null;
    return changed === null ? null : readSite(this.#mirror, question, changed);
  }

  async #lookHere(site: FollowedSite): Promise<void> {
    this.#mirror.noteChanges(site);
    let unsettled: Unsettled | null = null;
    try {
      unsettled = await this.#mirror.unsettledInTurns(site, immediate);
    } finally {
      this.#mirror.noteUnsettled(site.id, unsettled);
    }
  }

  async #lookThere(site: FollowedSite): Promise<void> {
    this.#mirror.noteChanges(site);
    this.#mirror.noteUnsettled(site.id, await this.#thread.look(site));
  }

  /** Plans from the whole site; from here on its changes are noted. */
  async #planWhole(question: PlanQuestion): Promise<Planned> {
    const { site } = question;
    this.#mirror.noteChanges(site);
    let unsettled: Plan['unsettled'] = null;
    try {
      const isSmall = this.#estimate.isSmall(site.id);
      const made = await (isSmall ? this.#planHere(question) : this.#planThere(question));
      unsettled = made.unsettled;
      return made.planned;
    } finally {
      this.#mirror.noteUnsettled(site.id, unsettled);
    }
  }

  async #planHere(question: PlanQuestion): Promise<Made> {
    const read = readSite(this.#mirror, question);
    await immediate();
    const plan = planRead(read);
    return { unsettled: plan.unsettled, planned: inPages(plan) };
  }

  async #planThere(question: PlanQuestion): Promise<Made> {
    try {
      const { made, planned } = await this.#thread.plan(question);
      return { unsettled: made.unsettled, planned };
    } catch (error) {
      if (!(error instanceof QuestionFailed)) throw error;
      // Most likely a damaged row. If it is met here, it is noted as damage and told in words for people.
      return { unsettled: null, planned: inPages(planSite(this.#mirror, question)) };
    }
  }
}

async function planChanged(read: SiteAsRead): Promise<Planned> {
  if (read.trees.base.size + read.trees.local.size > MANY) await immediate();
  return inPages(planRead(read));
}
