import { afterEach, describe, expect, it } from 'vitest';
import { parseTyped } from '../../../renderer/features/charts/time/range-typed.ts';
import { timeTicks } from '../../../renderer/features/charts/time/time-ticks.ts';
import {
  momentText,
  rangeText,
  typedText,
  zoneNames,
} from '../../../renderer/features/charts/time/time-words.ts';
import { presetRange } from '../../../shared/time/presets.ts';
import { localIso } from '../../../shared/time/zone.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (iso: string): number => Date.parse(iso);
const own = process.env['TZ'];

afterEach(() => {
  if (own === undefined) delete process.env['TZ'];
  else process.env['TZ'] = own;
});

const labels = (from: string, to: string, zone: string, most: number): readonly string[] =>
  timeTicks({ from: at(from), to: at(to) }, zone, most).map(({ label }) => label);

/** A laptop at home, one that changes its own clock at the same moment as the site, one on the other side of the world. */
describe.each(['UTC', 'Europe/Berlin', 'America/New_York'])('on a computer in %s', (zone) => {
  const inZone = <T>(run: () => T): T => {
    process.env['TZ'] = zone;
    expect(new Date(2026, 6, 1).getTimezoneOffset()).toBe({ UTC: 0, 'Europe/Berlin': -120 }[zone] ?? 240);
    return run();
  };

  it('the axis leaps over the hour that is left out in March', () => {
    const hours = inZone(() => labels('2026-03-28T23:00Z', '2026-03-29T04:00Z', 'Europe/Berlin', 6));
    expect(hours).toEqual(['00:00', '01:00', '03:00', '04:00', '05:00']);
  });

  it('the axis marks the hour that comes twice in October both times', () => {
    const hours = inZone(() => labels('2026-10-24T22:00Z', '2026-10-25T03:00Z', 'Europe/Berlin', 6));
    expect(hours).toEqual(['00:00', '01:00', '02:00', '02:00', '03:00']);
  });

  it('marks of several hours and of days stay at round times of the site across both changes', () => {
    const quarters = inZone(() => labels('2026-03-28T23:00Z', '2026-03-30T22:00Z', 'Europe/Berlin', 8));
    expect(quarters).toEqual(['00:00', '06:00', '12:00', '18:00', '00:00', '06:00', '12:00', '18:00']);
    const days = timeTicks(
      { from: at('2026-10-23T12:00Z'), to: at('2026-10-27T12:00Z') },
      'Europe/Berlin',
      6,
    );
    expect(days.map((tick) => localIso(tick.at, 'Europe/Berlin'))).toEqual([
      '2026-10-24T00:00:00+02:00',
      '2026-10-25T00:00:00+02:00',
      '2026-10-26T00:00:00+01:00',
      '2026-10-27T00:00:00+01:00',
    ]);
  });

  it('moments are told with their zone, so that the hour that comes twice is told apart', () => {
    const told = inZone(() =>
      ['2026-10-25T00:30Z', '2026-10-25T01:30Z'].map((iso) =>
        momentText(at(iso), 'America/New_York', at(iso)),
      ),
    );
    expect(told[0]).toMatch(/24.*20:30 (EDT|GMT-4)$/);
    const twice = ['2026-11-01T05:30Z', '2026-11-01T06:30Z'].map((iso) =>
      momentText(at(iso), 'America/New_York', at(iso)),
    );
    expect(twice.map((text) => text.replace(/.* /, ''))).toEqual(['EDT', 'EST']);
    expect(twice.map((text) => /01:30/.test(text))).toEqual([true, true]);
  });

  it('presets are as long as the site’s own calendar makes them', () => {
    const hours = (preset: 'day' | 'week' | 'month' | 'year', now: string): number => {
      const { from, to } = inZone(() => presetRange(preset, at(now), 'Europe/Berlin'));
      return (to - from) / HOUR;
    };
    expect(hours('day', '2026-03-29T10:00Z')).toBe(23);
    expect(hours('day', '2026-10-25T10:00Z')).toBe(25);
    expect(hours('day', '2026-07-01T10:00Z')).toBe(24);
    expect(hours('week', '2026-03-29T10:00Z')).toBe(7 * 24 - 1);
    expect(hours('month', '2026-03-31T10:00Z')).toBe(31 * 24 - 1);
    expect(hours('year', '2028-02-29T10:00Z')).toBe(366 * 24);
  });

  it('what is typed is a moment of the site’s clock', () => {
    const typed = (text: string): string | null =>
      inZone(() => {
        const ms = parseTyped(text, 'Europe/Berlin');
        return ms === null ? null : localIso(ms, 'Europe/Berlin');
      });
    expect(typed('2026-03-29')).toBe('2026-03-29T00:00:00+01:00');
    expect(typed('2026-03-29 02:30')).toBe('2026-03-29T03:30:00+02:00');
    expect(typed('2026-10-25 02:30')).toBe('2026-10-25T02:30:00+02:00');
    expect([typed('2026-02-30'), typed('tomorrow'), typed('2026-01-01 24:00')]).toEqual([null, null, null]);
    const moment = at('2026-07-01T12:34Z');
    expect(parseTyped(typedText(moment, 'Asia/Kolkata'), 'Asia/Kolkata')).toBe(moment);
  });
});

