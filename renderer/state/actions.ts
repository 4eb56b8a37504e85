import { useEffect, useRef } from 'react';

/** What a key, a button or the palette may ask of whatever is on screen, with what it takes. */
export interface Actions {
  /** Puts the focus into the filter of the list in front. */
  readonly filter: null;
  /** Lets the person choose files for a site; null: asks for the site too. */
  readonly upload: string | null;
  /** Asks for a new token. */
  readonly signIn: null;
  /** The list of keys. */
  readonly shortcuts: null;
}
export type ActionName = keyof Actions;

type Handler = (payload: never) => void;

const stacks = new Map<ActionName, Handler[]>();

/** Answers an action while it is on screen; the last that came answers, and null answers nothing. */
export function useActionHandler<N extends ActionName>(
  name: N,
  handler: ((payload: Actions[N]) => void) | null,
): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  const answers = handler !== null;
  useEffect(() => {
    if (!answers) return undefined;
    const entry: Handler = (payload: Actions[N]) => latest.current?.(payload);
    stacks.set(name, [...(stacks.get(name) ?? []), entry]);
    return () => {
      stacks.set(
        name,
        (stacks.get(name) ?? []).filter((each) => each !== entry),
      );
    };
  }, [name, answers]);
}

/** False where nothing on screen answers it. */
export function runAction<N extends ActionName>(name: N, payload: Actions[N]): boolean {
  const handler = stacks.get(name)?.at(-1) as ((payload: Actions[N]) => void) | undefined;
  handler?.(payload);
  return handler !== undefined;
}
