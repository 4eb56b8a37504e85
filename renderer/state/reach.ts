/**
 * Does SiteSync itself answer this window? `away`: it was stopped, or the computer slept. `shutOut`: it runs, and does not
 * know this page. In the desktop app window and engine end together, so it is always there.
 */
export type ReachKind = 'there' | 'away' | 'shutOut';

export interface Reach {
  readonly get: () => ReachKind;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Tries at once instead of at the next time. */
  readonly retry: () => void;
}

export const ALWAYS_THERE: Reach = {
  get: () => 'there',
  subscribe: () => () => undefined,
  retry: () => undefined,
};

/** A reach that a transport sets. */
export function createReach(retry: () => void): Reach & { readonly set: (kind: ReachKind) => void } {
  let now: ReachKind = 'there';
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    retry,
    set: (kind) => {
      if (kind === now) return;
      now = kind;
      for (const listener of listeners) listener();
    },
  };
}
