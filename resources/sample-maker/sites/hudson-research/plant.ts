import type { Building, Equipment, Plant } from '../../building.ts';

const ahu: Equipment = {
  tag: 'AHU-1',
  kind: 'ahu',
  title: 'Laboratory air handler',
  maker: 'Palisade Air Systems',
  model: 'PA-60L',
  serial: 'PA-60L-90314',
  room: 'Mechanical PH',
  at: [2, 6, 0],
  size: [9.5, 2.6, 2.8],
  data: [
    ['Supply air', '28.3 m³/s (60,000 cfm) *'],
    ['External pressure', '620 Pa (2.5 in. w.g.)'],
    ['Cooling coil', '890 kW, water 6.7/13.3 °C'],
    ['Preheat coil', '510 kW, glycol 30 %'],
    ['Filters', 'MERV 8 + MERV 14'],
    ['Fans', 'Array of 6 × 15 kW'],
  ],
};

const chiller: Equipment = {
  tag: 'CHLR-1',
  kind: 'chiller',
  title: 'Centrifugal chiller',
  maker: 'Kestrel Thermal Ltd',
  model: 'KT-C 1400',
  serial: 'KT-C-1400-0072',
  room: 'Mechanical PH',
  at: [2, 1.4, 0],
  size: [5.2, 2.2, 2.6],
  data: [
    ['Cooling', '1,400 kW (400 tons)'],
    ['Electric power', '238 kW'],
    ['COP', '5.9'],
    ['Refrigerant', 'R-1233zd, 310 kg'],
    ['Sound pressure', '79 dB(A) at 1 m'],
  ],
};

const pump = (number: 1 | 2 | 3): Equipment => ({
  tag: `CHWP-${number}`,
  kind: 'pump',
  title: 'Chilled water pump',
  maker: 'Palisade Air Systems',
  model: 'PP 150-320',
  serial: `PP-8812-${number}`,
  room: 'Mechanical PH',
  at: [8 + number * 1.9, 2, 0],
  size: [1.4, 0.8, 1],
  data: [
    ['Flow', '182 m³/h'],
    ['Head', '24 m'],
    ['Motor', '18.5 kW, 1480 1/min'],
    ['Working pressure', 'PN 16'],
  ],
});

export const plant: Plant = {
  name: 'Mechanical PH',
  size: [17, 10, 5],
  items: [ahu, chiller, pump(1), pump(2), pump(3)],
  pipes: [
    {
      name: 'CHWS header',
      medium: 'chilled',
      radius: 0.15,
      path: [
        [7.2, 2.4, 1.6],
        [7.2, 2.4, 3.8],
        [14.8, 2.4, 3.8],
      ],
    },
    ...[1, 2, 3].map((number) => ({
      name: `CHWP-${number} drop`,
      medium: 'chilled' as const,
      radius: 0.1,
      path: [
        [8.28 + number * 1.9, 2.4, 3.8],
        [8.28 + number * 1.9, 2.4, 1],
      ] as const,
    })),
    {
      name: 'CHWR header',
      medium: 'chilled',
      radius: 0.15,
      path: [
        [11, 5.9, 1.4],
        [11, 5.9, 4.2],
        [1.6, 5.9, 4.2],
        [1.6, 2, 4.2],
        [1.6, 2, 1.2],
        [2, 2, 1.2],
      ],
    },
    {
      name: 'Supply main',
      medium: 'air',
      radius: 0.6,
      path: [
        [11.5, 7.3, 1.6],
        [13.5, 7.3, 1.6],
        [13.5, 7.3, 4.9],
      ],
    },
  ],
};

const glass = { storeyHeight: 4.4, roof: 'flat', facade: '#5b8fb8', glass: '#9fd0ec' } as const;

export const building: Building = {
  name: 'Hudson Research Center',
  blocks: [
    { ...glass, name: 'Plinth', at: [0, 0, 0], length: 66, width: 34, storeys: 1, bays: 17 },
    { ...glass, name: 'Laboratories', at: [8, 4, 4.4], length: 48, width: 26, storeys: 11, bays: 13 },
  ],
  rooms: ['Wet lab', 'Wet lab', 'Dry lab', 'Write-up', 'Cold room', 'Office'],
};
