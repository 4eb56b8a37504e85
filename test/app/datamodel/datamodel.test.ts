import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PointRow } from '../../../shared/ipc/datamodel.ts';
import { openKeptHome, type AppHome } from '../../support/app-home.ts';
import { SITE as site } from '../../support/laptop.ts';

const MODEL =
  'name,kind of thing,asset,unit,ts_id\n' +
  'Supply air,Supply_Air_Temperature_Sensor,AHU-10,°C,sat\n' +
  'Return air,Return_Air_Temperature_Sensor,AHU-2,°C,rat\n' +
  'Supply fan,Fan_Speed_Command,AHU-2,%,fan\n' +
  'Outdoor air,,,°C,oat\n';
const PATH = 'KG CSV Datamodel/points.csv';
const OPEN = { all: false, except: [] };

let home: AppHome;
let file: string;
let record: string;

beforeAll(async () => {
  home = await openKeptHome((service) => {
    record = service.store.addFile(site, { name: 'points.csv', category: 'kg-csv', content: MODEL }).id;
    service.store.addPoints(site, 'sat', [[Date.now() - 60_000, 20]]);
  });
  file = join(home.folder, PATH);
  await vi.waitUntil(async () => (await points()).length > 0, { timeout: 45_000 });
});

afterAll(() => home.close());

async function points(
  text = '',
  folding: { all: boolean; except: (string | null)[] } = OPEN,
): Promise<PointRow[]> {
  const filter = { text, favourites: false };
  return (await home.ask('points.page', { site, filter, folding, offset: 0, limit: 100 })).rows;
}

const names = (rows: readonly PointRow[]): readonly (string | null)[] =>
  rows.map((row) => (row.kind === 'equipment' ? row.name : row.label));

describe('the points browser', () => {
  it('lists equipment by number with its points, and what has none last', async () => {
    expect(names(await points())).toEqual([
      'AHU-2',
      'Return air',
      'Supply fan',
      'AHU-10',
      'Supply air',
      null,
      'Outdoor air',
    ]);
  });

  it('folds equipment, and pages through lines', async () => {
    expect(names(await points('', { all: true, except: ['AHU-10'] }))).toEqual([
      'AHU-2',
      'AHU-10',
      'Supply air',
      null,
    ]);
    const filter = { text: '', favourites: false };
    const page = await home.ask('points.page', { site, filter, folding: OPEN, offset: 2, limit: 2 });
    expect([names(page.rows), page.total, page.found, page.points]).toEqual([
      ['Supply fan', 'AHU-10'],
      7,
      4,
      4,
    ]);
  });

  it('finds by every word, in any part of a point', async () => {
    expect(names(await points('ahu-2 %'))).toEqual(['AHU-2', 'Supply fan']);
    expect(await points('nowhere')).toEqual([]);
  });

  it('keeps favourites', async () => {
    await home.ask('points.favourite', { site, id: 'oat', favourite: true });
    const filter = { text: '', favourites: true };
    const page = await home.ask('points.page', { site, filter, folding: OPEN, offset: 0, limit: 100 });
    expect(page.rows).toMatchObject([
      { name: null, points: 1 },
      { id: 'oat', favourite: true },
    ]);
    await home.ask('points.favourite', { site, id: 'oat', favourite: false });
  });

  it('tells what it knows of ids, and of equipment', async () => {
    expect(await home.ask('points.get', { site, ids: ['fan', 'fan', 'nobody'] })).toMatchObject([
      { id: 'fan', label: 'Supply fan', unit: '%', equipment: 'AHU-2', file: PATH, line: 4, places: 1 },
    ]);
    expect(await home.ask('points.equipment', { site, class: null })).toMatchObject([
      { name: 'AHU-2', points: 2 },
      { name: 'AHU-10', points: 1 },
      { name: null, points: 1 },
    ]);
    expect((await home.ask('points.of', { site, equipment: 'AHU-2' })).map(({ id }) => id)).toEqual([
      'rat',
      'fan',
    ]);
  });

  it('reads columns as the person says, for every file of the header', async () => {
    const [before] = await home.ask('points.files', { site });
    expect(before).toMatchObject({
      file: PATH,
      points: 4,
      confirmed: false,
      columns: { id: 'ts_id', class: null },
    });
    const columns = { ...before!.columns!, class: 'kind of thing' };
    await home.ask('points.confirm', { site, file: PATH, columns });
    const [after] = await home.ask('points.files', { site });
    expect(after).toMatchObject({ confirmed: true, columns: { class: 'kind of thing' } });
    expect(await home.ask('points.get', { site, ids: ['fan'] })).toMatchObject([
      { class: 'Fan_Speed_Command' },
    ]);
    await expect(
      home.ask('points.confirm', { site, file: PATH, columns: { ...columns, id: 'no such column' } }),
    ).rejects.toThrow('has no column “no such column”');
  });
});

