import { useCallback, useRef, useState } from 'react';
import type { Keep } from '../../../shared/model/category.ts';
import { useDo } from '../../state/engine.tsx';
import { showFailure } from '../../state/show-failure.ts';

type Keeps = ReadonlyMap<string, Keep>;

const NONE: Keeps = new Map();

export interface ChosenKeeps {
  /** What was chosen for a site and is not in the engine's list yet; undefined: the list counts. */
  readonly of: (site: string) => Keep | undefined;
  readonly choose: (site: string, keep: Keep) => void;
}

/**
 * What is kept of each site, including choices that the engine's list does not show yet: a choice shows at once, and
 * the next one builds on it. The list counts again once it was fetched after the last choice, so that a choice that was
 * refused disappears from the screen too.
 */
export function useKeeps(askAnew: () => Promise<unknown>): ChosenKeeps {
  const [chosen, setChosen] = useState(NONE);
  const choices = useRef(0);
  const underWay = useRef(0);
  const settle = async (): Promise<void> => {
    underWay.current -= 1;
    if (underWay.current > 0) return;
    const last = choices.current;
    await askAnew();
    if (choices.current === last) setChosen(NONE);
  };
  const { run } = useDo(
    'sites.setKeep',
    () => void settle(),
    (error) => {
      showFailure(error);
      void settle();
    },
  );
  const choose = useCallback(
    (site: string, keep: Keep) => {
      choices.current += 1;
      underWay.current += 1;
      setChosen((all) => new Map(all).set(site, keep));
      run({ site, keep: typeof keep === 'string' ? keep : [...keep] });
    },
    [run],
  );
  return { of: (site) => chosen.get(site), choose };
}
