import { useEffect, useEffectEvent } from 'react';

/** What a key, a button or the palette may ask of whatever is on screen. */
export type ActionName =
  /** Puts the focus into the filter of the list in front. */
  | 'filter'
  /** Lets the person choose files for the site on screen, or also the site if none is on screen. */
  | 'upload'
  /** Takes back what was done last with the files on screen. */
  | 'undo'
  /** Asks for a new token. */
  | 'signIn'
  /** The list of keys. */
  | 'shortcuts';

const stacks = new Map<ActionName, (() => void)[]>();

/** Answers an action while it is on screen; of several the one that came last answers. */
export function useActionHandler(name: ActionName, handler: () => void): void {
  const entry = useEffectEvent(handler);
  useEffect(() => {
    stacks.set(name, [...(stacks.get(name) ?? []), entry]);
    return () => {
      stacks.set(
        name,
        (stacks.get(name) ?? []).filter((each) => each !== entry),
      );
    };
  }, [name]);
}

/** False if nothing on screen handles it. */
export function runAction(name: ActionName): boolean {
  const handler = stacks.get(name)?.at(-1);
  handler?.();
  return handler !== undefined;
}
