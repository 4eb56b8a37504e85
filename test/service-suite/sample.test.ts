import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { startService, type RunningService } from '../service/service.ts';
import { call, type EnvelopeShape, temporaryFolder } from './harness.ts';

function makeSample(): string {
  const folder = temporaryFolder();
  for (const name of ['photos', 'files/depot', 'series', 'models']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'photos/depot.jpg'), 'jpeg');
  writeFileSync(join(folder, 'files/depot/spec.pdf'), '%PDF');
  writeFileSync(join(folder, 'models/tower.glb'), 'glTF');
  const csv = 'time,t1,t2\n2025-01-01T00:00:00Z,1,\n2025-01-01T00:15:00Z,,5\n';
  writeFileSync(join(folder, 'series/depot.csv.gz'), gzipSync(csv));
  const site = {
    id: 'depot',
    organization: '22222222-2222-4222-8222-222222222222',
    name: 'Depot',
    address: 'a',
    latitude: '1',
    longitude: '2',
    city: 'c',
    country: 'd',
    country_code: 'DE',
    timezone: 'Europe/Berlin',
    photo: 'photos/depot.jpg',
    triplestore_graph_uri: 'urn:g',
    created_at: '2024-01-01T00:00:00Z',
    files: [{ path: 'files/depot/spec.pdf', category: 'spec-sheet', name: 'spec.pdf', metadata: { rev: 2 } }],
    models: [{ id: 'tower', file: 'models/tower.glb' }],
    series: ['t1', 't2'].map((id) => ({ id, file: 'series/depot.csv.gz' })),
  };
  writeFileSync(join(folder, 'sample.json'), JSON.stringify({ token: 'sample-token', sites: [site] }));
  return folder;
}

it('fills an empty data folder once', async () => {
  const options = { dataDir: temporaryFolder(), sample: makeSample() };
  const service = await startService(options);
  const get = async (path: string) => call(service, 'GET', path, {}, 'sample-token');
  const sites = (await (await get('/api/v1/sites/')).json()) as EnvelopeShape<Record<string, string>>;
  expect(sites.results[0]).toMatchObject({ id: 'depot', created_at: '2024-01-01T00:00:00Z' });
  expect(await (await fetch(sites.results[0]!['photo_url']!)).text()).toBe('jpeg');
  const [file] = service.store.files('depot');
  expect(file).toMatchObject({ content_type: 'application/pdf', metadata: '{"rev":2}' });
  expect(await (await get('/api/v1/sites/depot/models/tower/download')).text()).toBe('glTF');
  const points = ['t1', 't2'].map((id) => [...service.store.seriesTable.read('depot', id, 0, Infinity)]);
  expect(points.map(([stretch]) => [...stretch!.values])).toEqual([[1], [5]]);
  service.store.deleteFile(file!.id);
  await service.close();

  const again = await startService(options);
  expect([again.store.files(), again.store.siteTable.count(null)]).toEqual([[], 1]);
  await again.close();
});

it('moves the readings by whole weeks up to a moment, and ends them there', async () => {
  // 19 weeks later the row of 00:15 is still to come.
  const until = Date.parse('2025-05-14T00:05:00Z');
  const options = { dataDir: temporaryFolder(), sample: makeSample(), sampleUntil: until };
  const service = await startService(options);
  expect([timesOf(service, 't1'), timesOf(service, 't2')]).toEqual([
    [Date.parse('2025-05-14T00:00:00Z')],
    [],
  ]);
  await service.close();

  const earlier = { ...options, dataDir: temporaryFolder(), sampleUntil: Date.parse('2023-01-04T00:15:00Z') };
  const before = await startService(earlier);
  expect(timesOf(before, 't2')).toEqual([earlier.sampleUntil]);
  await before.close();
});

function timesOf({ store }: RunningService, series: string): number[] {
  return [...store.seriesTable.read('depot', series, 0, Infinity)].flatMap(({ startMs, offsets }) =>
    Array.from(offsets, (offset) => startMs + offset),
  );
}
