import { createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { checkWords } from '../../../../main/app/account/check-words.ts';
import type { FileId } from '../../../../shared/model/ids.ts';
import { FIELDS, hashing, overwritten } from '../transfers/overwritten-upload.ts';
import { clientOf, EMPTY_PAGE, HASTY, listen, rawServer, type RawServer, sendJson } from '../raw-server.ts';
import { failure, value } from '../service-suite.ts';
import { CERTIFICATE, KEY } from './test-certificate.ts';

let open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const thing of open) await thing.close();
  open = [];
});

interface Proxy extends RawServer {
  /** What it was asked to connect to or to fetch. */
  readonly asked: string[];
}

/** A proxy that leads every name to one port of this computer; `refuse` answers with a status instead. */
async function proxyTo(port: () => number, refuse: number | null = null): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (refuse !== null) {
      outgoing.writeHead(refuse).end();
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? '');
    const onward = { host: '127.0.0.1', port: port(), method: incoming.method, path: pathname + search };
    const forward = httpRequest({ ...onward, headers: incoming.headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forward);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    asked.push(`CONNECT ${incoming.url}`);
    if (refuse !== null) {
      socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
      return;
    }
    const onward = connect(port(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => undefined);
  });
  const proxy = { ...(await listen(server)), asked };
  open.push(proxy);
  return proxy;
}

async function service(): Promise<RawServer> {
  const server = await rawServer((_, response) => sendJson(response, EMPTY_PAGE));
  open.push(server);
  return server;
}

function client(...args: Parameters<typeof clientOf>): ReturnType<typeof clientOf> {
  const made = clientOf(...args);
  open.push(made);
  return made;
}

test('plain http goes through the proxy of the environment', async () => {
  const server = await service();
  const proxy = await proxyTo(() => server.port);
  const env = { HTTP_PROXY: proxy.url };
  const through = client('http://service.example.invalid', { env, allowInsecure: true });
  expect(value(await through.sitesPage(0, 1)).count).toBe(0);
  expect(proxy.asked).toEqual(['GET http://service.example.invalid/api/v1/sites/?limit=1&offset=0']);
  expect(server.seen[0]?.headers.host).toBe('service.example.invalid');
});

test('https goes through a tunnel, and TLS is spoken with the service itself', async () => {
  const server = await service();
  const proxy = await proxyTo(() => server.port);
  const through = client('https://service.example.invalid', {
    env: { https_proxy: proxy.url },
    timeouts: HASTY,
  });
  // What answers behind this tunnel speaks plain http, so the handshake fails: the proxy was no end of the TLS.
  expect(failure(await through.sitesPage(0, 1)).code).toBe('tls');
  expect(proxy.asked).toEqual(['CONNECT service.example.invalid:443']);
  expect(server.seen).toEqual([]);
});

test('inside the tunnel all is as ever, and the proxy sees nothing of it', async () => {
  const server = createSecureServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
    if (request.method === 'POST') hashing(request, response);
    else sendJson(response, EMPTY_PAGE);
  });
  const secure = await listen(server);
  open.push(secure);
  const proxy = await proxyTo(() => secure.port);
  const env = { HTTPS_PROXY: proxy.url };
  const doubtful = client('https://service.example.invalid', { env });
  expect(failure(await doubtful.sitesPage(0, 1)).code).toBe('tls');
  expect(failure(await doubtful.deleteFile('x' as FileId)).code).toBe('tls');
  const refused = proxy.asked.splice(0);
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, CERTIFICATE]);
  try {
    // No test of a limit: through all these hands 12 MiB may stand still for a moment on a busy machine.
    const timeouts = { connectMs: 20_000, idleMs: 20_000, replyMs: 20_000 };
    const trusting = client('https://service.example.invalid', { env, timeouts });
    for (let n = 0; n < 3; n += 1) expect(value(await trusting.sitesPage(0, 1)).count).toBe(0);
    const { body, hash } = overwritten(12, 1024 * 1024);
    expect(value(await trusting.createFile(FIELDS, body)).id).toBe(hash);
  } finally {
    setDefaultCACertificates(usual);
  }
  const tunnel = 'CONNECT service.example.invalid:443';
  // One for each call, and one more since the first had the system's list of authorities read, where it has one.
  expect(refused.slice(0, 3)).toEqual([tunnel, tunnel, ...(refused.length > 2 ? [tunnel] : [])]);
  expect(refused.length).toBeLessThanOrEqual(3);
  // It was kept for the four calls.
  expect(proxy.asked).toEqual([tunnel]);
});

test('a certificate for another name fails each call, and none waits forever', async () => {
  const secure = await listen(createSecureServer({ cert: CERTIFICATE, key: KEY }));
  open.push(secure);
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, CERTIFICATE]);
  try {
    const guest = client(secure.url.replace('http:', 'https:'));
    for (let n = 0; n < 3; n += 1) expect(failure(await guest.sitesPage(0, 1)).code).toBe('tls');
    expect(failure(await guest.deleteFile('x' as FileId)).code).toBe('tls');
  } finally {
    setDefaultCACertificates(usual);
  }
});

