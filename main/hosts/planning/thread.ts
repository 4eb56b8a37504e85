import { Worker } from 'node:worker_threads';
import type { Action, Adopt, Forget, Hash } from '../../engine/actions.ts';
import type { Pages, Planned, PlanQuestion } from '../../sync/plan/planning.ts';
import type { FollowedSite, Unsettled } from '../../sync/ports/mirror.ts';
import type { MadePlan, PlanningAnswer, PlanningQuestion, PlanParts } from './planning.worker.ts';

interface Waiting {
  readonly resolve: (answer: PlanningAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** What the thread said that went wrong in it. */
export class FailedThere extends Error {
  override readonly name = 'FailedThere';
}

/** The thread as it is needed: it starts with the first plan and ends when none was asked for or held for a while. */
export class Thread {
  readonly #dataDir: string;
  readonly #idleMs: number;
  readonly #waiting = new Map<number, Waiting>();
  /** Plans of which pages may still be taken. */
  readonly #held = new Set<number>();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  #closed = false;

  constructor(dataDir: string, idleMs: number) {
    this.#dataDir = dataDir;
    this.#idleMs = idleMs;
  }

  get running(): boolean {
    return this.#worker !== null;
  }

  /** It is asked for in a moment: to start takes as long as many a plan. */
  begin(): void {
    if (this.#closed || this.#worker !== null) return;
    this.#worker = this.#start();
    this.#rest();
  }

  async look(site: FollowedSite): Promise<Unsettled | null> {
    const answer = await this.#ask({ id: ++this.#last, look: site });
    return 'open' in answer ? answer.open : null;
  }

  async plan(question: PlanQuestion): Promise<{ readonly made: MadePlan; readonly planned: Planned }> {
    const id = ++this.#last;
    const answer = await this.#ask({ id, question });
    if (!('made' in answer)) throw new Error('A plan was answered with a page.');
    const { made } = answer;
    const { counts, open: _open, ...rest } = made;
    const actions: Action[] = [];
    for await (const page of this.#pages<Action>(id, 'steps', counts.steps)) actions.push(...page);
    const planned: Planned = {
      ...rest,
      actions,
      hashes: this.#pages<Hash>(id, 'hashes', counts.hashes),
      records: this.#pages<Adopt | Forget>(id, 'records', counts.records),
      release: () => this.#release(id),
    };
    if (counts.hashes + counts.records === 0) planned.release();
    return { made, planned };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#end();
    this.#fail(new Error('The program closes.'));
  }

  #pages<T extends Action>(id: number, part: keyof PlanParts, count: number): Pages<T> {
    const page = async (from: number): Promise<readonly T[]> => {
      const answer = await this.#ask({ id, part, from });
      if (!('page' in answer) || answer.page.length === 0) throw new Error('The planning thread has ended.');
      return answer.page as readonly T[];
    };
    return {
      count,
      async *[Symbol.asyncIterator]() {
        // Packed there while the one before is unpacked and used here.
        let next = count === 0 ? null : page(0);
        for (let from = 0; next !== null;) {
          const actions = await next;
          from += actions.length;
          next = from < count ? page(from) : null;
          // Whoever goes on hears of it; whoever has had enough need not.
          next?.catch(() => undefined);
          yield actions;
        }
      },
    };
  }

  #ask(message: PlanningQuestion): Promise<PlanningAnswer> {
    // A thread that started now would be nobody's to end.
    if (this.#closed) return Promise.reject(new Error('The program closes.'));
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    const answer = new Promise<PlanningAnswer>((resolve, reject) => {
      this.#waiting.set(message.id, { resolve, reject });
    });
    worker.postMessage(message);
    return answer.finally(() => {
      if (this.#waiting.size === 0) this.#worker?.unref();
    });
  }

  #release(id: number): void {
    if (!this.#held.delete(id)) return;
    this.#worker?.postMessage({ id, forget: true } satisfies PlanningQuestion);
    this.#rest();
  }

  /** Ends the thread after a while, unless it is asked before. */
  #rest(): void {
    if (this.#waiting.size > 0 || this.#held.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#end(), this.#idleMs).unref();
  }

  #start(): Worker {
    const made = new Worker(new URL('./planning.worker.ts', import.meta.url), { workerData: this.#dataDir });
    // Nothing is under way in it that a program which wants to end would have to wait for.
    made.unref();
    made.on('message', (answer: PlanningAnswer) => this.#take(answer));
    made.on('error', (error) => this.#fail(error));
    made.on('exit', () => {
      if (this.#worker === made) this.#fail(new Error('The planning thread has ended.'));
    });
    return made;
  }

  #take(answer: PlanningAnswer): void {
    const entry = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('made' in answer) this.#held.add(answer.id);
    if ('error' in answer) entry?.reject(new FailedThere(answer.error));
    else entry?.resolve(answer);
    this.#rest();
  }

  #fail(error: Error): void {
    this.#worker = null;
    for (const entry of this.#waiting.values()) entry.reject(error);
    this.#waiting.clear();
    this.#held.clear();
  }

  async #end(): Promise<void> {
    const ended = this.#worker;
    this.#worker = null;
    await ended?.terminate();
  }
}
