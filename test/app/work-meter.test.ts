import { describe, expect, it } from 'vitest';
import { WorkMeter } from '../../main/app/work-meter.ts';
import { Progress } from '../../main/sync/state/progress.ts';
import type { SiteId } from '../../shared/model/ids.ts';

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
