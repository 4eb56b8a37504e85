import { describe, expect, it } from 'vitest';
import { pickLocale } from '../../../renderer/text/locale.ts';
import { formatBeside, makeFormat } from '../../../renderer/ui/words/format.ts';

const utc = makeFormat('en-GB', 'UTC');
const amsterdam = makeFormat('en-GB', 'Europe/Amsterdam');
const NOW = Date.UTC(2026, 10, 17, 9, 42);

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [86_400, '86.4 kB'],
    [940_000, '940 kB'],
    [999_600, '1.0 MB'],
    [3_800_000, '3.8 MB'],
    [99_960_000, '100 MB'],
    [118_000_000, '118 MB'],
    [2_310_000_000, '2.31 GB'],
    [18_600_000_000, '18.6 GB'],
    [null, '–'],
  ])('writes %s as %s', (bytes, words) => {
    expect(utc.bytes(bytes)).toBe(words);
  });

  it('says a shared unit once', () => {
    expect(utc.bytesOf(209e6, 529e6)).toBe('209 of 529 MB');
    expect(utc.bytesOf(940e3, 529e6)).toBe('940 kB of 529 MB');
    expect(utc.bytesOf(0, 529e6)).toBe('0 of 529 MB');
  });

  it('never says that all is done before it is', () => {
    expect(utc.bytesOf(1_120_000, 1_149_000)).toBe('1.12 of 1.15 MB');
    expect(utc.bytesOf(1_148_999, 1_149_000)).toBe('1.14 of 1.15 MB');
    expect(utc.bytesOf(528_999_999, 529e6)).toBe('528.9 of 529.0 MB');
    expect(utc.bytesOf(2_309_999_999, 2_310_000_000)).toBe('2.309 of 2.310 GB');
    expect(utc.bytesOf(529e6, 529e6)).toBe('529 of 529 MB');
  });

  it('writes a rate and a share', () => {
    expect(utc.rate(2.4e6)).toBe('2.4 MB/s');
    expect(utc.percent(0.417)).toBe('41 %');
    expect(utc.percent(0.9999)).toBe('99 %');
    expect(utc.percent(1)).toBe('100 %');
    expect(utc.count(1284)).toBe('1,284');
  });
});

describe('time left', () => {
  it.each([
    [47, '47 s left'],
    [59.4, '59 s left'],
    [59.6, '1 min left'],
    [120, '2 min left'],
    [3900, '1 h 5 min left'],
    [3600, '1 h left'],
    [2 * 86_400 + 3 * 3600, '2 d 3 h left'],
    [Number.POSITIVE_INFINITY, '–'],
    [null, '–'],
  ])('writes %s seconds as %s', (seconds, words) => {
    expect(utc.timeLeft(seconds)).toBe(words);
  });
});

describe('times', () => {
  it.each([
    [Date.UTC(2026, 10, 17, 9, 36), '09:36'],
    [Date.UTC(2026, 10, 16, 18, 22), 'Mon 18:22'],
    [Date.UTC(2026, 10, 10, 18, 22), '10 Nov'],
    [Date.UTC(2025, 10, 12, 8), '12 Nov 2025'],
    [Date.UTC(2026, 10, 18, 8), '18 Nov'],
  ])('writes %s short for a column', (at, words) => {
    expect(utc.when(at, NOW)).toBe(words);
  });

  it('ends the day at midnight of the zone', () => {
    const late = Date.UTC(2026, 10, 16, 23, 30);
    expect(amsterdam.when(late, NOW)).toBe('00:30');
    expect(utc.when(late, NOW)).toBe('Mon 23:30');
    expect(amsterdam.whenLong(late, NOW)).toBe('Today 00:30');
    expect(utc.whenLong(late, NOW)).toBe('Yesterday 23:30');
    expect(amsterdam.whenSaid(late, NOW)).toBe('today 00:30');
    expect(utc.whenSaid(late, NOW)).toBe('yesterday 23:30');
  });

  it('takes the ISO text of the service and writes a dash for what is no time', () => {
    expect(utc.time('2026-11-17T09:41:00Z')).toBe('09:41');
    expect(utc.when('yesterday-ish', NOW)).toBe('–');
    expect(utc.when(null, NOW)).toBe('–');
  });

  it('tells how long ago', () => {
    expect(utc.ago(NOW - 4000, NOW)).toBe('now');
    expect(utc.ago(NOW - 5 * 60_000, NOW)).toBe('5 minutes ago');
    expect(utc.ago(NOW + 3 * 3_600_000, NOW)).toBe('in 3 hours');
    expect(utc.ago(NOW - 86_400_000, NOW)).toBe('yesterday');
  });

  it('names the zone', () => {
    expect(amsterdam.zoneName(NOW)).toBe('CET');
  });
});

describe('the locale', () => {
  it('is the English of the person, else one that cannot swap day and month', () => {
    expect(pickLocale(['de-CH', 'en-US'])).toBe('en-US');
    expect(pickLocale(['de-CH'])).toBe('en-GB');
  });
});

describe('times of a site beside those of the computer', () => {
  const at = Date.UTC(2026, 10, 16, 9, 5);

  it('say whose they are where the clocks differ', () => {
    const { here, there } = formatBeside('Asia/Tokyo', 'Europe/Amsterdam');
    expect(here.when(at, NOW)).toMatch(/^Mon 10:05 (CET|GMT\+1)$/);
    expect(there.when(at, NOW)).toMatch(/^Mon 18:05 (JST|GMT\+9)$/);
    expect(there.whenSaid(at, NOW)).toMatch(/^yesterday 18:05 (JST|GMT\+9)$/);
    // A day needs no clock.
    expect(there.when(Date.UTC(2026, 5, 1), NOW)).not.toContain(':');
    expect(there.when(null, NOW)).toBe('–');
  });

  it('say nothing of it where both clocks read alike then, or where the site has none', () => {
    for (const zone of ['Europe/Berlin', null]) {
      const { here, there } = formatBeside(zone, 'Europe/Amsterdam');
      expect([here.when(at, NOW), there.whenLong(at, NOW)]).toEqual(['Mon 10:05', 'Yesterday 10:05']);
    }
    const { there } = formatBeside('Europe/London', 'UTC');
    expect(there.whenSaid(at, NOW)).toBe('yesterday 09:05');
    const summer = Date.UTC(2026, 6, 1, 12);
    expect(there.whenSaid(summer, summer)).toMatch(/^today 13:00 (BST|GMT\+1)$/);
  });
});
