import { Worker } from 'node:worker_threads';
import type { Action } from '../../engine/actions.ts';
import {
  planSite,
  planTrees,
  type Planned,
  type Planner,
  type PlanReader,
  type PlanQuestion,
} from '../../sync/planning.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import type { PlanningAnswer, PlanningQuestion } from './planning.worker.ts';

/** Rows of the three trees up to which a plan takes less time (about 5 ms) than is worth a thread. */
const PLANNED_HERE = 3000;
/** With nothing to plan for so long the thread ends, and gives its memory back: most plans are made without it, ms. */
const IDLE = 2000;

interface Waiting {
  readonly actions: Action[];
  readonly resolve: (planned: Planned) => void;
  readonly reject: (error: Error) => void;
}

export interface PlanningThread {
  readonly plan: Planner;
  /** Is there a thread at the moment? */
  readonly running: () => boolean;
  readonly close: () => Promise<void>;
}

export interface PlanningOptions {
  readonly plannedHere?: number;
  readonly idleMs?: number;
}

/**
 * Plans large sites in a thread over a reading connection of its own: reading 100,000 files and planning takes half a
 * second, in which transfers, watcher and window must not stand still. Small sites are planned in place.
 */
export function startPlanning(
  dataDir: string,
  mirror: PlanReader & Pick<Mirror, 'counts' | 'noteChanges' | 'leaveOpen' | 'changed'>,
  { plannedHere = PLANNED_HERE, idleMs = IDLE }: PlanningOptions = {},
): PlanningThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  const end = async (): Promise<void> => {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };
  const start = (): Worker => {
    const made = new Worker(new URL('./planning.worker.ts', import.meta.url), { workerData: dataDir });
    // Nothing is under way in it that a program which wants to end would have to wait for.
    made.unref();
    made.on('message', take);
    made.on('error', fail);
    made.on('exit', () => {
      if (worker === made) fail(new Error('The planning thread has ended.'));
    });
    return made;
  };

  function take(answer: PlanningAnswer): void {
    const entry = waiting.get(answer.id);
    if ('part' in answer) {
      entry?.actions.push(...answer.part);
      return;
    }
    waiting.delete(answer.id);
    if ('error' in answer) entry?.reject(new Error(answer.error));
    else entry?.resolve({ ...answer.done, actions: entry.actions });
    if (waiting.size === 0) idle = setTimeout(() => void end(), idleMs).unref();
  }

  function fail(error: Error): void {
    worker = null;
    for (const entry of waiting.values()) entry.reject(error);
    waiting.clear();
  }

  function ask(question: PlanQuestion): Promise<Planned> {
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    const message: PlanningQuestion = { id: ++last, question };
    const answer = new Promise<Planned>((resolve, reject) => {
      waiting.set(message.id, { actions: [], resolve, reject });
    });
    worker.postMessage(message);
    return answer.finally(() => {
      if (waiting.size === 0) worker?.unref();
    });
  }

  /** All of the site is looked at; from here on its changes are noted. */
  async function planNoted(question: PlanQuestion): Promise<Planned> {
    const { site } = question;
    mirror.noteChanges(site);
    let open: Planned['open'] = null;
    try {
      const planned = await ask(question);
      open = planned.open;
      return planned;
    } finally {
      mirror.leaveOpen(site.id, open);
    }
  }

  return {
    plan: async (question) => {
      // Whatever a plan depends on of what the mirror holds is noted when it is written; the rest is asked anew.
      const changed = question.unreadable.length === 0 ? mirror.changed(question.site) : null;
      if (changed !== null) return planTrees(mirror, question, changed);
      const { base, local, remote } = mirror.counts(question.site.id);
      return base + local + remote <= plannedHere ? planSite(mirror, question) : planNoted(question);
    },
    running: () => worker !== null,
    close: async () => {
      clearTimeout(idle);
      await end();
      fail(new Error('The program closes.'));
    },
  };
}
