import { useCallback, useRef } from 'react';
import type { Output } from '../../shared/ipc/contract.ts';
import { useDo } from './engine.tsx';
import { showFailure } from './show-failure.ts';

/** Names an entry of the trash of a site. */
interface TrashedEntry {
  readonly site: string;
  readonly entry: string;
}

/** So long at most is an entry still listed once it was put back, ms. */
const LISTED = 1000;

/**
 * Puts entries of the trash back, those of each site at once; `onDone` is told of each site how that went. One that is on its
 * way back is not asked for again: a second press would only be told that it is not there.
 */
export function useRestore(
  onDone: (done: Output<'trash.restoreMany'>) => void,
): (entries: readonly TrashedEntry[]) => void {
  const underWay = useRef(new Set<string>());
  const ended = (site: string, entries: readonly string[]): void => {
    for (const entry of entries) underWay.current.delete(keyOf({ site, entry }));
  };
  const { run } = useDo(
    'trash.restoreMany',
    (done, { site, entries }) => {
      // What stays in the trash may be asked for again at once.
      const stayed = new Set(done.problems.map(({ path }) => path));
      ended(
        site,
        entries.filter((entry) => stayed.has(entry)),
      );
      const back = entries.filter((entry) => !stayed.has(entry));
      setTimeout(() => ended(site, back), LISTED);
      onDone(done);
    },
    (error, { site, entries }) => {
      ended(site, entries);
      showFailure(error);
    },
  );
  return useCallback(
    (entries) => {
      const others = entries.filter((each) => !underWay.current.has(keyOf(each)));
      for (const each of others) underWay.current.add(keyOf(each));
      for (const [site, of] of Map.groupBy(others, (each) => each.site))
        run({ site, entries: of.map(({ entry }) => entry) });
    },
    [run],
  );
}

const keyOf = ({ site, entry }: TrashedEntry): string => `${site} ${entry}`;
