import type { Building, Equipment, Plant } from '../../building.ts';

const station: Equipment = {
  tag: 'WÜ1',
  kind: 'exchanger',
  title: 'Fernwärmestation',
  maker: 'Elbe Klimatechnik GmbH',
  model: 'EK-FW 160',
  serial: 'EK-160-2087',
  room: 'Heizzentrale KG',
  at: [1, 2.8, 0],
  size: [1.8, 0.8, 1.7],
  data: [
    ['Power', '160 kW'],
    ['Primary', '80/50 °C'],
    ['Secondary', '65/45 °C'],
    ['Working pressure', 'PN 16'],
    ['Controller', 'Two circuits, outdoor reset'],
  ],
};

const pump: Equipment = {
  tag: 'HK1',
  kind: 'pump',
  title: 'Umwälzpumpe Heizkreis 1',
  maker: 'Elbe Klimatechnik GmbH',
  model: 'EP 32-80',
  serial: 'EP-3280-519',
  room: 'Heizzentrale KG',
  at: [4.2, 3, 0],
  size: [0.7, 0.4, 0.5],
  data: [
    ['Flow', '4.8 m³/h'],
    ['Head', '6 m'],
    ['Motor', '0.18 kW'],
    ['Working pressure', 'PN 6'],
  ],
};

const vessel: Equipment = {
  tag: 'MAG1',
  kind: 'vessel',
  title: 'Ausdehnungsgefäß',
  maker: 'Elbe Klimatechnik GmbH',
  model: 'EM 200',
  serial: 'EM-200-77',
  room: 'Heizzentrale KG',
  at: [5.8, 2.8, 0],
  size: [0.65, 0.65, 1.1],
  data: [
    ['Volume', '200 l'],
    ['Pre-charge', '1.2 bar'],
    ['Working pressure', 'PN 6'],
  ],
};

export const plant: Plant = {
  name: 'Heizzentrale KG',
  size: [8, 4.5, 2.8],
  items: [station, pump, vessel],
  pipes: [
    {
      name: 'HK1 Vorlauf',
      medium: 'heating',
      radius: 0.04,
      path: [
        [2.8, 3.2, 1.2],
        [4.34, 3.2, 1.2],
        [4.34, 3.2, 2.5],
        [7.8, 3.2, 2.5],
      ],
    },
    {
      name: 'HK1 Rücklauf',
      medium: 'return',
      radius: 0.04,
      path: [
        [2.8, 2.9, 0.8],
        [7, 2.9, 0.8],
        [7, 2.9, 2.3],
        [7.8, 2.9, 2.3],
      ],
    },
    {
      name: 'Fernwärme',
      medium: 'heating',
      radius: 0.05,
      path: [
        [1, 3.2, 1],
        [0.2, 3.2, 1],
        [0.2, 3.2, 2.6],
      ],
    },
  ],
};

export const building: Building = {
  name: 'Grundschule Lindenau',
  blocks: [
    {
      name: 'Haupthaus',
      at: [0, 0, 0],
      length: 44,
      width: 17,
      storeys: 3,
      storeyHeight: 4,
      bays: 11,
      roof: 'gable',
      facade: '#b06046',
      glass: '#58707f',
    },
    {
      name: 'Anbau',
      at: [52, 2, 0],
      length: 34,
      width: 14,
      storeys: 1,
      storeyHeight: 4.4,
      bays: 6,
      roof: 'saw',
      facade: '#cd9a58',
      glass: '#648392',
    },
  ],
  rooms: ['Klassenzimmer', 'Klassenzimmer', 'Werkraum', 'Lehrerzimmer', 'Hort'],
};
