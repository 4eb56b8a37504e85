import { buildingModel } from '../../glb/building-model.ts';
import { renderPng } from '../../photos/render.ts';
import { plantRoomPhoto } from '../../photos/field.ts';
import { schoolPhoto } from '../../photos/school.ts';
import { saxonSchool } from '../../series/calendars.ts';
import type { SiteFacts, SiteSpec } from '../../spec.ts';
import { monthlyReadings } from '../../text/readings.ts';
import { SiteKit } from '../kit.ts';
import { CIVIC_BUILDINGS } from '../organizations.ts';
import { building, plant } from './plant.ts';
import { points } from './points.ts';

const facts: SiteFacts = {
  id: 'lindenau-school',
  organization: CIVIC_BUILDINGS,
  name: 'Grundschule Lindenau',
  address: 'Am Lindenhof 7',
  city: 'Leipzig',
  country: 'Germany',
  country_code: 'DE',
  latitude: '51.336480',
  longitude: '12.330215',
  timezone: 'Europe/Berlin',
  triplestore_graph_uri: 'https://graphs.example.org/sites/lindenau-school',
  created_at: '2024-08-19T09:02:05Z',
};

const kit = new SiteKit(facts, 'Schulgebäudeservice West', '#8f5a48');
const people = ['F. Krüger', 'H. Weiß'] as const;
const logbook = { number: 'GSL-W-002', revision: '1', date: '2026-10-09' };
const heatMeter = points.filter(({ equipment }) => equipment === 'WMZ1');

const files = [
  kit.csv(
    'kg-csv',
    'Datenpunkte Grundschule Lindenau.csv',
    () => [
      ['name', 'equipment', 'quantity', 'unit', 'ts_id'],
      ...points.map((point) => [point.name, point.equipment, point.brick, point.unit, point.id]),
    ],
    { delimiter: ';' },
  ),
  kit.buildingGlb('Schule Gesamtmodell.glb', building, 'schule-gesamt'),
  kit.architectureIfc('GSL_Haupthaus_Bestand_2024-06.ifc', building, 3),
  kit.servicesIfc('GSL_TGA_Heizzentrale.ifc', plant, points, 0),
  ...plant.items.map((item, index) =>
    kit.sheet(item, `Datenblatt ${item.tag} (${item.model}).pdf`, {
      number: `EK-DB-${160 + index}`,
      revision: '2',
      date: '2022-04-27',
    }),
  ),
  kit.log('Wartungsbuch Heizzentrale.pdf', 'Wartungsbuch Heizzentrale', logbook, {
    subtitle: 'Schuljahr 2025/26',
    intro:
      'Wartung nach Plan, in den Ferien. Störungen werden der Hausmeisterei gemeldet und hier nachgetragen.',
    items: plant.items,
    people,
    entries: 40,
  }),
  kit.logList(
    'Wartungsliste Export.csv',
    logbook,
    { items: plant.items, people, entries: 40 },
    { delimiter: ';' },
  ),
  kit.text('maintenance', 'Lüften – Hinweise für Klassen.txt', [
    'Querlüften: in jeder Pause 5 Minuten, im Sommer vor 9 Uhr.',
    'Die Ampel in Raum 104 zeigt CO2: grün bis 1000 ppm, gelb bis 1500 ppm, rot darüber.',
    'Fenster nicht gekippt lassen, wenn geheizt wird.',
  ]),
  kit.csv('other', 'Zählerstände Wärme 2025-26.csv', (world) => monthlyReadings(world, heatMeter), {
    delimiter: ';',
    excel: true,
  }),
  kit.file('other', 'Heizzentrale März 2026.png', () => renderPng(plantRoomPhoto('#a3573d'))),
  kit.zip('other', 'Übergabe Hausmeister.zip', {
    'Schlüssel.txt': () => Buffer.from('Heizzentrale: Schlüssel 14, Dach: Schlüssel 22 (nur zu zweit).\n'),
    'Telefon.txt': () => Buffer.from('Bereitschaft: 0341 000 000\n'),
  }),
];

export const lindenauSchool: SiteSpec = {
  facts,
  photo: {
    file: 'lindenau-school.png',
    svg: schoolPhoto(),
  },
  climate: {
    mean: 10.3,
    season: 9.8,
    daily: 4,
    peakDay: 204,
  },
  calendar: saxonSchool,
  points,
  files,
  models: [
    {
      id: 'schule-gesamt',
      file: 'schule-gesamt.glb',
      make: () => buildingModel(building),
    },
  ],
};
