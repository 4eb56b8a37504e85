import { useAppFact } from './engine.tsx';

interface OnItsWay {
  readonly site: string;
  readonly path: string;
  /** Bytes; null if nobody knows. */
  readonly size: number | null;
  /** As the list said when it was asked, from 0 to 1. */
  readonly share: number | null;
}

/**
 * How much of a file has been transferred so far. A list is asked again when a tree changes, and no tree changes during
 * the transfer of a large file. The state of the program, which comes four times a second, knows more.
 */
export function useShare({ site, path, size, share }: OnItsWay): number | null {
  const now = useAppFact(({ work }) => {
    const transfer = work.running.find((each) => each.site === site && each.path === path);
    const total = transfer?.total ?? size;
    if (transfer === undefined || total === null || total === 0) return null;
    return Math.min(1, transfer.done / total);
  });
  return now ?? share;
}
