import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import {
  progressLine,
  showShare,
  shownWriting,
  withinWidth,
} from '../../../main/hosts/cli/output/progress-bar.ts';
import type { Output } from '../../../main/hosts/cli/output/output.ts';
import type { ProgressState } from '../../../main/sync/telling/progress.ts';
import type { SiteId } from '../../../shared/model/ids.ts';

const MB = 1_000_000;
const idle: ProgressState = {
  phase: 'idle',
  site: null,
  filesDone: 0,
  filesTotal: 0,
  bytesDone: 0,
  bytesTotal: 0,
  bytesUp: 0,
  bytesDown: 0,
  running: [],
  reading: null,
};
const known = (secondsLeft: number) => () => ({ bytesPerSecond: 2.4 * MB, secondsLeft });
const unknown = () => ({ bytesPerSecond: null, secondsLeft: null });

it('says bytes, files, rate and time left together', () => {
  const state = { ...idle, filesDone: 3, filesTotal: 8, bytesDone: 209 * MB, bytesTotal: 529 * MB };
  expect(progressLine(state, known(59))).toBe(
    '[#######.............] 209 MB of 529 MB · 3 of 8 files · 2.4 MB/s · 59 s left',
  );
  expect(progressLine(state, known(600))).toContain('10 min left');
  expect(progressLine(state, known(20_000))).toContain('6 h left');
  expect(progressLine(state, unknown)).toBe('[#######.............] 209 MB of 529 MB · 3 of 8 files');
});

it('never says that all is done before it is', () => {
  const state = { ...idle, filesDone: 7, filesTotal: 8, bytesDone: 1_120_000, bytesTotal: 1_149_000 };
  expect(progressLine(state, unknown)).toContain('1.12 MB of 1.15 MB');
});

it('asks for the time of what is left, and never draws beyond its end', () => {
  const asked: number[] = [];
  const state = { ...idle, filesTotal: 1, bytesDone: 12 * MB, bytesTotal: 10 * MB };
  const line = progressLine(state, (left) => {
    asked.push(left);
    return unknown();
  });
  expect(asked).toEqual([-2 * MB]);
  expect(line).toContain(`[${'#'.repeat(20)}]`);
});

it('shows a model that is fetched by itself', () => {
  const running = [
    { site: 's' as SiteId, path: 'tower', direction: 'down', total: 4 * MB, done: MB },
    { site: 's' as SiteId, path: 'of unknown size', direction: 'down', total: null, done: MB },
  ] as const;
  expect(progressLine({ ...idle, running }, unknown)).toBe('[#####...............] 1.0 MB of 4.0 MB');
});

it('says what goes on while no bytes move yet', () => {
  expect(progressLine({ ...idle, phase: 'scanning' }, unknown)).toBe('Looking through the folder…');
  expect(progressLine({ ...idle, phase: 'hashing' }, unknown)).toBe('Reading files…');
});

it('names a large file that is read through, as a line that steers no terminal, while nothing moves', () => {
  const reading = { site: 's' as SiteId, path: 'Other/scan\u001b[2J.e57' };
  expect(progressLine({ ...idle, phase: 'hashing', reading }, unknown)).toBe(
    'Reading Other/scan\ufffd[2J.e57…',
  );
  const waiting = {
    ...idle,
    filesTotal: 1,
    bytesTotal: 10 * MB,
    reading: { ...reading, path: 'Other/scan.e57' },
  };
  expect(progressLine(waiting, unknown)).toContain('0 of 1 file · reading Other/scan.e57');
  const running = [{ site: 's' as SiteId, path: 'a', direction: 'up', total: 4 * MB, done: MB }] as const;
  expect(progressLine({ ...waiting, running }, unknown)).not.toContain('scan');
});

it('fits the terminal, even one of unknown width', () => {
  const line = 'x'.repeat(200);
  expect([60, 80, 0, undefined].map((columns) => withinWidth(line, columns).length)).toEqual([
    59, 79, 79, 79,
  ]);
  // Each of these takes two columns.
  expect(withinWidth('Reading 建筑图纸/機械室.pdf…', 14)).toBe('Reading 建筑');
  expect(withinWidth('한국 ガス 👷👷', 14)).toBe('한국 ガス 👷');
  expect(withinWidth('13 of 15 files · 0 s left', 0)).toBe('13 of 15 files · 0 s left');
});

it('shows a share, and how much of a table was written, and leaves neither behind; nothing where nobody watches', async () => {
  const screen = Object.assign(new PassThrough(), { columns: 60 });
  const seen = (): string => String(screen.read() ?? '');
  const shown = showShare({ screen } as unknown as Output, 'fetching timeseries');
  shown.at(0.456);
  await expect.poll(seen).toContain('[#########...........] 45 % · fetching timeseries');
  shown.end();
  expect(seen()).toMatch(/\r\u001b\[K$/);
  const writing = shownWriting({ screen } as unknown as Output, 'a.csv', ['x'.repeat(2_000_000), 'y']);
  await writing.next();
  await writing.next();
  await expect.poll(seen).toContain('Writing a.csv… 2.0 MB');
  expect(await writing.next()).toEqual({ done: true, value: undefined });
  expect(seen()).toMatch(/\r\u001b\[K$/);
  const unseen = showShare({ screen: null } as Output, 'fetching timeseries');
  unseen.at(1);
  unseen.end();
  expect(seen()).toBe('');
});
