import { useRef, useState } from 'react';

interface Chosen<C> {
  /** What the engine's answer does not show yet. */
  readonly chosen: C;
  /** Shows a choice, which `carryOut` brings to the engine. */
  readonly choose: (change: (before: C) => C, carryOut: () => Promise<unknown>) => Promise<void>;
}

/**
 * Choices that the engine's answer does not show yet: a choice shows at once, and the next one builds on it. The answer
 * counts again once it was fetched after the last choice, so that a choice that was refused disappears from the screen too.
 * `none`: always the same object.
 */
export function useChosen<C extends object>(none: C, askAnew: () => Promise<unknown>): Chosen<C> {
  const [chosen, setChosen] = useState(none);
  const choices = useRef(0);
  const underWay = useRef(0);
  const choose: Chosen<C>['choose'] = async (change, carryOut) => {
    choices.current += 1;
    underWay.current += 1;
    setChosen(change);
    await carryOut();
    underWay.current -= 1;
    if (underWay.current > 0) return;
    const last = choices.current;
    await askAnew();
    if (choices.current === last) setChosen(none);
  };
  return { chosen, choose };
}
