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
  type Planner,
  type PlanQuestion,
  type PlanReader,
  type SiteAsRead,
} from '../../sync/plan/planning.ts';
import type { FollowedSite, Mirror, Unsettled } from '../../sync/ports/mirror.ts';
import { Thread } from './thread.ts';

/**
 * Where neither reading a site nor its plan takes more µs both are done in place, with a turn for others between: a thread
 * takes longer to start, and 100 ms of the processors. Enough for a first upload of 10,000 files.
 */
const PLANNED_HERE = 28_000;
/**
 * Where it takes no more µs to find what is not settled, that is done in place too, with turns for others between: in a
 * thread it takes as long, and its start takes as much of the processors again.
 */
const LOOKED_HERE = 88_000;
/** What a file takes, µs, in the first plan of a process: one that is in step, and one of either side alone. */
const READING = { agreed: 3.7, local: 2.1, remote: 4 };
const PLANNING = { local: 2.7, remote: 10 };
/** To read so many rows of what changed and to plan them are two turns: each takes some 10 ms. */
const MANY = 500;
/** With nothing to plan for so long the thread ends, and gives its memory back: most plans are made without it, ms. */
const IDLE = 2000;

/** What a site takes, µs. */
interface Times {
  readonly agreed: number;
  readonly others: number;
  readonly planning: number;
}

/** A plan, and what is not settled of its site. */
type Made = Pick<Plan, 'open'> & { readonly planned: Planned };

export interface PlanningThread {
  readonly plan: Planner;
  /** Looks at a large site as a whole while its folder is still scanned, once: the plan is made of what is written since. */
  readonly planAhead: (site: FollowedSite) => void;
  /** Starts the thread, where it is needed. */
  readonly planSoon: (site: FollowedSite) => void;
  /** Starts the thread where a first sync has found so many files that it will be needed: meanwhile only the disk works. */
  readonly planFound: (site: FollowedSite, files: number) => void;
  /** Is there a thread at the moment? */
  readonly running: () => boolean;
  readonly close: () => Promise<void>;
}

export interface PlanningOptions {
  /** µs. */
  readonly plannedHere?: number;
  readonly lookedHere?: number;
  readonly idleMs?: number;
}

/**
 * Plans large sites in a thread over a reading connection of its own: reading 100,000 files and planning takes half a
 * second, in which transfers, watcher and window must not stand still. Small sites are planned in place, and what is not
 * settled of larger ones is looked for there.
 */
export function startPlanning(
  dataDir: string,
  mirror: PlanReader &
    Pick<Mirror, 'counts' | 'siteState' | 'openInTurns' | 'noteChanges' | 'leaveOpen' | 'changed'>,
  { plannedHere = PLANNED_HERE, lookedHere = LOOKED_HERE, idleMs = IDLE }: PlanningOptions = {},
): PlanningThread {
  const thread = new Thread(dataDir, idleMs);
  /** Sites that were looked at ahead, or are just now. */
  const ahead = new Map<SiteId, Promise<void>>();

  /** What reading a site takes, and what planning takes of those that are on one side alone. */
  function timesOf(site: SiteId): Times {
    const { base, ...rows } = mirror.counts(site);
    const [local, remote] = [Math.abs(rows.local - base), Math.abs(rows.remote - base)];
    return {
      agreed: base * READING.agreed,
      others: local * READING.local + remote * READING.remote,
      planning: local * PLANNING.local + remote * PLANNING.remote,
    };
  }

  const isSmall = ({ agreed, others, planning }: Times): boolean =>
    Math.max(agreed + others, planning) <= plannedHere;

  /** Is nearly all agreed on, and of that not too much? */
  const isLookedAtHere = ({ agreed, others, planning }: Times): boolean =>
    agreed > 0 && agreed <= lookedHere && Math.max(others, planning) <= plannedHere;

  function needsThread(site: SiteId): boolean {
    const times = timesOf(site);
    return !isSmall(times) && !isLookedAtHere(times);
  }

  /** What a plan depends on of what the mirror holds is noted when it is written; null where not all of it is known. */
  function readChanged(question: PlanQuestion): SiteAsRead | null {
    const changed = question.unreadable.length === 0 ? mirror.changed(question.site) : null;
    return changed === null ? null : readSite(mirror, question, changed);
  }

  async function planChanged(read: SiteAsRead): Promise<Planned> {
    if (read.trees.base.size + read.trees.local.size > MANY) await immediate();
    return inPages(planRead(read));
  }

  async function lookHere(site: FollowedSite): Promise<void> {
    mirror.noteChanges(site);
    let open: Unsettled | null = null;
    try {
      open = await mirror.openInTurns(site, immediate);
    } finally {
      mirror.leaveOpen(site.id, open);
    }
  }

  async function lookAhead(site: FollowedSite): Promise<void> {
    mirror.noteChanges(site);
    mirror.leaveOpen(site.id, await thread.look(site));
  }

  async function planHere(question: PlanQuestion): Promise<Made> {
    const read = readSite(mirror, question);
    await immediate();
    const plan = planRead(read);
    return { open: plan.open, planned: inPages(plan) };
  }

  async function planThere(question: PlanQuestion): Promise<Made> {
    try {
      const { made, planned } = await thread.plan(question);
      return { open: made.open, planned };
    } catch (error) {
      if (!(error instanceof QuestionFailed)) throw error;
      // A damaged row, most likely: met here it is noted as damage, and told in words for people.
      return { open: null, planned: inPages(planSite(mirror, question)) };
    }
  }

  /** All of the site is looked at; from here on its changes are noted. */
  async function planNoted(question: PlanQuestion): Promise<Planned> {
    const { site } = question;
    mirror.noteChanges(site);
    let open: Plan['open'] = null;
    try {
      const made = await (isSmall(timesOf(site.id)) ? planHere(question) : planThere(question));
      open = made.open;
      return made.planned;
    } finally {
      mirror.leaveOpen(site.id, open);
    }
  }

  return {
    planAhead: (site) => {
      // Of a first sync all is new, and noting it would only cost time.
      const isFirst = mirror.siteState(site.id).syncedAt === null;
      if (!ahead.has(site.id) && !isFirst && needsThread(site.id))
        // Where it fails nothing is known of the site, and the plan itself will tell.
        ahead.set(
          site.id,
          lookAhead(site).catch(() => undefined),
        );
    },
    plan: async (question) => {
      const looking = ahead.get(question.site.id);
      if (looking !== undefined) await looking;
      const read = readChanged(question);
      if (read !== null) return planChanged(read);
      const { site, unreadable } = question;
      if (unreadable.length > 0 || !isLookedAtHere(timesOf(site.id))) return planNoted(question);
      await lookHere(site);
      const changed = readChanged(question);
      return changed === null ? planNoted(question) : planChanged(changed);
    },
    planSoon: (site) => {
      if (needsThread(site.id)) thread.begin();
    },
    planFound: (site, files) => {
      const isMany = files * PLANNING.local > plannedHere;
      if (isMany && mirror.siteState(site.id).syncedAt === null) thread.begin();
    },
    running: () => thread.running,
    close: () => thread.close(),
  };
}
