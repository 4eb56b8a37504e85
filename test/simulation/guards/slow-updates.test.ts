import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileId } from '../../../shared/model/ids.ts';
import { filesIn, trashIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

/** Bytes a second of a poor line. */
const LINE = 20_000;
/** Takes ten seconds on it. */
const OURS = 'o'.repeat(10 * LINE);

let world: GuardWorld;
let laptop: GuardLaptop;
let id: FileId;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.inStep('a.txt');
  id = world.idOf('a.txt');
  laptop.context.up.limit(LINE);
  laptop.put('Other/a.txt', OURS);
});

afterEach(() => world.close());

/** Runs once, when some of the bytes are on their way. */
function onTheWay(act: () => void): void {
  const { env } = laptop;
  const sleep = env.sleep.bind(env);
  env.sleep = (ms) => {
    env.sleep = sleep;
    act();
    return sleep(ms);
  };
}

/** What ours is too long to be told by. */
const short = (text: string): string => (text === OURS ? 'ours' : text.slice(0, 20));
const there = (): readonly string[] => world.contents().map(short).toSorted();

async function here(): Promise<Readonly<Record<string, string>>> {
  const files = Object.entries(await filesIn(laptop.folder));
  return Object.fromEntries(files.map(([path, text]) => [path, short(text)]));
}

describe('a new version that takes long to send', () => {
  it('replaces none that came meanwhile: both are kept', async () => {
    onTheWay(() => world.service.editFile(id, { content: 'theirs' }));
    const report = await laptop.sync();
    expect(report).toMatchObject({ updated: 0, conflicts: [{ path: 'Other/a.txt' }], problems: [] });
    expect(there()).toEqual(['ours', 'theirs']);
    expect(Object.values(await here()).toSorted()).toEqual(['ours', 'theirs']);
    expect(await trashIn(laptop.folder)).toEqual([]);
    expect(await laptop.sync()).toMatchObject({ created: 0, updated: 0, downloaded: 0, conflicts: [] });
  });

  it('keeps a name that was given meanwhile', async () => {
    onTheWay(() => world.service.editFile(id, { name: 'b.txt' }));
    expect(await laptop.sync()).toMatchObject({ updated: 1, conflicts: [], problems: [] });
    expect(await here()).toEqual({ 'Other/b.txt': 'ours' });
    expect(world.service.files(world.site)).toMatchObject([{ id, name: 'b.txt' }]);
    expect(there()).toEqual(['ours']);
  });

  it('becomes a record again where that was deleted meanwhile', async () => {
    onTheWay(() => world.service.deleteFile(id));
    expect(await laptop.sync()).toMatchObject({ created: 1, conflicts: [], problems: [] });
    expect(await here()).toEqual({ 'Other/a.txt': 'ours' });
    expect(there()).toEqual(['ours']);
  });

  it('is broken off where another came long before its end', async () => {
    laptop.put('Other/a.txt', 'x'.repeat(1000 * LINE));
    onTheWay(() => world.service.editFile(id, { content: 'theirs' }));
    // What is sent after it, as a copy, takes no time.
    world.atCall('download', () => laptop.context.up.limit(null));
    expect(await laptop.sync()).toMatchObject({ updated: 0, conflicts: [{}], problems: [] });
    const sentFor = laptop.env.slept.reduce((sum, ms) => sum + ms, 0);
    expect(sentFor).toBeGreaterThan(50_000);
    expect(sentFor).toBeLessThan(100_000);
  });

  it('goes on where the look fails, and replaces what it saw', async () => {
    onTheWay(() => world.service.faults.fail({ call: 'read', failure: { status: 500 } }));
    expect(await laptop.sync()).toMatchObject({ updated: 1, conflicts: [], problems: [] });
    expect(there()).toEqual(['ours']);
  });

  it('is looked at once where it is sent in no time', async () => {
    laptop.context.up.limit(null);
    let reads = 0;
    world.service.faults.onCall = (call) => void (reads += call === 'read' ? 1 : 0);
    expect(await laptop.sync()).toMatchObject({ updated: 1 });
    expect(reads).toBe(1);
  });

  it('is sent ever more rarely, and says why, where its record is another before the end each time', async () => {
    const { context, env } = laptop;
    const sleep = env.sleep.bind(env);
    let looks = 0;
    env.sleep = (ms) => {
      const isSending = context.progress.state.running.some(({ direction }) => direction === 'up');
      if (isSending) world.service.editFile(id, { metadata: { looks: ++looks } });
      return sleep(ms);
    };
    // As a watch looks, for two hours.
    let last = await laptop.sync();
    for (let minute = 0; minute < 120; minute++) {
      await sleep(60_000);
      last = await laptop.sync({ eager: false, watching: true });
    }
    expect(last.problems).toMatchObject([{ path: 'Other/a.txt', code: 'changed-meanwhile' }]);
    expect(context.progress.state.bytesUp).toBeLessThan(30 * OURS.length);
    env.sleep = sleep;
    laptop.put('Other/a.txt', `${OURS}!`);
    expect(await laptop.sync({ eager: false })).toMatchObject({ updated: 1, problems: [] });
    expect(world.contents()).toEqual([`${OURS}!`]);
  });
});
