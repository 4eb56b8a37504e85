import { buildingModel } from '../../glb/building-model.ts';
import { plantModel } from '../../glb/plant-model.ts';
import { coldStorePhoto } from '../../photos/cold-store.ts';
import { plantRoomPhoto } from '../../photos/field.ts';
import { renderPng } from '../../photos/render.ts';
import { uuidOf } from '../../random.ts';
import { australianDock } from '../../series/calendars.ts';
import type { SiteFacts, SiteSpec } from '../../spec.ts';
import { monthlyReadings } from '../../text/readings.ts';
import { SiteKit } from '../kit.ts';
import { MARITIME_ESTATES } from '../organizations.ts';
import { building, plant } from './plant.ts';
import { points } from './points.ts';

const id = uuidOf('site Botany Cold Store');

const facts: SiteFacts = {
  id,
  organization: MARITIME_ESTATES,
  name: 'Botany Cold Store 4',
  address: '18 Foreshore Place, Botany',
  city: 'Sydney',
  country: 'Australia',
  country_code: 'AU',
  latitude: '-33.955310',
  longitude: '151.203480',
  timezone: 'Australia/Sydney',
  triplestore_graph_uri: `https://graphs.example.org/sites/${id}`,
  created_at: '2025-02-27T22:14:33Z',
};

const kit = new SiteKit(facts, 'Southern Frost Service', '#185585');
const people = ['K. Nguyen', 'B. Walsh'] as const;
const logbook = { number: 'BCS-L-04', revision: '1', date: '2026-10-20' };

const files = [
  kit.csv('kg-csv', 'botany_points.csv', () => [
    ['external_id', 'brick_type', 'fdd_input', 'unit', 'equipment_id', 'timeseries_reference'],
    ...points.map((point) => [point.label, point.brick, point.name, point.unit, point.equipment, point.id]),
  ]),
  kit.buildingGlb('Cold store shell.glb', building, 'shell'),
  kit.plantGlb('Engine room.glb', plant, 'engine-room'),
  kit.architectureIfc('BCS-shell-asbuilt.ifc', building, 1),
  kit.servicesIfc('BCS engine room (coordination) R2.ifc', plant, points, 0),
  ...plant.items.map((item, index) =>
    kit.sheet(item, `${item.tag} ${item.model} spec.pdf`, {
      number: `SF-${2500 + index}`,
      revision: 'D',
      date: '2024-11-05',
    }),
  ),
  kit.log('Ammonia plant service log.pdf', 'Ammonia plant service log', logbook, {
    subtitle: 'Engine room and chambers',
    intro:
      'Enter the engine room only with a personal gas detector. Entries are made on the day of the visit.',
    items: plant.items,
    people,
    entries: 52,
  }),
  kit.logList('service log.csv', logbook, { items: plant.items, people, entries: 52 }),
  kit.file('other', 'engine room.png', () => renderPng(plantRoomPhoto('#185585'))),
  kit.csv('other', 'NMI readings FY26.csv', (world) =>
    monthlyReadings(
      world,
      points.filter(({ unit }) => unit === 'kWh'),
    ),
  ),
];

export const botanyColdStore: SiteSpec = {
  facts,
  photo: {
    file: 'botany-cold-store.png',
    svg: coldStorePhoto(),
  },
  climate: {
    mean: 18.3,
    season: 5.2,
    daily: 3.6,
    peakDay: 22,
  },
  calendar: australianDock,
  points,
  files,
  models: [
    {
      id: 'engine-room',
      file: 'engine-room.glb',
      make: () => plantModel(plant),
    },
    {
      id: 'shell',
      file: 'shell.glb',
      make: () => buildingModel(building),
    },
  ],
};
