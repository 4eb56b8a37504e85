import { expect, it } from 'vitest';
import { mayBeRight } from '../../../../main/app/account/check-words.ts';
import { client, FIELDS, FILE, serve, SITE } from '../raw-world.ts';
import { sendJson } from '../raw-server.ts';

/** A service that says with status 200 what went wrong. */
async function told(body: unknown) {
  const { url } = await serve((request, response) => {
    request.resume().once('end', () => sendJson(response, body, 200));
  });
  return client(url);
}

const BODY = { kind: 'bytes', bytes: Buffer.from('plan') } as const;

it.each([
  ['error', { error: 'The database is away' }],
  ['detail', { detail: 'The database is away.' }],
  ['errors', { errors: [{ message: 'The database is away.' }], data: null }],
])('an error where something was to be read is said in the words of the service: %s', async (_, body) => {
  const service = await told(body);
  const answers = [
    await service.sitesPage(0, 10),
    await service.filesPage(SITE, 0, 10),
    await service.readFile(FILE),
  ];
  for (const answer of answers) {
    if (answer.ok) expect.unreachable();
    else {
      expect(answer.failure).toMatchObject({
        code: 'service-error',
        reason: 'error-instead',
        retry: 'later',
      });
      expect(answer.failure.message).toContain(' says: The database is away.');
    }
  }
});

it('a web server that has words of its own for everything is not taken on trust as a service', async () => {
  const looks = [await told({ message: 'Welcome.' }), await told({ detail: 'Invalid token.' })];
  for (const service of looks) {
    const look = await service.sitesPage(0, 1);
    expect(look.ok || mayBeRight(look.failure)).toBe(false);
  }
});

it.each([[{ error: null }], [{ results: 'none' }], [['error']], ['error']])(
  'what holds no words of an error is not understood: %j',
  async (body) => {
    const answer = await (await told(body)).readFile(FILE);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'not-understood' } });
  },
);

it('an error that answers a file is said, and no sign that the file was taken', async () => {
  const service = await told({ error: 'no space left', code: 28 });
  for (const sent of [await service.createFile(FIELDS, BODY), await service.updateFile(FILE, FIELDS, BODY)]) {
    if (sent.ok) expect.unreachable();
    else {
      expect(sent.failure).toMatchObject({ code: 'unknown-outcome', late: true });
      expect(sent.failure.message).toMatch(/“plan\.pdf” .* says: no space left\.$/);
    }
  }
});

it('one that is only marked as an error is said with the words beside that', async () => {
  const service = await told({ error: true, message: 'The quota is used up.' });
  const sent = await service.createFile(FIELDS, BODY);
  expect(sent.ok ? '' : sent.failure.message).toMatch(/ says: The quota is used up\.$/);
});

it.each([
  [{ message: 'The file was added.' }],
  [{ error: null }],
  [{ error: false }],
  [{ error: 0, message: 'The file was added.' }],
  [{ error: '', errors: 0 }],
  [{ errors: [] }],
  [{ errors: false }],
])('what answers a file and tells of no error is one that was taken: %j', async (body) => {
  expect(await (await told(body)).createFile(FIELDS, BODY)).toEqual({
    ok: true,
    value: { id: null, record: null },
  });
});
