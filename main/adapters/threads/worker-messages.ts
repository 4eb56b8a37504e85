/** What a client sends its worker; the id is null where no answer is wanted. */
export interface WorkerRequest<Question> {
  readonly id: number | null;
  readonly question: Question;
}

/** What a worker sends its client: any number of parts, then the answer, or what went wrong, with its stack. */
export type WorkerReply<Answer, Part> =
  | { readonly id: number; readonly part: Part }
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: string };
