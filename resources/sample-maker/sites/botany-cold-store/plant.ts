import type { Building, Equipment, Plant } from '../../building.ts';

const compressor: Equipment = {
  tag: 'COMP-1',
  kind: 'compressor',
  title: 'Screw compressor, low stage',
  maker: 'Southern Frost Pty Ltd',
  model: 'SF-250S',
  serial: 'SF-250S-118',
  room: 'Engine room',
  at: [2, 2, 0],
  size: [3.8, 1.6, 2],
  data: [
    ['Cooling', '412 kW at -30/-5 °C'],
    ['Electric power', '148 kW'],
    ['Refrigerant', 'R-717 (ammonia)'],
    ['Oil charge', '210 l'],
    ['Speed', '2950 1/min, slide 10–100 %'],
  ],
};

const receiver: Equipment = {
  tag: 'REC-1',
  kind: 'vessel',
  title: 'Liquid receiver',
  maker: 'Southern Frost Pty Ltd',
  model: 'SF-R 3200',
  serial: 'SF-R-3200-21',
  room: 'Engine room',
  at: [8, 2, 0],
  size: [1.4, 1.4, 3],
  data: [
    ['Volume', '3200 l'],
    ['Working pressure', 'PS 25 bar'],
    ['Inspection', 'Every 2 years'],
  ],
};

const evaporator: Equipment = {
  tag: 'EV-1A',
  kind: 'evaporator',
  title: 'Air cooler, chamber 1',
  maker: 'Southern Frost Pty Ltd',
  model: 'SF-AC 48',
  serial: 'SF-AC-48-301',
  room: 'Chamber 1',
  at: [2, 6, 2.6],
  size: [3.6, 1, 1.2],
  data: [
    ['Cooling', '48 kW at -30 °C'],
    ['Fans', '4 × 500 mm'],
    ['Defrost', 'Hot gas, every 6 h'],
    ['Fin pitch', '8 mm'],
  ],
};

export const plant: Plant = {
  name: 'Engine room',
  size: [12, 8, 5],
  items: [compressor, receiver, evaporator],
  pipes: [
    {
      name: 'Suction',
      medium: 'refrigerant',
      radius: 0.12,
      path: [
        [3.8, 6.5, 3.2],
        [3.8, 6.5, 4.4],
        [3.8, 2.5, 4.4],
        [3.8, 2.5, 1.8],
      ],
    },
    {
      name: 'Discharge',
      medium: 'refrigerant',
      radius: 0.08,
      path: [
        [5.8, 2.5, 1.2],
        [7, 2.5, 1.2],
        [7, 2.5, 4],
        [11.6, 2.5, 4],
      ],
    },
    {
      name: 'Liquid',
      medium: 'refrigerant',
      radius: 0.05,
      path: [
        [8.7, 3.4, 0.6],
        [8.7, 7, 0.6],
        [8.7, 7, 3.2],
        [5.6, 7, 3.2],
      ],
    },
  ],
};

export const building: Building = {
  name: 'Botany Cold Store',
  blocks: [
    {
      name: 'Cold store',
      at: [0, 0, 0],
      length: 118,
      width: 64,
      storeys: 1,
      storeyHeight: 13.5,
      bays: 0,
      roof: 'flat',
      facade: '#e4eaec',
      glass: '#3f4a52',
    },
    {
      name: 'Office',
      at: [118, 8, 0],
      length: 16,
      width: 26,
      storeys: 2,
      storeyHeight: 3.6,
      bays: 4,
      roof: 'flat',
      facade: '#93a2ad',
      glass: '#5b7282',
    },
  ],
  rooms: ['Chamber 1', 'Chamber 2', 'Dock', 'Battery room'],
};