test.each([403, 407])(
  'a proxy that answers a tunnel with %i: offline, with a hint, without its password',
  async (status) => {
    const proxy = await proxyTo(() => 1, status);
    const env = { HTTPS_PROXY: proxy.url.replace('//', '//kim:pa55@') };
    const refused = failure(await client('https://service.example.invalid', { env }).sitesPage(0, 1));
    expect(refused).toMatchObject({ code: 'offline', retry: 'on-connect' });
    expect(refused.message).toContain(`The proxy ${proxy.url} (from HTTPS_PROXY)`);
    expect(refused.hint).toContain(status === 407 ? 'NAME:PASSWORD@' : 'unset HTTPS_PROXY');
    expect(JSON.stringify(refused)).not.toContain('pa55');
  },
);

test.each([
  ['is not there', 'http://kim:pa55@127.0.0.1:1', 'http://127.0.0.1:1'],
  ['is none that can be used', 'socks5://kim:pa55@proxy.example:1080', 'socks5://proxy.example:1080'],
])('a proxy that %s is named, with where it is from', async (_, address, shown) => {
  const base = 'https://service.example.invalid';
  for (const [over, place] of [
    [{ env: { HTTPS_PROXY: address } }, 'from HTTPS_PROXY'],
    [{ proxy: address }, 'from the settings'],
  ] as const) {
    const refused = failure(await client(base, over).sitesPage(0, 1));
    expect(refused).toMatchObject({ code: 'offline', retry: 'on-connect' });
    expect(refused.message).toContain(`the proxy ${shown} (${place})`);
    expect(JSON.stringify(refused)).not.toContain('pa55');
    // Whoever typed the address is not told that nothing answers there.
    expect(checkWords(base, refused)).toEqual(refused);
  }
});

test('a password of the proxy that holds a bare % is sent as it is', async () => {
  const server = await service();
  const proxy = await proxyTo(() => server.port);
  const address = proxy.url.replace('//', '//kim:50%off@');
  const plain = client('http://service.example.invalid', {
    env: { HTTP_PROXY: address },
    allowInsecure: true,
  });
  expect(value(await plain.sitesPage(0, 1)).count).toBe(0);
  const secure = client('https://service.example.invalid', { env: { HTTPS_PROXY: address } });
  expect(failure(await secure.sitesPage(0, 1)).code).toBe('tls');
  const sent = server.seen.map(({ headers }) => headers['proxy-authorization']);
  expect(sent).toEqual([`Basic ${Buffer.from('kim:50%off').toString('base64')}`]);
});

test('a proxy that wants a sign-in for plain http, or is not there: offline', async () => {
  const proxy = await proxyTo(() => 1, 407);
  const base = 'http://service.example.invalid';
  const asks = client(base, { env: { http_proxy: proxy.url }, allowInsecure: true });
  expect(failure(await asks.sitesPage(0, 1))).toMatchObject({
    code: 'offline',
    message: `The proxy ${proxy.url} (from http_proxy) asks for a sign-in.`,
  });
  await proxy.close();
  const gone = client(base, { env: { http_proxy: proxy.url }, allowInsecure: true });
  expect(failure(await gone.sitesPage(0, 1)).code).toBe('offline');
});

test('a proxy that accepts and then says nothing ends as offline', async () => {
  const silent = createServer();
  silent.on('connect', () => undefined);
  const proxy = await listen(silent);
  open.push(proxy);
  const through = client('https://service.example.invalid', {
    env: { https_proxy: proxy.url },
    timeouts: HASTY,
  });
  expect(failure(await through.deleteFile('x' as FileId)).code).toBe('offline');
});

test('a tunnel at whose end nothing is said ends as offline, and is closed', async () => {
  const silent = createServer();
  let ended = 0;
  silent.on('connect', (_: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined).on('end', () => (ended += 1));
    socket.resume().write('HTTP/1.1 200 OK\r\n\r\n');
  });
  const proxy = await listen(silent);
  open.push(proxy);
  const through = client('https://service.example.invalid', {
    env: { https_proxy: proxy.url },
    timeouts: HASTY,
  });
  expect(failure(await through.deleteFile('x' as FileId)).code).toBe('offline');
  await expect.poll(() => ended).toBe(1);
  expect(failure(await through.deleteFile('x' as FileId)).code).toBe('offline');
});

test('this computer is never asked through a proxy, nor what NO_PROXY names', async () => {
  const server = await service();
  const proxy = await proxyTo(() => server.port);
  const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY: '.example.invalid' };
  expect(value(await client(server.url, { env }).sitesPage(0, 1)).count).toBe(0);
  expect(value(await client(`http://localhost:${server.port}`, { env }).sitesPage(0, 1)).count).toBe(0);
  const past = client('http://service.example.invalid', { env, allowInsecure: true });
  expect(failure(await past.sitesPage(0, 1)).code).toBe('offline');
  expect(proxy.asked).toEqual([]);
});
