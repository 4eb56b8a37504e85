import { useRef } from 'react';
import { useMutation } from '@tanstack/react-query';
import { CallFailed } from '../../../../shared/ipc/client.ts';
import { useBridge } from '../../../state/engine.tsx';
import { showFailure } from '../../../state/show-failure.ts';
import { useText } from '../../../text/use-text.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import type { Range } from '../time/range.ts';
import { rangeText } from '../time/time-words.ts';

export interface FetchingAgain {
  readonly start: () => void;
  /** Breaks it off, and says so; what came so far stays. Right after the start it is the second press of a double one. */
  readonly stop: () => void;
  readonly isPending: boolean;
}

/** Presses that follow each other faster are one, ms: the button that starts it becomes the one that stops it. */
const DOUBLE = 700;

interface Anew {
  readonly site: string;
  readonly ids: readonly string[];
  readonly range: Range;
  readonly zone: string;
}

/**
 * Fetches a range of the charts again, even what is here: the service may have corrected it since. It runs beside the
 * readings, so that a chart that moves with the clock does not stop it.
 */
export function useFetchAgain(anew: Anew, onFetched: () => void): FetchingAgain {
  const t = useText();
  const { client } = useBridge();
  const broken = useRef(new AbortController());
  const startedAt = useRef(0);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ site, ids, range }: Anew) => {
      const { signal } = (broken.current = new AbortController());
      const input = { site, ids: [...ids], ...range, columns: 1, margin: 0, fetch: true, again: true };
      return client.call('series.read', input, signal);
    },
    onSuccess: ({ trouble }, { range, zone }) => {
      // What came before something went wrong is here.
      onFetched();
      if (trouble !== null) showFailure(new CallFailed(trouble));
      else toast(t('charts.fetchedAgain', { range: rangeText(range, zone, Date.now()) }));
    },
    onError: (error) => {
      if (broken.current.signal.aborted) {
        onFetched();
        toast(t('charts.stoppedFetching'));
      } else showFailure(error);
    },
  });
  return {
    start: () => {
      startedAt.current = performance.now();
      mutate(anew);
    },
    stop: () => {
      if (performance.now() - startedAt.current > DOUBLE) broken.current.abort();
    },
    isPending,
  };
}
