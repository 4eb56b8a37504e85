import { expect, it } from 'vitest';
import { createConnection } from '../../shared/ipc/server.ts';
import { ok } from '../../shared/failure.ts';
import { standInApp } from '../support/stand-in-app.ts';

interface Searched {
  readonly signal: AbortSignal;
  answer(): void;
}

/** A connection whose searches end when they are told to. */
const NOTHING = { places: [], total: 0, more: [] };

function connected() {
  const app = standInApp();
  const searched: Searched[] = [];
  app.answer('app.search', async (_, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    searched.push({ signal, answer: resolve });
    await promise;
    return ok(NOTHING);
  });
  app.answer('sites.unfollow', async () => ok(null));
  const posted: unknown[] = [];
  const connection = createConnection({
    handlers: app.handlers,
    post: (message) => posted.push(message),
    onBug: (_, error) => {
      throw error;
    },
  });
  const search = (id: number): void =>
    connection.receive({ kind: 'call', id, command: 'app.search', input: { text: 'pump' } });
  return { connection, posted, searched, search };
}

/** As many turns as an answer needs. */
const turns = async (): Promise<void> => {
  for (let at = 0; at < 10; at++) await Promise.resolve();
};

it('gives no answer to who takes the question back, and one to whoever asks under its id afterwards', async () => {
  const { connection, posted, searched, search } = connected();
  search(1);
  connection.receive({ kind: 'cancel', id: 1 });
  expect(searched[0]?.signal.aborted).toBe(true);
  searched[0]?.answer();
  await turns();
  expect(posted).toEqual([]);
  search(1);
  searched[1]?.answer();
  await turns();
  expect(posted).toEqual([{ kind: 'answer', id: 1, output: NOTHING }]);
});

it('passes over a call under the id of one that runs, which keeps its answer', async () => {
  const { connection, posted, searched, search } = connected();
  search(1);
  search(1);
  connection.receive({ kind: 'call', id: 1, command: 'app.nothing', input: null });
  await turns();
  expect([posted, searched.length]).toEqual([[], 1]);
  searched[0]?.answer();
  await turns();
  expect(posted).toEqual([{ kind: 'answer', id: 1, output: NOTHING }]);
});

it('tells a renderer that runs wild to wait, and goes on with what runs', async () => {
  const { posted, searched, search } = connected();
  for (let id = 1; id <= 201; id += 1) search(id);
  expect(searched).toHaveLength(200);
  expect(posted).toMatchObject([{ kind: 'failed', id: 201, failure: { code: 'bad-input' } }]);
  searched[0]?.answer();
  await turns();
  expect(posted.at(-1)).toEqual({ kind: 'answer', id: 1, output: NOTHING });
  search(202);
  expect(searched).toHaveLength(201);
});

it('lets no handler see a site that no service could name', async () => {
  const { connection, posted } = connected();
  const ask = (id: number, site: unknown): void =>
    connection.receive({ kind: 'call', id, command: 'sites.unfollow', input: { site } });
  for (const [id, site] of ['', 'a\u0000b', 'x'.repeat(513), 7, null].entries()) ask(id, site);
  await turns();
  expect(posted).toHaveLength(5);
  for (const message of posted) expect(message).toMatchObject({ failure: { code: 'bad-input' } });
  ask(9, 'site-1');
  await turns();
  expect(posted.at(-1)).toEqual({ kind: 'answer', id: 9, output: null });
});

it('takes a token as long as the services of large companies make them', async () => {
  const app = standInApp();
  app.answer('account.signIn', async () => ok(null));
  const posted: unknown[] = [];
  const onBug = (): void => undefined;
  const connection = createConnection({ handlers: app.handlers, post: (said) => posted.push(said), onBug });
  const input = { baseUrl: 'https://data.example.com', token: 'a'.repeat(12_000) };
  connection.receive({ kind: 'call', id: 1, command: 'account.signIn', input });
  await turns();
  expect(posted).toEqual([{ kind: 'answer', id: 1, output: null }]);
});