describe('the axis of time', () => {
  it('says the day, month or year once, where it begins', () => {
    const range = { from: at('2026-02-27T00:00Z'), to: at('2026-03-03T00:00Z') };
    const ticks = timeTicks(range, 'UTC', 5);
    expect(ticks.map(({ context }) => context !== null)).toEqual([true, false, true, false]);
  });

  it('never has more marks than fit, and none outside, from seconds to centuries', () => {
    for (const zone of ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns']) {
      for (let length = 1000; length < 90 * 365 * DAY; length *= 1.7) {
        const range = { from: at('2026-03-01T05:17:23Z'), to: at('2026-03-01T05:17:23Z') + length };
        const ticks = timeTicks(range, zone, 9);
        expect(ticks.length, `${zone} ${length}`).toBeLessThanOrEqual(10);
        expect(ticks.every((tick) => tick.at >= range.from && tick.at < range.to)).toBe(true);
        expect(ticks.every((tick, index) => index === 0 || tick.at > ticks[index - 1]!.at)).toBe(true);
      }
    }
  });

  it('tells a stretch as finely as it is long', () => {
    const from = at('2026-10-27T11:36:40.952Z');
    const clocks = (to: string): readonly string[] =>
      rangeText({ from, to: at(to) }, 'UTC', from).match(/\d+:[\d:.]+/g) ?? [];
    expect(clocks('2026-10-28T21:13:35.510Z')).toEqual(['11:36', '21:13']);
    expect(clocks('2026-10-27T11:38:35.510Z')).toEqual(['11:36:40', '11:38:35']);
    expect(clocks('2026-10-27T11:36:41.500Z')).toEqual(['11:36:40.952', '11:36:41.5']);
  });

  it('tells milliseconds in three digits at most, whatever seconds they come after', () => {
    const told = ['03.272', '16.387', '03.500', '00.007', '59.999', '03.000', '00.000'].map(
      (seconds) =>
        / (\S+) UTC$/.exec(
          momentText(at(`2026-11-22T12:05:${seconds}Z`), 'UTC', at('2026-11-22T13:00:00Z')),
        )?.[1],
    );
    const clocks = [':03.272', ':16.387', ':03.5', ':00.007', ':59.999', ':03', ''];
    expect(told).toEqual(clocks.map((seconds) => `12:05${seconds}`));
  });

  it('names both zones of a stretch across a change', () => {
    const range = { from: at('2026-03-01T00:00Z'), to: at('2026-04-01T00:00Z') };
    expect(zoneNames(range, 'America/New_York')).toBe('EST/EDT');
    expect(rangeText(range, 'UTC', at('2026-05-01T00:00Z'))).toMatch(/1.*Apr|Apr.*1/);
  });
});
