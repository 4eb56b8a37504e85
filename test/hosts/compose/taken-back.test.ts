import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../../../shared/ipc/client.ts';
import { createConnection } from '../../../shared/ipc/server.ts';
import { openAppHome, type AppHome } from '../../support/app-home.ts';
import { SITE } from '../../support/laptop.ts';

/** Screens and engine joined without a carrier between, on a real service that never answers a question for timeseries. */
describe('a question that the screens take back', () => {
  let home: AppHome;
  let client: Client;
  /** What the engine's own handler came to. */
  const ended: unknown[] = [];

  beforeAll(async () => {
    home = await openAppHome();
    const { app } = home;
    const read = app.handlers['series.read'];
    let hear: (raw: unknown) => void = () => undefined;
    const connection = createConnection({
      handlers: {
        ...app.handlers,
        'series.read': async (input, signal) => {
          const result = await read(input, signal);
          ended.push(result.ok ? result.value.trouble?.code : result.failure.code);
          return result;
        },
      },
      post: (message) => hear(message),
      onBug: (_, error) => ended.push(error),
    });
    client = createClient({
      send: (message) => connection.receive(message),
      listen: (take) => (hear = take),
    });
  });

  afterAll(() => home.close());

  const day = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) };
  const question = { site: SITE, ids: ['a'], ...day, columns: 100, margin: 0, fetch: true };
  const asked = (): number => home.service.requests.all.filter(({ method }) => method === 'POST').length;

  it('is broken off in the middle of the request to the service', async () => {
    home.service.switches.failNext({ match: { method: 'POST' }, times: 1, action: 'hang' });
    const stop = new AbortController();
    const answer = client.call('series.read', question, stop.signal);
    await expect.poll(asked).toBe(1);
    stop.abort();
    await expect(answer).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    await expect.poll(() => ended).toEqual(['cancelled']);
  });

  it('is not asked at all where it is unwanted before', async () => {
    const answer = client.call('series.read', question, AbortSignal.abort());
    await expect(answer).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect([asked(), ended.length]).toEqual([1, 1]);
  });
});
