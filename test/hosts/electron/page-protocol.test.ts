import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { desktopRig, type DesktopRig } from './desktop-rig.ts';

let rig: DesktopRig;
beforeEach(async () => {
  rig = await desktopRig();
  await rig.start();
});
afterEach(() => rig.close());

const ask = async (path: string, init: RequestInit = {}): Promise<Response> =>
  rig.electron.protocols.get('sitesync')!(
    // Only what an answer may depend on: undici would refuse the address, which Chromium knows.
    {
      url: path.startsWith('/') ? `sitesync://app${path}` : path,
      method: 'GET',
      headers: new Headers(),
      ...init,
    } as never,
  );

async function keep(name: string, bytes: string, contentType: string): Promise<string> {
  const path = join(rig.data, name);
  await writeFile(path, bytes);
  rig.engine.files.set(`file/site 1/${name}`, { path, size: bytes.length, contentType });
  return `/content/file/site%201/${encodeURIComponent(name)}`;
}

describe('the page’s own address', () => {
  it('has the page, under the policy of the web host', async () => {
    const page = await ask('/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(await page.text()).toContain('csp-nonce');
    expect((await ask('/#/outbox')).status).toBe(200);
  });

  it('has bytes of files, whole or a range, that run nothing', async () => {
    const path = await keep('log.txt', '0123456789', 'text/plain; charset=utf-8');
    const whole = await ask(path);
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
    expect(whole.headers.get('content-security-policy')).toContain('sandbox');
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    const part = await ask(path, { headers: new Headers({ range: 'bytes=2-4' }) });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    const head = await ask(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const html = await ask(await keep('x.html', '<script>', 'text/html'));
    expect(html.headers.get('content-type')).toBe('application/octet-stream');
    await html.body?.cancel();
    expect((await ask(await keep('empty', '', 'text/plain'))).status).toBe(200);
  });

  it.each([
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/assets/none.js',
    '/content/file/s',
    '/content/file/s/unknown',
    '/content/other/s/k',
    'sitesync://other/',
    'https://evil.example/',
  ])('has nothing else: %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it('follows no link and takes nothing in', async () => {
    await keep('a.txt', 'a', 'text/plain');
    const link = join(rig.data, 'link');
    await symlink(join(rig.data, 'a.txt'), link);
    rig.engine.files.set('file/s/link', { path: link, size: 1, contentType: 'text/plain' });
    expect((await ask('/content/file/s/link')).status).toBe(404);
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask('/', { method })).status).toBe(405);
  });

  it('answers a fault of ours without its words', async () => {
    rig.engine.content = () => Promise.reject(new Error('a secret'));
    const failed = await ask('/content/file/s/k');
    expect([failed.status, await failed.text()]).toEqual([500, '']);
    expect(rig.logged.join()).toContain('/content/file/s/k: Error: a secret');
  });
});
