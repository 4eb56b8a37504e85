import { useAppFact } from './engine.tsx';

/** Why nothing goes to or from the service now; null: it goes, or it is not known yet whether it does. */
export type Still = 'paused' | 'offline' | 'signIn';

export function useStill(): Still | null {
  return useAppFact(({ paused, connection }) => {
    if (paused) return 'paused';
    if (connection === 'offline') return 'offline';
    return connection === 'sign-in' ? 'signIn' : null;
  });
}
