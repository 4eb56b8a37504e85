import { expect, it } from 'vitest';
import { applyMoves, applyRenames, trading } from '../../../main/sync/apply/moves.ts';
import type { SiteContext } from '../../../main/sync/context.ts';
import type { MoveLocal, Update } from '../../../main/engine/plan/actions.ts';
import { ok } from '../../../shared/failure.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

/** What began, what ended and what was tidied up, in order; a move ends when the loop has turned so often. */
async function applied(
  moves: readonly (readonly [from: string, to: string, turns?: number])[],
  fails: readonly string[] = [],
): Promise<readonly string[]> {
  const events: string[] = [];
  const turnsOf = new Map(moves.map(([from, , turns = 1]) => [from, turns]));
  const context = {
    site: { folder: '/site' },
    disk: {
      pruneEmptyFolders: async (_: string, path: RelPath) => {
        events.push(`tidy ${path.slice(0, path.lastIndexOf('/'))}`);
        return ok(undefined);
      },
    },
  } as unknown as SiteContext;
  await applyMoves(
    context,
    moves.map(([from, to]) => ({ path: from, to }) as unknown as MoveLocal),
    async ({ path: from }, isFree) => {
      if (!isFree) {
        events.push(`left ${from}`);
        return false;
      }
      events.push(`begin ${from}`);
      for (let turn = turnsOf.get(from) ?? 1; turn > 0; turn--)
        await new Promise((resolve) => setImmediate(resolve));
      events.push(`end ${from}`);
      return !fails.includes(from);
    },
  );
  return events;
}

it('moves go side by side, but each after the one that leaves its place', async () => {
  const events = await applied([
    ['Other/b', 'Other/c', 3],
    ['Other/a', 'Other/B'],
    ['Other/x', 'Other/y'],
  ]);
  expect(events).toEqual([
    'begin Other/b',
    'begin Other/x',
    'end Other/x',
    'end Other/b',
    'begin Other/a',
    'end Other/a',
    'tidy Other',
  ]);
});

it('a move into a folder waits for the file that stands in its way', async () => {
  const events = await applied([
    ['Other/plans', 'Other/plans.txt', 2],
    ['Other/a', 'Other/plans/deep/a'],
  ]);
  expect(events.slice(0, 3)).toEqual(['begin Other/plans', 'end Other/plans', 'begin Other/a']);
});

it('a move to the name of a folder waits until those that leave it have, and it is gone', async () => {
  const events = await applied([
    ['Other/plans/1', 'Other/1'],
    ['Other/plans/2', 'Other/2'],
    ['Other/a', 'Other/plans'],
  ]);
  expect(events).toEqual([
    'begin Other/plans/1',
    'begin Other/plans/2',
    'end Other/plans/1',
    'end Other/plans/2',
    'tidy Other/plans',
    'begin Other/a',
    'end Other/a',
    'tidy Other',
  ]);
});

it('a move is left for later where the file in its place did not leave, also where that was among the moves before it', async () => {
  const events = await applied(
    [
      ['Other/c', 'Other/d'],
      ['Other/b', 'Other/c'],
      ['Other/plans/1', 'Other/1', 3],
      ['Other/a', 'Other/plans'],
      ['Other/x', 'Other/B'],
    ],
    ['Other/c'],
  );
  expect(events.filter((event) => !event.startsWith('tidy'))).toEqual([
    'begin Other/c',
    'begin Other/plans/1',
    'end Other/c',
    'left Other/b',
    'end Other/plans/1',
    'begin Other/a',
    'left Other/x',
    'end Other/a',
  ]);
});

it('a move that throws ends the others, and is thrown on', async () => {
  const moves = Array.from({ length: 100 }, (_, n) => ({ path: `Other/${n}`, to: `Other/to ${n}` }));
  let begun = 0;
  const moving = applyMoves({} as SiteContext, moves as unknown as MoveLocal[], async () => {
    begun += 1;
    throw new Error('the disk is gone');
  });
  await expect(moving).rejects.toThrow('the disk is gone');
  expect(begun).toBeLessThanOrEqual(32);
});

const rename = (from: string, place: string): Update =>
  ({ base: { path: from }, place }) as unknown as Update;

it('renames of records wait for the one that leaves their name', async () => {
  const events: string[] = [];
  const renames = [rename('Other/c', 'Other/d'), rename('Other/b', 'Other/C'), rename('Other/a', 'Other/b')];
  const run = async ({ base, place }: Update): Promise<boolean> => {
    events.push(`begin ${base.path}`);
    // The first takes longest.
    for (let turn = place.charCodeAt(6) % 32; turn > 0; turn--)
      await new Promise((resolve) => setImmediate(resolve));
    events.push(`end ${base.path}`);
    return true;
  };
  await applyRenames(
    renames,
    run,
    () => undefined,
    () => false,
  );
  expect(events).toEqual(['c', 'b', 'a'].flatMap((name) => [`begin Other/${name}`, `end Other/${name}`]));
});

it('a rename hears whether the one before it left the name', async () => {
  const heard: string[] = [];
  await applyRenames(
    [rename('Other/c', 'Other/d'), rename('Other/b', 'Other/c'), rename('Other/a', 'Other/b')],
    async ({ base }, isFree) => {
      heard.push(`${base.path} ${isFree}`);
      return isFree && base.path !== 'Other/c';
    },
    () => undefined,
    () => false,
  );
  expect(heard).toEqual(['Other/c true', 'Other/b false', 'Other/a false']);
});

it('only records of which one gets the name of another are renamed in turn', () => {
  const [free, last, first] = [
    rename('Other/x', 'Other/y'),
    rename('Other/b', 'Other/c'),
    rename('Other/a', 'Other/B'),
  ];
  expect(trading([free, last, first])).toEqual([last, first]);
});
