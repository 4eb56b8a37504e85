import type { ActivityLine } from '../../../shared/ipc/files.ts';
import {
  versionsOf,
  type Conflict,
  type HeldDeletes,
  type Issue,
  type Outbox,
  type PendingItem,
} from '../../../shared/ipc/outbox.ts';

export const VIEWS = ['all', 'pending', 'issues', 'done'] as const;
export type OutboxView = (typeof VIEWS)[number];

/** One row of the outbox. Its id stays while it is about the same thing. */
export type OutboxItem =
  | {
      readonly kind: 'heading';
      readonly id: string;
      readonly of: 'issues' | 'pending' | 'done';
      readonly count: number;
      readonly bytes: number;
      /** Only some were looked through, so there may be more. */
      readonly isLeast: boolean;
    }
  | { readonly kind: 'held'; readonly id: string; readonly held: HeldDeletes }
  | { readonly kind: 'conflict'; readonly id: string; readonly conflict: Conflict }
  | { readonly kind: 'issue'; readonly id: string; readonly issue: Issue }
  | { readonly kind: 'pending'; readonly id: string; readonly item: PendingItem }
  | { readonly kind: 'done'; readonly id: string; readonly line: ActivityLine }
  /** The rest of a list, and the view that shows more of it; null if there is none. `count`: null if nobody counted. */
  | {
      readonly kind: 'more';
      readonly id: string;
      readonly view: OutboxView | null;
      readonly count: number | null;
    };

/** The most rows of each list when all lists are shown together. */
const SHORT = 8;
/** The most lines of history searched for today's. */
export const DONE_LIMIT = 1000;

export interface OutboxLists {
  readonly outbox: Outbox;
  /** Newest first. */
  readonly done: readonly ActivityLine[];
  /** Midnight on this computer, epoch ms. */
  readonly today: number;
}

/** The items of a view of the outbox: what needs a person comes first. */
export function itemsOf(view: OutboxView, lists: OutboxLists): readonly OutboxItem[] {
  const issues = issueItems(lists.outbox);
  const { pending, pendingTotal, pendingBytes } = lists.outbox;
  const { issues: named, issuesTotal } = lists.outbox;
  const unnamed = issuesTotal - named.length;
  const waiting = pending.map(pendingItem);
  const done = lists.done.map(doneItem);
  switch (view) {
    case 'issues':
      return [...issues, ...more(null, unnamed)];
    case 'pending':
      return [...waiting, ...more(null, pendingTotal - waiting.length)];
    case 'done':
      return done.length < DONE_LIMIT ? done : [...done, ...more(null, null)];
    case 'all': {
      const today = done.filter(({ line }) => line.at >= lists.today);
      const bytes = today.reduce((sum, { line }) => sum + line.bytes, 0);
      return [
        ...part('issues', issues, issues.length + unnamed, 0),
        ...part('pending', waiting.slice(0, SHORT), pendingTotal, pendingBytes),
        ...part('done', today.slice(0, SHORT), today.length, bytes, today.length >= DONE_LIMIT),
      ];
    }
    default:
      return view satisfies never;
  }
}

/** How many there are. */
export interface ViewCount {
  readonly count: number;
  /** Only some were looked through, so there may be more. */
  readonly isLeast: boolean;
}

/** The counts beside the names of the views. */
export function countsOf({
  outbox,
  done,
  today,
}: OutboxLists): Readonly<Record<Exclude<OutboxView, 'all'>, ViewCount>> {
  const ofToday = done.filter((line) => line.at >= today).length;
  return {
    pending: { count: outbox.pendingTotal, isLeast: false },
    issues: { count: outbox.held.length + outbox.conflicts.length + outbox.issuesTotal, isLeast: false },
    done: { count: ofToday, isLeast: ofToday >= DONE_LIMIT },
  };
}

function issueItems({ held, conflicts, issues }: Outbox): readonly OutboxItem[] {
  return [
    ...held.map((each) => ({ kind: 'held' as const, id: `held ${each.site}`, held: each })),
    ...conflicts.map((conflict) => ({
      kind: 'conflict' as const,
      id: `conflict ${conflict.site} ${conflict.copy}`,
      conflict,
    })),
    ...issues.map((issue) => ({
      kind: 'issue' as const,
      id: `issue ${issue.site} ${issue.attempt}`,
      issue,
    })),
  ];
}

/** The item about a file that needs a person; null if there is none. `file`: its key. */
export function itemOfFile(items: readonly OutboxItem[], file: string): OutboxItem | null {
  const isAbout = (item: OutboxItem): boolean => {
    if (item.kind === 'issue') return item.issue.key === file;
    if (item.kind !== 'conflict') return false;
    const { mine, theirs } = item.conflict;
    return mine.key === file || theirs?.key === file;
  };
  return items.find(isAbout) ?? null;
}

/** The file that an item is about; empty where it is about none. */
export function pathOf(item: OutboxItem): string {
  switch (item.kind) {
    case 'conflict':
      return versionsOf(item.conflict).file?.path ?? item.conflict.copy;
    case 'issue':
      return item.issue.path;
    case 'pending':
      return item.item.path;
    case 'done':
      return item.line.path;
    case 'heading':
    case 'held':
    case 'more':
      return '';
    default:
      return item satisfies never;
  }
}

function pendingItem(item: PendingItem): Extract<OutboxItem, { kind: 'pending' }> {
  return { kind: 'pending', id: `pending ${item.site} ${item.key}`, item };
}

function doneItem(
  line: ActivityLine,
  index: number,
  all: readonly ActivityLine[],
): Extract<OutboxItem, { kind: 'done' }> {
  // Lines can be equal, so they are numbered from the oldest, which stays put when new ones come.
  return { kind: 'done', id: `done ${line.at} ${line.path} ${all.length - index}`, line };
}

function part(
  of: 'issues' | 'pending' | 'done',
  rows: readonly OutboxItem[],
  count: number,
  bytes: number,
  isLeast = false,
): readonly OutboxItem[] {
  if (count === 0) return [];
  return [
    { kind: 'heading', id: `heading ${of}`, of, count, bytes, isLeast },
    ...rows,
    ...more(of, isLeast ? null : count - rows.length),
  ];
}

function more(view: OutboxView | null, count: number | null): readonly OutboxItem[] {
  return count === null || count > 0 ? [{ kind: 'more', id: `more ${view ?? 'here'}`, view, count }] : [];
}
