import type { Transferable, Worker } from 'node:worker_threads';
import type { Failure } from '../../../shared/failure.ts';
import { CLOSED, MirrorError } from '../../sync/ports/mirror-error.ts';
import { isOutOfFiles, OUT_OF_FILES } from '../out-of-files.ts';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

/** The worker answered a question with an error, and is ready for the next. */
export class QuestionFailed extends Error {
  override readonly name = 'QuestionFailed';
}

interface WorkerOptions {
  /** With nothing to do for so long it ends and gives its memory back, ms; without this it stays. */
  readonly idleMs?: number;
  /** Told that it ended by itself, as without memory left; what it gives is what those who wait are rejected with. */
  readonly died?: (why: Error) => MirrorError;
}

interface AskOptions<Part> {
  /** What is handed over to the worker, not copied. */
  readonly transfer?: readonly Transferable[];
  /** Takes what comes before the answer; what it throws is what the question ends with. */
  readonly onPart?: ((part: Part) => void) | undefined;
}

interface Waiting<Answer, Part> {
  readonly onPart: ((part: Part) => void) | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** As without memory left. */
const ENDED: Failure = {
  code: 'unreadable',
  message: 'A part of SiteSync ended by itself. Nothing of yours is lost: it is tried again.',
  hint: 'If it stays, close other programs: memory may be short.',
  retry: 'later',
};

function endedByItself(why: Error): MirrorError {
  return new MirrorError({ ...ENDED, detail: why.message }, why);
}

/**
 * One worker thread, and the questions that it was asked: see `answerQuestions` for its own side. It starts with the first
 * question, ends when it was idle for a while, and is started again for the next question, also where it died. It holds the
 * process only while a question waits for its answer.
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

  /** Starts it ahead of the first question: to start takes as long as many an answer. */
  getReady(): void {
    if (this.#closed) return;
    this.#started();
    this.#rest();
  }

  /**
   * Rejects with `QuestionFailed`, or with a MirrorError where the worker died, the client ends it, or the system opens no
   * more files.
   */
  ask(question: Question, { transfer = [], onPart }: AskOptions<Part> = {}): Promise<Answer> {
    // A worker that started now would be nobody's to end.
    if (this.#closed) return Promise.reject(new MirrorError(CLOSED));
    const id = ++this.#last;
    const worker = this.#started();
    return new Promise<Answer>((resolve, reject) => {
      worker.postMessage({ id, question } satisfies WorkerRequest<Question>, transfer);
      worker.ref();
      clearTimeout(this.#idle);
      this.#waiting.set(id, { onPart, resolve, reject });
    });
  }

  /** What needs no answer. A worker that does not run has nothing to be told about. */
  tell(question: Question): void {
    this.#worker?.postMessage({ id: null, question } satisfies WorkerRequest<Question>);
  }

  /** The worker keeps something between two questions: until what this returns is called, it does not count as idle. */
  hold(): () => void {
    const held = Symbol('held');
    this.#holds.add(held);
    clearTimeout(this.#idle);
    return () => {
      if (this.#holds.delete(held)) this.#rest();
    };
  }

  /** Ends the worker, and rejects what it was asked. The next question starts another. */
  async end(): Promise<void> {
    const worker = this.#worker;
    // Out of reach before it ends: what it still says must not let the process go meanwhile.
    this.#gone(new MirrorError(CLOSED));
    await worker?.terminate();
  }

  /** As `end`, and for good: whoever asks after it is rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.end();
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = this.#start();
    worker.unref();
    worker.on('message', (reply: WorkerReply<Answer, Part>) => {
      if (this.#worker === worker) this.#answered(reply);
    });
    const died = (why: Error): void => {
      if (this.#worker !== worker) return;
      this.#gone(isOutOfFiles(why) ? new MirrorError(OUT_OF_FILES, why) : this.#died(why));
    };
    worker.on('error', died);
    worker.on('exit', (status) => died(new Error(`The thread has ended with status ${status}.`)));
    this.#worker = worker;
    return worker;
  }

  #answered(reply: WorkerReply<Answer, Part>): void {
    if ('part' in reply) {
      try {
        this.#waiting.get(reply.id)?.onPart?.(reply.part);
      } catch (error) {
        // Thrown by whoever takes it, as by a mirror on a full disk: it ends this question, not the program.
        this.#settle(reply.id)?.reject(error);
      }
      return;
    }
    const waiting = this.#settle(reply.id);
    if ('error' in reply) waiting?.reject(new QuestionFailed(reply.error));
    else waiting?.resolve(reply.answer);
  }

  /** Whoever waits for this answer, no longer among those that wait. */
  #settle(id: number): Waiting<Answer, Part> | undefined {
    const waiting = this.#waiting.get(id);
    if (!this.#waiting.delete(id) || this.#waiting.size > 0) return waiting;
    this.#worker?.unref();
    this.#rest();
    return waiting;
  }

  /** Ends the worker after a while, unless it is asked before. */
  #rest(): void {
    clearTimeout(this.#idle);
    const isBusy = this.#waiting.size > 0 || this.#holds.size > 0;
    if (isBusy || this.#idleMs === undefined || this.#worker === null) return;
    this.#idle = setTimeout(() => void this.end(), this.#idleMs).unref();
  }

  /** The worker is no more, and with it what it was asked and what it kept. */
  #gone(why: Error): void {
    clearTimeout(this.#idle);
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#holds.clear();
    for (const { reject } of waiting) reject(why);
  }
}
