import { uuidOf } from '../../random.ts';
import type { PointSpec } from '../../series/point.ts';
import {
  carbonDioxide,
  meter,
  outdoorAir,
  power,
  pressure,
  supplyAir,
  valve,
  water,
  zone,
} from '../../series/shapes.ts';

/** The hospital's historian hands out UUIDs. */
const idOf = (name: string): string => uuidOf(`orestad ${name}`);

const ahu = 'VE04';
const mainLoad = power({ base: 310, people: 265, cooling: 12, heating: 2 });

export const points: readonly PointSpec[] = [
  {
    id: idOf('ute'),
    name: 'UTE',
    label: 'Udetemperatur / outdoor air',
    equipment: 'Vejrstation',
    brick: 'Outside_Air_Temperature_Sensor',
    unit: '°C',
    digits: 1,
    shape: outdoorAir,
  },
  {
    id: idOf('ve04 sat'),
    name: 'VE04_TI',
    label: 'Supply air, operating theatres',
    equipment: ahu,
    brick: 'Supply_Air_Temperature_Sensor',
    unit: '°C',
    digits: 1,
    shape: supplyAir(20, 18),
    faults: [
      {
        kind: 'gap',
        from: '2025-12-08T21:00:00Z',
        hours: 14,
      },
    ],
  },
  {
    id: idOf('ve04 heat'),
    name: 'VE04_MV1',
    label: 'Heating valve',
    equipment: ahu,
    brick: 'Heating_Valve_Command',
    unit: '%',
    digits: 0,
    shape: valve('heating', 14, 5.5),
  },
  {
    id: idOf('ve04 pressure'),
    name: 'VE04_PT',
    label: 'Supply duct static pressure',
    equipment: ahu,
    brick: 'Supply_Air_Static_Pressure_Sensor',
    unit: 'Pa',
    digits: 0,
    shape: pressure(240, 40),
  },
  {
    id: idOf('op3 zone'),
    name: 'OP3_RT',
    label: 'Operating theatre 3, temperature',
    equipment: 'OP3',
    brick: 'Zone_Air_Temperature_Sensor',
    unit: '°C',
    digits: 1,
    shape: zone(20.5, 20),
    faults: [
      {
        kind: 'stuck',
        from: '2026-04-11T04:30:00Z',
        hours: 420,
      },
    ],
  },
  {
    id: idOf('ward zone'),
    name: 'B2_114_RT',
    label: 'Ward B2, bed room 114',
    equipment: 'B2.114',
    brick: 'Zone_Air_Temperature_Sensor',
    unit: '°C',
    digits: 1,
    shape: zone(22, 21.5),
  },
  {
    id: idOf('ward co2'),
    name: 'B2_114_CO2',
    label: 'Ward B2, CO2 in bed room 114',
    equipment: 'B2.114',
    brick: 'CO2_Sensor',
    unit: 'ppm',
    digits: 0,
    shape: carbonDioxide(880),
    faults: [
      {
        kind: 'gap',
        from: '2026-06-27',
        hours: 76,
      },
    ],
  },
  {
    id: idOf('water'),
    name: 'VM01',
    label: 'Cold water, quarter-hour volume',
    equipment: 'VM01',
    brick: 'Water_Usage_Sensor',
    unit: 'm³',
    digits: 1,
    shape: water(0.6, 3.4),
  },
  {
    id: idOf('el kw'),
    name: 'EM01_P',
    label: 'Electric power, north building',
    equipment: 'EM01',
    brick: 'Electric_Power_Sensor',
    unit: 'kW',
    digits: 0,
    shape: mainLoad,
  },
  {
    id: idOf('el kwh'),
    name: 'EM01_E',
    label: 'Electric energy, north building',
    equipment: 'EM01',
    brick: 'Electric_Energy_Sensor',
    unit: 'kWh',
    digits: 0,
    shape: meter(18730550, mainLoad, idOf('el kw')),
  },
];
