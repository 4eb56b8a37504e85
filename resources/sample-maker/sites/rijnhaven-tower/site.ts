import { plantRoomPhoto, thermalPhoto } from '../../photos/field.ts';
import { renderPng } from '../../photos/render.ts';
import { towerPhoto } from '../../photos/tower.ts';
import { plantModel } from '../../glb/plant-model.ts';
import { buildingModel } from '../../glb/building-model.ts';
import { SAMPLING } from '../../pdf/work.ts';
import type { PointSpec } from '../../series/point.ts';
import { dutchOffice } from '../../series/calendars.ts';
import type { SiteFacts, SiteSpec } from '../../spec.ts';
import { monthlyReadings, trendOf } from '../../text/readings.ts';
import { SiteKit } from '../kit.ts';
import { MARITIME_ESTATES } from '../organizations.ts';
import { building, plant } from './plant.ts';
import { points } from './points.ts';

const facts: SiteFacts = {
  id: 'rijnhaven-tower',
  organization: MARITIME_ESTATES,
  name: 'Rijnhaven Tower',
  address: 'Antoine Platekade 41',
  city: 'Rotterdam',
  country: 'Netherlands',
  country_code: 'NL',
  latitude: '51.905412',
  longitude: '4.491873',
  timezone: 'Europe/Amsterdam',
  triplestore_graph_uri: 'https://graphs.example.org/sites/rijnhaven-tower',
  created_at: '2024-03-11T08:21:40Z',
};

const kit = new SiteKit(facts, 'Havenzicht Facility Services', '#3d4a80');
const people = ['J. de Wit', 'S. Bakker', 'M. van Rijn'] as const;
const logbook = { number: 'RHT-M-014', revision: '2', date: '2026-09-30' };
const onTags = (...tags: string[]) => plant.items.filter(({ tag }) => tags.includes(tag));

function brickRow(point: PointSpec): string[] {
  return [point.name, point.label, `brick:${point.brick}`, point.equipment, point.unit, point.id];
}

const datamodels = [
  // The last row names a series that the service does not know: something for a health check to find.
  kit.csv('kg-csv', 'Rijnhaven Tower datamodel (Brick) 2026-03.csv', () => [
    ['point', 'label', 'brick_class', 'equipment', 'unit', 'timeseries_id'],
    ...points.filter(({ equipment }) => equipment !== 'EM-0').map(brickRow),
    [
      'ZT-1207',
      'Zone temperature, office 12.07',
      'brick:Zone_Air_Temperature_Sensor',
      'VAV-1207',
      '°C',
      'rtm.l12.zt.1207',
    ],
  ]),
  kit.csv('kg-csv', 'meters.csv', () => [
    ['point', 'label', 'brick_class', 'equipment', 'unit', 'timeseries_id'],
    ...points.filter(({ equipment }) => equipment === 'EM-0').map(brickRow),
  ]),
  kit.csv('kg-csv', 'equipment relations.csv', () => [
    ['entity', 'brick_class', 'feeds', 'located_in'],
    ['AHU-03', 'brick:Air_Handling_Unit', 'VAV-1201', 'Plant room L12'],
    ['AHU-03', 'brick:Air_Handling_Unit', 'VAV-1204', 'Plant room L12'],
    ['CH-1', 'brick:Chiller', 'AHU-03', 'Plant room L12'],
    ['HX-1', 'brick:Heat_Exchanger', 'P-12.1', 'Plant room L12'],
    ['P-12.1', 'brick:Water_Pump', 'AHU-03', 'Plant room L12'],
    ['EM-0', 'brick:Electrical_Meter', '', 'Main distribution L00'],
  ]),
];

const sheets = [
  kit.schematic(
    'AHU-03 schematic R4.pdf',
    'AHU-03 air side',
    { number: 'RHT-S-203', revision: 'R4', date: '2026-01-19' },
    {
      unit: 'AHU-03',
      supply: [
        { name: 'OAT', value: '-10 to 35 °C', letter: 'T', at: 'inlet' },
        { name: 'AHU-03.HV', value: '45/35 °C', letter: 'V', at: 'heating' },
        { name: 'AHU-03.CV', value: '8/14 °C', letter: 'V', at: 'cooling' },
        { name: 'AHU-03.SPD', value: '0–86 %', letter: 'S', at: 'fan' },
        { name: 'AHU-03.SAT', value: '16–20 °C', letter: 'T', at: 'outlet' },
      ],
      extract: [{ name: 'AHU-03.RAT', value: '22 °C', letter: 'T', at: 'outlet' }],
      notes: [
        'Frost protection closes the damper at 5 °C.',
        'Wheel stops between 17 °C and 20 °C outdoor air.',
        'Revision R4: new names after the change of the controller.',
      ],
    },
    'Air handling',
  ),
  ...onTags('AHU-03', 'AHU-04').map((item, index) =>
    kit.sheet(
      item,
      `${item.tag} data sheet NL-Duct 18.pdf`,
      { number: `NL-DS-18-${index + 3}`, revision: 'B', date: '2024-05-07' },
      'Air handling',
    ),
  ),
  ...onTags('P-12.1', 'HX-1').map((item, index) =>
    kit.sheet(
      item,
      `${item.tag} ${item.model}.pdf`,
      { number: `VP-${4410 + index}`, revision: '3', date: '2023-11-21' },
      'Hydronics',
    ),
  ),
  ...onTags('CH-1').map((item) =>
    kit.sheet(item, 'CH-1 Kestrel KT-320 W (1).pdf', {
      number: 'KT-320-DS',
      revision: '7',
      date: '2024-02-02',
    }),
  ),
];

