import type { Transferable, Worker } from 'node:worker_threads';
import type { Failure } from '../../../shared/failure.ts';
import { CLOSED, FailureError, ignoreFailure } from '../../sync/ports/failure-error.ts';
import { isOutOfFiles, OUT_OF_FILES } from '../out-of-files.ts';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

/** The worker answered a question with an error, and is ready for the next. */
export class QuestionFailed extends Error {
  override readonly name = 'QuestionFailed';
}

interface WorkerOptions {
  /** After this long without work, ms, it ends and gives its memory back. Without this it stays. */
  readonly idleMs?: number;
  /**
   * Called when the worker died, for instance for lack of memory. Its result is what waiting questions are rejected
   * with.
   */
  readonly died?: (why: Error) => FailureError;
}

interface AskOptions<Part> {
  /** Transferred to the worker instead of copied. */
  readonly transfer?: readonly Transferable[];
  /** Takes the parts that come before the answer. If it throws, the question ends with that error. */
  readonly onPart?: ((part: Part) => void) | undefined;
}

interface Waiting<Answer, Part> {
  readonly onPart: ((part: Part) => void) | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** For a worker that died, for instance for lack of memory. */
const ENDED: Failure = {
  code: 'unreadable',
  message: 'A part of SiteSync ended by itself. Nothing of yours is lost: it is tried again.',
  hint: 'If it stays, close other programs: memory may be short.',
  retry: 'later',
};

/** What a question is rejected with whose worker died; the next one starts another worker. */
export function endedByItself(why: Error): FailureError {
  return new FailureError({ ...ENDED, detail: why.message }, why);
}

/** The system may allow this user, or all of this container, no more threads. */
const NO_THREAD: Failure = {
  code: 'unreadable',
  message: 'The system lets SiteSync start no more threads.',
  hint: 'Close other programs, or raise the limit of processes (“ulimit -u” shows it). Nothing of yours is lost: it is tried again.',
  retry: 'later',
};

/**
 * One worker thread and the questions to it; see `answerQuestions` for the other side. It starts with the first
 * question, ends after a while without work, and starts again with the next question, even if it died. It only keeps
 * the process alive while a question waits for its answer.
 */
export class WorkerClient<Question, Answer, Part = never> {
  readonly #start: () => Worker;
  readonly #idleMs: number | undefined;
  readonly #died: (why: Error) => Error;
  readonly #waiting = new Map<number, Waiting<Answer, Part>>();
  readonly #holds = new Set<symbol>();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  #closed = false;

  constructor(start: () => Worker, { idleMs, died = endedByItself }: WorkerOptions = {}) {
    this.#start = start;
    this.#idleMs = idleMs;
    this.#died = died;
  }

  get running(): boolean {
    return this.#worker !== null;
  }

  /** Starts it ahead of the first question: starting takes as long as many an answer. */
  getReady(): void {
    if (this.#closed) return;
    try {
      this.#started();
    } catch (error) {
      // The question tells, if there is still no room for it then.
      ignoreFailure(error);
    }
    this.#rest();
  }

  /**
   * Rejects with `QuestionFailed`. Or with a FailureError if the worker died, the client ended it, or the system opens
   * no more files or starts no more threads.
   */
  ask(question: Question, { transfer = [], onPart }: AskOptions<Part> = {}): Promise<Answer> {
    // Nobody would end a worker that started now.
    if (this.#closed) return Promise.reject(new FailureError(CLOSED));
    const id = ++this.#last;
    return new Promise<Answer>((resolve, reject) => {
      const worker = this.#started();
      worker.postMessage({ id, question } satisfies WorkerRequest<Question>, transfer);
      worker.ref();
      clearTimeout(this.#idle);
      this.#waiting.set(id, { onPart, resolve, reject });
    });
  }

  /** Sends something that needs no answer. A worker that does not run need not hear it. */
  tell(question: Question): void {
    this.#worker?.postMessage({ id: null, question } satisfies WorkerRequest<Question>);
  }

  /**
   * The worker keeps something between two questions: it does not count as idle until the returned function is called.
   */
  hold(): () => void {
    const held = Symbol('held');
    this.#holds.add(held);
    clearTimeout(this.#idle);
    return () => {
      if (this.#holds.delete(held)) this.#rest();
    };
  }

  /** Ends the worker and rejects its open questions. The next question starts another one. */
  async end(): Promise<void> {
    const worker = this.#worker;
    // Let go of it before it ends: its last messages must not keep or release the process.
    this.#gone(new FailureError(CLOSED));
    await worker?.terminate();
  }

  /** Ends the worker at once if it has nothing to do and keeps nothing: its memory is free before the next question. */
  async endIfIdle(): Promise<void> {
    if (!this.#isBusy) await this.end();
  }

  /** As `end`, but for good: later questions are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.end();
  }

  /** Throws a FailureError if the system starts no more threads. */
  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = this.#new();
    worker.unref();
    worker.on('message', (reply: WorkerReply<Answer, Part>) => {
      if (this.#worker === worker) this.#answered(reply);
    });
    const died = (why: Error): void => {
      if (this.#worker !== worker) return;
      this.#gone(isOutOfFiles(why) ? new FailureError(OUT_OF_FILES, why) : this.#died(why));
    };
    worker.on('error', died);
    worker.on('exit', (status) => died(new Error(`The thread has ended with status ${status}.`)));
    this.#worker = worker;
    return worker;
  }

  #new(): Worker {
    try {
      return this.#start();
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_INIT_FAILED';
      if (!isRefused) throw error;
      throw new FailureError({ ...NO_THREAD, detail: error.message }, error);
    }
  }

  #answered(reply: WorkerReply<Answer, Part>): void {
    if ('part' in reply) {
      try {
        this.#waiting.get(reply.id)?.onPart?.(reply.part);
      } catch (error) {
        // The taker of a part threw, for instance a mirror on a full disk: that ends this question, not the program.
        this.#settle(reply.id)?.reject(error);
      }
      return;
    }
    const waiting = this.#settle(reply.id);
    if ('error' in reply) waiting?.reject(new QuestionFailed(reply.error));
    else waiting?.resolve(reply.answer);
  }

  /** Takes the one who waits for this answer off the list. */
  #settle(id: number): Waiting<Answer, Part> | undefined {
    const waiting = this.#waiting.get(id);
    if (!this.#waiting.delete(id) || this.#waiting.size > 0) return waiting;
    this.#worker?.unref();
    this.#rest();
    return waiting;
  }

  get #isBusy(): boolean {
    return this.#waiting.size > 0 || this.#holds.size > 0;
  }

  /** Ends the worker after a while without a question. */
  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#isBusy || this.#idleMs === undefined || this.#worker === null) return;
    this.#idle = setTimeout(() => void this.end(), this.#idleMs).unref();
  }

  /** The worker is gone, with its open questions and all that it kept. */
  #gone(why: Error): void {
    clearTimeout(this.#idle);
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#holds.clear();
    for (const { reject } of waiting) reject(why);
  }
}
