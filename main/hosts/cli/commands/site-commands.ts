import { isDeepStrictEqual } from 'node:util';
import { counted } from '../../../../shared/counted.ts';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import { parseCategory, type Category, type Keep } from '../../../../shared/model/category.ts';
import type { Site } from '../../../../shared/model/site.ts';
import { commitsOfLapse, lapsedWords, lapses, type LapsedDelete } from '../../../app/views/lapsed-deletes.ts';
import type { SyncContext } from '../../../sync/context.ts';
import { followSite, unfollowSite } from '../../../sync/following/follow.ts';
import { folderFaultNow } from '../../../sync/following/folder-fault.ts';
import { keptBefore, rememberKeep } from '../../../sync/following/kept-before.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import { SETTINGS } from '../../../sync/settings/settings.ts';
import type { Program } from '../../compose/compose.ts';
import { defaultRoot } from '../../folders/default-folders.ts';
import { folderBelow, passedWords } from '../../folders/site-folder.ts';
import { parseBaseUrl } from '../../../adapters/rest/base-url.ts';
import { timeText } from '../../system/time-text.ts';
import { hintAtEnd } from '../output/hints.ts';
import { askSites, noSuchSite, siteMeant } from '../sites/ask-sites.ts';
import { keptSite, TRASH_FOLDER } from '../sites/kept-site.ts';
import { notTaken } from '../input/misuse.ts';
import { EXIT, isAbsence, type Output } from '../output/output.ts';
import { nameOf } from '../../../sync/following/site-name.ts';
import { STOPPED_LOOKING, waitingDeletes, waitingOf } from '../sites/waiting.ts';
import { isUnmarked, tellOfFiles } from '../sites/tell-of-files.ts';
import { keptUntilNow, tellOfMove } from '../sites/tell-of-move.ts';
import { typed } from '../output/typed.ts';

/**
 * `sites`: what the service lists; if it is not reached, or nobody is signed in, what is known of it here. `baseUrl`: the
 * address that was given; null: the one that is kept.
 */
export async function sitesCommand(program: Program, out: Output, baseUrl: string | null): Promise<number> {
  const { mirror } = program;
  const opened = await program.reader();
  const listed = opened.ok ? await askSites(opened.value, out) : opened;
  const known = mirror.sites();
  if (!listed.ok) {
    const given = baseUrl === null ? null : parseBaseUrl(baseUrl);
    const isOfIt = given === null || (given.ok && given.value === SETTINGS.baseUrl.read(mirror));
    if (known.length === 0 || !isOfIt || !isAbsence(listed.failure)) return out.error(listed.failure);
  }
  const followed = new Set<string>(program.mirror.followed().map((site) => site.id));
  const sites = listed.ok ? listed.value : known;
  for (const site of sites) {
    const place = [site.city, site.country].filter((part) => part !== null).join(', ');
    out.say(
      `${followed.has(site.id) ? '*' : ' '} ${site.id.padEnd(36)} ${site.name}${place === '' ? '' : ` · ${place}`}`,
    );
  }
  if (sites.some(({ id }) => followed.has(id))) out.say('* is kept on this computer.');
  if (sites.length === 0) out.warn('The service lists no site for you. Ask whoever manages it for access.');
  // A list that could not be kept here is no older for that.
  const listedAt = listed.ok && opened.ok ? opened.value.env.now() : SETTINGS.sitesListedAt.read(mirror);
  if (!listed.ok) out.log(lastListWords(listed.failure, listedAt));
  out.object({
    ok: true,
    stale: !listed.ok,
    listedAt,
    sites: sites.map((site) => ({ ...site, followed: followed.has(site.id) })),
  });
  return EXIT.inSync;
}

/** `at`: epoch ms; null: an earlier SiteSync noted no time. */
function lastListWords(why: Failure, at: number | null): string {
  const from = at === null ? '' : `, from ${timeText(at)}`;
  if (why.code !== 'sign-in') return `${why.message} This is the last list that came${from}.`;
  return `${why.message} ${hintAtEnd(why)} You are not signed in: this is the last list that came${from}.`;
}

