import { expect, it } from 'vitest';
import { client, FILE, serve, SITE } from './raw-world.ts';
import { sendJson } from './raw-server.ts';

/** Deletes a record of a service that answers so, and has it afterwards or not. */
async function deleted(status: number, isThere: boolean) {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    asked.push(request.method ?? '');
    request.resume();
    if (request.method === 'DELETE') return sendJson(response, { detail: 'Not found.' }, status);
    sendJson(response, isThere ? { id: FILE, name: 'plan.pdf', site: SITE } : {}, isThere ? 200 : 404);
  });
  return { asked, result: await client(server.url).deleteFile(FILE) };
}

it.each([200, 204])('a delete that is answered with %i is done', async (status) => {
  const { asked, result } = await deleted(status, true);
  expect([result.ok, asked]).toEqual([true, ['DELETE']]);
});

it.each([202, 404, 410])('one that is answered with %i is done where the record is gone', async (status) => {
  const { asked, result } = await deleted(status, false);
  expect([result.ok, asked]).toEqual([true, ['DELETE', 'GET']]);
});

it.each([
  [202, 'unknown-outcome', 'has it still'],
  [404, 'refused', 'shows it all the same'],
  [410, 'refused', 'shows it all the same'],
] as const)(
  'one that is answered with %i is not done where the record is there',
  async (status, code, words) => {
    const { result } = await deleted(status, true);
    expect(result).toMatchObject({ ok: false, failure: { code, retry: 'later' } });
    expect(result.ok ? '' : result.failure.message).toContain(words);
  },
);
