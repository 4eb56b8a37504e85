import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { SiteDataService } from '../../../../main/sync/ports/service.ts';
import type { Result } from '../../../../shared/failure.ts';
import { SECRET } from '../raw-server.ts';
import { client, FIELDS, FILE, serve } from '../raw-world.ts';
import { bytesBody } from '../service-suite.ts';

const PAGE = '<!doctype html><title>Guest Wi-Fi</title><p>Room and name, please</p>';
const VERIFY = '/api/v1/auth/token/verify/';

function page(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(PAGE);
}

type Call = (service: SiteDataService) => Promise<Result<unknown>>;

const CALLS: readonly [string, Call][] = [
  ['the list of sites', (service) => service.sitesPage(0, 1)],
  ['a record', (service) => service.readFile(FILE)],
  ['a create', (service) => service.createFile(FIELDS, bytesBody('mine'))],
  ['a download', (service) => service.downloadFile(FILE, null)],
  ['the check of a sign-in', (service) => service.verifyToken()],
];

describe.each([
  [401, /^This network asks for a sign-in before it lets anything through\. It says: Guest Wi-Fi/],
  [403, /^Something on the way to the service.* lets nothing through\. It says: Guest Wi-Fi/],
])('a network that answers everything with a page and status %i', (status, words) => {
  test.each(CALLS)('is no word of the service about the account: %s', async (_, call) => {
    const network = await serve((request, response) => {
      request
        .resume()
        .once('end', () => page(response, status, { 'WWW-Authenticate': 'Basic realm="Guest"' }));
    });
    const answer = await call(client(network.url));
    if (answer.ok) expect.unreachable();
    else {
      expect(answer.failure).toMatchObject({ code: 'offline', reason: 'cause-told', retry: 'on-connect' });
      expect(answer.failure.message).toMatch(words);
    }
    // What finds out whether the service itself speaks needs no token.
    const [, ...asked] = network.seen;
    expect(asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      [VERIFY, undefined],
      [VERIFY, undefined],
    ]);
  });

  test('is asked about once by all requests that it refuses at a time', async () => {
    const network = await serve((_, response) => void setTimeout(() => page(response, status), 50));
    const service = client(network.url);
    await Promise.all(Array.from({ length: 8 }, () => service.readFile(FILE)));
    expect(network.seen.filter(({ url }) => url === VERIFY)).toHaveLength(2);
  });
});

describe.each([
  [401, 'sign-in'],
  [403, 'no-access'],
])('a service that refuses with a page and status %i', (status, code) => {
  const others: readonly [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['and knows no token in the check', (_, response) => void response.writeHead(400).end('{}')],
    [
      'and takes the check for a wrong token',
      ({ method }, response) => (method === 'POST' ? page(response, status) : page(response, 405)),
    ],
    ['and answers the check with JSON', (_, response) => void response.writeHead(status).end('{}')],
    ['and breaks off the check', (request) => void request.socket.destroy()],
  ];
  test.each(others)('%s', async (_, check) => {
    const service = await serve((request, response) => {
      if (request.url !== VERIFY) return page(response, status);
      void text(request).then((asked) => {
        if (asked.includes(SECRET)) response.writeHead(200).end();
        else check(request, response);
      });
    });
    const answer = await client(service.url).readFile(FILE);
    expect(answer).toMatchObject({ ok: false, failure: { code } });
  });

  test('and names how it takes tokens: nothing else is asked', async () => {
    const service = await serve((_, response) =>
      page(response, status, { 'WWW-Authenticate': 'Bearer realm="api"' }),
    );
    expect(await client(service.url).readFile(FILE)).toMatchObject({ ok: false, failure: { code } });
    expect(service.seen).toHaveLength(1);
  });
});
