import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SAMPLE, sample } from '../sample/sample.ts';
import { report } from './reading.ts';

describe('the datamodels of the sample', () => {
  const files = sample.sites.flatMap((site) =>
    site.files.filter(({ category }) => category === 'kg-csv').map(({ path }) => [path, site.id] as const),
  );

  it.each(files)('%s names what it is made of', async (path) => {
    const { points, equipment, problems, rows } = await report(readFileSync(join(SAMPLE, path)));
    expect(points.length + equipment.length).toBe(rows);
    expect(rows).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });
});

/** A folder of public files with facts about them; where it is not given, these tests do not exist. */
const DATA = process.env['SITESYNC_DATA'] ?? '';

if (existsSync(join(DATA, 'points'))) {
  describe('public files', () => {
    const read = (name: string): ReturnType<typeof report> =>
      report(readFileSync(join(DATA, 'points', name)));

    it('of VOLTTRON, for BACnet', async () => {
      const { points, problems } = await read('bacnet.csv');
      expect([points.length, new Set(points.map(({ id }) => id)).size, problems]).toEqual([84, 84, []]);
      expect(points.filter(({ unit }) => unit === 'degreesFahrenheit')).toHaveLength(23);
      expect(points.filter((each) => each.class === 'analogValue')).toHaveLength(36);
    });

    it('of VOLTTRON, for Modbus', async () => {
      const { points } = await read('catalyst371.csv');
      expect(points).toHaveLength(42);
      expect(points.filter(({ unit }) => unit === '%')).toHaveLength(13);
      // One is written with a blank before it.
      expect(points.filter(({ unit }) => unit === 'kW')).toHaveLength(2);
    });

    it('of Project Haystack, as a grid of marks', async () => {
      const { points, equipment, problems } = await read('carytown.csv');
      expect([points.length, equipment.length, problems]).toEqual([18, 4, []]);
      expect(points.filter(({ unit }) => unit === 'inH₂O')).toHaveLength(1);
      expect(points.find(({ label }) => label === 'Tariff His')?.equipment).toBe('Carytown ElecMeter-Main');
      expect(points.map(({ label }) => label)).toContain('ZoneTempSp');
      expect(points.filter(({ id, label }) => label === id)).toEqual([]);
    });

    it('of buildings, which name no timeseries, with bare CR line ends', async () => {
      const { points, rows, problems, header } = await read('meta_open.csv');
      expect([points.length, rows, header.length, problems.length]).toEqual([0, 507, 19, 1]);
    });
  });
} else {
  console.log(
    'Public datamodels are left out: set SITESYNC_DATA to the folder that holds their "points" folder.',
  );
}
