import { uuidOf } from '../../random.ts';
import type { PointSpec } from '../../series/point.ts';
import { meter, outdoorAir, power, pressure, speed, supplyAir, valve, zone } from '../../series/shapes.ts';

/** Haystack references, with a colon as their servers write them. */
const ref = (name: string): string =>
  `p:hudson:r:${uuidOf(`hudson ${name}`).slice(0, 8)}-${uuidOf(`hudson ${name}`).slice(24, 32)}`;

const chilled = power({ base: 40, people: 90, cooling: 21 });
const mainLoad = power({ base: 205, people: 330, cooling: 9 });

export const points: readonly PointSpec[] = [
  {
    id: ref('oat'),
    name: 'oat',
    label: 'Outside Air Temp',
    equipment: 'site',
    brick: 'Outside_Air_Temperature_Sensor',
    unit: '°C',
    digits: 1,
    shape: outdoorAir,
  },
  {
    id: ref('dat'),
    name: 'dat',
    label: 'AHU-1 Discharge Air Temp',
    equipment: 'AHU-1',
    brick: 'Supply_Air_Temperature_Sensor',
    unit: '°C',
    digits: 1,
    shape: supplyAir(18, 12.8),
    faults: [
      {
        kind: 'gap',
        from: '2026-01-24T19:30:00Z',
        hours: 38,
      },
    ],
  },
  {
    id: ref('dsp'),
    name: 'dsp',
    label: 'AHU-1 Duct Static Pressure',
    equipment: 'AHU-1',
    brick: 'Supply_Air_Static_Pressure_Sensor',
    unit: 'Pa',
    digits: 0,
    shape: pressure(310, 60),
  },
  {
    id: ref('fan'),
    name: 'fanSpeed',
    label: 'AHU-1 Fan Speed',
    equipment: 'AHU-1',
    brick: 'Fan_Speed_Command',
    unit: '%',
    digits: 0,
    shape: speed(42, 94),
  },
  {
    id: ref('chwv'),
    name: 'chwValve',
    label: 'AHU-1 Chilled Water Valve',
    equipment: 'AHU-1',
    brick: 'Cooling_Valve_Command',
    unit: '%',
    digits: 0,
    shape: valve('cooling', 14, 7),
  },
  {
    id: ref('lab'),
    name: 'labTemp',
    label: 'Lab 4-210 Temp',
    equipment: 'VAV-4-210',
    brick: 'Zone_Air_Temperature_Sensor',
    unit: '°C',
    digits: 1,
    shape: zone(21.2, 21),
  },
  {
    id: ref('office'),
    name: 'officeTemp',
    label: 'Office 6-105 Temp',
    equipment: 'VAV-6-105',
    brick: 'Zone_Air_Temperature_Sensor',
    unit: '°C',
    digits: 1,
    shape: zone(22.5, 19.5),
    faults: [
      {
        kind: 'gap',
        from: '2026-09-02T13:00:00Z',
        hours: 51,
      },
    ],
  },
  {
    id: ref('chiller kw'),
    name: 'chillerKw',
    label: 'Chiller Plant Power',
    equipment: 'CHLR-1',
    brick: 'Electric_Power_Sensor',
    unit: 'kW',
    digits: 0,
    shape: chilled,
  },
  {
    id: ref('kw'),
    name: 'elecKw',
    label: 'Main Meter Power',
    equipment: 'MTR-1',
    brick: 'Electric_Power_Sensor',
    unit: 'kW',
    digits: 0,
    shape: mainLoad,
  },
  {
    id: ref('kwh'),
    name: 'elecKwh',
    label: 'Main Meter Energy',
    equipment: 'MTR-1',
    brick: 'Electric_Energy_Sensor',
    unit: 'kWh',
    digits: 0,
    shape: meter(9411870, mainLoad, ref('kw')),
  },
];
