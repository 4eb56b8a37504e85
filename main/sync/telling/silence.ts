import { counted } from '../../../shared/counted.ts';
import { sinceText } from './clock-text.ts';
import type { SyncContext } from '../context.ts';
import { LastingNotice, type NoticeOptions } from './lasting-notice.ts';
import type { Environment } from '../ports/environment.ts';

/** How often the traffic is looked at, ms. */
const LOOK_EVERY = 5000;
/** How long requests may be silent, ms: some services think for twenty seconds before they answer. */
const SILENT = 30_000;

interface Silenced extends Pick<SyncContext, 'progress' | 'service'> {
  readonly env: Pick<Environment, 'now' | 'sleep' | 'stamp'>;
}

/**
 * Tells a person when requests have waited for long and not a byte has moved, since they are only given up after two
 * minutes. Call the result when nothing more is asked.
 */
export function tellSilence({ env, progress, service }: Silenced, options: NoticeOptions): () => void {
  const over = new AbortController();
  const notice = new LastingNotice(options);
  let moved = service.traffic?.moved;
  let since = env.now();
  const look = (): void => {
    const { traffic } = service;
    if (traffic === undefined) return;
    if (traffic.waiting === 0 || traffic.moved !== moved) {
      moved = traffic.moved;
      since = env.now();
      notice.over();
    } else if (env.now() - since >= SILENT) {
      notice.say(silent(sinceText(since, env), progress.waiting));
    }
  };
  const watch = async (): Promise<void> => {
    while (service.traffic !== undefined && !over.signal.aborted) {
      await env.sleep(LOOK_EVERY, over.signal);
      if (!over.signal.aborted) look();
    }
    notice.over();
  };
  void watch();
  return () => over.abort();
}

/** Of the files that wait, so many are named. */
const NAMED = 2;

function silent(since: string, files: readonly string[]): string {
  const waits = files.length > 1 ? 'wait' : 'waits';
  return `Since ${since} nothing has come from the service or gone to it, and ${whoWaits(files)} ${waits} for that. After two minutes it counts as not reached.`;
}

function whoWaits(files: readonly string[]): string {
  const named = files.slice(0, NAMED);
  const others = files.length - named.length;
  if (files.length === 0) return 'a question to it';
  return others > 0
    ? `${named.join(', ')} and ${counted(others, 'other file', 'other files')}`
    : named.join(' and ');
}
