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
import { toast } from '../ui/telling/toast.tsx';
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

/** Gives all below it the engine: its state as it is told, and answers that are asked anew when something changed. */
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

/** All of the state; null until the engine has spoken first. It changes four times a second while a sync runs. */
export function useAppState(): AppState | null {
  const { store } = useEngine();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** One part of the state: renders again only when that part is another. */
export function useAppFact<T>(select: (state: AppState) => T): T | null {
  const { store } = useEngine();
  return useSyncExternalStore(store.subscribe, () => {
    const state = store.get();
    return state === null ? null : select(state);
  });
}

/** Bytes per second of the last files that way that were large enough to tell something; null where there were none. */
export function useLastRate(direction: 'up' | 'down' = 'up'): number | null {
  return useAppFact(({ work }) => work.rates[direction]);
}

/** An answer of the engine, kept fresh while it is on screen, broken off when nobody looks any more. */
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

/** Has some commands asked anew at a site: something came that they tell of, without a change that the engine tells. */
export function useAskAnew(): (site: string, commands: readonly CommandName[]) => void {
  const { freshness } = useEngine();
  return useCallback((site, commands) => freshness.changed(site, new Set(commands)), [freshness]);
}

export interface Doing<N extends CommandName> {
  readonly run: (input: Input<N>) => void;
  readonly busy: boolean;
}

/** Something to do; what does not work is said, with what to do about it. */
export function useDo<N extends CommandName>(
  command: N,
  onDone?: (output: Output<N>, input: Input<N>) => void,
  onFailed: (error: unknown, input: Input<N>) => void = showFailure,
): Doing<N> {
  const { bridge, freshness } = useEngine();
  const { mutate, isPending } = useMutation({
    mutationFn: (input: Input<N>) => bridge.client.call(command, input),
    onSuccess: (output, input) => {
      freshness.changed(null);
      onDone?.(output, input);
    },
    onError: onFailed,
  });
  const run = useCallback((input: Input<N>) => mutate(input), [mutate]);
  return useMemo(() => ({ run, busy: isPending }), [run, isPending]);
}
