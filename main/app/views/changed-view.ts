import { pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import { originalOf } from '../../engine/names/conflict-name.ts';
import type { Intent, Trees } from '../../engine/trees.ts';
import { readSite } from '../../sync/plan/planning.ts';
import type { MirrorReader } from '../../sync/ports/mirror.ts';
import type { KeptProblem } from '../../sync/ports/mirror/kept-problem.ts';
import type { SomeFiles } from '../../sync/ports/mirror/trees.ts';
import { keyOf } from '../../sync/problems/attempt.ts';
import { likelyPlan } from './likely-plan.ts';
import type { Moment } from './moment.ts';
import { exchange } from './ordered-rows.ts';
import { RowBuilder } from './row-builder.ts';
import { questionOf, readFacts, type SiteFacts } from './site-facts.ts';
import type { Contested } from './contested.ts';
import { bytesOf, countCategories, type OwnView, searchTextOf } from './site-view.ts';
import { isPending, type ViewRow } from './view-row.ts';
import { localKey } from '../../../shared/model/file-key.ts';

/** Rows that others took the place of. */
export type Replaced = ReadonlyMap<ViewRow, ViewRow>;

export interface ChangedView {
  readonly view: OwnView;
  readonly replaced: Replaced;
}

/** With more problems than this the whole view is rebuilt. */
const FEW_PROBLEMS = 100;

/**
 * Updates the view by the `touched` files, at a cost that depends only on them: all day long a sync sends, fetches and
 * agrees on one file after another, each in its place. Null if other rows may have changed too, because a file came,
 * went, moved, is in a conflict or shares its place: then the view has to be rebuilt. Do not use `before` afterwards.
 */
export function changeSiteView(
  reader: MirrorReader,
  before: OwnView,
  moment: Moment,
  touched: SomeFiles,
): ChangedView | null {
  const facts = readFacts(reader, before.site, moment);
  if (facts.stop !== before.stop || before.isCrowded) return null;
  if (facts.unread.join('\n') !== before.facts.unread.join('\n')) return null;
  if (facts.covered.join('\n') !== before.facts.covered.join('\n')) return null;
  const trees = treesOf(reader, before, touched, facts);
  if (trees === null) return null;
  const question = questionOf(facts, moment);
  if (question.listingComplete !== questionOf(before.facts, moment).listingComplete) return null;
  const { policy } = readSite(reader, question, { ...trees, settled: others(before) });
  if (policy.listedOnce !== before.listedOnce) return null;
  const likely = likelyPlan(trees, policy);
  const builder = new RowBuilder({
    reader,
    moment,
    facts,
    contested: before.contested,
    uploader: (id) => reader.record(before.site.id, id)?.uploadedBy ?? null,
  });
  const replaced = replacedBy(builder.rows(likely.trees, likely.actions), before);
  if (replaced === null) return null;
  const met = metAnew(before, facts);
  if (met === null) return null;
  for (const entry of met) if (!replaced.has(entry)) replaced.set(entry, builder.again(entry));
  return { view: withReplaced(before, facts, replaced), replaced };
}

/** The rows of all touched files; null if one of them has no row in one of the trees, or would get two. */
function treesOf(reader: MirrorReader, before: OwnView, touched: SomeFiles, facts: SiteFacts): Trees | null {
  const ids = new Set(touched.ids);
  const paths = new Set(touched.paths);
  for (const path of placesOf(notInBoth(before.facts.intents, facts.intents), before)) paths.add(path);
  for (const id of ids) {
    const place = before.byKey.get(id)?.local?.path;
    if (place !== undefined) paths.add(pathKey(place));
  }
  const trees = reader.someTrees(before.site.id, { ids: [...ids], paths: [...paths] });
  if (trees === null || !isWhole(trees) || mayBeElsewhere(reader, before, trees)) return null;
  // Otherwise a row would stay of a file that is gone, or that a record without an agreement took over.
  for (const id of ids) if (before.byKey.has(id) && !trees.base.has(id)) return null;
  const agreed = new Set([...trees.base.values()].map((base) => pathKey(base.path)));
  for (const path of paths)
    if (!agreed.has(path) && !(before.byKey.has(localKey(path)) && trees.local.has(path))) return null;
  return isAnswered(before, facts, trees) ? trees : null;
}

function isWhole({ base, local, remote }: Trees): boolean {
  for (const one of base.values())
    if (!remote.has(one.id) || local.get(pathKey(one.path))?.path !== one.path) return false;
  for (const id of remote.keys()) if (!base.has(id)) return false;
  return true;
}

/**
 * Was a file moved? Then a file lies in a place with another inode than was agreed on, and either it has an agreement
 * about another place, or the agreed file lies in another place now.
 */
function mayBeElsewhere(reader: MirrorReader, { site, rows }: OwnView, { base, local }: Trees): boolean {
  const agreed = new Map([...base.values()].map((each) => [pathKey(each.path), each]));
  const strange = [...local].filter(([key, { ino }]) => agreed.get(key)?.ino !== ino);
  if (strange.some(([, { ino }]) => reader.agreedWith(site.id, ino).length > 0)) return true;
  const left = new Set(strange.flatMap(([key]) => agreed.get(key)?.ino ?? []));
  if (left.size === 0) return false;
  // For touched files this was asked above.
  return rows.some(({ local: at }) => at !== null && left.has(at.ino) && !local.has(pathKey(at.path)));
}

/**
 * Does every create that ended have an agreement? If one was refused it has none, and rows change that waited for its
 * outcome.
 */
function isAnswered(before: OwnView, facts: SiteFacts, { base }: Trees): boolean {
  const open = new Set(facts.intents.map(({ opId }) => opId));
  const agreed = new Set([...base.values()].map(({ path }) => pathKey(path)));
  return before.facts.intents.every(({ opId, path }) => open.has(opId) || agreed.has(pathKey(path)));
}

/** The places of what these creates send. The file may lie elsewhere by now, and waits there. */
function placesOf(intents: readonly Intent[], { rows }: OwnView): readonly PathKey[] {
  if (intents.length === 0) return [];
  const files = new Set(intents.map(({ ino }) => ino));
  files.delete(0n);
  const lie = rows.flatMap(({ local }) => (local !== null && files.has(local.ino) ? local : []));
  return [...intents, ...lie].map(({ path }) => pathKey(path));
}

function notInBoth<T extends { readonly opId: string }>(a: readonly T[], b: readonly T[]): readonly T[] {
  const [inA, inB] = [new Set(a.map(({ opId }) => opId)), new Set(b.map(({ opId }) => opId))];
  return [...a.filter(({ opId }) => !inB.has(opId)), ...b.filter(({ opId }) => !inA.has(opId))];
}

/** Of the other files only their number counts: whether there are any. */
function others({ listedOnce }: OwnView): NonNullable<Trees['settled']> {
  return { count: listedOnce ? 1 : 0, paths: () => [], at: () => null, newest: () => null };
}

/** For each row, the one whose place it takes; null if one of them may be about more than that row was. */
function replacedBy(rows: readonly ViewRow[], before: OwnView): Map<ViewRow, ViewRow> | null {
  const replaced = new Map<ViewRow, ViewRow>();
  for (const entry of rows) {
    const { key, path } = entry.row;
    const same = before.byKey.get(key);
    const unsent = key === localKey(path) ? undefined : before.byKey.get(localKey(path));
    const old = same ?? unsent;
    if (old === undefined || (same !== undefined && unsent !== undefined)) return null;
    if (old.row.path !== path || !isByItself(old, before.contested) || !isByItself(entry, before.contested))
      return null;
    if (before.hasDeletes && isAnotherToSend(entry, old)) return null;
    replaced.set(old, { ...entry, index: old.index });
  }
  return replaced;
}

/** A delete waits for files that may be what became of its own (see `sentFirst`). */
function isAnotherToSend({ action, local }: ViewRow, old: ViewRow): boolean {
  const isSame =
    old.action !== null &&
    local?.hash === old.local?.hash &&
    local?.size === old.local?.size &&
    local?.ino === old.local?.ino;
  return action !== null && !isSame;
}

/** Is it a file that stays in its place whatever is done, and that no other one waits for? */
function isByItself({ row, local, action }: ViewRow, contested: Contested): boolean {
  if (local !== null && (originalOf(local.path) !== null || contested.has(pathKey(local.path)))) return false;
  switch (action?.kind) {
    case undefined:
      // A file without a record always has something to be done, unless another row is about it.
      return local === null || row.key !== localKey(local.path);
    case 'create':
      return action.gone === null;
    case 'update':
      return action.place === action.base.path && action.path === action.base.path;
    case 'download':
    case 'adopt':
      return action.basePath === action.path;
    case 'wait':
      return action.reason === 'outcome-unknown' && action.id === null;
    default:
      return false;
  }
}

/** The rows whose problems have changed; null if they are many. */
function metAnew(before: OwnView, { problems }: SiteFacts): readonly ViewRow[] | null {
  const was = before.facts.problems;
  const keys = [...new Set([...was.keys(), ...problems.keys()])].filter(
    (key) => textOf(was.get(key)) !== textOf(problems.get(key)),
  );
  if (keys.length === 0) return [];
  if (keys.length > FEW_PROBLEMS) return null;
  const met = new Set(keys);
  return before.rows.filter(({ action }) => action !== null && met.has(keyOf(action)));
}

function textOf(problem: KeptProblem | undefined): string {
  return JSON.stringify(problem ?? null);
}

function withReplaced(before: OwnView, facts: SiteFacts, replaced: Replaced): OwnView {
  const { byKey, rows, pendingRows } = before;
  const [old, now] = [[...replaced.keys()], [...replaced.values()]];
  const isCalledElse = old.some((entry) => entry.needle !== replaced.get(entry)?.needle);
  for (const { row } of old) byKey.delete(row.key);
  for (const entry of now) {
    byKey.set(entry.row.key, entry);
    rows[entry.index] = entry;
  }
  const [waited, wait] = [old.filter(isPending), now.filter(isPending)];
  exchange(pendingRows, waited, wait, byIndex);
  const { held, syncedAt, listedAt } = facts.state;
  return {
    ...before,
    searchText: isCalledElse ? searchTextOf(rows) : before.searchText,
    facts,
    held,
    syncedAt,
    listedAt,
    problems: [...facts.problems.values()],
    categories: countCategories(now, old, before.categories),
    pending: pendingRows.length,
    pendingBytes: before.pendingBytes + bytesOf(wait) - bytesOf(waited),
  };
}

function byIndex(a: ViewRow, b: ViewRow): number {
  return a.index - b.index;
}
