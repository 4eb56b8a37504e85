import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RunningService } from '../service/service.ts';
import { call, serviceWithSite } from './harness.ts';

const CONTENT = '0123456789';

async function serviceWithFile(): Promise<{ service: RunningService; id: string; path: string }> {
  const service = await serviceWithSite();
  const { id } = service.store.addFile('s1', { name: 'ä b.txt', category: 'other', content: CONTENT });
  return { service, id, path: `/api/v1/files/${id}/download/` };
}

describe('download', () => {
  it('describes what it sends', async () => {
    const { service, path } = await serviceWithFile();
    const response = await call(service, 'GET', path);
    expect(await response.text()).toBe(CONTENT);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': '10',
      'content-type': 'text/plain',
      'content-disposition': "attachment; filename*=UTF-8''%C3%A4%20b.txt",
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f-]{36}"$/),
      'last-modified': expect.stringMatching(/GMT$/),
    });
  });

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, CONTENT, null],
    ['bytes=3-1', 200, CONTENT, null],
    ['lines=1-2', 200, CONTENT, null],
  ])('answers Range %s with %i', async (range, status, text, contentRange) => {
    const { service, path } = await serviceWithFile();
    const response = await call(service, 'GET', path, { headers: { range } });
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  it('resumes while the content is the same and starts again when it is not', async () => {
    const { service, id, path } = await serviceWithFile();
    const first = await call(service, 'GET', path);
    const etag = first.headers.get('etag')!;
    const resume = async () => {
      const response = await call(service, 'GET', path, { headers: { range: 'bytes=7-', 'if-range': etag } });
      return [response.status, await response.text()];
    };
    service.store.editFile(id, { name: 'renamed.txt' });
    expect(await resume()).toEqual([206, '789']);
    service.store.editFile(id, { content: 'abcdefghij' });
    expect(await resume()).toEqual([200, 'abcdefghij']);
  });

  it('answers 304 to a known content', async () => {
    const { service, path } = await serviceWithFile();
    const etag = (await call(service, 'GET', path)).headers.get('etag')!;
    const response = await call(service, 'GET', path, { headers: { 'if-none-match': etag } });
    expect([response.status, await response.text()]).toEqual([304, '']);
  });

  it('gives the content that `file` refers to', async () => {
    const { service, id } = await serviceWithFile();
    const { blob } = service.store.file(id)!;
    expect(await (await call(service, 'GET', `/media/site-files/${blob}`)).text()).toBe(CONTENT);
    expect((await call(service, 'GET', '/media/site-files/nothing')).status).toBe(404);
  });
});

describe('model download', () => {
  it('has a range and an ETag that changes with the content', async () => {
    const service = await serviceWithSite();
    const path = '/api/v1/sites/s1/models/tower%20a/download';
    service.store.addModel('s1', 'tower a', 'first');
    const first = await call(service, 'GET', path, { headers: { range: 'bytes=1-' } });
    expect([first.status, await first.text()]).toEqual([206, 'irst']);
    expect(first.headers.get('content-type')).toBe('model/gltf-binary');
    service.store.addModel('s1', 'tower a', 'second');
    const second = await call(service, 'GET', path);
    expect(await second.text()).toBe('second');
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
    service.store.removeModel('s1', 'tower a');
    expect((await call(service, 'GET', path)).status).toBe(404);
    expect((await call(service, 'GET', '/api/v1/sites/none/models/m/download')).status).toBe(404);
  });
});

describe('forms of a download', () => {
  it('redirects to another path of this origin', async () => {
    const { service, path } = await serviceWithFile();
    service.set({ downloadForm: 'redirect' });
    const response = await call(service, 'GET', path);
    const target = response.headers.get('location')!;
    expect([response.status, new URL(target).origin]).toEqual([302, service.url]);
    expect((await fetch(target)).status).toBe(401);
    expect(await (await call(service, 'GET', target, { headers: { range: 'bytes=9-' } })).text()).toBe('9');
  });

  it('redirects to an origin that needs no token and notes one', async () => {
    const { service, path } = await serviceWithFile();
    service.set({ downloadForm: 'redirect-other-origin' });
    const target = (await call(service, 'GET', path)).headers.get('location')!;
    expect(new URL(target).origin).not.toBe(service.url);
    const part = await fetch(target, { headers: { range: 'bytes=5-' } });
    expect([part.status, await part.text()]).toEqual([206, '56789']);
    expect(service.otherOrigin.sawAuthorization).toBe(false);
    await call(service, 'GET', target);
    expect(service.otherOrigin.sawAuthorization).toBe(true);
    service.otherOrigin.clear();
    expect((await fetch(`${new URL(target).origin}/bucket/guess`)).status).toBe(403);
    expect(service.otherOrigin.requests).toEqual([{ path: '/bucket/guess', authorization: false }]);
  });

  it('comes chunked, without a length or ranges', async () => {
    const { service, path } = await serviceWithFile();
    service.set({ downloadForm: 'chunked' });
    const response = await call(service, 'GET', path, { headers: { range: 'bytes=5-' } });
    expect([response.status, await response.text()]).toEqual([200, CONTENT]);
    expect(response.headers.get('content-length')).toBeNull();
    expect(response.headers.get('accept-ranges')).toBeNull();
  });

  it('comes compressed', async () => {
    const { service, path } = await serviceWithFile();
    service.set({ downloadForm: 'gzip' });
    const response = await call(service, 'GET', path);
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual(['gzip', CONTENT]);
    const { request } = await import('node:http');
    const raw = await new Promise<Buffer>((resolve, reject) => {
      const headers = { authorization: 'Bearer demo-token' };
      request(service.url + path, { headers }, (reply) => {
        reply.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject);
      }).end();
    });
    expect(gunzipSync(raw).toString()).toBe(CONTENT);
  });
});
