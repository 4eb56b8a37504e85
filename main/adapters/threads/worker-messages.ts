/** A message to the worker; `id` is null if no answer is wanted. */
export interface WorkerRequest<Question> {
  readonly id: number | null;
  readonly question: Question;
}

/** A message from the worker: any number of parts, and then the answer, or the error with its stack. */
export type WorkerReply<Answer, Part> =
  | { readonly id: number; readonly part: Part }
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: string };
