import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../../main/app/app.ts';
import { openApp } from '../../../main/hosts/compose/open-app.ts';
import { webHostServices } from '../../../main/hosts/web/host-services.ts';
import { createClient, type Client } from '../../../shared/ipc/client.ts';
import { createConnection } from '../../../shared/ipc/server.ts';
import { DEFAULT_TOKEN, startService, type RunningService } from '../../service/service.ts';

/** Screens and engine joined without a carrier between, on a real service that never answers a question for timeseries. */
describe('a question that the screens take back', () => {
  let home: string;
  let service: RunningService;
  let app: App;
  let client: Client;
  /** What the engine's own handler came to. */
  const ended: unknown[] = [];

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'taken-back-'));
    service = await startService({ dataDir: join(home, 'service') });
    service.store.addSite({ id: 'harbour', name: 'Harbour House' });
    const opened = await openApp({
      data: join(home, 'data'),
      root: join(home, 'root'),
      host: webHostServices(),
      account: { baseUrl: service.url, token: DEFAULT_TOKEN },
    });
    if (!opened.ok) throw new Error(opened.failure.message);
    app = opened.value;
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

  afterAll(async () => {
    await app.close();
    await service.close();
    await rm(home, { recursive: true, force: true });
  });

  const day = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) };
  const question = { site: 'harbour', ids: ['a'], ...day, columns: 100, margin: 0, fetch: true };
  const asked = (): number => service.requests.all.filter(({ method }) => method === 'POST').length;

  it('is broken off in the middle of the request to the service', async () => {
    service.switches.failNext({ match: { method: 'POST' }, times: 1, action: 'hang' });
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
