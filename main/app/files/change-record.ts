import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { Category } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { impliedPath } from '../../engine/names/implied-path.ts';
import { foldKey } from '../../engine/names/local-names.ts';
import type { Platform } from '../../engine/policy.ts';
import { contentTypeOf } from '../../sync/apply/send/content-type.ts';
import { withPlace } from '../../sync/apply/send/facts.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';
import type { AppContext } from '../context.ts';

/** Changes of records under way at a time. */
export const CHANGES_AT_ONCE = 4;

/** What is to be different; what is left out stays. */
interface RecordChange {
  readonly name?: string;
  readonly category?: Category;
  /** Where it is to lie on all computers; under its name. */
  readonly place?: RelPath;
}

/**
 * Changes the name, category or place of a record whose file is not here: there is no file to move, so the service is told
 * at once. Bytes and metadata stay as they are. Needs the connection; fails with what stands in the way.
 */
export async function changeRecord(
  app: AppContext,
  site: FollowedSite,
  id: FileId,
  change: RecordChange,
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
  const metadata = change.place === undefined ? record.metadata : withPlace(record.metadata, change.place);
  if (metadata === null && change.place !== undefined) return fail(noFolders(known));
  const fields = {
    site: site.id,
    category: categoryText(record, change),
    name: change.name ?? record.name,
    contentType: record.contentType ?? contentTypeOf(record.name),
    metadata,
  };
  const sent = await service.updateFile(id, fields, null, { signal });
  if (!sent.ok) return fail(inWords(known, sent.failure));
  const now =
    sent.value.record ??
    (await service.readFile(id, { signal }).then((again) => (again.ok ? again.value : null)));
  if (now !== null) app.mirror.commit(site.id, [{ remote: now }]);
  return now === null || isPlaced(app, now, change.place) ? ok(undefined) : fail(noFolders(known));
}

/** What it is already stays as the service spells it: that may be a category which this version does not know. */
function categoryText(record: SiteFile, { category = record.category }: RecordChange): string {
  return category === record.category ? record.categoryText : category;
}

/** A service may drop what we note in metadata: then only the category tells where the file belongs. */
function isPlaced({ env }: AppContext, record: SiteFile, place: RelPath | undefined): boolean {
  return (
    place === undefined || foldKey(folderHere(record, env.platform)) === foldKey(folderOf(place) as RelPath)
  );
}

function folderHere(record: SiteFile, platform: Platform): RelPath {
  return folderOf(impliedPath(record, platform)) as RelPath;
}

function noFolders(name: string): Failure {
  return {
    code: 'bad-input',
    message: `The service keeps no folder for ${name}, which is only there.`,
    hint: 'Choose “Keep offline” for it; when it is here, move it again.',
    retry: 'on-change',
  };
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
