import type { Building, Equipment, Plant } from '../../building.ts';

const ventilation: Equipment = {
  tag: 'VE04',
  kind: 'ahu',
  title: 'Ventilation unit, operating theatres',
  maker: 'Sundklima ApS',
  model: 'SK-H 24',
  serial: 'SK-19-0824',
  room: 'Teknikrum T4',
  at: [1.6, 3.2, 0],
  size: [8.4, 2.2, 2.5],
  data: [
    ['Supply air', '5.60 m³/s *'],
    ['Extract air', '5.10 m³/s *'],
    ['External pressure', '410 Pa'],
    ['Heat recovery', 'Run-around coil, 71 %'],
    ['Filters', 'ePM1 80 % + H13 at the terminals'],
    ['Heating coil', '72 kW, water 55/35 °C'],
    ['Fans', '4 × EC 4.0 kW, one spare'],
  ],
};

const tank: Equipment = {
  tag: 'VB01',
  kind: 'vessel',
  title: 'Hot water store',
  maker: 'Vandø Pumper A/S',
  model: 'VB 1500',
  serial: 'VB-1500-331',
  room: 'Teknikrum T4',
  at: [12, 4.4, 0],
  size: [1.3, 1.3, 2.4],
  data: [
    ['Volume', '1500 l'],
    ['Store temperature', '60 °C'],
    ['Working pressure', 'PN 10'],
    ['Insulation', '100 mm'],
  ],
};

const pump: Equipment = {
  tag: 'CP04',
  kind: 'pump',
  title: 'Heating coil pump',
  maker: 'Vandø Pumper A/S',
  model: 'VP 40-120 E',
  serial: 'VP-66031-4',
  room: 'Teknikrum T4',
  at: [11.6, 1.4, 0],
  size: [0.9, 0.5, 0.6],
  data: [
    ['Flow', '3.1 m³/h'],
    ['Head', '9 m'],
    ['Motor', '0.37 kW, IE5'],
    ['Working pressure', 'PN 10'],
  ],
};

export const plant: Plant = {
  name: 'Teknikrum T4',
  size: [15, 7, 4],
  items: [ventilation, tank, pump],
  pipes: [
    {
      name: 'VF frem',
      medium: 'heating',
      radius: 0.05,
      path: [
        [11.8, 1.65, 0.5],
        [11.8, 1.65, 3],
        [5, 1.65, 3],
        [5, 3.1, 3],
        [5, 3.1, 1.5],
      ],
    },
    {
      name: 'VF retur',
      medium: 'return',
      radius: 0.05,
      path: [
        [5.5, 3, 1.2],
        [5.5, 3, 2.8],
        [14, 3, 2.8],
        [14, 3, 0.4],
      ],
    },
    {
      name: 'VBV',
      medium: 'heating',
      radius: 0.04,
      path: [
        [12.65, 5.05, 2.5],
        [12.65, 5.05, 3.4],
        [0.4, 5.05, 3.4],
      ],
    },
    {
      name: 'Indblæsning VE04',
      medium: 'air',
      radius: 0.45,
      path: [
        [1.6, 4.3, 1.4],
        [0.7, 4.3, 1.4],
        [0.7, 4.3, 3.9],
      ],
    },
  ],
};

const white = { roof: 'flat', facade: '#f3f4f2', glass: '#5d9ab0' } as const;

export const building: Building = {
  name: 'Ørestad Hospital North',
  blocks: [
    { ...white, name: 'Base', at: [0, 0, 0], length: 96, width: 42, storeys: 2, storeyHeight: 4.2, bays: 28 },
    {
      ...white,
      name: 'Wards low',
      at: [7, 5, 8.4],
      length: 82,
      width: 30,
      storeys: 2,
      storeyHeight: 3.9,
      bays: 24,
    },
    {
      ...white,
      name: 'Wards high',
      at: [16, 8, 16.2],
      length: 62,
      width: 22,
      storeys: 2,
      storeyHeight: 3.9,
      bays: 18,
    },
  ],
  rooms: ['Bed room', 'Bed room', 'Operating theatre', 'Sluice', 'Nurse station', 'Store', 'Corridor'],
};
