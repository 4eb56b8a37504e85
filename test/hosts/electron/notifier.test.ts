import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppState } from '../../../shared/ipc/app.ts';
import type { DropProgress } from '../../../shared/ipc/drop.ts';
import type { Outbox } from '../../../shared/ipc/outbox.ts';
import { Notifier } from '../../../main/hosts/electron/notices/notifier.ts';
import { EMPTY_OUTBOX, someState } from '../../support/stand-in-app.ts';

const MINUTE = 60_000;
let told: string[];
let on = true;
let seen = false;
let outbox: Outbox;
/** The outbox cannot be read now. */
let away = false;
/** It is read when this has resolved; null: at once. */
let reading: ReturnType<typeof Promise.withResolvers<void>> | null = null;
let notifier: Notifier;

const conflicts = (count: number): Outbox['conflicts'] =>
  Array.from({ length: count }, () => ({}) as Outbox['conflicts'][number]);
const issue = (code: string, nextAt: number | null): Outbox['issues'][number] =>
  ({ code, nextAt }) as Outbox['issues'][number];
const state = (counts: Partial<AppState['outbox']>, change: Partial<AppState> = {}): AppState =>
  someState({ outbox: { pending: 0, issues: 0, conflicts: 0, held: 0, ...counts }, ...change });

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  told = [];
  on = true;
  seen = false;
  away = false;
  reading = null;
  outbox = EMPTY_OUTBOX;
  notifier = new Notifier({
    show: ({ title, body, screen }) => void told.push(`${title} | ${body} | ${screen}`),
    isOn: () => on,
    isSeen: () => seen,
    outbox: async () => {
      const now = outbox;
      await reading?.promise;
      return away ? null : now;
    },
  });
});
afterEach(() => {
  notifier.close();
  vi.useRealTimers();
});

/** Conflicts come in one by one, as a sync finds them. */
async function conflictsUpTo(count: number, from = 1): Promise<void> {
  for (let each = from; each <= count; each += 1) {
    outbox = { ...outbox, conflicts: conflicts(each) };
    notifier.state(state({ conflicts: each }));
    await vi.advanceTimersByTimeAsync(10);
  }
}

describe('what needs a person', () => {
  it('is told once, however much of it comes at once', async () => {
    notifier.state(state({}));
    await conflictsUpTo(300);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told).toEqual([
      'SiteSync needs you | 300 files were edited on both sides. Both versions are kept. | #/outbox',
    ]);
  });

  it('is told later where the outbox could not be read then', async () => {
    notifier.state(state({}));
    away = true;
    await conflictsUpTo(1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told).toEqual([]);
    away = false;
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told).toHaveLength(1);
  });

  it('is not told where all is well again before the outbox was read', async () => {
    notifier.state(state({}));
    await conflictsUpTo(1);
    reading = Promise.withResolvers<void>();
    await vi.advanceTimersByTimeAsync(MINUTE);
    notifier.state(state({}));
    reading.resolve();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told).toEqual([]);
  });

  it('is told in one: sign-in, a full disk, deletes that wait, files that are stuck', async () => {
    notifier.state(state({}));
    outbox = {
      ...EMPTY_OUTBOX,
      issues: [issue('disk-full', 5), issue('disk-full', 5), issue('refused', null), issue('timeout', 5)],
      issuesTotal: 1203,
      issuesStuck: 1200,
      held: [{ count: 40 } as Outbox['held'][number]],
    };
    notifier.state(state({ issues: 1203, held: 1 }, { connection: 'sign-in' }));
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told).toEqual([
      'SiteSync needs you | Your sign-in is no longer accepted. Sign in again; your changes are safe and wait. ' +
        'The disk is full: downloads wait until there is room. 40 deletions wait for your yes. ' +
        '1,200 files cannot go on without you. | ',
    ]);
  });

  it('is not told for what is retried by itself', async () => {
    notifier.state(state({}));
    outbox = { ...EMPTY_OUTBOX, issues: [issue('timeout', 5)], issuesTotal: 1 };
    notifier.state(state({ issues: 1 }));
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(told).toEqual([]);
  });

  it('is told within hours also where the clock was set back by days', async () => {
    notifier.state(state({}));
    await conflictsUpTo(1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    vi.setSystemTime(Date.now() - 3 * 24 * 60 * MINUTE);
    await conflictsUpTo(2, 2);
    await vi.advanceTimersByTimeAsync(5 * 60 * MINUTE);
    expect(told.length).toBe(2);
  });

  it('is told again only when there is more of it, at ever longer distances', async () => {
    notifier.state(state({}));
    await conflictsUpTo(1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    await conflictsUpTo(5, 2);
    await vi.advanceTimersByTimeAsync(8 * MINUTE);
    expect(told.length).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(told.length).toBe(2);
    await conflictsUpTo(6, 6);
    await vi.advanceTimersByTimeAsync(29 * MINUTE);
    expect(told.length).toBe(2);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(told.length).toBe(3);
    await conflictsUpTo(6, 6);
    await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE);
    expect(told.length).toBe(3);
  });

  it('is news again after somebody saw to it', async () => {
    notifier.state(state({}));
    await conflictsUpTo(1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    outbox = EMPTY_OUTBOX;
    notifier.state(state({}));
    await conflictsUpTo(1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told.length).toBe(2);
  });

  it('is news again after somebody saw to it, also while something else is left', async () => {
    const { account } = someState();
    const refused = { connection: 'sign-in', account: { ...account, signedIn: true } } as const;
    notifier.state(state({}));
    outbox = { ...EMPTY_OUTBOX, issues: [issue('refused', null)], issuesTotal: 1, issuesStuck: 1 };
    outbox = { ...outbox, conflicts: conflicts(3) };
    notifier.state(state({ issues: 1, conflicts: 3 }, refused));
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told).toHaveLength(1);
    // The person signs in and resolves the conflicts; one file cannot go on.
    outbox = { ...outbox, conflicts: [] };
    notifier.state(state({ issues: 1 }));
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    outbox = { ...outbox, conflicts: conflicts(2) };
    notifier.state(state({ issues: 1, conflicts: 2 }));
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told[1]).toContain('2 files were edited on both sides.');
    notifier.state(state({ issues: 1, conflicts: 2 }, refused));
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(told[2]).toContain('Your sign-in is no longer accepted.');
  });

  it('is not told again at each start, though the first state knows of no site yet', async () => {
    outbox = { ...EMPTY_OUTBOX, conflicts: conflicts(3), held: [{ count: 40 } as Outbox['held'][number]] };
    notifier.state(state({}));
    await vi.advanceTimersByTimeAsync(500);
    notifier.state(state({ conflicts: 3, held: 40 }));
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(told).toEqual([]);
    await conflictsUpTo(4, 4);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told).toHaveLength(1);
  });

  it('is not told at the start where the outbox takes long to read then', async () => {
    outbox = { ...EMPTY_OUTBOX, conflicts: conflicts(3) };
    reading = Promise.withResolvers<void>();
    notifier.state(state({}));
    notifier.state(state({ conflicts: 3 }));
    await vi.advanceTimersByTimeAsync(MINUTE);
    reading.resolve();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told).toEqual([]);
  });

  it('is not told where it is gone before it could be', async () => {
    notifier.state(state({}));
    await conflictsUpTo(1);
    outbox = EMPTY_OUTBOX;
    notifier.state(state({}));
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told).toEqual([]);
  });

  it('is not told by whoever was told before the start, but a refused sign-in is', async () => {
    outbox = { ...EMPTY_OUTBOX, conflicts: conflicts(3) };
    notifier.state(state({ conflicts: 3 }));
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(told).toEqual([]);
    const { account } = someState();
    const fresh = new Notifier({
      show: ({ body }) => void told.push(body),
      isOn: () => true,
      isSeen: () => false,
      outbox: async () => EMPTY_OUTBOX,
    });
    fresh.state(state({}, { connection: 'sign-in', account: { ...account, signedIn: true } }));
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(told.length).toBe(1);
    fresh.close();
  });

  it('is the window’s to tell while it is in front, and nobody’s where they are switched off', async () => {
    notifier.state(state({}));
    seen = true;
    await conflictsUpTo(1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    seen = false;
    on = false;
    await conflictsUpTo(2, 2);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(told).toEqual([]);
  });
});

