import { expect, it } from 'vitest';
import { addFiles, call, create, serviceWithSite } from './harness.ts';

it('tells what was asked, answered and moved', async () => {
  const service = await serviceWithSite();
  await create(service, { file: 'x'.repeat(5000) });
  const [id] = addFiles(service, 1);
  await call(service, 'GET', `/api/v1/files/${id}/download/`);
  await fetch(`${service.url}/api/v1/sites/?limit=1`);
  expect(service.requests.all).toMatchObject([
    { method: 'POST', path: '/api/v1/files/', status: 201, auth: true },
    { method: 'GET', path: `/api/v1/files/${id}/download/`, status: 200, auth: true },
    { method: 'GET', path: '/api/v1/sites/?limit=1', status: 401, auth: false },
  ]);
  const [upload, download] = service.requests.all;
  expect(upload!.bytesIn).toBeGreaterThan(5000);
  expect(upload!.bytesOut).toBeGreaterThan(300);
  expect(download!.bytesIn).toBeLessThan(1000);
  expect([service.requests.writes().length, service.requests.downloads().length]).toEqual([1, 1]);
  service.requests.clear();
  expect(service.requests.all).toEqual([]);
});
