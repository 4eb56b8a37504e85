import { describe, expect, it } from 'vitest';
import type { RunningService } from '../service/service.ts';
import type { Variation } from '../service/switches/variation.ts';
import {
  addFiles,
  call,
  create,
  type EnvelopeShape,
  form,
  GOOD,
  json,
  type RecordShape,
  serviceWithSite,
} from './harness.ts';

const LIST = '/api/v1/files/';

async function varied(variation: Partial<Variation>): Promise<RunningService> {
  return serviceWithSite({ variation });
}

async function write(service: RunningService, method: 'POST' | 'PUT', path = LIST): Promise<unknown[]> {
  const response = await call(service, method, path, { body: form(GOOD) });
  return [response.status, await response.text()];
}

describe('replies to writes', () => {
  it('a create answers with an id alone, or with nothing', async () => {
    const service = await varied({ createReply: 'id', createStatus: 202 });
    const [status, text] = await write(service, 'POST');
    expect([status, JSON.parse(String(text))]).toEqual([202, { id: service.store.files()[0]!.id }]);
    service.set({ createReply: 'nothing', createStatus: 200 });
    expect(await write(service, 'POST')).toEqual([200, '']);
    expect(service.store.files()).toHaveLength(2);
  });

  it('an update answers with nothing, a delete with another status', async () => {
    const service = await varied({ updateReply: 'nothing', updateStatus: 202, deleteStatus: 200 });
    const [id] = addFiles(service, 1);
    expect(await write(service, 'PUT', `${LIST}${id}/`)).toEqual([202, '']);
    service.set({ updateReply: 'record', updateStatus: 204 });
    expect(await write(service, 'PUT', `${LIST}${id}/`)).toEqual([204, '']);
    const deleted = await call(service, 'DELETE', `${LIST}${id}/`);
    expect([deleted.status, await deleted.text()]).toEqual([200, '']);
  });

  it('an update may need the file', async () => {
    const service = await varied({ updateNeedsFile: true });
    const [id] = addFiles(service, 1);
    const response = await call(service, 'PUT', `${LIST}${id}/`, { body: form({ name: 'n' }) });
    expect([response.status, await response.json()]).toEqual([400, { file: ['No file was submitted.'] }]);
    expect(service.store.file(id!)).toMatchObject({ name: 'f0' });
  });

  it('an empty file may be refused', async () => {
    const service = await varied({ refusesEmptyFiles: true });
    expect(await create(service, { file: '' })).toEqual({ file: ['The submitted file is empty.'] });
  });
});

describe('what is kept and shown of a record', () => {
  it('metadata is dropped', async () => {
    const service = await varied({ dropsMetadata: true });
    const record = await create(service, { metadata: '{"a":1}' });
    expect([record.metadata, service.store.file(record.id)?.metadata]).toEqual([{}, '{}']);
  });

  it('metadata comes as text or as null', async () => {
    const service = await varied({ metadataAsText: true });
    const record = await create(service, { metadata: '{"a":1}' });
    expect(record.metadata).toBe('{"a":1}');
    service.set({ metadataNull: true });
    expect(await json(service, 'GET', `${LIST}${record.id}/`)).toMatchObject({ metadata: null });
  });

  it('an uploaded CSV is rewritten, nothing else is', async () => {
    const service = await varied({ rewritesContent: true });
    const csv = await create(service, { name: 'a.CSV', file: 'a,b' });
    expect([csv.size_bytes, service.store.readContent(csv.id).toString()]).toEqual([4, 'a,b\n']);
    const text = await create(service, { name: 'a.txt', file: 'a,b' });
    expect(text.size_bytes).toBe(3);
  });

  it('sizes pass the integers of JavaScript', async () => {
    const service = await varied({});
    const [id] = addFiles(service, 2);
    service.set({ hugeSizes: [id!] });
    const text = await (await call(service, 'GET', LIST)).text();
    expect(text.match(/"size_bytes":\d+/g)).toEqual(['"size_bytes":9223372036854775807', '"size_bytes":4']);
  });

  it('a category is not one of the contract, and is taken back', async () => {
    const service = await varied({ categoriesUnknown: true });
    const record = await create(service, { category: 'handover' });
    expect([record.category, service.store.file(record.id)?.category]).toEqual(['handover', 'other']);
    service.set({ categoriesUnknown: false });
    expect(await json(service, 'GET', `${LIST}${record.id}/`)).toMatchObject({ category: 'other' });
  });

  it('addresses are signed anew at each reading and work', async () => {
    const service = await varied({ signedUrls: true });
    const [id] = addFiles(service, 1);
    const read = () => json<RecordShape>(service, 'GET', `${LIST}${id}/`);
    const [first, second] = [await read(), await read()];
    expect(first.download_url).not.toBe(second.download_url);
    expect(first.file).not.toBe(second.file);
    expect(first.file.split('?')[0]).toBe(second.file.split('?')[0]);
    expect(await (await call(service, 'GET', second.download_url)).text()).toBe('same');
  });
});

