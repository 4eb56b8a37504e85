import { setTimeout as delay } from 'node:timers/promises';
import { answerQuestions } from '../../../main/adapters/threads/answer-questions.ts';

export interface EchoQuestion {
  /** Answered with itself, after its letters one by one. */
  readonly text: string;
  readonly afterMs?: number;
  /** How this question ends instead, or the thread with it. */
  readonly fails?: 'this' | 'thread' | 'exit';
}

/** The last that was told without an answer being wanted. */
let told = '';

answerQuestions(async ({ text, afterMs = 0, fails }: EchoQuestion, send: (letter: string) => void) => {
  if (afterMs > 0) await delay(afterMs);
  if (fails === 'this') throw new Error(text);
  if (fails === 'exit') process.exit(3);
  if (fails === 'thread')
    setImmediate(() => {
      throw new Error(text);
    });
  if (fails !== undefined) await new Promise(() => undefined);
  for (const letter of text) send(letter);
  const before = told;
  told = text;
  return { text, before };
});
