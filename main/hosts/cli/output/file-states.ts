import type { FileId } from '../../../../shared/model/ids.ts';
import { pathKey, type RelPath } from '../../../../shared/model/rel-path.ts';
import { sameFingerprint } from '../../../engine/compare/fingerprint.ts';
import { ignoreRules } from '../../../engine/ignore/ignore-rules.ts';
import { impliedPath } from '../../../engine/names/implied-path.ts';
import type { BaseFile, LocalFile, RemoteFile, Trees } from '../../../engine/trees.ts';
import { ignoredBefore, rulesText } from '../../../sync/observe/ignored-before.ts';
import { ignoreLines, ignoreText } from '../../../sync/observe/site-ignore.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { Program } from '../../compose/compose.ts';

/**
 * The words of `sitesync files`, which scripts read. They tell how a file stood when it was last seen. The window's
 * words tell what the next sync will do with it, which takes a plan.
 */
export type FileState =
  | 'Online only'
  | 'Held'
  | 'Left out'
  | 'Out of date'
  | 'Deleted here'
  | 'Queued'
  | 'Up to date';

/** The state of each record of a site. */
export async function fileStates(
  program: Program,
  site: FollowedSite,
  { base, local }: Pick<Trees, 'base' | 'local'>,
  movedTo: MovedTo,
): Promise<(record: RemoteFile) => FileState> {
  const held = heldFiles(program, site);
  const isIgnored = await ignoredHere(program, site);
  return (record) => {
    const agreed = base.get(record.id);
    if (agreed === undefined)
      return isIgnored(impliedPath(record, program.env.platform)) ? 'Left out' : 'Online only';
    if (held.has(record.id)) return 'Held';
    const here = local.get(pathKey(agreed.path));
    const moved = movedTo(agreed);
    if (isIgnored(agreed.path) && here === undefined && moved === null) return 'Left out';
    // A file that changed on both sides is out of date: theirs is fetched first.
    if (agreed.remote !== record.fingerprint) return 'Out of date';
    if (here === undefined) return moved === null ? 'Deleted here' : 'Queued';
    return sameFingerprint(here, agreed) ? 'Up to date' : 'Queued';
  };
}

/** The state of an agreed file that lies here and whose record the service no longer lists. */
export function statesOfGone(
  program: Program,
  site: FollowedSite,
): (agreed: BaseFile, here: LocalFile) => FileState {
  const held = heldFiles(program, site);
  return (agreed, here) => {
    if (held.has(agreed.id)) return 'Held';
    // An edited or moved file stays, and is sent as a new record.
    return here.path === agreed.path && sameFingerprint(here, agreed) ? 'Out of date' : 'Queued';
  };
}

function heldFiles({ mirror }: Program, { id }: FollowedSite): ReadonlySet<FileId> {
  return new Set(mirror.siteState(id).held?.files.map((file) => file.id));
}

/** Finds where a file lies that is missing from its place; null if it is not missing, or nobody knows. */
export type MovedTo = (file: BaseFile) => LocalFile | null;

/** Known by inode and size: no more is known without reading it. */
export function movedHere({ base, local }: Pick<Trees, 'base' | 'local'>): MovedTo {
  const known = new Set([...base.values()].map((file) => pathKey(file.path)));
  const strays = [...local].filter(([key, file]) => !known.has(key) && file.ino > 0n);
  const byMark = new Map(strays.map(([, file]) => [markOf(file), file]));
  return (file) => (local.has(pathKey(file.path)) ? null : (byMark.get(markOf(file)) ?? null));
}

function markOf({ ino, size }: Pick<LocalFile, 'ino' | 'size'>): string {
  return `${ino} ${size}`;
}

/** Is a file ignored here, or was it at the last look? Then nobody knows whether it is there. */
export async function ignoredHere(program: Program, site: FollowedSite): Promise<(path: RelPath) => boolean> {
  const now = rulesText(ignoreLines(program.mirror), await ignoreText(program.disk, site.folder));
  const { ignoresAnywhere } = ignoreRules([], now);
  const before = ignoredBefore(program.mirror, site.id, now);
  return (path) => ignoresAnywhere(path) || before(path);
}
