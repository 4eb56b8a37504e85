import { describe, expect, it } from 'vitest';
import {
  countsOf,
  DONE_LIMIT,
  itemOfFile,
  itemsOf,
  type OutboxItem,
  type OutboxLists,
  type ViewCount,
} from '../../../renderer/features/outbox/outbox-items.ts';
import { nextOf } from '../../../renderer/features/outbox/use-shown.ts';
import type { ActivityLine } from '../../../shared/ipc/files.ts';
import type { Outbox } from '../../../shared/ipc/outbox.ts';

const TODAY = Date.UTC(2026, 10, 21);

const line = (at: number, path: string): ActivityLine => ({
  at,
  site: 'a',
  key: path,
  path,
  action: 'download',
  done: 'Downloaded',
  why: 'New on the service',
  bytes: 10,
});

const exactly = (count: number): ViewCount => ({ count, isLeast: false });

function lists(pending: number, named: number): OutboxLists {
  const outbox: Outbox = {
    pending: Array.from({ length: named }, (_, index) => ({
      site: 'a',
      siteName: 'A',
      key: `k${index}`,
      path: `Other/f${index}.txt`,
      size: 5,
      direction: 'up' as const,
      action: 'create',
      reason: 'New here',
      waiting: null,
      share: null,
      before: null,
      waitsUntil: null,
      changedAt: null,
      review: false,
    })),
    pendingTotal: pending,
    pendingBytes: pending * 5,
    issues: [],
    issuesTotal: 0,
    issuesStuck: 0,
    conflicts: [],
    held: [
      {
        site: 'a',
        siteName: 'A',
        direction: 'remote',
        count: 37,
        of: 903,
        why: 'too many',
        folderAway: false,
        files: [],
      },
    ],
    leftOut: [],
    leftOutTotal: 0,
  };
  return {
    outbox,
    done: [line(TODAY + 5, 'new.txt'), line(TODAY - 5, 'yesterday.txt')],
    today: TODAY,
  };
}

it('finds what needs a person about a file, whichever version of a conflict that is', () => {
  const version = (key: string) => ({ mine: { key: `${key} mine` }, theirs: { key: `${key} theirs` } });
  const items = [
    { kind: 'heading', id: 'heading' },
    { kind: 'issue', id: 'issue of a site', issue: { key: null } },
    { kind: 'conflict', id: 'conflict', conflict: version('a') },
    { kind: 'issue', id: 'issue', issue: { key: 'b' } },
  ] as unknown as readonly OutboxItem[];
  const found = ['a mine', 'a theirs', 'b', 'c'].map((file) => itemOfFile(items, file)?.id);
  expect(found).toEqual(['conflict', 'conflict', 'issue', undefined]);
});

describe('what the outbox lists', () => {
  it('is short where all lists stand together, with a way to the rest', () => {
    const items = itemsOf('all', lists(700, 500));
    expect(items.map(({ kind }) => kind)).toEqual([
      'heading',
      'held',
      'heading',
      ...Array.from({ length: 8 }, () => 'pending'),
      'more',
      'heading',
      'done',
    ]);
    expect(items.find(({ kind }) => kind === 'more')).toMatchObject({ view: 'pending', count: 692 });
  });

  it('is whole in its own view, but for what the engine only counts', () => {
    const items = itemsOf('pending', lists(700, 500));
    expect(items).toHaveLength(501);
    expect(items.at(-1)).toMatchObject({ kind: 'more', view: null, count: 200 });
    expect(itemsOf('pending', lists(3, 3))).toHaveLength(3);
  });

  it('counts the issues that the engine does not name', () => {
    const few = lists(0, 0);
    const outbox = { ...few.outbox, issues: [], issuesTotal: 2500 };
    const items = itemsOf('issues', { ...few, outbox });
    expect(items.map(({ kind }) => kind)).toEqual(['held', 'more']);
    expect(items.at(-1)).toMatchObject({ view: null, count: 2500 });
    expect(itemsOf('all', { ...few, outbox })[0]).toMatchObject({
      kind: 'heading',
      of: 'issues',
      count: 2501,
    });
    expect(countsOf({ ...few, outbox }).issues).toEqual(exactly(2501));
  });

  it('counts held deletes as one thing that needs a person, and what was done since midnight', () => {
    expect(countsOf(lists(700, 500))).toEqual({
      pending: exactly(700),
      issues: exactly(1),
      done: exactly(1),
    });
  });

  it('says of what it looked through but in part that there may be more, and says where the rest is', () => {
    const done = Array.from({ length: DONE_LIMIT }, (_, at) => line(TODAY + DONE_LIMIT - at, `${at}.txt`));
    const many = { ...lists(0, 0), done };
    expect(countsOf(many).done).toEqual({ count: DONE_LIMIT, isLeast: true });
    const all = itemsOf('all', many);
    expect(all.find((item) => item.kind === 'heading' && item.of === 'done')).toMatchObject({
      isLeast: true,
    });
    expect(all.at(-1)).toMatchObject({ kind: 'more', view: 'done', count: null });
    expect(itemsOf('done', many).at(-1)).toMatchObject({ kind: 'more', view: null, count: null });
    // Yesterday's among them: all of today's were seen.
    const older = { ...many, done: done.with(DONE_LIMIT - 1, line(TODAY - 5, 'yesterday.txt')) };
    expect(countsOf(older).done).toEqual(exactly(DONE_LIMIT - 1));
    expect(itemsOf('all', older).at(-1)).toMatchObject({ count: DONE_LIMIT - 9 });
  });

  it('keeps the name of a row while newer ones come', () => {
    const before = lists(0, 0);
    const after = { ...before, done: [line(TODAY + 9, 'newer.txt'), ...before.done] };
    const named = (each: OutboxLists): string | undefined =>
      itemsOf('done', each).find((item) => item.kind === 'done' && item.line.path === 'new.txt')?.id;
    expect(named(after)).toBe(named(before));
  });

  it('gives every row a name of its own, also to lines that are alike', () => {
    const twice = { ...lists(5, 5), done: [line(TODAY, 'same.txt'), line(TODAY, 'same.txt')] };
    const ids = itemsOf('all', twice).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('what is shown once the shown item is done with', () => {
  const items = itemsOf('all', lists(3000, 500));
  const at = (id: string): number => items.findIndex((item) => item.id === id);

  it('waits too while anything waits, also where those before it left the short list together', () => {
    const gone = { id: 'pending a sent', kind: 'pending', index: at('more pending') } as const;
    expect(nextOf(items, gone)?.id).toBe('pending a k7');
    // What is done and leaves the list is not followed by what waits either.
    const older = { id: 'done older', kind: 'done', index: at('pending a k0') } as const;
    expect(nextOf(items, older)?.kind).toBe('done');
  });

  it('took the place of what a person decided, whatever it is, but never a question about deletes', () => {
    const decided = { id: 'conflict a x', kind: 'conflict', index: at('held a') } as const;
    expect(nextOf(items, decided)?.id).toBe('pending a k0');
  });
});
