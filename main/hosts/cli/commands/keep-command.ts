import { counted, numberText } from '../../../../shared/counted.ts';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import type { FileId } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { impliedPath } from '../../../engine/names/implied-path.ts';
import { nameOf } from '../../../sync/following/site-name.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { Program } from '../../compose/compose.ts';
import { ignoredHere } from '../output/file-states.ts';
import { foundAsTyped, keptSite, withinSite } from '../sites/kept-site.ts';
import { EXIT, type Output } from '../output/output.ts';
import { STOPPED_LOOKING, waitingDeletes } from '../sites/waiting.ts';
import { typed } from '../output/typed.ts';

/** The choices for single files (rule 16). Null takes a choice back: the file is kept as its category is. */
const CHOICES = {
  here: {
    pin: true,
    words: 'is kept here, whatever its category',
    many: 'are kept here, whatever their category',
  },
  'online-only': {
    pin: false,
    words: 'is kept on the service alone, once it is in step',
    many: 'are kept on the service alone, each once it is in step',
  },
  'as-category': {
    pin: null,
    words: 'is kept here or not as its category is',
    many: 'are kept here or not as their categories are',
  },
} as const;

type Choice = keyof typeof CHOICES;

export interface KeepOptions {
  readonly onlineOnly?: boolean;
  readonly asCategory?: boolean;
}

export function choiceOf({ onlineOnly, asCategory }: KeepOptions): Choice {
  if (onlineOnly === true) return 'online-only';
  return asCategory === true ? 'as-category' : 'here';
}

/** At most this many of the files that are left out are named. */
const FEW = 10;

interface Placed {
  readonly id: FileId;
  readonly path: RelPath;
}

/**
 * `keep SITE PATH…`: chooses for single files, or for all that lie in a folder now, whether they are kept here. The
 * next sync fetches them, or frees their room. A file whose delete still waits is left out. If one of the paths names
 * nothing, nothing is changed.
 */
export async function keepCommand(
  program: Program,
  out: Output,
  given: string,
  paths: readonly string[],
  choice: Choice,
): Promise<number> {
  const kept = keptSite(program, given);
  if (!kept.ok) return out.error(kept.failure);
  const site = kept.value;
  const records = recordsOf(program, site);
  const chosen = new Map<FileId, RelPath>();
  for (const path of paths) {
    const found = namedBy(program, site, records, path);
    if (!found.ok) return out.error(found.failure);
    for (const record of found.value) chosen.set(record.id, record.path);
  }
  const deletes = await waitingDeletes(program, out, site);
  if (deletes === null) return out.error(STOPPED_LOOKING, STOPPED_LOOKING.hint);
  // If a file that was deleted here were not kept here, it would count as missing on purpose, and the delete would be
  // lost.
  const left = deletes.filter(({ id }) => chosen.delete(id)).map(({ path }) => path);
  for (const path of left.slice(0, FEW))
    out.warn(`${path} was deleted here, and its delete still waits: nothing was chosen for it.`);
  if (left.length > FEW)
    out.warn(`Nor was it for ${numberText(left.length - FEW)} more that were deleted here.`);
  const { pin, words, many } = CHOICES[choice];
  for (const file of chosen.keys()) program.mirror.setPin(site.id, file, pin);
  if (chosen.size > 0)
    out.say(
      `${counted(chosen.size, `file ${words}`, `files ${many}`)}: sitesync sync --site ${typed(site.id)}`,
    );
  if (choice === 'here') tellIgnored(out, [...chosen.values()].filter(await ignoredHere(program, site)));
  out.object({ ok: true, site: site.id, keep: choice, files: [...chosen.values()] });
  return EXIT.inSync;
}

/** No sync fetches ignored files, and none mentions them: so they are named now. */
function tellIgnored(out: Output, paths: readonly RelPath[]): void {
  const [first, ...more] = paths;
  if (first === undefined) return;
  const which = more.length === 0 ? `${first} is` : `${counted(paths.length, 'file')}, such as ${first}, are`;
  out.alert(
    `${which} left out by the ignore lists (.siteignore, the settings, what systems leave behind), and not fetched meanwhile.`,
  );
}

/** Each record with the place where its file lies here, or would lie. */
function recordsOf({ mirror, env }: Program, { id }: FollowedSite): readonly Placed[] {
  const { base, remote } = mirror.trees(id);
  return [...remote.values()].map((record) => ({
    id: record.id,
    path: base.get(record.id)?.path ?? impliedPath(record, env.platform),
  }));
}

/** The records that a path names: the one that lies there, or all below it. */
function namedBy(
  program: Program,
  site: FollowedSite,
  records: readonly Placed[],
  given: string,
): Result<readonly Placed[]> {
  const typedPath = withinSite(site, given) as RelPath;
  const found = foundAsTyped(program, (keyOf) => {
    const key = keyOf(typedPath, site);
    const isMeant = (each: string): boolean => each === key || each.startsWith(`${key}/`);
    return records.filter(({ path }) => isMeant(keyOf(path, site)));
  });
  if (found.length > 0) return ok(found);
  const local = [...program.mirror.trees(site.id).local.values()];
  const isUnsent =
    foundAsTyped(program, (keyOf) => local.filter(({ path }) => keyOf(path, site) === keyOf(typedPath, site)))
      .length > 0;
  return fail(isUnsent ? notSentYet(given) : nothingThere(given, nameOf(program, site), site));
}

function notSentYet(path: string): Failure {
  return {
    code: 'bad-input',
    message: `${path} is not on the service yet, so its only copy stays here.`,
    hint: 'Send it first: sitesync sync',
    retry: 'on-change',
  };
}

function nothingThere(path: string, siteName: string, { id }: FollowedSite): Failure {
  return {
    code: 'bad-input',
    message: `${siteName} has no file or folder “${path}”.`,
    hint: `List its files with: sitesync files ${typed(id)}`,
    retry: 'on-change',
  };
}
