import { parentPort, type Transferable } from 'node:worker_threads';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

/**
 * The worker's function that answers. `send` sends parts before the answer, and names what is transferred instead of
 * copied.
 */
type Answers<Question, Answer, Part> = (
  question: Question,
  send: (part: Part, transfer?: readonly Transferable[]) => void,
) => Answer | Promise<Answer>;

/**
 * The worker's side of a `WorkerClient`: answers all questions. An error is sent with its stack, and the worker goes
 * on. `transferOf`: what of an answer is transferred instead of copied.
 */
export function answerQuestions<Question, Answer, Part = never>(
  answer: Answers<Question, Answer, Part>,
  transferOf: (answer: Answer) => readonly Transferable[] = () => [],
): void {
  const port = parentPort;
  if (port === null) throw new Error('Questions are answered in a worker thread');
  const post = (reply: WorkerReply<Answer, Part>, transfer: readonly Transferable[] = []): void =>
    port.postMessage(reply, transfer);

  async function carryOut({ id, question }: WorkerRequest<Question>): Promise<void> {
    try {
      const given = await answer(question, (part, transfer) => {
        if (id !== null) post({ id, part }, transfer);
      });
      if (id !== null) post({ id, answer: given }, transferOf(given));
    } catch (error) {
      // Nobody waits for this answer: the error is a bug, and ends the worker as any other would.
      if (id === null) throw error;
      post({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }

  port.on('message', (request: WorkerRequest<Question>) => void carryOut(request));
}
