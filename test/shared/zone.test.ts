import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addUnits, instantOf, localIso, offsetAt, safeZone, startOf } from '../../shared/time/zone.ts';

const at = (text: string): number => Date.parse(text);
const HOUR = 3_600_000;

describe('a zone clock', () => {
  it.each([
    ['Europe/Amsterdam', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
    ['Europe/Amsterdam', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
    ['Europe/Amsterdam', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
    ['Europe/Amsterdam', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00'],
    ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T01:30:00-04:00'],
    ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01T01:30:00-05:00'],
    ['Australia/Sydney', '2026-04-04T16:00:00Z', '2026-04-05T02:00:00+10:00'],
    ['Asia/Kathmandu', '2026-11-21T00:00:00Z', '2026-11-21T05:45:00+05:45'],
  ])('shows %s %s as %s', (zone, utc, local) => {
    expect(localIso(at(utc), zone)).toBe(local);
  });

  it('has days of 23 and 25 hours where the clock changes', () => {
    const zone = 'Europe/Amsterdam';
    const spring = startOf('day', at('2026-03-29T12:00:00Z'), zone);
    expect(addUnits(spring, 1, 'day', zone) - spring).toBe(23 * HOUR);
    const autumn = startOf('day', at('2026-10-25T12:00:00Z'), zone);
    expect(addUnits(autumn, 1, 'day', zone) - autumn).toBe(25 * HOUR);
  });

  it('takes the first of two instants with one wall time, and the next after a wall time that never was', () => {
    expect(instantOf(at('2026-10-25T02:30:00Z'), 'Europe/Amsterdam')).toBe(at('2026-10-25T00:30:00Z'));
    expect(instantOf(at('2026-03-29T02:30:00Z'), 'Europe/Amsterdam')).toBe(at('2026-03-29T01:30:00Z'));
  });

  it('starts weeks on Monday, and months and years by the zone', () => {
    const zone = 'America/New_York';
    expect(localIso(startOf('week', at('2026-11-21T12:00:00Z'), zone), zone)).toBe(
      '2026-11-16T00:00:00-05:00',
    );
    expect(localIso(startOf('month', at('2026-11-01T03:00:00Z'), zone), zone)).toBe(
      '2026-10-01T00:00:00-04:00',
    );
    expect(localIso(startOf('year', at('2026-07-01T00:00:00Z'), zone), zone)).toBe(
      '2026-01-01T00:00:00-05:00',
    );
  });

  it('falls back to UTC for a zone that Intl does not know', () => {
    expect(safeZone('Mars/Olympus')).toBe('UTC');
    expect(offsetAt(0, safeZone(null))).toBe(0);
  });

  it.each(['Europe/Amsterdam', 'America/New_York', 'Pacific/Auckland'])(
    'is the same on a computer in %s, also while its own clock changes',
    (own) => {
      const module = JSON.stringify(join(import.meta.dirname, '../../shared/time/zone.ts'));
      const code = `
        import { localIso, startOf, addUnits } from ${module};
        const lines = [];
        for (let at = Date.parse('2026-03-28T20:00:00Z'); at < Date.parse('2026-03-30T04:00:00Z'); at += 900000)
          for (const zone of ['Europe/Amsterdam', 'America/New_York', 'Pacific/Auckland'])
            lines.push(localIso(at, zone) + addUnits(startOf('day', at, zone), 1, 'day', zone));
        console.log(lines.join());`;
      const run = (zone: string): string =>
        spawnSync(process.execPath, ['--input-type=module', '-e', code], {
          env: { ...process.env, TZ: zone },
          encoding: 'utf8',
        }).stdout;
      const inUtc = run('UTC');
      expect(inUtc.length).toBeGreaterThan(1000);
      expect(run(own)).toBe(inUtc);
    },
  );
});
