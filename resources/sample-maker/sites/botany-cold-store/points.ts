import type { PointSpec } from '../../series/point.ts';
import { chamber, contact, meter, outdoorAir, power, pressure } from '../../series/shapes.ts';

const compressors = power({ base: 118, people: 46, cooling: 6.5 });

/** Ids are paths in the historian. */
export const points: readonly PointSpec[] = [
  {
    id: 'botany/ambient/temp',
    name: 'ambient_temp',
    label: 'Ambient temperature',
    equipment: 'yard',
    brick: 'Outside_Air_Temperature_Sensor',
    unit: '°C',
    digits: 1,
    shape: outdoorAir,
  },
  {
    id: 'botany/chamber1/temp',
    name: 'chamber1_temp',
    label: 'Chamber 1 air',
    equipment: 'EV-1A',
    brick: 'Zone_Air_Temperature_Sensor',
    unit: '°C',
    digits: 1,
    shape: chamber(-22, 6),
    faults: [
      {
        kind: 'gap',
        from: '2026-02-18T16:00:00Z',
        hours: 11,
      },
    ],
  },
  {
    id: 'botany/chamber2/temp',
    name: 'chamber2_temp',
    label: 'Chamber 2 air (chilled)',
    equipment: 'EV-2A',
    brick: 'Zone_Air_Temperature_Sensor',
    unit: '°C',
    digits: 1,
    shape: chamber(2.5, 8),
  },
  {
    id: 'botany/dock/door3',
    name: 'dock_door_3',
    label: 'Dock door 3 open',
    equipment: 'dock',
    brick: 'Open_Close_Status',
    unit: '',
    digits: 0,
    shape: contact(0.4),
  },
  {
    id: 'botany/plant/suction',
    name: 'suction_pressure',
    label: 'Suction pressure',
    equipment: 'COMP-1',
    brick: 'Suction_Pressure_Sensor',
    unit: 'kPa',
    digits: 0,
    shape: pressure(190, 22),
    faults: [
      {
        kind: 'gap',
        from: '2026-06-05',
        hours: 60,
      },
    ],
  },
  {
    id: 'botany/plant/kw',
    name: 'plant_kw',
    label: 'Refrigeration plant power',
    equipment: 'COMP-1',
    brick: 'Electric_Power_Sensor',
    unit: 'kW',
    digits: 0,
    shape: compressors,
  },
  {
    id: 'botany/plant/kwh',
    name: 'plant_kwh',
    label: 'Refrigeration plant energy',
    equipment: 'COMP-1',
    brick: 'Electric_Energy_Sensor',
    unit: 'kWh',
    digits: 0,
    shape: meter(2250714, compressors, 'botany/plant/kw'),
  },
];
