import type { Keep } from '../../../shared/model/category.ts';
import { useDo } from '../../state/engine.tsx';
import { useChosen } from './use-chosen.ts';

type Keeps = ReadonlyMap<string, Keep>;

const NONE: Keeps = new Map();

export interface ChosenKeeps {
  /** What was chosen for a site and is not in the engine's list yet; undefined: the list counts. */
  readonly of: (site: string) => Keep | undefined;
  readonly choose: (site: string, keep: Keep) => void;
}

/** What is kept of each site, including choices that the engine's list does not show yet. */
export function useKeeps(askAnew: () => Promise<unknown>): ChosenKeeps {
  const { chosen, choose } = useChosen(NONE, askAnew);
  const { attempt } = useDo('sites.setKeep');
  return {
    of: (site) => chosen.get(site),
    choose: (site, keep) =>
      void choose(
        (all) => new Map(all).set(site, keep),
        () => attempt({ site, keep: typeof keep === 'string' ? keep : [...keep] }),
      ),
  };
}
