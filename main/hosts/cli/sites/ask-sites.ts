import { fail, type Failure, type Result } from '../../../../shared/failure.ts';
import type { Site } from '../../../../shared/model/site.ts';
import type { SyncContext } from '../../../sync/context.ts';
import { asksToWait, BUSY, Patience } from '../../../sync/pacing/patience.ts';
import type { Output } from '../output/output.ts';
import { listSites } from '../../../sync/observe/sites.ts';

/**
 * The service's list of sites. A service that is being restarted is waited for as in a sync; but asking changes nothing,
 * so that it is given up at the first word. Rows that cannot be used are told.
 */
export function askSites(context: SyncContext, out: Output): Promise<Result<readonly Site[]>> {
  const tell = (words: string | null): void => {
    if (words !== null) out.alert(words);
  };
  return askPatiently(context, () => listSites({ ...context, signal: context.stopping }, tell));
}

/** Asks once more where the service says that it is busy, for as long as a sync would. */
export async function askPatiently<T>(
  context: SyncContext,
  ask: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const patience = new Patience(context, null);
  // What it asked an earlier run to wait for holds for this one.
  if (!(await patience.wait())) return fail(waitsLong(context, BUSY));
  for (;;) {
    const answer = await ask();
    if (answer.ok || answer.failure.code !== 'busy') return answer;
    patience.asked(answer.failure);
    if (!(await patience.wait())) return fail(waitsLong(context, answer.failure));
  }
}

/** No sync goes on by itself where the sites are not known. */
function waitsLong({ env, gate }: SyncContext, busy: Failure): Failure {
  return { ...asksToWait(busy, gate.waitFor(null), env), hint: 'Run the command again after that.' };
}

export function noSuchSite(id: string, sites: readonly Site[]): Failure {
  const named = givenByName(id, sites);
  if (named !== null) return named;
  const some = sites.slice(0, 5).map((site) => `${site.id} (${site.name})`);
  return {
    code: 'bad-input',
    message: `The service lists no site ${id} for you.`,
    hint:
      some.length === 0
        ? 'It lists no site at all: ask for access.'
        : `It lists ${some.join(', ')}${sites.length > 5 ? ' and more' : ''}.`,
    retry: 'on-change',
  };
}

/** Two sites may have one name, so that a command takes ids alone. Null where what was given is the name of none. */
export function givenByName(given: string, sites: readonly Pick<Site, 'id' | 'name'>[]): Failure | null {
  const asName = (name: string): string => name.normalize('NFC').toLocaleLowerCase();
  const called = sites.filter(({ name }) => asName(name) === asName(given));
  if (called.length === 0) return null;
  const ids = called.map((site) => site.id).join(called.length === 2 ? ' or ' : ', ');
  return {
    code: 'bad-input',
    message: `${given} is the name of ${called.length === 1 ? 'a site' : `${called.length} sites`}, and commands take its id.`,
    hint: `Give the id instead: ${ids}`,
    retry: 'on-change',
  };
}
