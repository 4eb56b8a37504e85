import type { Handlers } from '../../shared/ipc/server.ts';

type Decision =
  | 'files.delete'
  | 'conflicts.resolve'
  | `held.${'confirm' | 'reject'}`
  | `trash.${'restore' | 'restoreMany'}`;

/**
 * Runs commands that decide about files of a site one after another, from whichever window they come. If two decided about the
 * same file at once, the later one might withdraw the approval that the other had just given to a delete.
 */
export function oneAfterAnother<T extends Pick<Handlers, Decision>>(handlers: T): T {
  const turns = new SiteTurns();
  const atSite =
    <I extends { readonly site: string }, R>(handler: (input: I, signal: AbortSignal) => Promise<R>) =>
    (input: I, signal: AbortSignal): Promise<R> =>
      turns.take([input.site], () => handler(input, signal));
  const decisions: Pick<Handlers, Decision> = {
    'files.delete': atSite(handlers['files.delete']),
    'conflicts.resolve': (input, signal) =>
      turns.take(
        input.items.map(({ site }) => site),
        () => handlers['conflicts.resolve'](input, signal),
      ),
    'held.confirm': atSite(handlers['held.confirm']),
    'held.reject': atSite(handlers['held.reject']),
    'trash.restore': atSite(handlers['trash.restore']),
    'trash.restoreMany': atSite(handlers['trash.restoreMany']),
  };
  return { ...handlers, ...decisions };
}

class SiteTurns {
  /** By site: resolves when all commands under way or waiting have ended. */
  readonly #last = new Map<string, Promise<void>>();

  take<T>(sites: readonly string[], work: () => Promise<T>): Promise<T> {
    const named = new Set(sites);
    const next = Promise.all([...named].flatMap((site) => this.#last.get(site) ?? [])).then(work);
    const over = next.then(
      () => undefined,
      () => undefined,
    );
    for (const site of named) this.#last.set(site, over);
    return next;
  }
}
