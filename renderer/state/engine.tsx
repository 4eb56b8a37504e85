import {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { AppState } from '../../shared/ipc/app.ts';
import type { CommandName, Input, Output } from '../../shared/ipc/contract.ts';
import { toast } from '../ui/overlays/toast.tsx';
import { createAppStore, type AppStore } from './app-store.ts';
import type { Bridge } from './bridge.ts';
import { Freshness } from './freshness.ts';
import { showFailure } from './show-failure.ts';

interface Engine {
  readonly bridge: Bridge;
  readonly store: AppStore;
  readonly freshness: Freshness;
}

const EngineContext = createContext<Engine | null>(null);

/** Gives the components below it the engine: its state, and answers that are asked for again when something changed. */
export function EngineProvider({ bridge, children }: { bridge: Bridge; children: ReactNode }): ReactNode {
  const [queries] = useState(newQueries);
  const engine = useMemo(
    () => ({ bridge, store: createAppStore(bridge.client), freshness: new Freshness(queries) }),
    [bridge, queries],
  );
  useEffect(() => {
    const { client } = bridge;
    const stops = [
      engine.store.start(),
      engine.freshness.start(),
      client.on('changed', ({ site }) => engine.freshness.changed(site)),
      client.on('toast', ({ kind, text }) => toast(text, { tone: kind === 'done' ? 'plain' : 'bad' })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [bridge, engine]);
  return (
    <QueryClientProvider client={queries}>
      <EngineContext value={engine}>{children}</EngineContext>
    </QueryClientProvider>
  );
}

function newQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The engine is on this computer, whatever the network does, and says itself when an answer has become old.
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function useEngine(): Engine {
  const engine = use(EngineContext);
  if (engine === null) throw new Error('The engine is asked outside of EngineProvider');
  return engine;
}

export function useBridge(): Bridge {
  return useEngine().bridge;
}

/** The whole state; null until the engine has sent the first one. It changes four times a second during a sync. */
export function useAppState(): AppState | null {
  const { store } = useEngine();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** One part of the state. The component renders again only when that part changes. */
export function useAppFact<T>(select: (state: AppState) => T): T | null {
  const { store } = useEngine();
  return useSyncExternalStore(store.subscribe, () => {
    const state = store.get();
    return state === null ? null : select(state);
  });
}

/** Bytes per second of the last files in that direction that were large enough to tell; null if there were none. */
export function useLastRate(direction: 'up' | 'down' = 'up'): number | null {
  return useAppFact(({ work }) => work.rates[direction]);
}

/** An answer of the engine, kept fresh while it is on screen. The call is aborted when nobody shows it any more. */
export function useAnswer<N extends CommandName>(
  command: N,
  input: Input<N>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): UseQueryResult<Output<N>> {
  const { client } = useBridge();
  return useQuery({
    queryKey: [command, input],
    queryFn: ({ signal }) => client.call(command, input, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/**
 * Returns a function that asks some commands of a site again, when something came that the engine does not report as a
 * change.
 */
export function useAskAnew(): (site: string, commands: readonly CommandName[]) => void {
  const { freshness } = useEngine();
  return useCallback((site, commands) => freshness.changed(site, new Set(commands)), [freshness]);
}

export interface Doing<N extends CommandName> {
  readonly run: (input: Input<N>) => void;
  /** Runs it, too. Resolves to false if it failed, once the person was told. */
  readonly attempt: (input: Input<N>) => Promise<boolean>;
  readonly busy: boolean;
}

/** A command to run. If it fails, the person is told what to do about it. */
export function useDo<N extends CommandName>(
  command: N,
  onDone?: (output: Output<N>, input: Input<N>) => void,
  onFailed: (error: unknown, input: Input<N>) => void = showFailure,
): Doing<N> {
  const { bridge, freshness } = useEngine();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (input: Input<N>) => bridge.client.call(command, input),
    onSuccess: (output, input) => {
      freshness.changed(null);
      onDone?.(output, input);
    },
    onError: onFailed,
  });
  const attempt = useCallback(
    (input: Input<N>) =>
      mutateAsync(input).then(
        () => true,
        () => false,
      ),
    [mutateAsync],
  );
  const run = useCallback((input: Input<N>) => void attempt(input), [attempt]);
  return useMemo(() => ({ run, attempt, busy: isPending }), [run, attempt, isPending]);
}
