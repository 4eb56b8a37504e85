import { counted } from '../../../shared/counted.ts';
import { bytesText } from '../../../shared/bytes-text.ts';
import { fail, failureText, ok, toldFailure, type Result } from '../../../shared/failure.ts';
import { categoryLabel, parseCategory, type Category, type Keep } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { baseName, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { sameFingerprint } from '../../engine/fingerprint.ts';
import type { BaseFile, RemoteFile, Trees } from '../../engine/trees.ts';
import { ignoreRules } from '../../engine/ignore-rules.ts';
import { followSite } from '../../sync/follow.ts';
import { followedSite } from '../../sync/followed-site.ts';
import { ignoredBefore, rulesText } from '../../sync/observe/ignored-before.ts';
import { ignoreLines, ignoreText } from '../../sync/observe/site-ignore.ts';
import type { FollowedSite } from '../../sync/ports/mirror.ts';
import { SETTINGS } from '../../sync/setting-keys.ts';
import type { Program } from '../compose.ts';
import { defaultRoot } from '../default-folders.ts';
import { folderBelow, passedWords } from '../site-folder.ts';
import { askSites, noSuchSite } from './ask-sites.ts';
import { keptSite, TRASH_FOLDER } from './kept-site.ts';
import { notTaken } from './misuse.ts';
import { EXIT, isAbsence, nameOrder, type Output } from './output.ts';
import { nameOf } from '../../sync/site-name.ts';
import { asOf } from './status-command.ts';
import { waitingOf } from './waiting.ts';
import { tellOfMove } from './tell-of-move.ts';
import { folderTrouble } from './troubles.ts';

/** `sites`: what the service lists; without it, what is known of the same service. */
export async function sitesCommand(program: Program, out: Output): Promise<number> {
  const opened = await program.reader();
  const listed = opened.ok ? await askSites(opened.value, out) : opened;
  const known = program.mirror.sites();
  if (!listed.ok) {
    const isOfIt = opened.ok && opened.value.service.baseUrl === program.mirror.setting(SETTINGS.baseUrl);
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
  if (sites.length > 0) out.say('* is kept on this computer.');
  else out.warn('The service lists no site for you. Ask whoever manages it for access.');
  if (!listed.ok) out.log(`${listed.failure.message} This is the list as it was last.`);
  out.object({
    ok: true,
    stale: !listed.ok,
    sites: sites.map((site) => ({ ...site, followed: followed.has(site.id) })),
  });
  return EXIT.inSync;
}

/** `follow SITE`: keep a site on this computer from now on. */
export async function followCommand(
  program: Program,
  out: Output,
  id: string,
  options: { readonly folder?: string; readonly categories?: string },
): Promise<number> {
  const chosen = options.categories === undefined ? null : parseCategories(options.categories);
  if (chosen !== null && !chosen.ok) return out.error(chosen.failure);
  const opened = await program.context();
  if (!opened.ok) return out.error(opened.failure);
  const listed = await askSites(opened.value, out);
  if (!listed.ok) return out.error(listed.failure);
  const site = listed.value.find((entry) => entry.id === id);
  if (site === undefined) return out.error(noSuchSite(id, listed.value));
  const before = followedSite(program.mirror, id);
  const keep = chosen?.value ?? before?.keep ?? 'all';
  // Of a site that is kept already only what is named changes, and a folder that is not there is not made again.
  const stays = before !== null && options.folder === undefined;
  const root = program.mirror.setting(SETTINGS.root) ?? defaultRoot();
  const passed = (folder: string): void => out.log(passedWords(site, folder));
  let folder = before?.folder ?? '';
  if (stays) program.mirror.follow({ ...before, keep });
  else {
    const named = options.folder ?? (await folderBelow(program, root, site, listed.value, passed));
    const followed = await followSite(opened.value, site, named, keep);
    if (!followed.ok) return out.error(followed.failure);
    folder = followed.value.folder;
    tellOfMove(out, site, before?.folder, folder);
  }
  out.say(`${site.name} is kept in ${folder}. Bring it in step with: sitesync sync --site ${site.id}`);
  out.object({ ok: true, site: site.id, name: site.name, folder, keep });
  return EXIT.inSync;
}

function parseCategories(text: string): Result<Keep> {
  if (text === 'all') return ok('all');
  if (text === 'none') return ok('none');
  const keep: Category[] = [];
  for (const word of text.split(',')) {
    const category = parseCategory(word.trim());
    if (category === null) return fail(notTaken('--categories', word.trim()));
    keep.push(category);
  }
  return ok(keep);
}

/** `unfollow SITE`: its files stay where they are, on both sides. What was never sent is on this computer alone then. */
export async function unfollowCommand(program: Program, out: Output, id: string): Promise<number> {
  const kept = keptSite(program, id);
  if (!kept.ok) return out.error(kept.failure);
  const site = kept.value;
  const name = nameOf(program, site);
  const { up: unsent } = await waitingOf(program, site, program.mirror.counts(site.id));
  const trash = await program.disk.listTrash(site.folder);
  program.mirror.unfollow(site.id);
  out.say(`${name} is no longer kept in step. Its files stay in ${site.folder}.`);
  if (unsent > 0)
    out.warn(
      `${counted(unsent, 'change')} made there ${unsent === 1 ? 'was' : 'were'} not sent, and will not be unless the site is kept in that folder again.`,
    );
  if (trash.ok && trash.value.length > 0)
    out.say(`What lies in its trash stays there too, in ${TRASH_FOLDER}.`);
  out.object({ ok: true, site: id, folder: site.folder, unsent });
  return EXIT.inSync;
}

/**
 * `files SITE`: the service's records as they were last listed, and which of them are here, as the folder was seen last;
 * when that was, and what keeps it from being seen now.
 */
export async function filesCommand(program: Program, out: Output, id: string): Promise<number> {
  const kept = keptSite(program, id);
  if (!kept.ok) return out.error(kept.failure);
  const site = kept.value;
  const { base, local, remote } = program.mirror.trees(site.id);
  const compare = nameOrder();
  const state = program.mirror.siteState(site.id);
  const held = new Set<FileId>(state.held?.files.map((file) => file.id));
  const hasMoved = movedHere(local, base);
  const isIgnored = await ignoredHere(program, site);
  const records = [...remote.values()].sort((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
  const files = records.map((record) => {
    const agreed = base.get(record.id);
    const { id: file, name, category, size, updatedAt } = record;
    const status =
      agreed === undefined
        ? 'Online only'
        : held.has(record.id)
          ? 'Held'
          : isIgnored(agreed.path) && !local.has(pathKey(agreed.path))
            ? 'Left out'
            : statusOf(agreed, record, local, hasMoved(agreed));
    return { id: file, name, category, size, updatedAt, path: agreed?.path ?? null, status };
  });
  if (state.listedAt === null)
    out.warn('What the service has is not known yet: it is asked with the first sync. Run: sitesync sync');
  const known = new Set([...base.values()].map((entry) => entry.path));
  const waiting = [...local.values()].filter((file) => !known.has(file.path));
  for (const file of files) {
    out.say(
      `${file.status.padEnd(12)} ${bytesText(file.size ?? 0).padStart(9)}  ${file.path ?? `${categoryLabel(file.category)}/${file.name}`}`,
    );
  }
  for (const file of waiting)
    out.say(`${'Queued'.padEnd(12)} ${bytesText(file.size).padStart(9)}  ${file.path}`);
  const toSend = waiting.length + files.filter((file) => file.status === 'Queued').length;
  out.say(
    `${counted(files.length, 'file')} on the service, ${counted(toSend, 'file')} waiting to be sent${goingWords(files)}: ${asOf(state)}.`,
  );
  const trouble = await folderTrouble(program, site);
  if (trouble !== null) out.warn(failureText(trouble));
  const queued = waiting.map(({ path, size }) => ({
    id: null,
    name: baseName(path),
    category: null,
    size,
    updatedAt: null,
    path,
    status: 'Queued',
  }));
  const { syncedAt, scannedAt, listedAt } = state;
  const times = { syncedAt, scannedAt, listedAt };
  const problems = trouble === null ? [] : [toldFailure(trouble)];
  out.object({ ok: true, site: site.id, ...times, problems, files: [...files, ...queued] });
  return EXIT.inSync;
}

/** Of what is to go nothing is sent; what is held goes only with a yes. */
function goingWords(files: readonly { readonly status: string }[]): string {
  const [gone, held] = ['Deleted here', 'Held'].map(
    (status) => files.filter((file) => file.status === status).length,
  );
  const words = [
    gone === 0 ? '' : `, ${gone} deleted here and to be deleted there`,
    held === 0 ? '' : `, ${counted(held ?? 0, 'delete')} held (what to do: sitesync problems)`,
  ];
  return words.join('');
}

/** Which missing files lie elsewhere by now, as far as their inodes tell. */
function movedHere(local: Trees['local'], base: Trees['base']): (file: BaseFile) => boolean {
  const known = new Set([...base.values()].map((file) => pathKey(file.path)));
  const strays = [...local].filter(([key, file]) => !known.has(key) && file.ino > 0n);
  const marks = new Set(strays.map(([, { ino, size }]) => `${ino} ${size}`));
  return ({ ino, size }) => marks.has(`${ino} ${size}`);
}

/** Is a file left out of sync here, or was it when it was looked for last? Then nobody knows whether it is there. */
async function ignoredHere(program: Program, site: FollowedSite): Promise<(path: RelPath) => boolean> {
  const now = rulesText(ignoreLines(program.mirror), await ignoreText(program.disk, site.folder));
  const { ignoresAnywhere } = ignoreRules([], now);
  const before = ignoredBefore(program.mirror, site.id, now);
  return (path) => ignoresAnywhere(path) || before(path);
}

/** Of a file that both sides agreed on. What changed on both counts as out of date: that is fetched first. */
function statusOf(agreed: BaseFile, record: RemoteFile, local: Trees['local'], hasMoved: boolean): string {
  if (agreed.remote !== record.fingerprint) return 'Out of date';
  const here = local.get(pathKey(agreed.path));
  if (here === undefined) return hasMoved ? 'Queued' : 'Deleted here';
  return sameFingerprint(here, agreed) ? 'Up to date' : 'Queued';
}
