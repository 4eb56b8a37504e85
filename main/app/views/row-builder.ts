import type { FileRow } from '../../../shared/ipc/files.ts';
import type { Category } from '../../../shared/model/category.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import { baseName, isBelow, pathKey, type PathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import type { Action } from '../../engine/plan/actions.ts';
import { suggestCategory } from '../../engine/names/category-guess.ts';
import { originalOf } from '../../engine/names/conflict-name.ts';
import { timeOfMtime } from '../../engine/compare/fingerprint.ts';
import { categoryOfPath, impliedPath } from '../../engine/names/implied-path.ts';
import type { LocalFile, RemoteFile, Trees } from '../../engine/trees.ts';
import type { MirrorReader } from '../../sync/ports/mirror.ts';
import { isFound, type Attempt } from '../../sync/ports/mirror/kept-problem.ts';
import { recordOf, targetOf, waitsForPlace } from '../../engine/plan/action-subject.ts';
import { keyOf } from '../../sync/problems/attempt.ts';
import type { Moment } from './moment.ts';
import type { SiteFacts } from './site-facts.ts';
import { HISTORY, ownOf, type Contested } from './contested.ts';
import { statusOf, type StatusFacts } from './status.ts';
import type { ViewRow } from './view-row.ts';
import { folded } from '../../../shared/typed-words.ts';
import { decidedIn, decidedReason, putBackIn, reasonOf, type OpenDecisions } from './words.ts';
import { localKey } from '../../../shared/model/file-key.ts';

export interface RowParts {
  readonly reader: Pick<MirrorReader, 'decisions' | 'activity'>;
  readonly moment: Moment;
  readonly facts: SiteFacts;
  readonly contested: Contested;
  /** Who sent the record; null if the service does not say. */
  readonly uploader: (id: FileId) => string | null;
}

type Draft = Pick<FileRow, 'key' | 'path' | 'name' | 'category' | 'size' | 'changedAt' | 'by'> &
  Pick<ViewRow, 'local' | 'action'>;

type DraftParts = Pick<RowParts, 'moment' | 'uploader' | 'facts'>;

/** Makes the rows of a site, or of some of its files, from their trees and the plan for these. */
export class RowBuilder {
  readonly #parts: RowParts;
  readonly #heldIds: ReadonlySet<FileId>;
  readonly #open: OpenDecisions;

  constructor(parts: RowParts) {
    this.#parts = parts;
    this.#heldIds = new Set(parts.facts.state.held?.files.map((file) => file.id));
    this.#open = openDecisions(parts.reader, parts.facts.site.id);
  }

  rows(trees: Trees, actions: readonly Action[]): ViewRow[] {
    return draftsOf(trees, actions, this.#parts).map((draft, index) => this.#row(draft, index));
  }

  /** The same row, with the problems and facts of now. */
  again({ row, action, local, index }: ViewRow): ViewRow {
    const { key, path, name, category, size, changedAt, by } = row;
    return this.#row({ key, path, name, category, size, changedAt, by, local, action }, index);
  }

  #row({ local, action, ...fields }: Draft, index: number): ViewRow {
    const { key, path, name } = fields;
    const { facts, moment } = this.#parts;
    const here = local !== null;
    const why = action === null ? null : (decidedReason(action, this.#open) ?? reasonOf(action));
    const { waitsFor, ...shown } = statusOf(
      {
        action,
        why,
        attempt: action === null ? null : this.#attemptOf(action),
        held: this.#heldIds.has(key as FileId),
        here,
        unread: here && isBelow(local.path, facts.unread),
        inConflict: here ? this.#conflictAt(local.path) : null,
        siteStop: facts.stop,
      },
      moment,
    );
    const waitWords = waitsFor === null ? null : shown.reason;
    // It would look like any other file that waits; but it has gone from here, and goes from there.
    const isDelete = action?.kind === 'deleteRemote' && waitWords !== null && waitsFor !== 'yes';
    const row: FileRow = {
      ...fields,
      ...shown,
      ...(isDelete ? { reason: `to be deleted · ${waitWords}` } : {}),
      share: null,
      here,
      pinned: facts.pins.get(key as FileId) ?? null,
    };
    return { index, row, needle: folded(`${name}\n${path}`), action, why, waitsFor, waitWords, local };
  }

  #attemptOf(action: Action): Attempt | null {
    const { problems } = this.#parts.facts;
    const kept = problems.size === 0 ? undefined : problems.get(keyOf(action));
    return kept === undefined || isFound(kept) ? null : kept;
  }

  #conflictAt(path: RelPath): StatusFacts['inConflict'] {
    const { contested } = this.#parts;
    const original = originalOf(path);
    if (original !== null) return WHOSE_COPY[ownOf(contested, path, original)];
    const contest = contested.size === 0 ? undefined : contested.get(pathKey(path));
    if (contest === undefined) return null;
    if (contest.ownCopies.size > 0) return 'theirs';
    return contest.isFileOwn ? 'mine' : 'file';
  }
}