/** `follow SITE`: keep a site on this computer from now on. */
export async function followCommand(
  program: Program,
  out: Output,
  given: string,
  options: { readonly folder?: string; readonly categories?: string },
): Promise<number> {
  const chosen = options.categories === undefined ? null : parseCategories(options.categories);
  if (chosen !== null && !chosen.ok) return out.error(chosen.failure);
  const opened = await program.context();
  if (!opened.ok) return out.error(opened.failure);
  const found = await siteToFollow(program, opened.value, out, given);
  if (!found.ok) return out.error(found.failure);
  const { site, others } = found.value;
  const until = keptUntilNow(program, site.id);
  const before = until.site;
  const keep = chosen?.value ?? before?.keep ?? keptBefore(program.mirror, site.id) ?? 'all';
  const lapsing = before === null ? [] : await lapsingDeletes(program, out, before, keep);
  if (lapsing === null) return out.error(STOPPED_LOOKING, STOPPED_LOOKING.hint);
  let folder: string;
  if (before !== null && options.folder === undefined) {
    // Only what was named changes, and a folder that is not there is not made again.
    program.mirror.follow({ ...before, keep });
    folder = before.folder;
  } else {
    const named = options.folder ?? (await usualFolder(program, out, site, others));
    const isStrange = await isUnmarked(opened.value, site, named);
    const followed = await followSite(opened.value, site, named, keep);
    if (!followed.ok) return out.error(followed.failure);
    folder = followed.value.folder;
    await tellOfMove(program, out, site, until, folder);
    if (isStrange) await tellOfFiles(opened.value, out, site, folder);
  }
  // Not before the choice holds: if the folder could not be used, the deletes are still wanted.
  program.mirror.commit(site.id, commitsOfLapse(lapsing));
  const lapsed = lapsedWords(lapsing);
  if (lapsed !== null) out.warn(lapsed);
  if (chosen === null && before === null && typeof keep !== 'string')
    out.say(
      `As the last time, only these categories are kept: ${keep.join(', ')}. To keep all: --categories all`,
    );
  out.say(`${site.name} is kept in ${folder}. Bring it in step with: sitesync sync --site ${typed(site.id)}`);
  out.object({ ok: true, site: site.id, name: site.name, folder, keep });
  return EXIT.inSync;
}

/** The folder for a site below the root of the settings. */
function usualFolder(program: Program, out: Output, site: Site, others: readonly Site[]): Promise<string> {
  const root = SETTINGS.root.read(program.mirror) ?? defaultRoot();
  return folderBelow(program, root, site, others, (folder) => out.log(passedWords(site, folder)));
}

/** A site that is kept already is known: its folder and categories can be chosen without a network. */
async function siteToFollow(
  program: Program,
  context: SyncContext,
  out: Output,
  given: string,
): Promise<Result<{ readonly site: Site; readonly others: readonly Site[] }>> {
  const { mirror } = program;
  const listed = await askSites(context, out);
  if (!listed.ok) {
    const isOfIt = context.service.baseUrl === SETTINGS.baseUrl.read(mirror);
    const kept = keptSite(program, given);
    const known = kept.ok ? mirror.site(kept.value.id) : null;
    if (known === null || !isOfIt || !isAbsence(listed.failure)) return listed;
    return ok({ site: known, others: mirror.sites() });
  }
  const meant = siteMeant(given, listed.value);
  if (!meant.ok) return meant;
  const site = meant.value;
  return site === null ? fail(noSuchSite(given, listed.value)) : ok({ site, others: listed.value });
}

/**
 * Deletes that this choice would cancel: what is not kept here may be missing, so a delete that was not sent yet is
 * none any more.
 */
async function lapsingDeletes(
  program: Program,
  out: Output,
  site: FollowedSite,
  keep: Keep,
): Promise<readonly LapsedDelete[] | null> {
  // The choice stays as it was, so it cancels nothing.
  if (isDeepStrictEqual(keep, site.keep)) return [];
  const deletes = await waitingDeletes(program, out, site);
  const pins = program.mirror.pins(site.id);
  return deletes === null
    ? null
    : deletes
        .filter(({ id, base }) => lapses(keep, base.category, pins.get(id) ?? null))
        .map(({ id, path }) => ({ id, path }));
}

function parseCategories(text: string): Result<Keep> {
  if (text === 'all') return ok('all');
  if (text === 'none') return ok('none');
  const keep = new Set<Category>();
  for (const word of text.split(',')) {
    const category = parseCategory(word.trim());
    if (category === null) return fail(notTaken('--categories', word.trim()));
    keep.add(category);
  }
  return ok([...keep]);
}

/**
 * `unfollow SITE`: its files stay where they are, on both sides, but nothing is agreed on any more. So what was never
 * sent is on this computer alone, and what was deleted here comes back if the site is kept there again.
 */
export async function unfollowCommand(program: Program, out: Output, given: string): Promise<number> {
  const kept = keptSite(program, given);
  if (!kept.ok) return out.error(kept.failure);
  const site = kept.value;
  const name = nameOf(program, site);
  const deletes = await waitingDeletes(program, out, site);
  if (deletes === null) return out.error(STOPPED_LOOKING, STOPPED_LOOKING.hint);
  const { unsent, held } = await waitingOf(program, site, program.mirror.counts(site.id));
  const changes = unsent + held - deletes.length;
  const fault = await folderFaultNow(program, site);
  const trash = await program.disk.listTrash(site.folder);
  unfollowSite(program, site);
  rememberKeep(program.mirror, site);
  const where = fault === null ? `in ${site.folder}.` : `where they are. ${fault.message}`;
  out.say(`${name} is no longer kept in step. Its files stay ${where}`);
  if (changes > 0)
    out.warn(
      `${counted(changes, 'change')} made there ${changes === 1 ? 'was' : 'were'} not sent, and will not be unless the site is kept in that folder again.`,
    );
  const lapsed = lapsedWords(deletes);
  if (lapsed !== null) out.warn(lapsed);
  if (trash.ok && trash.value.length > 0)
    out.say(`What lies in its trash stays there too, in ${TRASH_FOLDER}.`);
  out.object({ ok: true, site: site.id, folder: site.folder, unsent: unsent + held });
  return EXIT.inSync;
}
