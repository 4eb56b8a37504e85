import { Worker } from 'node:worker_threads';
import { endedByItself, WorkerClient } from '../../adapters/threads/worker-client.ts';
import type { Action, Adopt, Forget, Hash } from '../../engine/plan/actions.ts';
import type { Pages, Planned, PlanQuestion, PlanParts } from '../../sync/plan/planning.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { Unsettled } from '../../sync/ports/mirror/trees.ts';
import type { MadePlan, PlanningAnswer, PlanningQuestion } from './planning.worker.ts';

/**
 * A plan of so many actions leaves 10 MB of garbage, which would still be there while the next one is made: a first sync of
 * 100,000 files has several. To start the thread again is a small part of the work for such a plan.
 */
const LARGE = 10_000;

/** The thread that makes plans. It keeps each plan as long as pages of it may be asked for. */
export class PlanningThread {
  readonly #client: WorkerClient<PlanningQuestion, PlanningAnswer>;
  #plans = 0;

  constructor(dataDir: string, idleMs: number) {
    const url = new URL('./planning.worker.ts', import.meta.url);
    this.#client = new WorkerClient(() => new Worker(url, { workerData: dataDir }), { idleMs });
  }

  get running(): boolean {
    return this.#client.running;
  }

  /** Starts the thread, since a plan will be asked for in a moment: a start takes as long as many a plan. */
  begin(): void {
    this.#client.getReady();
  }

  async look(site: FollowedSite): Promise<Unsettled | null> {
    const answer = await this.#client.ask({ look: site });
    return 'unsettled' in answer ? answer.unsettled : null;
  }

  async plan(question: PlanQuestion): Promise<{ readonly made: MadePlan; readonly planned: Planned }> {
    const plan = ++this.#plans;
    const answer = await this.#client.ask({ plan, question });
    if (!('made' in answer)) throw new Error('A plan was answered with a page.');
    const { made } = answer;
    const letGo = this.#client.hold();
    const { counts, unsettled: _unsettled, ...rest } = made;
    const isLarge = counts.steps + counts.hashes + counts.agreements >= LARGE;
    const release = (): void => {
      this.#client.tell({ forget: plan });
      letGo();
      if (isLarge) void this.#client.endIfIdle();
    };
    const actions: Action[] = [];
    try {
      for await (const page of this.#pages<Action>(plan, 'steps', counts.steps)) actions.push(...page);
    } catch (error) {
      // Nobody gets the plan who could let go of it: the thread would keep it, and run, for good.
      release();
      throw error;
    }
    const planned: Planned = {
      ...rest,
      actions,
      hashes: this.#pages<Hash>(plan, 'hashes', counts.hashes),
      agreements: this.#pages<Adopt | Forget>(plan, 'agreements', counts.agreements),
      release,
    };
    if (counts.hashes + counts.agreements === 0) release();
    return { made, planned };
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #pages<T extends Action>(plan: number, part: keyof PlanParts, count: number): Pages<T> {
    const page = async (from: number): Promise<readonly T[]> => {
      const answer = await this.#client.ask({ plan, part, from });
      if (!('page' in answer)) throw new Error('A page was answered with a plan.');
      // It died since, and the one that runs now knows nothing of this plan.
      if (answer.page.length === 0) throw endedByItself(new Error('The planning thread has ended.'));
      return answer.page as readonly T[];
    };
    return {
      count,
      async *[Symbol.asyncIterator]() {
        // The thread packs the next page while the one before it is unpacked and used here.
        let next = count === 0 ? null : page(0);
        for (let from = 0; next !== null;) {
          const actions = await next;
          from += actions.length;
          next = from < count ? page(from) : null;
          // Whoever takes the page gets the error; if nobody does, nobody needs it.
          next?.catch(() => undefined);
          yield actions;
        }
      },
    };
  }
}
