import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Gate } from '../../../main/sync/pacing/gate.ts';
import { listSite } from '../../../main/sync/observe/listing.ts';
import type { ListingResult } from '../../../main/sync/observe/listing-run.ts';
import type { SyncContext } from '../../../main/sync/context.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import { must } from '../../support/must.ts';
import { GuardWorld } from '../../simulation/guards/guard-world.ts';

/** Pages of a long listing are asked for before the one before them is here. */

let world: GuardWorld;
let context: SyncContext;
/** Offsets in the order in which they were asked for. */
let asked: number[];
/** The most that were under way at once. */
let most: number;
/** Answers in place of the service where it is not null. */
let refuses: (offset: number, underWay: number) => Failure | null;
/** Just before the service answers. */
let onAnswer: (offset: number) => void;

const BUSY: Failure = { code: 'busy', message: 'Too many at once.', hint: 'Wait.', retry: 'later' };

beforeEach(async () => {
  world = new GuardWorld();
  for (let n = 0; n < 31; n++) world.addFile(`${n}.txt`, `text ${n}`);
  const laptop = await world.laptop();
  const { service } = laptop.context;
  [asked, most, refuses, onAnswer] = [[], 0, () => null, () => undefined];
  let underWay = 0;
  const fetchFilesPage: typeof service.fetchFilesPage = async (...args) => {
    asked.push(args[1]);
    underWay += 1;
    most = Math.max(most, underWay);
    const refusal = refuses(args[1], underWay);
    try {
      await new Promise((turn) => setTimeout(turn, 2));
      onAnswer(args[1]);
      return refusal === null ? await service.fetchFilesPage(...args) : fail(refusal);
    } finally {
      underWay -= 1;
    }
  };
  context = Object.assign(Object.create(laptop.context) as SyncContext, {
    settings: { ...laptop.context.settings, pageSize: 4 },
    service: Object.assign(Object.create(service) as typeof service, { fetchFilesPage }),
  });
});

afterEach(() => world.close());

async function list(): Promise<ListingResult> {
  [asked, most] = [[], 0];
  return must(await listSite(context, world.site));
}

const ALL = [0, 3, 6, 9, 12, 15, 18, 21, 24, 27];

describe('a listing of many pages', () => {
  it('has four under way at most, and asks for each page once', async () => {
    expect(await list()).toMatchObject({ complete: true });
    expect(asked).toEqual(ALL);
    // Of a first listing the first page alone tells that there are more.
    expect(most).toBe(4);
    expect(context.mirror.trees(world.site).remote.size).toBe(31);
  });

  it('asks for the pages of the listing before, at once', async () => {
    await list();
    expect(await list()).toEqual({ complete: true, fault: null, odd: [] });
    expect(asked).toEqual(ALL);
    expect(most).toBe(4);
  });

  it('asks once more, alone, for a page that was refused ahead of its turn', async () => {
    refuses = (_, underWay) => (underWay > 1 ? BUSY : null);
    expect(await list()).toMatchObject({ complete: true });
    expect(context.mirror.trees(world.site).remote.size).toBe(31);
    expect(asked.filter((offset) => offset === 6)).toHaveLength(2);
    expect(asked.filter((offset) => offset === 27)).toHaveLength(1);
    refuses = (offset) => (offset === 9 ? BUSY : null);
    const message = expect.stringContaining('Too many at once. It asks to wait until') as string;
    expect(await listSite(context, world.site)).toMatchObject({ failure: { code: BUSY.code, message } });
  });

  it.each([0, 9])(
    'asks once more for the page at %i where its connection broke, and no third time',
    async (at) => {
      const broke: Failure = {
        code: 'timeout',
        reason: 'broke',
        message: 'Broke.',
        hint: '',
        retry: 'later',
      };
      let breaks = 1;
      refuses = (offset) => (offset === at && breaks-- > 0 ? broke : null);
      expect(await list()).toMatchObject({ complete: true });
      expect(asked.filter((offset) => offset === at)).toHaveLength(2);
      breaks = 9;
      expect(await listSite(context, world.site)).toMatchObject({ failure: { reason: 'broke' } });
      expect(breaks).toBe(7);
    },
  );

  it('leaves a service alone for as long as it asks, also where it was asked ahead of the turn', async () => {
    const waits: number[] = [];
    // A clock that only waiting moves: with a real one a wait may have lost a millisecond before it begins.
    let now = context.env.now();
    const sleep = async (ms: number): Promise<void> => {
      waits.push(ms);
      now += ms;
    };
    const env = { ...context.env, sleep, now: () => now };
    const gate = new Gate(context.service, env);
    context = Object.assign(Object.create(context) as SyncContext, { env, gate });
    refuses = (_, underWay) => (underWay > 1 ? { ...BUSY, retryAfterMs: 5000 } : null);
    expect(await list()).toMatchObject({ complete: true });
    // Then it is asked for one page at a time.
    expect(waits.filter((ms) => ms > 0)).toEqual([5000]);
    expect(asked.filter((offset) => offset === 27)).toHaveLength(1);
  });

  it('asks nothing of a service that asked before to be left alone for longer than is waited for', async () => {
    context.gate.slow(world.site, 3_600_000);
    const message = expect.stringContaining('asks to wait until') as string;
    expect(await listSite(context, world.site)).toMatchObject({ failure: { code: 'busy', message } });
    expect(asked).toEqual([]);
  });

  it('sees a list that changes between its pages, in whatever order they are answered', async () => {
    await list();
    let gone = false;
    onAnswer = (offset) => {
      if (gone || offset !== 9) return;
      gone = true;
      world.service.deleteFile(world.service.files(world.site)[0]!.id);
    };
    expect(await list()).toMatchObject({ complete: true });
    // It was noticed, and all was listed anew.
    expect(asked.length).toBeGreaterThan(ALL.length + 5);
    expect(context.mirror.trees(world.site).remote.size).toBe(30);
  });

  it('asks for nothing beyond a list that became short', async () => {
    await list();
    for (const file of world.service.files(world.site).slice(6)) world.service.deleteFile(file.id);
    expect(await list()).toMatchObject({ complete: true });
    expect(context.mirror.trees(world.site).remote.size).toBe(6);
    await list();
    expect(asked).toEqual([0, 3]);
  });
});
