import { describe, expect, it } from 'vitest';
import { SEED_USER } from '../service/store/store.ts';
import { call, create, form, GOOD, json, type RecordShape, serviceWithSite } from './harness.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('create', () => {
  it('answers 201 with every field of the record', async () => {
    const service = await serviceWithSite();
    const response = await call(service, 'POST', '/api/v1/files/', {
      body: form({ ...GOOD, name: 'plan.pdf', metadata: '{"a":[1]}' }, 'other-name.bin'),
    });
    expect(response.status).toBe(201);
    const record = (await response.json()) as RecordShape;
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      site: 's1',
      category: 'other',
      name: 'plan.pdf',
      file: expect.stringMatching(/^\/media\/site-files\/[0-9a-f-]{36}$/),
      uploaded_by: SEED_USER,
      created_at: expect.stringMatching(TIME),
      updated_at: record.created_at,
      download_url: `${service.url}/api/v1/files/${record.id}/download/`,
      entity_uri: `urn:site-data:file:${record.id}`,
      content_type: 'application/pdf',
      size_bytes: 5,
      metadata: { a: [1] },
    });
    expect(service.store.readContent(record.id).toString()).toBe('hello');
  });

  it('takes a file of no bytes and names of any script', async () => {
    const service = await serviceWithSite();
    const name = '../Aufmaß 工事 🏗️.csv';
    const record = await create(service, { name, file: '' });
    expect(record).toMatchObject({ name, size_bytes: 0, content_type: 'text/csv', metadata: {} });
    const download = await call(service, 'GET', `/api/v1/files/${record.id}/download/`);
    expect([download.status, await download.text()]).toEqual([200, '']);
  });

  it.each([
    [{ category: 'x' }, { category: ['"x" is not a valid choice.'] }],
    [{ name: '' }, { name: ['This field may not be blank.'] }],
    [{ name: 'n'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ site: 'nowhere' }, { site: ['Invalid pk "nowhere" - object does not exist.'] }],
    [{ metadata: '{' }, { metadata: ['Value must be valid JSON.'] }],
  ])('refuses %j field by field and keeps nothing', async (fields, errors) => {
    const service = await serviceWithSite();
    const response = await call(service, 'POST', '/api/v1/files/', { body: form({ ...GOOD, ...fields }) });
    expect([response.status, await response.json()]).toEqual([400, errors]);
    expect([service.store.files(), service.store.blobs.keys()]).toEqual([[], []]);
  });

  it('names every field that is missing', async () => {
    const service = await serviceWithSite();
    const body = form({ metadata: '{}' });
    expect(await json(service, 'POST', '/api/v1/files/', { body })).toEqual({
      site: ['This field is required.'],
      category: ['This field is required.'],
      name: ['This field is required.'],
      file: ['No file was submitted.'],
    });
  });

  it('refuses a body that is no form', async () => {
    const service = await serviceWithSite();
    const headers = { 'content-type': 'application/json' };
    const response = await call(service, 'POST', '/api/v1/files/', { body: '{}', headers });
    expect([response.status, await response.json()]).toEqual([
      415,
      { detail: 'Unsupported media type "application/json" in request.' },
    ]);
  });
});

describe('read, update and delete', () => {
  it('reads one record and answers 404 for another', async () => {
    const service = await serviceWithSite();
    const record = await create(service);
    expect(await json(service, 'GET', `/api/v1/files/${record.id}/`)).toEqual(record);
    const missing = await call(service, 'GET', '/api/v1/files/3f0e4c5e-0000-4000-8000-000000000000/');
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { detail: 'No SiteFile matches the given query.' },
    ]);
  });

  it('changes the content: the reference, the size and the time move, the old bytes go', async () => {
    const service = await serviceWithSite();
    const record = await create(service);
    const body = form({ ...GOOD, name: 'renamed.csv', category: 'kg-csv', file: 'a;b;c!' });
    const updated = await json<RecordShape>(service, 'PUT', `/api/v1/files/${record.id}/`, { body });
    expect(updated).toMatchObject({
      id: record.id,
      created_at: record.created_at,
      name: 'renamed.csv',
      category: 'kg-csv',
      content_type: 'text/csv',
      size_bytes: 6,
    });
    expect(updated.updated_at > record.updated_at).toBe(true);
    expect(updated.file).not.toBe(record.file);
    expect(service.store.blobs.keys()).toHaveLength(1);
  });

  it('keeps what an update leaves out, the content included', async () => {
    const service = await serviceWithSite();
    const record = await create(service, { metadata: '{"k":1}' });
    const body = form({ name: 'moved.txt' });
    const updated = await json<RecordShape>(service, 'PUT', `/api/v1/files/${record.id}/`, { body });
    expect(updated).toEqual({ ...record, name: 'moved.txt', updated_at: updated.updated_at });
    expect(updated.updated_at).not.toBe(record.updated_at);
    expect(service.store.readContent(record.id).toString()).toBe('hello');
  });

  it('answers 204 to the first delete and 404 to every later request', async () => {
    const service = await serviceWithSite();
    const { id } = await create(service);
    expect((await call(service, 'DELETE', `/api/v1/files/${id}/`)).status).toBe(204);
    expect((await call(service, 'DELETE', `/api/v1/files/${id}/`)).status).toBe(404);
    expect((await call(service, 'GET', `/api/v1/files/${id}/download/`)).status).toBe(404);
    expect((await call(service, 'PUT', `/api/v1/files/${id}/`, { body: form(GOOD) })).status).toBe(404);
    expect(service.store.blobs.keys()).toEqual([]);
  });
});
