import { describe, expect, it } from 'vitest';
import { addFiles, call, type EnvelopeShape, form, GOOD, serviceWithSite } from './harness.ts';

const VERIFY = '/api/v1/auth/token/verify/';
const GUEST = { user: '11111111-1111-4111-8111-111111111111', sites: ['s2'] };

function bodies(token: string): readonly [string, RequestInit][] {
  const json = { body: JSON.stringify({ token }), headers: { 'content-type': 'application/json' } };
  return [
    ['JSON', json],
    ['form', { body: new URLSearchParams({ token }) }],
    ['multipart', { body: form({ token }) }],
  ];
}

describe('token check', () => {
  it.each(['JSON', 'form', 'multipart'])('reads a %s body', async (kind) => {
    const service = await serviceWithSite();
    const verify = async (token: string) => {
      const [, init] = bodies(token).find(([name]) => name === kind)!;
      const response = await fetch(service.url + VERIFY, { method: 'POST', ...init });
      return [response.status, await response.text()];
    };
    expect(await verify('demo-token')).toEqual([200, '']);
    expect(await verify('wrong')).toEqual([
      401,
      JSON.stringify({ detail: 'Token is invalid or expired', code: 'token_not_valid' }),
    ]);
    expect(await verify('')).toEqual([400, '{"token":["This field may not be blank."]}']);
  });

  it('misses a token and refuses what is no JSON', async () => {
    const service = await serviceWithSite();
    const headers = { 'content-type': 'application/json' };
    const send = async (body: string) => fetch(service.url + VERIFY, { method: 'POST', body, headers });
    expect(await (await send('{}')).json()).toEqual({ token: ['This field is required.'] });
    expect((await send('{')).status).toBe(400);
  });
});

describe('bearer token', () => {
  it('is needed everywhere else', async () => {
    const service = await serviceWithSite();
    const [id] = addFiles(service, 1);
    const paths = ['/api/v1/files/', `/api/v1/files/${id}/download/`, '/api/v1/sites/'];
    for (const path of paths) {
      const response = await fetch(service.url + path);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="api"');
      expect((await call(service, 'GET', path, {}, 'wrong')).status).toBe(401);
    }
    const write = await fetch(`${service.url}/api/v1/files/`, { method: 'POST', body: form(GOOD) });
    expect(write.status).toBe(401);
    expect(service.store.files()).toHaveLength(1);
  });

  it('can be added and revoked while the service runs', async () => {
    const service = await serviceWithSite();
    service.tokens.add('late', { user: GUEST.user, sites: 'all' });
    expect((await call(service, 'GET', '/api/v1/sites/', {}, 'late')).status).toBe(200);
    service.tokens.revoke('late');
    expect((await call(service, 'GET', '/api/v1/sites/', {}, 'late')).status).toBe(401);
  });

  it('sees only the sites it was given', async () => {
    const service = await serviceWithSite({ tokens: { guest: GUEST } });
    service.store.addSite({ id: 's2' });
    service.store.addModel('s1', 'm', 'glb');
    const [foreign] = addFiles(service, 1);
    const [own] = addFiles(service, 1, 's2');
    const guest = async (method: string, path: string, init: RequestInit = {}) =>
      call(service, method, path, init, 'guest');
    const ids = async (path: string) => {
      const envelope = (await (await guest('GET', path)).json()) as EnvelopeShape;
      return [envelope.count, envelope.results.map((row) => row.id)];
    };
    expect(await ids('/api/v1/sites/')).toEqual([1, ['s2']]);
    expect(await ids('/api/v1/files/')).toEqual([1, [own]]);
    const headers = { 'content-type': 'application/json' };
    const query = { headers, body: '{"timeseriesIds":[]}' };
    const { blob } = service.store.file(foreign!)!;
    const refused = await Promise.all([
      guest('GET', '/api/v1/files/?site_id=s1'),
      guest('GET', `/api/v1/files/${foreign}/`),
      guest('GET', `/api/v1/files/${foreign}/download/`),
      guest('GET', `/media/site-files/${blob}`),
      guest('PUT', `/api/v1/files/${foreign}/`, { body: form({ name: 'x' }) }),
      guest('PUT', `/api/v1/files/${own}/`, { body: form({ site: 's1' }) }),
      guest('DELETE', `/api/v1/files/${foreign}/`),
      guest('POST', '/api/v1/files/', { body: form(GOOD) }),
      guest('GET', '/api/v1/sites/s1/models/m/download'),
      guest('POST', '/api/v1/sites/s1/timeseries', query),
    ]);
    expect(refused.map((response) => response.status)).toEqual(refused.map(() => 403));
    expect(service.store.files()).toHaveLength(2);
    const mine = await guest('POST', '/api/v1/files/', { body: form({ ...GOOD, site: 's2' }) });
    expect(await mine.json()).toMatchObject({ uploaded_by: GUEST.user });
  });
});
