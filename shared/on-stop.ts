/** What each signal stops. */
const stopped = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `stop` when the signal is aborted, unless the returned function was called before. All requests of a cycle
 * share one listener on its signal: adding one for each took as long as writing its headers.
 */
export function onStop(signal: AbortSignal | undefined, stop: () => void): () => void {
  if (signal === undefined) return () => undefined;
  const stops = stopped.get(signal) ?? listenTo(signal);
  stops.add(stop);
  return () => void stops.delete(stop);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const stops = new Set<() => void>();
  stopped.set(signal, stops);
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
  });
  return stops;
}
