import { describe, expect, it } from 'vitest';
import { addFiles, type EnvelopeShape, json, serviceWithSite } from './harness.ts';

const LIST = '/api/v1/files/';

describe('list of files', () => {
  it('pages in the order of creation with absolute links', async () => {
    const service = await serviceWithSite();
    const ids = addFiles(service, 5);
    const first = await json<EnvelopeShape>(service, 'GET', `${LIST}?limit=2&site_id=s1`);
    expect(first).toMatchObject({
      count: 5,
      next: `${service.url}${LIST}?limit=2&offset=2&site_id=s1`,
      previous: null,
    });
    const seen = first.results.map((row) => row.id);
    let next = first.next;
    while (next) {
      const page = await json<EnvelopeShape>(service, 'GET', next);
      seen.push(...page.results.map((row) => row.id));
      next = page.next;
    }
    expect(seen).toEqual(ids);
  });

  it('links back to the first page without an offset', async () => {
    const service = await serviceWithSite();
    addFiles(service, 5);
    const page = await json<EnvelopeShape>(service, 'GET', `${LIST}?limit=2&offset=2`);
    expect(page.previous).toBe(`${service.url}${LIST}?limit=2`);
    const odd = await json<EnvelopeShape>(service, 'GET', `${LIST}?limit=2&offset=9`);
    expect(odd).toMatchObject({ count: 5, next: null, results: [] });
  });

  it('takes a nonsensical limit for none', async () => {
    const service = await serviceWithSite({ variation: { defaultPageSize: 3 } });
    addFiles(service, 5);
    for (const limit of ['', '0', '-1', 'x']) {
      const page = await json<EnvelopeShape>(service, 'GET', `${LIST}?limit=${limit}`);
      expect(page.results).toHaveLength(3);
    }
  });

  it('filters by site and category', async () => {
    const service = await serviceWithSite();
    service.store.addSite({ id: 's2' });
    addFiles(service, 2);
    addFiles(service, 1, 's2');
    service.store.addFile('s2', { name: 'm.csv', category: 'maintenance', content: 'x' });
    const count = async (query: string) =>
      (await json<EnvelopeShape>(service, 'GET', `${LIST}?${query}`)).count;
    expect(await count('')).toBe(4);
    expect(await count('site_id=s2')).toBe(2);
    expect(await count('category=maintenance')).toBe(1);
    expect(await count('site_id=s1&category=maintenance')).toBe(0);
    expect(await count('site_id=unheard-of')).toBe(0);
    expect(await json(service, 'GET', `${LIST}?category=x`)).toEqual({
      category: ['Select a valid choice. x is not one of the available choices.'],
    });
  });
});

describe('list of sites', () => {
  it('has every field of the contract and pages', async () => {
    const service = await serviceWithSite();
    service.store.addSite({ id: 's2', photo: 'b c.jpg', timezone: 'Asia/Tokyo' });
    const page = await json<EnvelopeShape<Record<string, unknown>>>(
      service,
      'GET',
      '/api/v1/sites/?limit=1&offset=1',
    );
    expect(page).toMatchObject({ count: 2, next: null, previous: `${service.url}/api/v1/sites/?limit=1` });
    expect(page.results).toEqual([
      {
        id: 's2',
        organization: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Site s2',
        photo_url: `${service.url}/media/photos/b%20c.jpg`,
        created_at: expect.any(String),
        address: expect.any(String),
        latitude: expect.any(String),
        longitude: expect.any(String),
        city: expect.any(String),
        country: expect.any(String),
        country_code: expect.any(String),
        timezone: 'Asia/Tokyo',
        triplestore_graph_uri: 'urn:site-data:graph:s2',
      },
    ]);
  });

  it('serves photos without a token', async () => {
    const service = await serviceWithSite();
    service.store.addPhoto('b c.jpg', Buffer.from('jpeg'));
    const photo = await fetch(`${service.url}/media/photos/b%20c.jpg`);
    expect([photo.status, photo.headers.get('content-type'), await photo.text()]).toEqual([
      200,
      'image/jpeg',
      'jpeg',
    ]);
    expect((await fetch(`${service.url}/media/photos/..%2F..%2Fservice.db`)).status).toBe(404);
  });
});