const maintenance = [
  kit.log('Onderhoudslogboek 2025-2026.pdf', 'Onderhoudslogboek / maintenance log', logbook, {
    subtitle: 'Plant room L12, November 2025 to October 2026',
    intro:
      'Visits of the service team and their findings. Urgent findings are reported by phone first and entered here afterwards.',
    items: plant.items,
    people,
    entries: 96,
  }),
  kit.logList(
    'maintenance log export.csv',
    logbook,
    { items: plant.items, people, entries: 96 },
    { delimiter: ';', excel: true },
  ),
  kit.commissioning(
    'Commissioning report plant room L12 (signed).pdf',
    'Commissioning report plant room L12',
    { number: 'RHT-C-031', revision: '1', date: '2026-02-12' },
    (world) => ({
      subtitle: 'Re-commissioning after the change of controllers, February 2026',
      summary: [
        'All machines of plant room L12 were started, balanced and tested between 2 and 11 February 2026. Values outside 6 % of the design are marked "retest" and were repeated after balancing.',
        'Trend logs of one working day are enclosed. The sensor ZT-1204 reads slowly and should be watched.',
      ],
      items: plant.items,
      trends: [
        trendOf(
          world,
          'Trend: zones on 10 February 2026',
          '02-10',
          points.filter(({ id }) => id.includes('.zt.')),
        ),
        trendOf(
          world,
          'Trend: supply air on 10 February 2026',
          '02-10',
          points.filter(({ id }) => id.endsWith('.sat') || id.endsWith('.oat')),
        ),
      ],
      pictures: [
        {
          png: renderPng(plantRoomPhoto('#3d6f9f')),
          caption: 'Picture 1: heating circulators after insulation',
        },
      ],
      signed: [
        ['For the contractor', 'S. Bakker'],
        ['For the owner', 'M. van Rijn'],
        ['Date', '12 February 2026'],
      ],
    }),
    'Commissioning',
  ),
  kit.log(
    'Legionella check 2026-05 floors 8 to 14, hot water return, sampling points and results of the laboratory (final, signed by both parties).pdf',
    'Legionella check, hot water return',
    { number: 'RHT-M-019', revision: '1', date: '2026-05-29' },
    {
      subtitle: 'Floors 8 to 14, May 2026',
      intro:
        'Samples were taken after flushing for one minute; temperatures were read at the tap after 30 seconds. No sample was over the limit of 100 CFU/l.',
      items: onTags('HX-1'),
      people,
      entries: 28,
      from: '2026-05-04',
      work: SAMPLING,
    },
    'Water hygiene',
  ),
  kit.text('maintenance', 'Filter change AHU-03 2026-02-17.txt', [
    'AHU-03, filter change 17 February 2026, S. Bakker',
    '',
    'Supply: 6 bags ePM1 60 % 592x592x635, 3 bags 592x287x635',
    'Extract: 9 panels ePM10 60 %',
    'Pressure drop before 214 Pa / 168 Pa, after 92 Pa / 71 Pa',
    'Door gasket of section 2 worn, order 5 m (NL-48811-6).',
    'Reset the counter on the panel. Next change: August 2026.',
  ]),
];

const others = [
  kit.file('other', 'IMG_2041 plant room L12.png', () => renderPng(plantRoomPhoto('#2f6f8f'))),
  kit.file('other', 'Thermal scan north façade 2026-01-22.png', () => renderPng(thermalPhoto())),
  kit.csv(
    'other',
    'meter readings 2025-2026.csv',
    (world) =>
      monthlyReadings(
        world,
        points.filter(({ unit }) => unit === 'kWh'),
      ),
    { delimiter: ';' },
  ),
  kit.zip('other', 'handover package L12.zip', {
    'photos/IMG_2042.png': () => renderPng(plantRoomPhoto('#7a5c9a')),
    'read me.txt': () =>
      Buffer.from('Handover package plant room L12, 12 May 2026\nPhotos after cleaning, for the archive.\n'),
  }),
  kit.text('other', 'Site access & keys.txt', [
    'Rijnhaven Tower, access for technicians',
    'Report at the desk in the lobby (weekdays 07:00-19:00), bring your passport.',
    'Plant room L12: goods lift, key card group T4. Roof: only with a second person.',
    'Hot work needs a permit, ask one day before.',
  ]),
];

export const rijnhavenTower: SiteSpec = {
  facts,
  photo: { file: 'rijnhaven-tower.png', svg: towerPhoto() },
  climate: { mean: 11, season: 7.2, daily: 3.1, peakDay: 206 },
  calendar: dutchOffice,
  points,
  files: [
    ...datamodels,
    kit.buildingGlb('Rijnhaven Tower massing.glb', building, 'tower-massing'),
    kit.plantGlb('Plant room L12 (as built).glb', plant, 'plant-room-l12'),
    kit.architectureIfc('RHT-ARC-L00-L02 rev C.ifc', building, 3),
    kit.servicesIfc('RHT-MEP-Plant room L12 rev F.ifc', plant, points, 36, 'MEP'),
    ...sheets,
    ...maintenance,
    ...others,
  ],
  models: [
    { id: 'plant-room-l12', file: 'plant-room-l12.glb', make: () => plantModel(plant) },
    { id: 'tower-massing', file: 'tower-massing.glb', make: () => buildingModel(building) },
  ],
};
