import { useSyncExternalStore } from 'react';

/** The part of the Navigation API that tells whether there is anywhere to go; older browsers lack it. */
interface Steps extends EventTarget {
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}

export interface Travel {
  /** Undefined: there is nowhere to go. */
  readonly back: (() => void) | undefined;
  readonly forward: (() => void) | undefined;
}

const back = (): void => history.back();
const forward = (): void => history.forward();

/** Back and forward through the places of this window. */
export function useTravel(): Travel {
  const can = useSyncExternalStore(listen, canTravel);
  return { back: can.includes('b') ? back : undefined, forward: can.includes('f') ? forward : undefined };
}

function steps(): Steps | null {
  return (window as { readonly navigation?: Steps }).navigation ?? null;
}

/** As text, so that it is the same while nothing changed. */
function canTravel(): string {
  const known = steps();
  if (known === null) return 'bf';
  return `${known.canGoBack ? 'b' : ''}${known.canGoForward ? 'f' : ''}`;
}

function listen(onChange: () => void): () => void {
  const known = steps();
  known?.addEventListener('currententrychange', onChange);
  return () => known?.removeEventListener('currententrychange', onChange);
}
