import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import type { Failure } from '../../../../shared/failure.ts';
import { sendJson, type RawServer } from '../raw-server.ts';
import { client, FIELDS, FILE, serve, SITE } from '../raw-world.ts';
import { bytesBody } from '../service-suite.ts';

const VERIFY = '/api/v1/auth/token/verify/';
const WORDS = { detail: 'Authentication credentials were not provided.' };

/** A service that refuses everything with 403, and answers its check of tokens so. */
function refusing(check: (response: ServerResponse) => void, headers = {}): Promise<RawServer> {
  return serve((request, response) => {
    request.resume().once('end', () => {
      if (request.url === VERIFY) return check(response);
      response.writeHead(403, { 'Content-Type': 'application/json', ...headers });
      response.end(JSON.stringify(WORDS));
    });
  });
}

async function failureAt({ url }: RawServer): Promise<Failure> {
  const answer = await client(url).filesPage(SITE, 0, 100);
  if (answer.ok) throw new Error('It was not refused');
  return answer.failure;
}

it.each([
  [400, WORDS],
  [401, WORDS],
  [403, WORDS],
  [422, {}],
  [200, { valid: false }],
])('no access asks for a sign-in where the check of the token says %i %j', async (status, body) => {
  const service = await refusing((response) => sendJson(response, body, status));
  expect(await failureAt(service)).toMatchObject({
    code: 'sign-in',
    message: `The service did not accept the sign-in. The service says: ${WORDS.detail}`,
    retry: 'on-sign-in',
    detail: 'HTTP 403',
  });
  // Whoever checks a token needs none.
  expect(service.seen.map(({ url, headers }) => [url, headers.authorization === undefined])).toEqual([
    [expect.stringContaining('/files/'), false],
    [VERIFY, true],
  ]);
});

it.each<readonly [string, (response: ServerResponse) => void]>([
  ['takes the token', (response) => void response.writeHead(200).end()],
  ['is not there', (response) => sendJson(response, WORDS, 404)],
  ['fails', (response) => sendJson(response, WORDS, 500)],
  ['is a page of a network', (response) => void response.writeHead(403).end('<html>Blocked</html>')],
  ['breaks off', (response) => void response.socket?.destroy()],
])('it stays no access where that check %s', async (_, check) => {
  expect(await failureAt(await refusing(check))).toMatchObject({ code: 'no-access', retry: 'later' });
});

it('of a write it stays no access where the service refuses its check as well: it may take nothing by POST now', async () => {
  const service = await refusing((response) => sendJson(response, WORDS, 403));
  const answer = await client(service.url).createFile(FIELDS, bytesBody('x'));
  expect(answer).toMatchObject({ ok: false, failure: { code: 'no-access' } });
});

it('nothing is checked where the refusal shows that the token was understood', async () => {
  const headers = { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' };
  const service = await refusing((response) => sendJson(response, {}, 400), headers);
  expect(await failureAt(service)).toMatchObject({ code: 'no-access' });
  expect(service.seen).toHaveLength(1);
});

it('a token is checked once for all that is refused at a time', async () => {
  const service = await refusing((response) => void setTimeout(() => sendJson(response, {}, 401), 50));
  const rest = client(service.url);
  const answers = await Promise.all(Array.from({ length: 8 }, () => rest.readFile(FILE)));
  expect(answers.map((answer) => !answer.ok && answer.failure.code)).toEqual(answers.map(() => 'sign-in'));
  expect(service.seen.filter(({ url }) => url === VERIFY)).toHaveLength(1);
});
