import { useEffect, useState } from 'react';
import { failureText } from '../../../shared/failure.ts';
import type { Output } from '../../../shared/ipc/contract.ts';
import { useBridge } from '../../state/engine.tsx';
import { useOnline } from '../../state/use-online.ts';

export interface Typed {
  readonly address: string;
  readonly token: string;
}

/** What is known of what was typed. A verdict belongs to those very words: one key more, and it is gone. */
export type Check =
  | { readonly kind: 'empty' }
  | { readonly kind: 'no-network' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'known'; readonly result: Output<'account.check'> };

/** A person who types pauses about so long between words, ms. */
const PAUSE = 600;

/** Asks the service whenever the typing pauses, and again when the network comes or `round` grows. */
export function useCheck({ address, token }: Typed, round: number): Check {
  const { client } = useBridge();
  const isOnline = useOnline();
  const key = JSON.stringify([address.trim(), token.trim(), round]);
  const [known, setKnown] = useState<{
    readonly key: string;
    readonly result: Output<'account.check'>;
  } | null>(null);
  const isEmpty = address.trim() === '';
  useEffect(() => {
    if (isEmpty || !isOnline) return undefined;
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const [baseUrl = '', given = ''] = JSON.parse(key) as string[];
      const result = await client
        .call('account.check', { baseUrl, token: given }, stop.signal)
        // The engine itself is away: the window says so, and asks again when it is back.
        .catch(() => null);
      if (result !== null && !stop.signal.aborted) setKnown({ key, result });
    };
    const timer = setTimeout(() => void ask(), PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, key, isEmpty, isOnline]);
  if (isEmpty) return { kind: 'empty' };
  if (known?.key === key) return { kind: 'known', result: known.result };
  return isOnline ? { kind: 'checking' } : { kind: 'no-network' };
}

export interface Verdict {
  /** Null: nothing can be said. */
  readonly address: 'good' | { readonly bad: string } | null;
  readonly token: { readonly sites: number } | { readonly bad: string } | null;
}

/** Which of the two is wrong. A service that refuses a token was found all the same. */
export function judge(check: Check, token: string): Verdict {
  if (check.kind !== 'known') return { address: null, token: null };
  const { failure, sites } = check.result;
  if (failure === null) return { address: 'good', token: { sites } };
  const bad = failureText(failure);
  if (!REFUSALS.has(failure.code)) return { address: { bad }, token: null };
  return { address: 'good', token: token.trim() === '' ? null : { bad } };
}

/** What a service says to a token, never an empty place. */
export const REFUSALS: ReadonlySet<string> = new Set(['sign-in', 'no-access']);
