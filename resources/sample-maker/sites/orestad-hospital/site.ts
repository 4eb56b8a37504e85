import { buildingModel } from '../../glb/building-model.ts';
import { plantModel } from '../../glb/plant-model.ts';
import { plantRoomPhoto } from '../../photos/field.ts';
import { hospitalPhoto } from '../../photos/hospital.ts';
import { renderPng } from '../../photos/render.ts';
import { danishHospital } from '../../series/calendars.ts';
import type { SiteFacts, SiteSpec } from '../../spec.ts';
import { monthlyReadings, trendOf } from '../../text/readings.ts';
import { SiteKit } from '../kit.ts';
import { CIVIC_BUILDINGS } from '../organizations.ts';
import { building, plant } from './plant.ts';
import { points } from './points.ts';

const facts: SiteFacts = {
  id: 'orestad-hospital-north',
  organization: CIVIC_BUILDINGS,
  name: 'Ørestad Hospital North',
  address: 'Sundhedsallé 12',
  city: 'København',
  country: 'Denmark',
  country_code: 'DK',
  latitude: '55.637120',
  longitude: '12.578940',
  timezone: 'Europe/Copenhagen',
  triplestore_graph_uri: 'https://graphs.example.org/sites/orestad-hospital-north',
  created_at: '2023-09-04T06:45:12Z',
};

const kit = new SiteKit(facts, 'Øresund Teknisk Drift', '#2f5f73');
const people = ['A. Sørensen', 'L. Kjær', 'P. Møller'] as const;
const logbook = { number: 'OHN-D-007', revision: '4', date: '2026-10-12' };

const files = [
  // Written by a Danish Excel: semicolons, a byte order mark, CRLF.
  kit.csv(
    'kg-csv',
    'Ørestad Hospital North – datamodel rev 5.csv',
    () => [
      ['PointName', 'Description', 'Brick Class', 'Equipment', 'Unit', 'TimeseriesId'],
      ...points.map((point) => [point.name, point.label, point.brick, point.equipment, point.unit, point.id]),
    ],
    { delimiter: ';', excel: true },
  ),
  kit.buildingGlb('Hospital North volumes.glb', building, 'north-building'),
  kit.plantGlb('Teknikrum T4 (som udført).glb', plant, 'teknikrum-t4'),
  kit.architectureIfc('OHN_K01_ARK_B-02.ifc', building, 2),
  kit.servicesIfc('OHN_K08_VENT_T4_rev G.ifc', plant, points, 48, 'Ventilation'),
  ...plant.items.map((item, index) =>
    kit.sheet(
      item,
      `${item.tag} datablad ${item.model}.pdf`,
      { number: `OHN-S-${410 + index}`, revision: 'A', date: '2023-06-19' },
      item.kind === 'ahu' ? 'Ventilation' : 'Varme og vand',
    ),
  ),
  kit.schematic(
    'VE04 principdiagram.pdf',
    'VE04 principdiagram',
    { number: 'OHN-P-204', revision: 'C', date: '2025-11-03' },
    {
      unit: 'VE04',
      supply: [
        { name: 'UTE', value: '-12 to 32 °C', letter: 'T', at: 'inlet' },
        { name: 'VE04_MV1', value: '55/35 °C', letter: 'V', at: 'heating' },
        { name: 'VE04_PT', value: '240 Pa', letter: 'P', at: 'fan' },
        { name: 'VE04_TI', value: '18–20 °C', letter: 'T', at: 'outlet' },
      ],
      extract: [{ name: 'VE04_TU', value: '21 °C', letter: 'T', at: 'outlet' }],
      notes: [
        'Theatres keep 15 Pa over the corridor.',
        'One of the four supply fans is a spare.',
        'Night mode: 50 % flow, pressure unchanged.',
      ],
    },
    'Ventilation',
  ),
  kit.log('Driftsjournal VE04 2025-2026.pdf', 'Driftsjournal VE04', logbook, {
    subtitle: 'Teknikrum T4, November 2025 to October 2026',
    intro:
      'Journal of the ventilation of the operating theatres. Work on VE04 is agreed with the theatre coordinator at least two days before.',
    items: plant.items,
    people,
    entries: 74,
  }),
  kit.commissioning(
    'Indregulering VE04 – rapport (Ø-fløj).pdf',
    'Balancing report VE04, east wing',
    { number: 'OHN-I-033', revision: '1', date: '2026-03-06' },
    (world) => ({
      subtitle: 'Operating theatres 1 to 4, March 2026',
      summary: [
        'Flow and pressure of the four theatres were measured after the change of the H13 filters. All theatres hold their pressure over the corridor.',
      ],
      items: plant.items,
      trends: [
        trendOf(
          world,
          'Trend: temperatures on 4 March 2026',
          '03-04',
          points.filter(({ unit }) => unit === '°C'),
        ),
      ],
      pictures: [],
      signed: [
        ['Measured by', 'L. Kjær'],
        ['Accepted by', 'A. Sørensen'],
        ['Date', '6 March 2026'],
      ],
    }),
    'Indregulering',
  ),
  kit.logList(
    'servicebesøg.csv',
    logbook,
    { items: plant.items, people, entries: 74 },
    { delimiter: ';', excel: true },
  ),
  kit.file('other', 'Foto teknikrum T4.png', () => renderPng(plantRoomPhoto('#3c8f6b'))),
  kit.csv(
    'other',
    'aflæsning el og vand.csv',
    (world) =>
      monthlyReadings(
        world,
        points.filter(({ unit }) => unit === 'kWh' || unit === 'kW'),
      ),
    { delimiter: ';' },
  ),
  kit.text('other', 'Adgang og hygiejne.md', [
    '# Access and hygiene',
    '',
    '- Overshoes and cap in the sluice before T4.',
    '- No work over theatres 1 to 4 between 07:00 and 17:00.',
    '- Call the coordinator on 4411 before and after.',
  ]),
];

export const orestadHospital: SiteSpec = {
  facts,
  photo: {
    file: 'orestad-hospital.png',
    svg: hospitalPhoto(),
  },
  climate: {
    mean: 9.2,
    season: 8.3,
    daily: 2.6,
    peakDay: 208,
  },
  calendar: danishHospital,
  points,
  files,
  models: [
    {
      id: 'north-building',
      file: 'north-building.glb',
      make: () => buildingModel(building),
    },
    {
      id: 'teknikrum-t4',
      file: 'teknikrum-t4.glb',
      make: () => plantModel(plant),
    },
  ],
};