describe('model health', () => {
  it('is unchecked until the service was asked, then told for each id', async () => {
    expect(await home.ask('health.summary', { site })).toMatchObject({
      files: [{ file: PATH, points: 4, unchecked: 4 }],
      checkedAt: null,
      checking: false,
    });
    await home.ask('health.check', { site });
    const summary = await home.ask('health.summary', { site });
    expect(summary.files).toMatchObject([{ data: 1, unknown: 3, silent: 0, unchecked: 0, duplicated: 0 }]);
    expect(summary.checkedAt).toBeGreaterThan(Date.now() - 60_000);
    const page = await home.ask('health.page', { site, file: PATH, filter: 'trouble', offset: 1, limit: 1 });
    expect(page).toMatchObject({ rows: [{ id: 'fan', health: 'unknown', lastAt: null }], total: 3 });
    const [sat] = await home.ask('points.get', { site, ids: ['sat'] });
    expect(sat).toMatchObject({ health: 'data' });
  });

  it('is written as a table in pieces', async () => {
    const { text, next } = await home.ask('health.export', { site, at: 0 });
    expect(next).toBe(null);
    expect(text.split('\r\n')).toHaveLength(6);
    expect(text).toContain(`${PATH},2,sat,Supply air,data,no,`);
  });
});

describe('a changed datamodel', () => {
  const content = (): string => String(home.service.store.readContent(record));

  it('shows its difference before it is sent, and goes with the word of the person', async () => {
    await home.ask('views.save', {
      site,
      view: { id: 'v', name: 'Fans', panels: [{ series: ['fan'] }], range: 'day', template: null },
    });
    const changed = MODEL.replace('Supply fan,Fan_Speed_Command,AHU-2,%,fan\n', 'New,,,,new\n').replace(
      'Return',
      'Exhaust',
    );
    await writeFile(file, changed);
    await expect
      .poll(async () => home.ask('datamodel.difference', { site }))
      .toMatchObject([
        {
          file: PATH,
          key: record,
          waits: true,
          changes: {
            added: [{ id: 'new' }],
            removed: [{ id: 'fan', label: 'Supply fan', equipment: 'AHU-2' }],
            renamed: [{ id: 'rat', kind: 'label', was: 'Return air', label: 'Exhaust air' }],
            // The classes are the same, read by the columns that the person told of since.
            counts: { added: 1, removed: 1, renamed: 1, altered: 0 },
            breaks: ['Fans'],
          },
        },
      ]);
    const row = { path: PATH, waiting: 'a look at what changes' };
    await expect.poll(async () => (await home.ask('outbox.get', { site })).pending).toMatchObject([row]);
    expect((await home.ask('outbox.get', { site })).issues).toEqual([]);
    expect(content()).toBe(MODEL);
    await home.ask('datamodel.approve', { site, key: record });
    await expect.poll(content).toBe(changed);
    await expect.poll(async () => home.ask('datamodel.difference', { site })).toEqual([]);
    await expect(home.ask('datamodel.approve', { site, key: record })).rejects.toThrow(
      'is no longer waiting',
    );
  });

  it('goes by itself where no point is another', async () => {
    const text = `${await readFile(file, 'utf8')}\n`;
    await writeFile(file, text);
    await expect.poll(content).toBe(text);
  });

  it('waits where units are others, and says from which to which', async () => {
    const before = await readFile(file, 'utf8');
    const text = before.replaceAll('°C', 'K');
    await writeFile(file, text);
    await expect
      .poll(async () => (await home.ask('datamodel.difference', { site }))[0]?.changes?.altered[0])
      .toMatchObject({ label: 'Supply air', facts: [{ fact: 'unit', was: '°C', is: 'K' }] });
    const row = { path: PATH, waiting: 'a look at what changes' };
    await expect.poll(async () => (await home.ask('outbox.get', { site })).pending).toMatchObject([row]);
    expect(content()).toBe(before);
    await home.ask('datamodel.approve', { site, key: record });
    await expect.poll(content).toBe(text);
  });
});
