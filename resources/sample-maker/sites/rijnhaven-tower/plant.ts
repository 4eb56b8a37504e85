import type { Building, Equipment, Plant } from '../../building.ts';

const ahu03: Equipment = {
  tag: 'AHU-03',
  kind: 'ahu',
  title: 'Air handling unit, floors 8 to 14',
  maker: 'Noordlucht B.V.',
  model: 'NL-Duct 18',
  serial: 'NL-2291-0347',
  room: 'Plant room L12',
  at: [2, 5.6, 0],
  size: [7.2, 1.9, 2.2],
  data: [
    ['Supply air', '4.20 m³/s *'],
    ['Extract air', '3.95 m³/s *'],
    ['External pressure', '320 Pa'],
    ['Heat recovery', 'Rotor 1800 mm, 81 %'],
    ['Heating coil', '46 kW, water 45/35 °C'],
    ['Cooling coil', '62 kW, water 8/14 °C'],
    ['Filters', 'ePM1 60 % supply, ePM10 60 % extract'],
    ['Fans', '2 × EC 5.5 kW'],
  ],
};

const ahu04: Equipment = {
  ...ahu03,
  tag: 'AHU-04',
  title: 'Air handling unit, floors 15 to 21',
  serial: 'NL-2291-0348',
  at: [2, 1.6, 0],
};

const pump = (number: 1 | 2): Equipment => ({
  tag: `P-12.${number}`,
  kind: 'pump',
  title: 'Heating circulator',
  maker: 'Vandø Pumper A/S',
  model: 'VP 65-180 E',
  serial: `VP-77120-${number}`,
  room: 'Plant room L12',
  at: [11.2, 5.4 + number * 1.4 - 1.4, 0],
  size: [1.1, 0.6, 0.75],
  data: [
    ['Flow', '14.2 m³/h'],
    ['Head', '18 m'],
    ['Motor', '1.5 kW, IE5, 2900 1/min'],
    ['Medium', 'Water, 45 °C'],
    ['Working pressure', 'PN 10'],
  ],
});

const chiller: Equipment = {
  tag: 'CH-1',
  kind: 'chiller',
  title: 'Water chiller',
  maker: 'Kestrel Thermal Ltd',
  model: 'KT-320 W',
  serial: 'KT-320-11986',
  room: 'Plant room L12',
  at: [13.2, 1.4, 0],
  size: [4.1, 1.5, 2],
  data: [
    ['Cooling', '318 kW at 8/14 °C'],
    ['Electric power', '66 kW'],
    ['EER', '4.8'],
    ['Refrigerant', 'R-1234ze, 92 kg'],
    ['Compressors', '2 × screw, 25–100 %'],
    ['Sound pressure', '74 dB(A) at 1 m'],
  ],
};

const exchanger: Equipment = {
  tag: 'HX-1',
  kind: 'exchanger',
  title: 'District heating exchanger',
  maker: 'Vandø Pumper A/S',
  model: 'PX 40-60',
  serial: 'PX-4060-2210',
  room: 'Plant room L12',
  at: [14, 6.2, 0],
  size: [0.9, 0.7, 1.6],
  data: [
    ['Power', '480 kW'],
    ['Primary', '70/40 °C'],
    ['Secondary', '45/35 °C'],
    ['Plates', '60, EN 1.4404'],
    ['Working pressure', 'PN 16'],
  ],
};

const vessel: Equipment = {
  tag: 'EV-1',
  kind: 'vessel',
  title: 'Expansion vessel',
  maker: 'Kestrel Thermal Ltd',
  model: 'KV 500',
  serial: 'KV-500-0412',
  room: 'Plant room L12',
  at: [16.4, 6.4, 0],
  size: [0.8, 0.8, 1.9],
  data: [
    ['Volume', '500 l'],
    ['Pre-charge', '1.8 bar'],
    ['Working pressure', 'PN 6'],
  ],
};

export const plant: Plant = {
  name: 'Plant room L12',
  size: [19, 9, 4.2],
  items: [ahu03, ahu04, pump(1), pump(2), chiller, exchanger, vessel],
  pipes: [
    {
      name: 'LTHW flow',
      medium: 'heating',
      radius: 0.07,
      path: [
        [14.4, 6.6, 1.5],
        [14.4, 6.6, 3.2],
        [11.4, 6.6, 3.2],
        [11.4, 5.7, 3.2],
        [11.4, 5.7, 0.9],
      ],
    },
    {
      name: 'LTHW to AHU-03',
      medium: 'heating',
      radius: 0.06,
      path: [
        [11.4, 5.7, 0.9],
        [11.4, 5.7, 2.8],
        [6.5, 5.7, 2.8],
        [6.5, 5.7, 1.6],
      ],
    },
    {
      name: 'LTHW return',
      medium: 'return',
      radius: 0.07,
      path: [
        [6.9, 5.6, 1.2],
        [6.9, 5.6, 3],
        [14.7, 5.6, 3],
        [14.7, 6.4, 3],
        [14.7, 6.4, 1.2],
      ],
    },
    {
      name: 'CHW flow',
      medium: 'chilled',
      radius: 0.1,
      path: [
        [13.4, 2, 1.6],
        [13.4, 2, 3.4],
        [8.4, 2, 3.4],
        [8.4, 2, 2.2],
      ],
    },
    {
      name: 'CHW return',
      medium: 'chilled',
      radius: 0.1,
      path: [
        [8.8, 2.4, 2.2],
        [8.8, 2.4, 3.6],
        [16.8, 2.4, 3.6],
        [16.8, 2.4, 1.6],
      ],
    },
    {
      name: 'Supply duct AHU-03',
      medium: 'air',
      radius: 0.4,
      path: [
        [2, 6.5, 1.3],
        [0.6, 6.5, 1.3],
        [0.6, 6.5, 4],
      ],
    },
    {
      name: 'Supply duct AHU-04',
      medium: 'air',
      radius: 0.4,
      path: [
        [2, 2.5, 1.3],
        [0.6, 2.5, 1.3],
        [0.6, 2.5, 4],
      ],
    },
  ],
};

const facade = { storeyHeight: 3.6, roof: 'flat', facade: '#8f97bd', glass: '#3b4471' } as const;

export const building: Building = {
  name: 'Rijnhaven Tower',
  blocks: [
    { ...facade, name: 'Podium', at: [0, 0, 0], length: 54, width: 36, storeys: 3, bays: 15 },
    { ...facade, name: 'Low tower', at: [6, 4, 10.8], length: 36, width: 28, storeys: 9, bays: 10 },
    { ...facade, name: 'High tower', at: [12, 6, 43.2], length: 32, width: 22, storeys: 11, bays: 9 },
  ],
  rooms: ['Lobby', 'Open office', 'Meeting room', 'Open office', 'Pantry', 'Open office'],
};
