import type { Query, QueryClient } from '@tanstack/react-query';
import type { CommandName } from '../../shared/ipc/contract.ts';

/**
 * Answers that make the service walk through a whole site, or that ask a person. They are kept until somebody asks
 * again, whatever changes.
 */
const HELD: ReadonlySet<unknown> = new Set<CommandName>([
  'sites.measure',
  'account.check',
  'host.chooseFolder',
]);

/** Does a change at this site (null: anywhere) make the answer to this question old? */
export function touches(key: readonly unknown[], site: string | null): boolean {
  const [command, input] = key;
  if (HELD.has(command)) return false;
  if (site === null || typeof input !== 'object' || input === null || !('site' in input)) return true;
  return input.site === null || input.site === site;
}

/**
 * Keeps answers on screen fresh without ever starting one over: changes come up to four times a second while a sync runs,
 * and an answer that takes longer would never arrive. One that is under way is let arrive, and asked once more.
 */
export class Freshness {
  readonly #queries: QueryClient;
  readonly #again = new Set<string>();

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  /** Begins to watch for answers that were old when they came; returns how to stop. */
  start(): () => void {
    return this.#queries.getQueryCache().subscribe((event) => {
      if (event.type === 'removed') this.#again.delete(event.query.queryHash);
      if (event.type !== 'updated') return;
      const { type } = event.action;
      if ((type === 'success' || type === 'error') && this.#again.delete(event.query.queryHash))
        queueMicrotask(() => this.#refresh((query) => query === event.query));
    });
  }

  /** At this site, or anywhere; with `commands`, only what they answer. */
  changed(site: string | null, commands?: ReadonlySet<unknown>): void {
    const old = ({ queryKey }: Query): boolean =>
      touches(queryKey, site) && (commands === undefined || commands.has(queryKey[0]));
    for (const query of this.#queries.getQueryCache().findAll({ predicate: old }))
      if (query.state.fetchStatus === 'fetching') this.#again.add(query.queryHash);
    this.#refresh((query) => old(query) && query.state.fetchStatus !== 'fetching');
  }

  #refresh(predicate: (query: Query) => boolean): void {
    void this.#queries.invalidateQueries({ predicate }, { cancelRefetch: false });
  }
}
