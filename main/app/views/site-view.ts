import type { CategoryCount } from '../../../shared/ipc/sites.ts';
import { CATEGORIES, type Category } from '../../../shared/model/category.ts';
import { waitsForPlace } from '../../engine/plan/action-subject.ts';
import type { Action } from '../../engine/plan/actions.ts';
import type { HeldDeletes } from '../../engine/guards/mass-delete-guard.ts';
import { readSite } from '../../sync/plan/planning.ts';
import type { MirrorReader } from '../../sync/ports/mirror.ts';
import type { KeptProblem } from '../../sync/ports/mirror/kept-problem.ts';
import type { FollowedSite, LeftOut } from '../../sync/ports/mirror/sites.ts';
import { nameOf } from '../../sync/following/site-name.ts';
import { isFolderAway } from '../../sync/problems/reported-problems.ts';
import { contestedOf, HISTORY, type Contested } from './contested.ts';
import { likelyPlan } from './likely-plan.ts';
import type { Moment } from './moment.ts';
import { RowBuilder, type RowParts } from './row-builder.ts';
import { questionOf, readFacts, type SiteFacts } from './site-facts.ts';
import { SearchText } from './search-text.ts';
import type { Stop } from './status.ts';
import { bytesToMove, isPending, isUnsent, type ViewRow } from './view-row.ts';

/** All that the screens show of one kept site, derived from its trees in one go. */
export interface SiteView {
  readonly site: FollowedSite;
  readonly name: string;
  readonly rows: readonly ViewRow[];
  readonly byKey: ReadonlyMap<string, ViewRow>;
  /** What is searched of the rows; it is the same object as long as that is the same. */
  readonly searchText: () => SearchText;
  readonly problems: readonly KeptProblem[];
  /** What is left out on purpose; empty while the folder is away. */
  readonly leftOut: readonly LeftOut[];
  /** Why the site as a whole stands still; null if it does not. */
  readonly stop: Stop | null;
  readonly held: HeldDeletes | null;
  readonly categories: readonly CategoryCount[];
  /** What will be sent or fetched, in the order of the rows. */
  readonly pendingRows: readonly ViewRow[];
  readonly pending: number;
  readonly pendingBytes: number;
  readonly syncedAt: number | null;
  readonly listedAt: number | null;
  /** What it was derived from besides the trees. */
  readonly facts: SiteFacts;
  /** Was the whole site ever listed? Until then nothing new is sent. */
  readonly listedOnce: boolean;
  /** Do files wait for each other? Only a plan of all files can say which of them goes first. */
  readonly isCrowded: boolean;
  /** Is any record to be deleted? */
  readonly hasDeletes: boolean;
  /** See `Contested`. It is the same object as long as no conflict can have changed. */
  readonly contested: Contested;
}

/** A view that its holder may change. */
export interface OwnView extends SiteView {
  readonly rows: ViewRow[];
  readonly pendingRows: ViewRow[];
  readonly byKey: Map<string, ViewRow>;
}

/**
 * Plans a site and makes its view. It only reads the mirror; 100,000 files take about a second, so a worker thread
 * does it.
 */
export function buildSiteView(reader: MirrorReader, site: FollowedSite, moment: Moment): OwnView {
  const facts = readFacts(reader, site, moment);
  const uploaders = reader.uploaders(site.id);
  const { trees, policy } = readSite(reader, questionOf(facts, moment), reader.trees(site.id));
  const likely = likelyPlan(trees, policy);
  const contested = contestedOf(likely.trees.local.values(), moment.device, () =>
    reader.activity(site.id, HISTORY),
  );
  const uploader: RowParts['uploader'] = (id) => uploaders.get(id) ?? null;
  const rows = new RowBuilder({ reader, moment, facts, contested, uploader }).rows(
    likely.trees,
    likely.actions,
  );
  const pendingRows = rows.filter(isPending);
  const problems = [...facts.problems.values()];
  const { held, syncedAt, listedAt } = facts.state;
  return {
    site,
    name: nameOf({ mirror: reader }, site),
    rows,
    byKey: new Map(rows.map((entry) => [entry.row.key, entry])),
    searchText: searchTextOf(rows),
    problems,
    leftOut: isFolderAway(problems) ? [] : reader.leftOut(site.id),
    stop: facts.stop,
    held,
    categories: countCategories(rows),
    pendingRows,
    pending: pendingRows.length,
    pendingBytes: bytesOf(pendingRows),
    syncedAt,
    listedAt,
    facts,
    listedOnce: policy.listedOnce,
    isCrowded: likely.actions.some(waitsForAnother),
    hasDeletes: likely.actions.some(({ kind }) => kind === 'deleteRemote'),
    contested,
  };
}

/** Made when it is first asked for: of most changes nobody searches. */
export function searchTextOf(rows: readonly ViewRow[]): SiteView['searchText'] {
  let text: SearchText | null = null;
  return () => (text ??= new SearchText(rows.map(({ needle }) => needle)));
}

function waitsForAnother(action: Action): boolean {
  if (action.kind === 'deleteRemote') return action.after !== null;
  return waitsForPlace(action) || (action.kind === 'wait' && action.reason === 'name-taken');
}

type Counts = { -readonly [K in keyof CategoryCount]: CategoryCount[K] };

/** How many bytes of these are to be sent or fetched, as far as that is known. */
export function bytesOf(entries: readonly ViewRow[]): number {
  return entries.reduce((sum, entry) => sum + (bytesToMove(entry) ?? 0), 0);
}

/** `before`: counts of other rows, to which these are added. */
export function countCategories(
  rows: readonly ViewRow[],
  gone: readonly ViewRow[] = [],
  before: readonly CategoryCount[] = CATEGORIES.map(({ id }) => ({ ...NO_FILES, category: id })),
): readonly CategoryCount[] {
  const counts = new Map<Category, Counts>(before.map((each) => [each.category, { ...each }]));
  for (const entry of rows) count(counts, entry, 1);
  for (const entry of gone) count(counts, entry, -1);
  return [...counts.values()];
}

const NO_FILES = { files: 0, here: 0, bytes: 0, bytesHere: 0, unread: 0, unsent: 0 };

function count(
  counts: ReadonlyMap<Category, Counts>,
  { row, action, waitsFor }: ViewRow,
  sign: 1 | -1,
): void {
  const of = counts.get(row.category);
  if (of === undefined) return;
  of.files += sign;
  of.bytes += sign * (row.size ?? 0);
  if (action !== null && isUnsent(action)) of.unsent += sign;
  if (!row.here || row.status === 'out-of-date') return;
  if (waitsFor === 'unread-folder') of.unread += sign;
  of.here += sign;
  of.bytesHere += sign * (row.size ?? 0);
}
