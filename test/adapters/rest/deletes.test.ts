import { expect, it } from 'vitest';
import { client, FILE, serve, SITE } from './raw-world.ts';
import { sendJson } from './raw-server.ts';

/** Deletes a record of a service that answers so, and has it afterwards (200) or not. */
async function deleted(
  status: number | 'lost',
  left: 200 | 404 | 502,
  body: object | null = { detail: 'Not found.' },
) {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    asked.push(request.method ?? '');
    request.resume();
    if (request.method === 'DELETE') {
      if (status === 'lost') return request.socket.destroy();
      return body === null ? response.writeHead(status).end() : sendJson(response, body, status);
    }
    sendJson(response, left === 200 ? { id: FILE, name: 'plan.pdf', site: SITE } : {}, left);
  });
  return { asked, result: await client(server.url).deleteFile(FILE) };
}

it.each([200, 204])('a delete that is answered with %i and no word is done', async (status) => {
  const { asked, result } = await deleted(status, 200, null);
  expect([result.ok, asked]).toEqual([true, ['DELETE']]);
});

it.each([200, 202, 404, 410])(
  'one that is answered with %i and words is done where the record is gone',
  async (status) => {
    const { asked, result } = await deleted(status, 404);
    expect([result.ok, asked]).toEqual([true, ['DELETE', 'GET']]);
  },
);

it.each([200, 202, 404])('one that is answered with %i is not done where nobody knows', async (status) => {
  const { result } = await deleted(status, 502);
  expect(result).toMatchObject({ ok: false, failure: { code: 'service-error', retry: 'later' } });
});

it.each([
  ['is done where the record is gone', 404, true],
  ['is not done where the record is there', 200, false],
  ['is not done where nobody knows', 502, false],
] as const)('one whose reply is lost %s, after one look', async (_, left, isDone) => {
  const { asked, result } = await deleted('lost', left);
  expect(asked).toEqual(['DELETE', 'GET']);
  expect(result.ok ? 'done' : result.failure.code).toBe(isDone ? 'done' : 'unknown-outcome');
});

it('one that is answered with an error and a status of success says so where the record is there', async () => {
  const { result } = await deleted(200, 200, { error: 'The store is read-only.' });
  expect(result.ok ? '' : result.failure.message).toMatch(
    /still has it\. .* says: The store is read-only\.$/,
  );
});

it.each([
  [200, 'unknown-outcome', 'still has it'],
  [202, 'unknown-outcome', 'still has it'],
  [404, 'refused', 'shows it all the same'],
  [410, 'refused', 'shows it all the same'],
] as const)(
  'one that is answered with %i is not done where the record is there',
  async (status, code, words) => {
    const { result } = await deleted(status, 200);
    expect(result).toMatchObject({ ok: false, failure: { code, retry: 'later' } });
    expect(result.ok ? '' : result.failure.message).toContain(words);
  },
);
