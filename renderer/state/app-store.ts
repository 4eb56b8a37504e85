import { replaceEqualDeep } from '@tanstack/react-query';
import type { AppState } from '../../shared/ipc/app.ts';
import type { Client } from '../../shared/ipc/client.ts';

/** The engine's state as it was told last; parts that did not change keep their identity. */
export interface AppStore {
  /** Null until the engine has spoken first. */
  readonly get: () => AppState | null;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Begins to listen; returns how to stop. */
  readonly start: () => () => void;
}

export function createAppStore(client: Client): AppStore {
  let state: AppState | null = null;
  const listeners = new Set<() => void>();
  const take = (next: AppState): void => {
    const shared = replaceEqualDeep(state, next);
    if (shared === state) return;
    state = shared;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    start: () => {
      const stop = client.on('state', take);
      // An event that comes before this answer is newer than it.
      void client.call('app.state', null).then(
        (first) => {
          if (state === null) take(first);
        },
        // The carrier says it by itself, and the engine tells its state when it is back.
        () => undefined,
      );
      return stop;
    },
  };
}
