import { describe, expect, it } from 'vitest';
import { WorkMeter } from '../../main/app/work-meter.ts';
import { Progress } from '../../main/sync/telling/progress.ts';
import type { AppState } from '../../shared/ipc/app.ts';
import type { SiteId } from '../../shared/model/ids.ts';

/** Looks at it twice a second, which `step` moves on, until it says that nothing is left. */
function watched(progress: Progress, step: (at: number) => boolean): readonly AppState['work'][] {
  const meter = new WorkMeter();
  const seen: AppState['work'][] = [];
  for (let at = 0, goesOn = true; goesOn; at += 1) {
    goesOn = step(at);
    seen.push(meter.read(progress, at * 500));
  }
  return seen;
}

const of = (path: string, total: number | null) =>
  ({ site: 'harbour' as SiteId, path, direction: 'down', total }) as const;

describe('the work under way', () => {
  it('counts a transfer that no sync planned, as a model, by its own length', () => {
    const progress = new Progress();
    const read = () => {
      const { bytesDone, bytesTotal } = new WorkMeter().read(progress, 0);
      return [bytesDone, bytesTotal];
    };
    progress.expect(1, 1000);
    const file = progress.begin(of('file', 1000));
    const model = progress.begin(of('model', 6000), { planned: false });
    file.moved(1000);
    model.moved(2500);
    expect(read()).toEqual([3500, 7000]);
    file.end();
    model.end();
    expect(read()).toEqual([3500, 3500]);
    const again = progress.begin(of('model', 6000), { from: 2500, planned: false });
    expect(progress.state.running).toMatchObject([{ done: 2500, total: 6000 }]);
    again.moved(3500);
    again.end();
    expect(read()).toEqual([7000, 7000]);
  });

  it('expects only the rest of a file that goes on where it stopped', () => {
    const progress = new Progress();
    progress.expect(1, 1000);
    const file = progress.begin(of('file', 1000), { from: 400 });
    file.moved(100);
    expect(progress.state).toMatchObject({ bytesDone: 100, bytesTotal: 600, running: [{ done: 500 }] });
  });

  it('expects no more of a file that failed, and counts what it is planned with anew', () => {
    const progress = new Progress();
    progress.expect(3, 3000);
    const [done, broken, refused] = [of('done', 1000), of('broken', 1000), of('refused', 1000)];
    const first = progress.begin(done);
    first.moved(1000);
    first.end();
    progress.fileEnded(done, 1000, true);
    const second = progress.begin(broken);
    second.moved(300);
    second.end();
    progress.fileEnded(broken, 1000, false);
    progress.fileEnded(refused, 1000, false);
    expect(progress.state).toMatchObject({ filesDone: 1, filesTotal: 1, bytesDone: 1300, bytesTotal: 1300 });
    progress.expect(2, 2000);
    progress.begin(broken, { from: 300 });
    expect(progress.state).toMatchObject({ filesDone: 1, filesTotal: 3, bytesDone: 1300, bytesTotal: 3000 });
  });

  it('counts what a first try brought once, also where a second one goes on with it', () => {
    const progress = new Progress();
    progress.expect(1, 1000);
    progress.begin(of('file', 1000), { from: 200 }).moved(300);
    const again = progress.begin(of('file', 1000), { from: 500 });
    again.moved(500);
    again.end();
    progress.fileEnded(of('file', 1000), 1000, true);
    expect(progress.state).toMatchObject({ filesDone: 1, filesTotal: 1, bytesDone: 800, bytesTotal: 800 });
  });

  it('knows nothing of what comes without a length', () => {
    const progress = new Progress();
    const model = progress.begin(of('model', null), { planned: false });
    model.moved(10);
    model.end();
    expect(progress.state).toMatchObject({ bytesDone: 10, bytesTotal: 0 });
  });
});

