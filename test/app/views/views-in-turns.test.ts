import { describe, expect, it } from 'vitest';
import type { Moment } from '../../../main/app/views/moment.ts';
import type { FileQuery } from '../../../main/app/views/views.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { ViewsInTurns, type ClosableViews } from '../../../main/app/views/views-in-turns.ts';

const MOMENT: Moment = {
  online: true,
  signedIn: true,
  paused: false,
  platform: 'linux',
  device: 'laptop',
  ignore: [],
  ignoreTexts: {},
  running: [],
  slowed: {},
  revisions: { a: 0 },
  touched: {},
};
const QUERY: Omit<FileQuery, 'site'> = {
  filter: { text: '', category: null, status: [], folder: null },
  sort: { by: 'name', descending: false },
};
const at = (revision: number): Moment => ({ ...MOMENT, revisions: { a: revision } });

/** Views whose looking anew takes as long as the test lets it, on a clock that the test moves. */
function stage(lookTakes: number) {
  let clock = 0;
  const made: string[] = [];
  const looks: (() => void)[] = [];
  const sleeps: (() => void)[] = [];
  const listed: string[] = [];
  let holding = false;
  const make = (): ClosableViews => {
    const name = `views ${made.length + 1}`;
    made.push(name);
    let moment: Moment | null = null;
    let built = '';
    return {
      at: async (next: Moment) => {
        moment = next;
      },
      counts: async () => {
        const wanted = String(moment?.revisions['a']);
        if (built === wanted) return [];
        clock += lookTakes;
        if (holding) await new Promise<void>((resolve) => looks.push(resolve));
        built = wanted;
        return [];
      },
      search: async () => ({ places: [`${name} at ${built}`] }),
      page: async ({ site }: FileQuery) => {
        listed.push(`${site} by ${name} at ${built}`);
        return { rows: [] };
      },
      close: async () => undefined,
    } as unknown as ClosableViews;
  };
  const views = new ViewsInTurns({
    make,
    now: () => clock,
    sleep: () => new Promise((resolve) => sleeps.push(resolve)),
  });
  return {
    views,
    made,
    listed,
    said: async () => (await views.search('', 1)).places[0] as unknown,
    hold: () => {
      holding = true;
    },
    finishLook: () => looks.shift()?.(),
    finishSleep: () => sleeps.shift()?.(),
    pass: (ms: number) => {
      clock += ms;
    },
    takes: (ms: number) => {
      lookTakes = ms;
    },
    looks,
    sleeps,
  };
}

describe('views that take turns', () => {
  it('are one alone while looking anew takes no time', async () => {
    const { views, made, said } = stage(5);
    for (const revision of [1, 2, 3]) {
      await views.soon(at(revision));
      expect(await said()).toBe(`views 1 at ${revision}`);
    }
    expect(made).toEqual(['views 1']);
  });

  it('keep a screen waiting for a short time where the last look was quick', async () => {
    const { views, said, hold, finishLook, finishSleep, sleeps } = stage(5);
    await views.at(at(1));
    hold();
    const asked = views.soon(at(2));
    expect(sleeps).toHaveLength(1);
    finishSleep();
    await asked;
    expect(await said()).toBe('views 1 at 1');
    finishLook();
    await views.at(at(2));
    expect(await said()).toBe('views 1 at 2');
  });

  it('make the lists of the screens before they change places, and others no more', async () => {
    const { views, listed, pass } = stage(600);
    await views.at(at(1));
    const queryOf = (site: string) => ({ ...QUERY, site: site as SiteId });
    for (const site of ['one', 'two', 'three', 'two']) await views.page(queryOf(site), 0, 10);
    await views.page(queryOf('three'), 10, 10);
    pass(10_000);
    listed.length = 0;
    await views.at(at(2));
    expect(listed).toEqual(['two by views 2 at 2', 'three by views 2 at 2']);
    pass(10_000);
    await views.at(at(3));
    expect(listed).toHaveLength(2);
  });

  it('make a command wait for the state of its moment', async () => {
    const { views, said, hold, finishLook, looks } = stage(600);
    await views.at(at(1));
    hold();
    let done = false;
    const asked = views.at(at(3)).then(() => {
      done = true;
    });
    await expect.poll(() => looks.length).toBe(1);
    expect(done).toBe(false);
    finishLook();
    await asked;
    expect(await said()).toBe('views 2 at 3');
  });

  it('answer a screen at once from the last look where that took long', async () => {
    const { views, said, hold, finishLook, sleeps, looks, pass } = stage(600);
    await views.at(at(1));
    pass(10_000);
    hold();
    await views.soon(at(2));
    expect(await said()).toBe('views 1 at 1');
    expect([looks.length, sleeps.length]).toEqual([1, 0]);
    finishLook();
    await views.at(at(2));
    expect(await said()).toBe('views 2 at 2');
  });

  it('do not look anew for screens all the time', async () => {
    const { views, said, made, pass } = stage(600);
    await views.at(at(1));
    await views.soon(at(2));
    expect(await said()).toBe('views 1 at 1');
    pass(600 * 4);
    await views.at(at(2));
    expect(await said()).toBe('views 2 at 2');
    expect(made).toHaveLength(2);
  });

  it('leave looking at a large site to the clock of the screens, which looks every fifth', async () => {
    const { views, said, hold, looks, pass } = stage(600);
    await views.at(at(1));
    hold();
    pass(600 * 4);
    await views.soon(at(2));
    expect(looks).toHaveLength(0);
    // Where that does not tick, they look themselves in the end.
    pass(600 * 4);
    await views.soon(at(2));
    expect(looks).toHaveLength(1);
    expect(await said()).toBe('views 1 at 1');
  });

  it('do not look anew all the time either where a large site takes a short time', async () => {
    const { views, said, pass, takes } = stage(600);
    await views.at(at(1));
    takes(10);
    pass(10_000);
    await views.soon(at(2));
    expect(await said()).toBe('views 2 at 2');
    await views.soon(at(3));
    expect(await said()).toBe('views 2 at 2');
    pass(10 * 8);
    await views.soon(at(3));
    expect(await said()).toBe('views 1 at 3');
  });

  it('wait for the first look, since there is no earlier one', async () => {
    const { views, said } = stage(600);
    await views.soon(at(1));
    expect(await said()).toBe('views 1 at 1');
  });

  it('say what went wrong to whoever waits to the end, and look again the next time', async () => {
    let broken = true;
    const views = new ViewsInTurns({
      make: () =>
        ({
          at: async () => undefined,
          counts: async () => {
            if (broken) throw new Error('the disk is gone');
            return [];
          },
          close: async () => undefined,
        }) as unknown as ClosableViews,
      now: () => 0,
      sleep: async () => undefined,
    });
    await expect(views.at(at(1))).rejects.toThrow('the disk is gone');
    broken = false;
    await views.at(at(1));
  });
});
