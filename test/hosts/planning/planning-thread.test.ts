import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QuestionFailed, WorkerClient } from '../../../main/adapters/threads/worker-client.ts';
import type { OpenedMirror } from '../../../main/adapters/sqlite/mirror.ts';
import { startPlanning, type Planning } from '../../../main/hosts/planning/start-planning.ts';
import { inPages, planSite, type PlanQuestion } from '../../../main/sync/plan/planning.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';
import { allSteps, hashOf, record } from '../../support/model-values.ts';
import type { Commit } from '../../../main/sync/ports/mirror/notes.ts';
import { pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { openPlanningHome, siteThatKeeps, whole, type PlanningHome } from './planning-home.ts';

const SITE = siteThatKeeps('all');
const FILES = 2500;

type Client = WorkerClient<unknown, unknown>;

let home: PlanningHome;
let data: string;
let mirror: OpenedMirror;
let planning: Planning;
let question: PlanQuestion;

beforeEach(() => {
  home = openPlanningHome(SITE, (opened) => {
    mirror = opened;
    observe(FILES);
  });
  ({ data, planning, question } = home);
});

afterEach(() => home.close());

function observe(files: number): void {
  const scan = mirror.beginScan(SITE.id);
  const name = (n: number): RelPath => `Other/${n}.${n % 10 === 0 ? 'bak' : 'txt'}` as RelPath;
  scan.add(
    Array.from({ length: files }, (_, n) => ({ path: name(n), size: n, mtimeNs: BigInt(n), ino: BigInt(n) })),
  );
  for (const _ of scan.finish({ scope: null, standing: [], unreadable: [], at: 1 }));
}

/** The service lists files of the same names. */
function list(files: number): void {
  const listing = mirror.beginListing(SITE.id);
  const facts = { ...NO_FACTS, sha256: hashOf('a') };
  listing.add(
    Array.from({ length: files }, (_, n) => {
      const name = `${n}.${n % 10 === 0 ? 'bak' : 'txt'}`;
      return record(`id-${n}`, {
        site: SITE.id,
        category: 'other',
        categoryText: 'other',
        name,
        size: n,
        facts,
      });
    }),
  );
  allSteps(listing.finish(true, null, 1));
}

/** Both sides hold so many files and agreed on them. */
function agree(files: number): void {
  list(files);
  const { local, remote } = mirror.trees(SITE.id);
  mirror.commit(
    SITE.id,
    [...remote.values()].flatMap(({ id, category, name, fingerprint, updatedAt }): readonly Commit[] => {
      const path = `Other/${name}` as RelPath;
      const file = local.get(pathKey(path));
      if (file === undefined) return [];
      const hash = hashOf('a');
      const base = {
        ...file,
        id,
        impliedPath: path,
        category,
        name,
        hash,
        remote: fingerprint,
        updatedAt,
        opId: null,
      };
      return [{ base, local: { ...file, hash } }];
    }),
  );
}

describe('planning in a thread', () => {
  it('gives the plan that planning in place gives, whatever its size', async () => {
    const expected = planSite(mirror, question);
    expect(expected.actions).toHaveLength(FILES * 0.9);
    expect(await whole(await planning.plan(question))).toEqual(await whole(inPages(expected)));
  });

  it('gives what may be asked of every file page by page, and rests once all are taken', async () => {
    list(FILES);
    const planned = await planning.plan(question);
    expect(planned.actions).toEqual([]);
    expect(planned.hashes.count).toBe(FILES * 0.9);
    const sizes: number[] = [];
    for await (const page of planned.hashes) sizes.push(page.length);
    expect(sizes).toEqual([1000, 1000, 250]);
    const all = await whole(planned);
    expect(all).toEqual(await whole(inPages(planSite(mirror, question))));
    // Longer than it idles: what may still be taken is kept.
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(planning.running()).toBe(true);
    expect((await whole(planned)).hashes).toHaveLength(FILES * 0.9);
    planned.release();
    await expect.poll(() => planning.running()).toBe(false);
  });

  it('gives back the memory of a large plan before the next is made, but keeps another that is wanted', async () => {
    const patient = startPlanning(data, mirror, { plannedHere: 0, lookedHere: 0, idleMs: 60_000 });
    list(FILES);
    const small = await patient.plan(question);
    observe(12_000);
    list(12_000);
    const large = await patient.plan(question);
    expect(large.hashes.count).toBe(10_800);
    large.release();
    expect(patient.running()).toBe(true);
    expect((await whole(small)).hashes).toHaveLength(FILES * 0.9);
    small.release();
    const last = await patient.plan(question);
    expect(patient.running()).toBe(true);
    last.release();
    expect(patient.running()).toBe(false);
    await patient.close();
  });

  it('lets go of pages that nobody wants any more', async () => {
    list(FILES);
    const planned = await planning.plan(question);
    // The next one is on its way already; that it never comes is an error for nobody.
    for await (const page of planned.hashes) {
      expect(page).toHaveLength(1000);
      break;
    }
    await planning.close();
    expect(planning.running()).toBe(false);
  });

  it('says in words that it died while pages were still wanted', async () => {
    const held = vi.spyOn(WorkerClient.prototype, 'hold');
    list(FILES);
    const pages = (await planning.plan(question)).hashes[Symbol.asyncIterator]();
    await pages.next();
    // The page after it is here by then; the last one is asked of another thread.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await (held.mock.contexts[0] as Client | undefined)?.end();
    await pages.next();
    await expect(pages.next()).rejects.toThrow(FailureError);
    held.mockRestore();
  });

  it('rests also where a page of the plan cannot be had', async () => {
    const answered = Reflect.get(WorkerClient.prototype, 'ask') as Client['ask'];
    const ask = vi.spyOn(WorkerClient.prototype, 'ask').mockImplementationOnce(function (
      this: Client,
      ...asked
    ) {
      ask.mockRejectedValueOnce(new QuestionFailed('no memory for it'));
      return answered.apply(this, asked);
    });
    expect(await whole(await planning.plan(question))).toEqual(
      await whole(inPages(planSite(mirror, question))),
    );
    ask.mockRestore();
    await expect.poll(() => planning.running()).toBe(false);
  });

  it('looks at a site ahead, and plans what was written since with what was open', async () => {
    mirror.setSynced(SITE.id, 1);
    agree(FILES);
    observe(FILES + 7);
    planning.planAhead(SITE);
    expect(planning.running()).toBe(true);
    // While it is looked at: seen or not, it is noted.
    observe(FILES + 20);
    const planned = await whole(await planning.plan(question));
    expect(planned.actions).toHaveLength(18);
    expect(planned).toEqual(await whole(inPages(planSite(mirror, question))));
    planning.planAhead(SITE);
    expect(await whole(await planning.plan(question))).toEqual(planned);
  });

  it('looks in place, with turns for others, where nearly all is agreed on', async () => {
    const here = startPlanning(data, mirror);
    mirror.setSynced(SITE.id, 1);
    agree(FILES);
    observe(FILES + 7);
    let turns = 0;
    setImmediate(function again() {
      turns += 1;
      // It is among what is planned, however far the look has come.
      observe(FILES + 20);
      if (turns < 2) setImmediate(again);
    });
    here.planAhead(SITE);
    here.planSoon(SITE);
    const planned = await whole(await here.plan(question));
    expect([turns, planned.actions.length, here.running()]).toEqual([2, 18, false]);
    expect(planned).toEqual(await whole(inPages(planSite(mirror, question))));
    await here.close();
  });

  it('misses no new file where as many files are there as are agreed on, but not always the same', async () => {
    const here = startPlanning(data, mirror);
    mirror.setSynced(SITE.id, 1);
    agree(FILES);
    const [last] = [...mirror.trees(SITE.id).local.values()].filter(({ size }) => size === FILES - 1);
    if (last === undefined) throw new Error('It was not observed');
    mirror.commit(SITE.id, [
      { dropLocal: last.path },
      { local: { ...last, path: 'Other/new.txt' as RelPath, ino: 1_000_000n, hash: null } },
    ]);
    // Back again before the look has come to it.
    setImmediate(() => mirror.commit(SITE.id, [{ local: last }]));
    const planned = await whole(await here.plan(question));
    expect(planned.actions.map((action) => 'path' in action && action.path)).toEqual(['Other/new.txt']);
    await here.close();
  });

  it('looks at all again where much turns out to be open, or a folder could not be read', async () => {
    const here = startPlanning(data, mirror);
    mirror.setSynced(SITE.id, 1);
    agree(FILES);
    for (const unreadable of [[], ['Plans']]) {
      const asked = { ...question, site: siteThatKeeps('none'), unreadable };
      const planned = await whole(await here.plan(asked));
      expect(planned.actions.length).toBeGreaterThan(2000);
      expect(planned).toEqual(await whole(inPages(planSite(mirror, asked))));
    }
    await here.close();
  });

  it('tells of a damaged row as the mirror does', async () => {
    mirror.setSynced(SITE.id, 1);
    agree(FILES);
    const other = new Database(join(data, 'mirror.sqlite'));
    other.exec("UPDATE local SET hash = 'torn' WHERE path_key = 'Other/1.txt'");
    other.close();
    planning.planAhead(SITE);
    await expect(planning.plan(question)).rejects.toThrow(FailureError);
  });

  it('does not look ahead of a first sync, or where a site is small', async () => {
    planning.planAhead(SITE);
    expect(planning.running()).toBe(false);
    mirror.setSynced(SITE.id, 1);
    observe(3);
    planning.planAhead(SITE);
    expect(planning.running()).toBe(false);
  });

  it('starts before it is asked where it soon will be, and rests where it is not', async () => {
    planning.planSoon(SITE);
    expect(planning.running()).toBe(true);
    await expect.poll(() => planning.running()).toBe(false);
    await planning.close();
    planning.planSoon(SITE);
    expect(planning.running()).toBe(false);
  });

  it('starts while a first sync finds many files, and for few or a later one does not', () => {
    planning.planFound(SITE, 1);
    expect(planning.running()).toBe(false);
    mirror.setSynced(SITE.id, 1);
    planning.planFound(SITE, FILES);
    expect(planning.running()).toBe(false);
  });

  it('starts while a first sync is still finding files, once it has found too many to be planned in place', () => {
    planning.planFound(SITE, 7);
    expect(planning.running()).toBe(false);
    planning.planFound(SITE, 8);
    expect(planning.running()).toBe(true);
  });

  it('is not started for a first sync of 10,000 files', async () => {
    const usual = startPlanning(data, mirror);
    usual.planFound(SITE, 10_000);
    expect(usual.running()).toBe(false);
    await usual.close();
  });

  it('plans thousands of files in place, in two turns of what was read at once', async () => {
    const here = startPlanning(data, mirror);
    let turns = 0;
    setImmediate(() => {
      turns += 1;
      observe(20);
    });
    const planned = await here.plan(question);
    expect([turns, here.running()]).toEqual([1, false]);
    expect(planned.actions).toHaveLength(FILES * 0.9);
    // What is new on the service takes several times as long.
    list(FILES + 500);
    await here.plan({ ...question, site: siteThatKeeps('none') });
    expect(here.running()).toBe(true);
    await here.close();
  });

  it('plans a thousand changes in two turns of what was read at once, and few in one', async () => {
    const here = startPlanning(data, mirror);
    mirror.setSynced(SITE.id, 1);
    agree(FILES);
    await here.plan(question);
    for (const [more, expected] of [
      [20, 0],
      [1000, 1],
    ] as const) {
      observe(FILES + more);
      let turns = 0;
      const turn = setImmediate(() => {
        turns += 1;
        observe(FILES);
      });
      const planned = await here.plan(question);
      clearImmediate(turn);
      expect([more, turns, here.running()]).toEqual([more, expected, false]);
      expect(planned.actions).toHaveLength(more * 0.9);
    }
    await here.close();
  });

  it('sees what was written the moment before', async () => {
    await planning.plan(question);
    observe(20);
    expect((await planning.plan(question)).actions).toHaveLength(18);
  });

  it('answers several sites at once, each with its own', async () => {
    const other = { ...question, site: siteThatKeeps('none'), ignore: [] };
    const [first, second] = await Promise.all([planning.plan(question), planning.plan(other)]);
    expect(first.actions).toHaveLength(FILES * 0.9);
    expect(second.actions).toHaveLength(FILES);
  });

  it('leaves the loop free while a large site is planned', async () => {
    observe(40_000);
    let turns = 0;
    // Each is a turn of the loop while the plan is made: in place there would be none.
    const counting = setInterval(() => (turns += 1), 1);
    const planned = planning.plan(question).finally(() => clearInterval(counting));
    expect((await planned).actions).toHaveLength(36_000);
    expect(turns).toBeGreaterThan(20);
  });

  it('starts nothing any more once the program closes', async () => {
    await planning.plan(question);
    const closing = planning.close();
    await expect(planning.plan({ ...question, device: 'late' })).rejects.toThrow('closed');
    await closing;
    expect(planning.running()).toBe(false);
  });

  it('starts again after it was idle, and ends what is under way when the program closes', async () => {
    await planning.plan(question);
    await expect.poll(() => planning.running()).toBe(false);
    const planned = planning.plan(question);
    expect(planning.running()).toBe(true);
    expect((await planned).agreed).toBe(0);
    const last = planning.plan(question);
    const failed = expect(last).rejects.toThrow('closed');
    await planning.close();
    await failed;
  });
});
