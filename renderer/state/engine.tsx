import {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import type { AppState } from '../../shared/ipc/app.ts';
import { CallFailed } from '../../shared/ipc/client.ts';
import type { CommandName, Input, Output } from '../../shared/ipc/contract.ts';
import { toast } from '../ui/toast.tsx';
import type { Bridge } from './bridge.ts';

const BridgeContext = createContext<Bridge | null>(null);
const StateContext = createContext<AppState | null>(null);

const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
  },
});

/** Gives all below it the engine: its state as it is told, and answers that are asked anew when something changed. */
export function EngineProvider({ bridge, children }: { bridge: Bridge; children: ReactNode }): ReactNode {
  const [state, setState] = useState<AppState | null>(null);
  useEffect(() => {
    const { client } = bridge;
    const stops = [
      client.on('state', setState),
      client.on('changed', () => void queries.invalidateQueries()),
      client.on('toast', ({ kind, text }) => toast(text, { tone: kind === 'bad' ? 'bad' : 'plain' })),
    ];
    void client.call('app.state', null).then(setState, () => undefined);
    return () => {
      for (const stop of stops) stop();
    };
  }, [bridge]);
  return (
    <BridgeContext value={bridge}>
      <QueryClientProvider client={queries}>
        <StateContext value={state}>{children}</StateContext>
      </QueryClientProvider>
    </BridgeContext>
  );
}

export function useBridge(): Bridge {
  const bridge = use(BridgeContext);
  if (bridge === null) throw new Error('useBridge outside of EngineProvider');
  return bridge;
}

/** Null until the engine has spoken first. */
export function useAppState(): AppState | null {
  return use(StateContext);
}

/** An answer of the engine, kept fresh while it is on screen. */
export function useAnswer<N extends CommandName>(command: N, input: Input<N>): UseQueryResult<Output<N>> {
  const { client } = useBridge();
  return useQuery({
    queryKey: [command, input],
    queryFn: ({ signal }) => client.call(command, input, signal),
    placeholderData: keepPreviousData,
  });
}

/** Something to do; what does not work is said with what to do about it. */
export function useDo<N extends CommandName>(
  command: N,
  onDone?: (output: Output<N>) => void,
): { readonly run: (input: Input<N>) => void; readonly busy: boolean } {
  const { client } = useBridge();
  const { mutate, isPending } = useMutation({
    mutationFn: (input: Input<N>) => client.call(command, input),
    onSuccess: (output) => {
      void queries.invalidateQueries();
      onDone?.(output);
    },
    onError: (error) => toast(wordsOf(error), { tone: 'bad' }),
  });
  return { run: (input) => mutate(input), busy: isPending };
}

/** What went wrong and what to do, as one line. */
export function wordsOf(error: unknown): string {
  return error instanceof CallFailed ? `${error.failure.message} ${error.failure.hint}` : String(error);
}
