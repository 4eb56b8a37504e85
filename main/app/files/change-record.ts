import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { Category } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { contentTypeOf } from '../../sync/apply/send/content-type.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';

/**
 * Changes the name or category of a record whose file is not here: there is no file to move, so the service is told
 * at once. Bytes and metadata stay as they are. Needs the connection; fails with what stands in the way.
 */
export async function changeRecord(
  app: AppContext,
  site: FollowedSite,
  id: FileId,
  change: { readonly name?: string; readonly category?: Category },
): Promise<Result<void>> {
  const known = app.mirror.record(site.id, id)?.name ?? 'This file';
  const session = app.session();
  if (session === null) return fail(needsSignIn(known, 'you are not signed in'));
  const { service, signal, gate } = session;
  if (gate.stop !== null) return fail(gate.stop.kind === 'sign-in' ? refused(known) : unreached(known));
  const read = await service.readFile(id, { signal });
  if (!read.ok) {
    app.requestFailed(read.failure);
    return fail(inWords(known, read.failure));
  }
  const record = read.value;
  if (record.site !== site.id) return fail(elsewhere(known));
  const fields = {
    site: site.id,
    category: change.category ?? record.categoryText,
    name: change.name ?? record.name,
    contentType: record.contentType ?? contentTypeOf(record.name),
    metadata: record.metadata,
  };
  const sent = await service.updateFile(id, fields, null, { signal });
  if (!sent.ok) return fail(inWords(known, sent.failure));
  const now =
    sent.value.record ??
    (await service.readFile(id, { signal }).then((again) => (again.ok ? again.value : null)));
  if (now !== null) app.mirror.commit(site.id, [{ remote: now }]);
  return ok(undefined);
}

/** Written with the site that it is shown under, it would be taken from the one that it belongs to. */
function elsewhere(name: string): Failure {
  return {
    code: 'not-found',
    message: `${name} belongs to another site on the service now.`,
    hint: 'Change it there. It leaves this list with the next sync.',
    retry: 'on-change',
  };
}

function inWords(name: string, failure: Failure): Failure {
  if (failure.code === 'offline' || failure.code === 'timeout') return unreached(name);
  if (failure.code === 'sign-in') return refused(name);
  if (failure.code !== 'bytes-needed') return failure;
  return {
    ...failure,
    message: `The service changes ${name} only together with its content, which is not on this computer.`,
    hint: 'Choose “Keep offline” for it; when it is here, change it again.',
  };
}

function unreached(name: string): Failure {
  return {
    code: 'offline',
    message: `${name} is only on the service, and the service cannot be reached.`,
    hint: 'Do it again when you are connected, or keep the file offline first.',
    retry: 'on-connect',
  };
}

function refused(name: string): Failure {
  return needsSignIn(name, 'the service no longer accepts your sign-in');
}

function needsSignIn(name: string, why: string): Failure {
  return {
    code: 'sign-in',
    message: `${name} is only on the service, and ${why}.`,
    hint: 'Sign in, then do it again.',
    retry: 'on-sign-in',
  };
}
