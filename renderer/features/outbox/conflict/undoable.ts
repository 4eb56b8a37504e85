import { createContext, use } from 'react';
import type { Undoable } from '../../../state/use-undoable.ts';

type SayUndoable = Undoable['say'];

const Context = createContext<SayUndoable | null>(null);

/** Around all that decides conflicts: what decided one is gone from the screen by the time that Ctrl+Z is pressed. */
export const UndoableDecisions = Context.Provider;

export function useUndoableDecisions(): SayUndoable {
  const say = use(Context);
  if (say === null) throw new Error('No UndoableDecisions around this');
  return say;
}
