import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService } from '../service/service.ts';
import {
  addFiles,
  call,
  create,
  type EnvelopeShape,
  json,
  serviceWithSite,
  temporaryFolder,
} from './harness.ts';

it('keeps sites, files, contents, models, series and photos over a restart', async () => {
  const dataDir = temporaryFolder();
  const first = await startService({ dataDir });
  first.store.addSite({ id: 's1', photo: 'p.jpg' });
  first.store.addPhoto('p.jpg', Buffer.from('photo'));
  first.store.addModel('s1', 'm', 'model');
  first.store.addPoints('s1', 't', [[0, 1]]);
  const record = await create(first, { metadata: '{"deep":{"er":[1]}}' });
  await first.close();
  writeFileSync(join(dataDir, 'tmp', 'half'), 'written');

  const second = await startService({ dataDir, port: first.port });
  try {
    expect(await json(second, 'GET', `/api/v1/files/${record.id}/`)).toEqual(record);
    expect(await (await call(second, 'GET', record.download_url)).text()).toBe('hello');
    expect(await (await call(second, 'GET', '/api/v1/sites/s1/models/m/download')).text()).toBe('model');
    expect(await (await fetch(`${second.url}/media/photos/p.jpg`)).text()).toBe('photo');
    expect([...second.store.seriesTable.read('s1', 't', -1, 1)]).toHaveLength(1);
    const later = await create(second);
    expect(later.created_at > record.created_at).toBe(true);
  } finally {
    await second.close();
  }
});

it('removes contents without a record at the start', async () => {
  const dataDir = temporaryFolder();
  const first = await startService({ dataDir });
  first.store.addSite({ id: 's1' });
  const [kept] = addFiles(first, 1);
  first.store.blobs.write(Buffer.from('left by a crash'));
  await first.close();
  const second = await startService({ dataDir });
  expect(second.store.blobs.keys()).toEqual([second.store.file(kept!)?.blob]);
  await second.close();
});

it('can be put back to an older backup, contents included', async () => {
  const service = await serviceWithSite();
  const [edited, deleted] = addFiles(service, 2);
  const before = await json<EnvelopeShape>(service, 'GET', '/api/v1/files/');
  const backup = service.store.snapshot();
  service.store.editFile(edited!, { content: 'newer' });
  service.store.deleteFile(deleted!);
  addFiles(service, 1);
  service.store.restore(backup);
  expect(await json<EnvelopeShape>(service, 'GET', '/api/v1/files/')).toEqual(before);
  expect(service.store.readContent(deleted!).toString()).toBe('same');
  service.store.deleteFile(deleted!);
  service.store.restore(backup);
  expect(service.store.files()).toHaveLength(2);
});
