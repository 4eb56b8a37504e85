import { ok, type Failure, type Result } from '../../../../shared/failure.ts';
import { parseBaseUrl } from '../../../adapters/rest/base-url.ts';
import type { SeriesContext } from '../../../series/context.ts';
import type { SyncContext } from '../../../sync/context.ts';
import type { Program } from '../../compose/compose.ts';
import { seriesContext } from '../../compose/series-context.ts';
import { isAbsence } from '../output/output.ts';

/** Where series come from: the service, or what is here of it. */
interface SeriesSource {
  /** What they are read through. */
  readonly context: SeriesContext;
  /** Null if nobody is signed in. */
  readonly asked: SyncContext | null;
  /** Why the service is not asked; null if it is. */
  readonly unasked: Failure | null;
}

/** `baseUrl`: the address that was given; null: the one that is kept. */
export async function seriesSource(program: Program, baseUrl: string | null): Promise<Result<SeriesSource>> {
  const { mirror, env } = program;
  const opened = await program.reader();
  if (opened.ok) {
    const context = seriesContext(mirror, env, opened.value.service);
    return ok({ context, asked: opened.value, unasked: null });
  }
  if (!isAbsence(opened.failure)) return opened;
  const kept = seriesContext(mirror, env, null);
  const given = baseUrl === null ? null : parseBaseUrl(baseUrl);
  // What is here of another service is no answer of this one.
  const context = given?.ok === true ? { ...kept, origin: given.value } : kept;
  return ok({ context, asked: null, unasked: opened.failure });
}
