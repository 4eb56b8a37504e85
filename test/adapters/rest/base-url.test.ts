import { expect, test } from 'vitest';
import { leadsHere, parseBaseUrl } from '../../../main/adapters/rest/base-url.ts';
import { RedirectTrail } from '../../../main/adapters/rest/requests/redirects.ts';
import { createService } from '../../../main/adapters/rest/service.ts';
import { failure, value } from './service-suite.ts';

test.each([
  ['https://data.example.com', 'https://data.example.com'],
  ['  https://Data.Example.com/  ', 'https://data.example.com'],
  ['https://example.com/sites///', 'https://example.com/sites'],
  ['https://example.com/sites/api/v1/', 'https://example.com/sites'],
  ['https://example.com/api/v1/files/?'.slice(0, -1), 'https://example.com'],
  ['https://example.com/api/v10', 'https://example.com/api/v10'],
  ['data.example.com:8443', 'https://data.example.com:8443'],
  ['data.example.com', 'https://data.example.com'],
  ['//data.example.com/', 'https://data.example.com'],
  ['harbour:8443/sites', 'https://harbour:8443/sites'],
  ['harbour:443', 'https://harbour'],
  ['https://harbour', 'https://harbour'],
  ['[2001:db8::1]', 'https://[2001:db8::1]'],
  ['localhost', 'http://localhost'],
  ['localhost:8000', 'http://localhost:8000'],
  ['127.0.0.1:8000/x', 'http://127.0.0.1:8000/x'],
  ['http://[::1]:9', 'http://[::1]:9'],
  ['https://example.com:443', 'https://example.com'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
])('%s is %s', (text, base) => {
  expect(value(parseBaseUrl(text))).toBe(base);
  expect(value(parseBaseUrl(base))).toBe(base);
});

test.each([
  '',
  '   ',
  'https://',
  'https://user@example.com',
  'https://user:word@example.com',
  'https://example.com?token=x',
  'https://example.com/#top',
  'ftp://example.com',
  'file:///etc',
  'mailto:kim@example.com',
  'two words',
  'https://exa mple.com',
  'http://999.1.1.1',
  'nonsense',
  'nonsense/api/v1',
  'sites/data.example.com',
  '12345',
  'example.',
  '//harbour',
  'harbour/a://b',
  'anna:word@harbour/api',
  'https://anna:word@har bour',
  'anna:word@har bour',
  'https://anna:a/word@har bour',
])('"%s" is no base URL', (text) => {
  const refused = failure(parseBaseUrl(text));
  expect(refused.code).toBe('bad-input');
  expect(refused.hint).toContain('https://');
  expect(JSON.stringify(refused)).not.toContain('word@');
});

test.each([
  ['http//data.example.com', 'The address begins with http// where https:// is due.'],
  ['https:/data.example.com', 'The address begins with https:/ where https:// is due.'],
  ['HTTPS:data.example.com', 'The address begins with HTTPS: where https:// is due.'],
  ['harbour:', '“harbour” is only a word, not a whole address.'],
])('%s is told as what it is', (text, message) => {
  expect(failure(parseBaseUrl(text)).message).toBe(message);
});

test('a bare word is told from an address, and how it would be one', () => {
  const { message, hint } = failure(parseBaseUrl('harbour/api/v1'));
  expect(message).toBe('“harbour” is only a word, not a whole address.');
  expect(hint).toContain('write https://harbour.');
});

test('plain http to another machine is refused unless the person insists', () => {
  const options = { baseUrl: 'http://data.example.com', token: () => 't', userAgent: 'x', env: {} };
  expect(failure(createService(options)).code).toBe('tls');
  // Some systems ask the network who that is.
  expect(failure(createService({ ...options, baseUrl: 'http://app.localhost:8000' })).code).toBe('tls');
  expect(value(createService({ ...options, allowInsecure: true })).baseUrl).toBe('http://data.example.com');
  expect(value(createService({ ...options, baseUrl: 'http://127.0.0.1:1/x/' })).baseUrl).toBe(
    'http://127.0.0.1:1/x',
  );
  expect(failure(createService({ ...options, baseUrl: 'nothing at all' })).code).toBe('bad-input');
});

test.each([
  ['https://localhost.', true],
  ['https://app.localhost', true],
  ['https://127.1', true],
  ['https://0.0.0.0', true],
  ['https://[::]', true],
  ['https://[::1]', true],
  ['https://[::ffff:127.0.0.1]', true],
  ['https://[::ffff:0.0.0.0]', true],
  ['https://[::ffff:7.240.0.1]', false],
  ['https://10.0.0.1', false],
  ['https://127.0.0.1.example.com', false],
])('no service sends to %s where that leads to this computer: %s', (address, here) => {
  expect(leadsHere(new URL(address).hostname)).toBe(here);
});

test('a redirect to this computer is not followed, however it is spelt', () => {
  const start = new URL('https://data.example.com/api/v1/files/1/download/');
  const purpose = { subject: 'pump.pdf', kind: 'read' } as const;
  for (const address of ['https://localhost./x', 'https://0.0.0.0/x', 'https://[::ffff:127.0.0.1]/x'])
    expect(
      failure(new RedirectTrail(start, 'anywhere', false, purpose).next(start, address)).message,
    ).toContain('to this computer itself');
});
