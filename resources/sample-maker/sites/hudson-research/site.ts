import { buildingModel } from '../../glb/building-model.ts';
import { plantRoomPhoto } from '../../photos/field.ts';
import { renderPng } from '../../photos/render.ts';
import { researchPhoto } from '../../photos/research.ts';
import { americanLab } from '../../series/calendars.ts';
import type { PointSpec } from '../../series/point.ts';
import type { SiteFacts, SiteSpec } from '../../spec.ts';
import { monthlyReadings, trendOf } from '../../text/readings.ts';
import { SiteKit } from '../kit.ts';
import { MARITIME_ESTATES } from '../organizations.ts';
import { building, plant } from './plant.ts';
import { points } from './points.ts';

const facts: SiteFacts = {
  id: 'hudson-research-center',
  organization: MARITIME_ESTATES,
  name: 'Hudson Research Center',
  address: '640 Twelfth Avenue',
  city: 'New York',
  country: 'United States',
  country_code: 'US',
  latitude: '40.763350',
  longitude: '-73.999120',
  timezone: 'America/New_York',
  triplestore_graph_uri: 'https://graphs.example.org/sites/hudson-research-center',
  created_at: '2024-01-22T15:30:00Z',
};

const kit = new SiteKit(facts, 'Twelfth Avenue Engineering', '#225c96');
const people = ['R. Alvarez', 'D. Chen', 'T. Okafor'] as const;
const logbook = { number: 'HRC-M-112', revision: '3', date: '2026-10-02' };
const [outdoor, discharge] = points;
const meters = points.filter(({ equipment }) => equipment === 'MTR-1');

function haystackRow(point: PointSpec): string[] {
  const tags = ['point', 'his', point.unit === '%' ? 'cmd' : 'sensor', point.unit === '°C' ? 'temp' : 'elec'];
  return [
    `@${point.name}`,
    point.label,
    point.name,
    `@${point.equipment}`,
    '@hudson',
    'Number',
    point.unit,
    tags.join(' '),
    point.id,
  ];
}

// The last row repeats the id of the office's temperature: something for a health check to find.
const office = points.find(({ name }) => name === 'officeTemp');
const repeated: readonly PointSpec[] =
  office === undefined
    ? []
    : [{ ...office, name: 'officeTempCopy', label: 'Office 6-106 Temp', equipment: 'VAV-6-106' }];

const files = [
  kit.csv('kg-csv', 'hudson_points_haystack_v3.csv', () => [
    ['id', 'dis', 'navName', 'equipRef', 'siteRef', 'kind', 'unit', 'tags', 'hisId'],
    ...[...points, ...repeated].map(haystackRow),
  ]),
  kit.csv('kg-csv', 'hudson_equips_haystack_v3.csv', () => [
    ['id', 'dis', 'spaceRef', 'tags'],
    ...plant.items.map(({ tag, title, room, kind }) => [`@${tag}`, title, room, `equip ${kind}`]),
  ]),
  kit.buildingGlb('Hudson RC - massing (site context).glb', building, 'massing'),
  kit.plantGlb('Penthouse mechanical.glb', plant, 'mech-penthouse'),
  kit.architectureIfc('HRC-A-MODEL-L00.ifc', building, 1),
  kit.servicesIfc('HRC-M-PENTHOUSE-IFC4-2026-02-12.ifc', plant, points, 24),
  ...plant.items
    .slice(0, 3)
    .map((item, index) =>
      kit.sheet(
        item,
        `${item.tag} submittal ${item.model} REV ${index}.pdf`,
        { number: `HRC-SUB-23-${index + 41}`, revision: String(index), date: '2023-10-17' },
        'Submittals/Division 23',
      ),
    ),
  kit.commissioning(
    'Cx Report - AHU-1 & chiller plant FINAL v2.pdf',
    'Commissioning report, AHU-1 and chiller plant',
    { number: 'HRC-CX-004', revision: '2', date: '2026-04-21' },
    (world) => ({
      subtitle: 'Seasonal testing, spring 2026',
      summary: [
        'Functional tests of the laboratory air handler and the chiller plant. The office VAV boxes were not part of this scope.',
      ],
      items: plant.items,
      trends: [
        trendOf(
          world,
          'Trend: discharge air on April 15, 2026',
          '04-15',
          [outdoor, discharge].filter((point) => point !== undefined),
        ),
      ],
      pictures: [],
      signed: [
        ['Commissioning agent', 'T. Okafor'],
        ['Owner', 'R. Alvarez'],
        ['Date', 'April 21, 2026'],
      ],
    }),
  ),
  kit.log('PM log penthouse 2026.pdf', 'Preventive maintenance log', logbook, {
    subtitle: 'Penthouse mechanical room',
    intro:
      'Preventive work follows the schedule of the warranty. Lock out and tag out before any work on the fan array.',
    items: plant.items,
    people,
    entries: 64,
  }),
  kit.logList('PM log export.csv', logbook, { items: plant.items, people, entries: 64 }),
  kit.file('other', 'penthouse 2026-02-12 (3).png', () => renderPng(plantRoomPhoto('#225c96'))),
  kit.csv('other', 'utility readings.csv', (world) => monthlyReadings(world, meters)),
  kit.text('other', 'README - drawings index.md', [
    '# Drawings index',
    '',
    '| Sheet | Title |',
    '|---|---|',
    '| M-601 | AHU-1 controls |',
    '| M-602 | Chiller plant controls |',
  ]),
];

export const hudsonResearch: SiteSpec = {
  facts,
  photo: {
    file: 'hudson-research.png',
    svg: researchPhoto(),
  },
  climate: {
    mean: 12.9,
    season: 12.2,
    daily: 3.9,
    peakDay: 203,
  },
  calendar: americanLab,
  points,
  files,
  models: [
    {
      id: 'massing',
      file: 'massing.glb',
      make: () => buildingModel(building),
    },
    {
      id: 'mech-penthouse',
      file: 'mech-penthouse.ifc',
      make: () => kit.servicesModel('mech-penthouse.ifc', plant, points, 24),
    },
  ],
};
