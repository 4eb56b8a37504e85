import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Has this computer any network at all? Whether a service is reached is another question, which the engine answers. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine);
}

function listen(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** This computer got a network: nobody should have to press anything for the work to go on. */
export function useNetworkCame(then: () => void): void {
  const came = useEffectEvent(() => then());
  useEffect(() => {
    addEventListener('online', came);
    return () => removeEventListener('online', came);
  }, []);
}
