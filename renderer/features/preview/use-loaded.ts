import { useEffect, useState } from 'react';
import { damaged } from './read-content.ts';
import type { Failure, Result } from '../../../shared/failure.ts';

export type Loaded<T> =
  | { readonly state: 'loading'; readonly done: number }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: Failure };

type Load<T> = (signal: AbortSignal, onProgress: (done: number) => void) => Promise<Result<T>>;

const LOADING = { state: 'loading', done: 0 } as const;

/**
 * Loads with `load`, and again when it is another function, which aborts the one before. An error that a library throws
 * on a strange file is reported as that file's fault, since it must not take the app along.
 */
export function useLoaded<T>(load: Load<T>, broken: (reason: string) => string): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>(LOADING);
  useEffect(() => {
    const abort = new AbortController();
    const set = (next: Loaded<T>): void => {
      if (!abort.signal.aborted) setLoaded(next);
    };
    set(LOADING);
    load(abort.signal, (done) => set({ state: 'loading', done })).then(
      (result) =>
        set(
          result.ok ? { state: 'ready', value: result.value } : { state: 'failed', failure: result.failure },
        ),
      (error: unknown) => set({ state: 'failed', failure: damaged(broken(String(error))) }),
    );
    return () => abort.abort();
  }, [load, broken]);
  return loaded;
}