describe('the end of a long job', () => {
  const busy = (): AppState => state({}, { work: { ...someState().work, phase: 'transferring' } });

  it('is told where a person started it and it took over a minute', async () => {
    notifier.state(state({}));
    notifier.started();
    notifier.state(busy());
    await vi.advanceTimersByTimeAsync(MINUTE);
    notifier.state(state({}));
    expect(told).toEqual(['Done | Your sites are up to date. | #/sites']);
    notifier.state(busy());
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    notifier.state(state({}));
    expect(told.length).toBe(1);
  });

  it('is not told for a short one, one that found nothing to do, or one that went offline', async () => {
    notifier.state(state({}));
    notifier.started();
    notifier.state(busy());
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    notifier.state(state({}));
    notifier.started();
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    notifier.state(state({}));
    notifier.started();
    notifier.state(busy());
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    notifier.state(state({}, { connection: 'offline' }));
    expect(told).toEqual([]);
  });

  it('is not told for one that was over at once, when the next look around is', async () => {
    notifier.started();
    notifier.state(state({}));
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    notifier.state(busy());
    await vi.advanceTimersByTimeAsync(500);
    notifier.state(state({}));
    expect(told).toEqual([]);
  });

  it('names what is left to see to', async () => {
    notifier.state(state({}));
    notifier.started();
    notifier.state(busy());
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    notifier.state(state({ issues: 2 }));
    expect(told).toEqual(['Done | The sync is done, and 2 things need you. | #/outbox']);
  });

  it('is told for a drop of many files, not for a cancelled one', async () => {
    const drop = (phase: DropProgress['phase'], id = 'a'): DropProgress => ({
      drop: id,
      phase,
      filesDone: 0,
      filesTotal: 5000,
      bytesDone: 0,
      bytesTotal: 0,
      failure: null,
    });
    // Looked over by the person for as long as it takes before it is copied.
    notifier.drop(drop('reading', 'd'));
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    for (const phase of ['copying', 'done'] as const) notifier.drop(drop(phase, 'd'));
    for (const id of ['a', 'b', 'c']) notifier.drop(drop('copying', id));
    notifier.drop(drop('done', 'c'));
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    notifier.drop(drop('cancelled', 'b'));
    expect(told).toEqual([]);
    notifier.drop(drop('done'));
    expect(told).toEqual(['Done | 5,000 files were added. | #/outbox']);
  });
});