const WHOSE_COPY = { copy: 'mine', file: 'theirs', neither: 'copy' } as const;

function openDecisions(reader: RowParts['reader'], site: SiteId): OpenDecisions {
  const decisions = once(() => decidedIn(reader.decisions(site)));
  return {
    conflicts: () => decisions().conflicts,
    // Any new record may be one that was put back: the history is only read if something was.
    putBack: once(() => putBackIn(decisions().anyPutBack ? reader.activity(site, HISTORY) : [])),
  };
}

/** Reads it when first asked for. */
function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => (known ??= { value: read() }).value;
}

/** What the trees say about each file, once for each: first for records, then for files that only this computer has. */
function draftsOf(trees: Trees, actions: readonly Action[], parts: DraftParts): readonly Draft[] {
  const byId = new Map<FileId, Action>();
  const byPath = new Map<PathKey, Action>();
  for (const action of actions) {
    const id = recordOf(action);
    if (id !== null) byId.set(id, action);
    else byPath.set(pathKey(action.path), action);
  }
  const drafts: Draft[] = [];
  const shown = new Set<PathKey>();
  const add = (draft: Draft): void => {
    if (draft.local !== null) shown.add(pathKey(draft.local.path));
    drafts.push(draft);
  };
  for (const record of trees.remote.values()) {
    const action = byId.get(record.id) ?? null;
    add(draftOfRecord(trees, record, action, parts));
  }
  for (const { id } of trees.base.values()) {
    const gone = trees.remote.has(id) ? null : draftOfGone(trees, id, byId.get(id) ?? null);
    if (gone !== null) add(gone);
  }
  for (const [key, local] of trees.local)
    if (!shown.has(key)) drafts.push(draftOfLocal(local, byPath.get(key) ?? null, parts));
  return drafts;
}

function draftOfRecord(
  trees: Trees,
  record: RemoteFile,
  action: Action | null,
  { moment, uploader, facts }: DraftParts,
): Draft {
  const base = trees.base.get(record.id);
  const path =
    base?.path ?? (action === null ? null : targetOf(action)) ?? impliedPath(record, moment.platform);
  const local = localOf(trees, action, base === undefined ? null : base.path);
  const edited = local !== null && action?.kind === 'update' && action.content;
  return {
    key: record.id,
    path: local?.path ?? path,
    name: local === null ? record.name : baseName(local.path),
    category: (local === null ? null : categoryHere(local.path, action, facts)) ?? record.category,
    size: edited ? local.size : record.size,
    changedAt: edited ? timeOfMtime(local.mtimeNs) : timeOf(record.updatedAt ?? record.createdAt),
    by: edited ? null : uploader(record.id),
    local,
    action,
  };
}

/**
 * The category of its folder; outside those folders the one that the person chose, from the moment of the choice on, also
 * while the file waits and nothing is planned that would send it.
 */
function categoryHere(path: RelPath, action: Action | null, { chosen }: SiteFacts): Category | null {
  const planned = action?.kind === 'create' || action?.kind === 'update' ? action.category : null;
  return categoryOfPath(path) ?? chosen.get(pathKey(path)) ?? planned;
}

/** For a file that was agreed on and is no longer listed: the copy here waits for the proof that it was deleted. */
function draftOfGone(trees: Trees, id: FileId, action: Action | null): Draft | null {
  const base = trees.base.get(id);
  const local = base === undefined ? null : localOf(trees, action, base.path);
  if (base === undefined || local === null) return null;
  const { path, size } = local;
  const { category } = base;
  return { key: id, path, name: baseName(path), category, size, changedAt: null, by: null, local, action };
}

function draftOfLocal(local: LocalFile, action: Action | null, { facts }: DraftParts): Draft {
  const { path, size } = local;
  const category = categoryHere(path, action, facts) ?? suggestCategory(path, null);
  const changedAt = timeOfMtime(local.mtimeNs);
  return {
    key: localKey(path),
    path,
    name: baseName(path),
    category,
    size,
    changedAt,
    by: null,
    local,
    action,
  };
}

/** The local file of a record: where it was agreed on, or where it was moved to. */
function localOf(trees: Trees, action: Action | null, agreed: RelPath | null): LocalFile | null {
  if (action !== null && 'local' in action) return action.local;
  if (action?.kind === 'download') return action.replaces;
  if (agreed === null) return null;
  // A file that was moved, and whose move waits to be sent, is shown where it is now.
  const place = action?.kind === 'wait' && !waitsForPlace(action) ? action.path : agreed;
  return trees.local.get(pathKey(place)) ?? null;
}

function timeOf(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
