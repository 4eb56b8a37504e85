import { useEffect } from 'react';

/**
 * Asks before the page goes away (the tab closes, another address, a reload, quitting the desktop app), as Escape does.
 * The browser asks, or the desktop app in its place.
 */
export function useAskedBeforeUnload(isLost: boolean): void {
  useEffect(() => {
    if (!isLost) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isLost]);
}
