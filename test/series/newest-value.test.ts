import { expect, it } from 'vitest';
import { readSeries } from '../../main/series/read.ts';
import { DAY, HOUR, NOW, openDesk, SITE } from './desk.ts';

it('tells the newest value of a series, in its range or not, thinned or not, as far as it is here', async () => {
  const desk = openDesk();
  desk.service.known.set('a', (at) => (at / 600_000) % 1000);
  desk.service.ends = NOW - DAY;
  const at = NOW - DAY - 600_000;
  const value = (at / 600_000) % 1000;
  const read = async (from: number, to: number, maxPoints: number | null) => {
    const { series } = await readSeries(
      desk.context,
      { site: SITE, ids: ['a'], from, to },
      { maxPoints, fetch: true, signal: new AbortController().signal },
    );
    return series[0]!;
  };
  const thinned = await read(NOW - 30 * DAY, NOW - 600_000, 8);
  expect(thinned).toMatchObject({ whole: false, lastAt: at, lastValue: value, stats: { last: value } });
  expect(thinned.emptyAt).toBeNull();
  expect(await read(NOW - HOUR, NOW, null)).toMatchObject({ lastValue: value, stats: { last: null } });
  expect(await read(NOW - 9 * DAY, NOW - 8 * DAY, null)).toMatchObject({ lastAt: at, lastValue: value });
  // Somebody else asked how far it reaches; that sample never came.
  const later = { id: 'a', lastAt: NOW - HOUR, emptyAt: null };
  desk.mirror.series.setChecked({ origin: 'https://a.test', site: SITE }, [later], NOW);
  expect(await read(NOW - 9 * DAY, NOW - 8 * DAY, null)).toMatchObject({
    lastAt: NOW - HOUR,
    lastValue: null,
  });
  const empty = { id: 'a', lastAt: NOW - HOUR, emptyAt: NOW - 1 };
  desk.mirror.series.setChecked({ origin: 'https://a.test', site: SITE }, [empty], NOW);
  expect(await read(NOW - 9 * DAY, NOW - 8 * DAY, null)).toMatchObject(empty);
});