describe('listings', () => {
  it('filters are ignored', async () => {
    const service = await varied({ ignoresFilters: true });
    service.store.addSite({ id: 's2' });
    addFiles(service, 2);
    const page = await json<EnvelopeShape>(service, 'GET', `${LIST}?site_id=s2&category=kg-csv`);
    expect(page.count).toBe(2);
  });

  it('pages have a largest size', async () => {
    const service = await varied({ maxPageSize: 2 });
    addFiles(service, 3);
    const page = await json<EnvelopeShape>(service, 'GET', `${LIST}?limit=500`);
    expect([page.results.length, page.next]).toEqual([2, `${service.url}${LIST}?limit=2&offset=2`]);
  });

  it('a page that is too large is refused', async () => {
    const service = await varied({ maxPageSize: 2, refusesLargePages: true });
    for (const list of [LIST, '/api/v1/sites/']) {
      expect((await call(service, 'GET', `${list}?limit=3`)).status).toBe(422);
      expect((await call(service, 'GET', `${list}?limit=2`)).status).toBe(200);
    }
  });

  it.each([
    ['relative', `${LIST}?limit=1&offset=2`],
    ['null', null],
    ['absent', undefined],
    ['empty', ''],
    ['other-host', `https://files.internal.example:8443${LIST}?limit=1&offset=2`],
  ] as const)('the next page is named in the form %s', async (nextForm, next) => {
    const service = await varied({ nextForm });
    addFiles(service, 3);
    const page = await json<EnvelopeShape>(service, 'GET', `${LIST}?limit=1&offset=1`);
    expect(page.next).toBe(next);
    expect('next' in page).toBe(next !== undefined);
  });

  it.each([
    ['null', null],
    ['absent', undefined],
    ['empty', ''],
  ] as const)('where there is no page the links are %s', async (endForm, end) => {
    const service = await varied({ endForm });
    const page = await json<EnvelopeShape>(service, 'GET', LIST);
    expect([page.next, page.previous, 'next' in page]).toEqual([end, end, end !== undefined]);
  });

  it('the order changes from page to page', async () => {
    const service = await varied({ unstableOrder: true });
    addFiles(service, 50);
    const order = async () =>
      (await json<EnvelopeShape>(service, 'GET', LIST)).results.map((row) => row.id).join();
    expect(await order()).not.toBe(await order());
  });
});

describe('errors', () => {
  it('come as a page of HTML or without a body', async () => {
    const service = await varied({ errorForm: 'html' });
    const html = await call(service, 'GET', `${LIST}none/`);
    expect([html.status, html.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await html.text()).toContain('No SiteFile matches the given query.');
    service.set({ errorForm: 'empty' });
    const empty = await call(service, 'POST', LIST, { body: form({}) });
    expect([empty.status, await empty.text()]).toEqual([400, '']);
  });

  it('an unknown path has a page of HTML as the framework writes it', async () => {
    const service = await varied({});
    const response = await call(service, 'GET', '/api/v1/nothing/');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
  });
});
