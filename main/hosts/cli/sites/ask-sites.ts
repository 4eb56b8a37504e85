import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import type { Site } from '../../../../shared/model/site.ts';
import type { SyncContext } from '../../../sync/context.ts';
import { asksToWait, BUSY, Patience } from '../../../sync/pacing/patience.ts';
import { thrownFailure } from '../../../sync/ports/failure-error.ts';
import type { Output } from '../output/output.ts';
import { listSites } from '../../../sync/observe/sites.ts';

/**
 * Asks for the service's list of sites. If the service is being restarted, this waits as a sync does; but since asking
 * changes nothing, a signal to stop ends it at once. Warns about rows that cannot be used. On a full or locked database
 * the list is not kept, and whoever only shows it goes on.
 */
export function askSites(context: SyncContext, out: Output): Promise<Result<readonly Site[]>> {
  const tell = (words: string | null): void => {
    if (words !== null) out.alert(words);
  };
  const tellUnkept = (error: unknown): void =>
    out.log(`${thrownFailure(error).message} So the service’s list of sites could not be kept here.`);
  return askPatiently(context, () => listSites({ ...context, signal: context.stopping }, tell, tellUnkept));
}

/** Asks again if the service says that it is busy, for as long as a sync would. */
export async function askPatiently<T>(
  context: SyncContext,
  ask: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const patience = new Patience(context, null);
  // What the service asked an earlier run to wait holds for this one too.
  if (!(await patience.wait())) return fail(waitsLong(context, BUSY));
  for (;;) {
    const answer = await ask();
    if (answer.ok || answer.failure.code !== 'busy') return answer;
    patience.asked(answer.failure);
    if (!(await patience.wait())) return fail(waitsLong(context, answer.failure));
  }
}

/** The failure if the wait is too long: without the sites, no sync goes on by itself. */
function waitsLong(context: SyncContext, busy: Failure): Failure {
  return { ...asksToWait(busy, null, context), hint: 'Run the command again after that.' };
}

export function noSuchSite(given: string, sites: readonly Site[]): Failure {
  const listed = sites.length === 0 ? 'It lists no site at all: ask for access.' : `It lists ${told(sites)}.`;
  return {
    code: 'bad-input',
    message: `The service lists no site ${given} for you.`,
    hint: didYouMean(given, sites) ?? listed,
    retry: 'on-change',
  };
}

type Named = Pick<Site, 'id' | 'name'>;

/** “a, b or c”. */
const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * The site with this id or, if none has it, the one of this name in any case. Null: no site is called so. Two sites may
 * have the same name: then the failure tells their ids.
 */
export function siteMeant<T extends Named>(given: string, sites: readonly T[]): Result<T | null> {
  const ofId = sites.find(({ id }) => id === given);
  if (ofId !== undefined) return ok(ofId);
  const called = sites.filter(({ name }) => folded(name) === folded(given));
  return called.length > 1 ? fail(severalOf(given, called)) : ok(called[0] ?? null);
}

function severalOf(name: string, called: readonly Named[]): Failure {
  return {
    code: 'bad-input',
    message: `${name} is the name of ${called.length} sites.`,
    hint: `Give the id of the one that you mean: ${EITHER.format(called.map(({ id }) => id))}`,
    retry: 'on-change',
  };
}

/** A part of an id or a name, or an id in another case, names none: one like it may be another site. Null if none is. */
export function didYouMean(given: string, sites: readonly Named[]): string | null {
  const like = sites.filter(({ id, name }) =>
    [id, name].some((text) => folded(text).includes(folded(given))),
  );
  return like.length === 0 ? null : `Did you mean ${told(like)}?`;
}

/** At most this many are named. */
const NAMED = 5;

/** The first few by id and name. */
export function told(sites: readonly Named[]): string {
  const names = sites.slice(0, NAMED).map(({ id, name }) => `${id} (${name})`);
  return `${names.join(', ')}${sites.length > NAMED ? ' and more (all of them: sitesync sites)' : ''}`;
}

/** By no language of this computer, of which one takes I for no i. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
