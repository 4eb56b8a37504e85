import { expect, test } from 'vitest';
import { proxyFor, proxyHeaders } from '../../../../main/adapters/rest/connection/proxies.ts';

const PROXY = 'http://proxy.example:3128/';

function asks(address: string, env: NodeJS.ProcessEnv): string | null {
  return proxyFor(new URL(address), { own: null, env })?.url?.href ?? null;
}

test('each scheme has its own, in either case, and none is made up', () => {
  const env = { https_proxy: PROXY, HTTPS_PROXY: 'http://other/', HTTP_PROXY: 'http://plain/' };
  expect(asks('https://a.example/', env)).toBe(PROXY);
  expect(asks('http://a.example/', env)).toBe('http://plain/');
  expect(asks('https://a.example/', { HTTP_PROXY: PROXY })).toBeNull();
  expect(asks('https://a.example/', {})).toBeNull();
  for (const odd of ['', 'socks5://proxy', 'no address']) {
    expect(asks('https://a.example/', { HTTPS_PROXY: odd })).toBeNull();
  }
});

test('that of the settings goes before them, and each is named with where it is from, without its sign-in', () => {
  const at = (own: string | null, env: NodeJS.ProcessEnv): object | null =>
    proxyFor(new URL('https://a.example/'), { own, env });
  const HTTPS_PROXY = 'http://kim:pa55@proxy:3128';
  expect(at(null, { HTTPS_PROXY })).toMatchObject({ shown: 'http://proxy:3128', variable: 'HTTPS_PROXY' });
  expect(at('own:8080', { HTTPS_PROXY })).toMatchObject({ shown: 'http://own:8080', variable: null });
  expect(at('own:8080', { NO_PROXY: 'a.example' })).toBeNull();
  const https_proxy = 'socks5://kim:p@55@proxy';
  expect(at(null, { https_proxy, HTTPS_PROXY })).toEqual({
    url: null,
    shown: 'socks5://proxy',
    variable: 'https_proxy',
  });
});

test('one without a scheme is asked in plain http', () => {
  const HTTPS_PROXY = 'proxy.example:3128';
  expect(asks('https://a.example/', { HTTPS_PROXY })).toBe(PROXY);
  expect(asks('https://a.example/', { HTTPS_PROXY: `kim:pass@${HTTPS_PROXY}` })).toBe(
    'http://kim:pass@proxy.example:3128/',
  );
});

test('this computer is never asked through one', () => {
  const env = { HTTP_PROXY: PROXY, HTTPS_PROXY: PROXY };
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'app.localhost']) {
    expect(asks(`http://${host}:8000/`, env)).toBeNull();
    expect(asks(`https://${host}/`, env)).toBeNull();
  }
});

test.each([
  ['*', 'a.example', true],
  ['a.example', 'a.example', true],
  ['A.Example', 'a.example', true],
  ['a.example', 'b.a.example', false],
  ['.example', 'a.example', true],
  ['*.example', 'a.example', true],
  ['ample', 'a.example', false],
  ['other, a.example', 'a.example', true],
  ['a.example:443', 'a.example', true],
  ['a.example:8443', 'a.example', false],
  ['a.example:8443', 'a.example:8443', true],
  ['10.0.0.5', '10.0.0.5', true],
  ['10.0.0.1-10.0.0.9', '10.0.0.5', true],
  ['10.0.0.1-10.0.0.4', '10.0.0.5', false],
  ['10.0.0.9-10.0.0.1', '10.0.0.5', false],
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.0.0.0/33', '10.1.2.3', false],
  ['10.0.0.0/8', 'a.example', false],
  ['2001:db8::/32', '[2001:db8::1]', true],
  ['2001:db8::1', '[2001:db8::1]', true],
  ['2001:db8::2', '[2001:db8::1]', false],
  ['[2001:db8::1]', '[2001:db8::1]', true],
  ['[2001:db8::1]:443', '[2001:db8::1]', true],
  ['[2001:db8::1]:8443', '[2001:db8::1]', false],
  ['site-a.example', 'site-a.example', true],
  ['', 'a.example', false],
])('NO_PROXY %j and %s: past the proxy %s', (NO_PROXY, host, past) => {
  const found = asks(`https://${host}/`, { HTTPS_PROXY: PROXY, NO_PROXY });
  expect(found).toBe(past ? null : PROXY);
});

test.each([
  ['p%40ss', 'p@ss'],
  ['50%off', '50%off'],
  ['100%', '100%'],
  ['na%EFve', 'na%EFve'],
])('a password %j in the address of a proxy is %j', (written, password) => {
  const env = {
    HTTPS_PROXY: `http://kim:${written}@proxy.example:3128`,
    HTTP_PROXY: `http://kim:${written}@proxy`,
  };
  expect(decodeURIComponent(new URL(asks('https://a.example/', env) ?? '').password)).toBe(password);
  const plain = new URL('http://a.example/');
  const headers = proxyHeaders(proxyFor(plain, { own: null, env })?.url ?? plain, plain);
  const said = headers['Proxy-Authorization']?.replace('Basic ', '') ?? '';
  expect(Buffer.from(said, 'base64').toString()).toBe(`kim:${password}`);
});

test('a proxy with a sign-in gets it, and nobody else a header', () => {
  const target = new URL('http://a.example:8000/x');
  expect(proxyHeaders(new URL(PROXY), target)).toEqual({ Host: 'a.example:8000' });
  expect(proxyHeaders(new URL('http://kim:p%40ss@proxy'), target)).toEqual({
    Host: 'a.example:8000',
    'Proxy-Authorization': `Basic ${Buffer.from('kim:p@ss').toString('base64')}`,
  });
});
