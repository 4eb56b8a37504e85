import { useCallback } from 'react';
import type { Output } from '../../shared/ipc/contract.ts';
import { useDo } from './engine.tsx';

/** Names an entry of the trash of a site. */
interface TrashedEntry {
  readonly site: string;
  readonly entry: string;
}

/** Puts entries of the trash back, those of each site at once; `onDone` is told of each site how that went. */
export function useRestore(
  onDone: (done: Output<'trash.restoreMany'>) => void,
): (entries: readonly TrashedEntry[]) => void {
  const { run } = useDo('trash.restoreMany', onDone);
  return useCallback(
    (entries) => {
      for (const [site, of] of Map.groupBy(entries, (each) => each.site))
        run({ site, entries: of.map(({ entry }) => entry) });
    },
    [run],
  );
}
