import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let shown = 0;

/** The time as clocks show it: changes when the minute does. One timer for the whole window. */
export function useMinute(): number {
  return useSyncExternalStore(listen, read);
}

function read(): number {
  const minute = Math.floor(Date.now() / MINUTE) * MINUTE;
  // Within one drawing all clocks agree, and a computer that slept shows the right time at once.
  if (minute !== shown) shown = minute;
  return shown;
}

function listen(onChange: () => void): () => void {
  listeners.add(onChange);
  if (listeners.size === 1) wait();
  return () => {
    listeners.delete(onChange);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

function wait(): void {
  timer = setTimeout(
    () => {
      for (const listener of listeners) listener();
      wait();
    },
    MINUTE - (Date.now() % MINUTE),
  );
}