describe('how a run is told', () => {
  const TINY = 20;
  /** So many files of a few bytes, ten in half a second; every other look finds none on its way. */
  function ofTinyFiles(progress: Progress, count: number): readonly AppState['work'][] {
    progress.phase('transferring', 'harbour' as SiteId);
    progress.expect(count, count * TINY);
    return watched(progress, (at) => {
      for (let nth = 0; nth < 10; nth += 1) {
        const file = of(`${at}-${nth}`, TINY);
        const running = progress.begin(file);
        running.moved(TINY);
        if (nth === 9 && at % 2 === 0) continue;
        running.end();
        progress.fileEnded(file, TINY, true);
      }
      // Another site is looked at meanwhile.
      progress.phase(at % 3 === 0 ? 'listing' : 'transferring', 'harbour' as SiteId);
      return at < 90;
    });
  }

  it('counts the files of many tiny ones from beginning to end, and says no second where thousands are pending', () => {
    const seen = ofTinyFiles(new Progress(), 3000);
    expect(new Set(seen.map(({ by }) => by))).toEqual(new Set(['files']));
    const times = seen.slice(8).map(({ secondsLeft }) => secondsLeft ?? Number.NaN);
    const left = seen.slice(8).map(({ filesDone, filesTotal }) => filesTotal - filesDone);
    // Some twenty files a second.
    for (const [at, seconds] of times.entries()) {
      expect(seconds).toBeGreaterThan(left[at]! / 20 / 1.4);
      expect(seconds).toBeLessThan((left[at]! / 20) * 1.4 + 5);
    }
  });

  it('counts bytes of a few files or of larger ones, and in the end where large ones alone are left', () => {
    const MB = 1_048_576;
    const of20 = new Progress();
    of20.expect(19, 19 * TINY);
    of20.begin(of('one', TINY));
    expect(new WorkMeter().read(of20, 0).by).toBe('bytes');
    const photos = new Progress();
    photos.expect(200, 200 * MB);
    photos.begin(of('photo', MB));
    expect(new WorkMeter().read(photos, 0).by).toBe('bytes');
    const mixed = new Progress();
    mixed.phase('transferring', 'harbour' as SiteId);
    mixed.expect(3001, 3000 * TINY + 40 * MB);
    const large = mixed.begin(of('large', 40 * MB));
    const seen = watched(mixed, (at) => {
      if (at >= 10) large.moved(4 * MB);
      else for (let nth = 0; nth < 300; nth += 1) mixed.fileEnded(of(`${at}-${nth}`, TINY), TINY, true);
      return at < 19;
    });
    expect(seen.map(({ by }) => by).filter((by, at, all) => by !== all[at - 1])).toEqual(['files', 'bytes']);
  });

  it('begins anew with the next run', () => {
    const progress = new Progress();
    const meter = new WorkMeter();
    progress.expect(100, 100 * TINY);
    progress.begin(of('a', TINY)).end();
    progress.phase('transferring', 'harbour' as SiteId);
    expect(meter.read(progress, 0).by).toBe('files');
    progress.phase('idle', null);
    progress.reset();
    expect(meter.read(progress, 500)).toMatchObject({ by: 'bytes', secondsLeft: null });
    progress.expect(1, 5000);
    progress.begin(of('b', 5000));
    expect(meter.read(progress, 1000).by).toBe('bytes');
  });

  it('tells no time left while all that is on its way is paused, and afterwards no rate that counts the pause', () => {
    const MB = 1_048_576;
    const progress = new Progress();
    const meter = new WorkMeter();
    progress.phase('transferring', 'harbour' as SiteId);
    progress.expect(1, 100 * MB);
    const file = progress.begin({ ...of('file', 100 * MB), direction: 'up' });
    let paused = false;
    const look = (at: number, moved: number): AppState['work'] => {
      file.moved(moved);
      return meter.read(progress, at * 500, (site) => paused && site === 'harbour');
    };
    for (let at = 0; at < 10; at += 1) look(at, MB);
    const before = look(10, MB);
    expect(before.bytesPerSecond! / MB).toBeCloseTo(2, 3);
    expect([before.secondsLeft === null, before.stands]).toEqual([false, false]);
    paused = true;
    // What was in the pipe still goes.
    const { rates } = look(11, MB / 2);
    for (let at = 12; at < 60; at += 1)
      expect(look(at, 0)).toMatchObject({ bytesPerSecond: null, secondsLeft: null, rates, stands: true });
    expect(look(60, 0).running).toHaveLength(1);
    paused = false;
    for (let at = 61; at < 70; at += 1) look(at, MB);
    const after = look(70, MB);
    expect([after.bytesPerSecond! / MB, after.stands]).toEqual([expect.closeTo(2, 3), false]);
  });

  it('remembers the rate of large files, each way, and none of tiny ones', () => {
    const MB = 1_048_576;
    const progress = new Progress();
    expect(ofTinyFiles(progress, 1000).at(-1)?.rates).toEqual({ up: null, down: null });
    const meter = new WorkMeter();
    const run = (direction: 'up' | 'down', perLook: number): void => {
      const running = progress.begin({ ...of(direction, 10 * MB), direction });
      for (let at = 0; at < 10; at += 1) {
        running.moved(perLook);
        meter.read(progress, at * 500);
      }
      running.end();
      meter.read(progress, 6000);
    };
    run('down', MB);
    run('up', MB / 4);
    const { rates } = meter.read(progress, 7000);
    expect([rates.down! / MB, rates.up! / MB].map((rate) => rate.toFixed(3))).toEqual(['2.000', '0.500']);
    // Also once nobody is signed in.
    expect(meter.read(null, 8000).rates).toEqual(rates);
  });
});
