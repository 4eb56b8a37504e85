import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createService } from '../../../main/adapters/rest/service.ts';
import type { SiteDataService } from '../../../main/sync/ports/service.ts';
import { Progress } from '../../../main/sync/telling/progress.ts';
import { tellSilence } from '../../../main/sync/telling/silence.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { until } from '../../support/engine-home.ts';
import { must } from '../../support/must.ts';

let server: Server;
let open: ServerResponse[];
let service: SiteDataService;

beforeEach(async () => {
  open = [];
  server = createServer((_, response) => void open.push(response));
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = must(createService({ baseUrl, token: () => 'token', userAgent: 'test' }));
});

afterEach(() => {
  service.close();
  server.closeAllConnections();
  server.close();
});

/** Time passes by `pass` alone; what is due by then happens. */
function clock() {
  let now = 1_795_000_000_000;
  let sleeping: (() => void) | null = null;
  return {
    env: {
      now: () => now,
      stamp: () => '2026-11-21 0942',
      sleep: (ms: number, signal?: AbortSignal) =>
        new Promise<void>((wake) => {
          const due = now + ms;
          sleeping = () => void (now >= due && wake());
          signal?.addEventListener('abort', () => wake(), { once: true });
        }),
    },
    pass: async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 5000) {
        now += 5000;
        sleeping?.();
        await new Promise((turn) => void setTimeout(turn, 5));
      }
    },
  };
}

it('a service that says nothing is told after half a minute, with what waits, until a byte comes', async () => {
  const { env, pass } = clock();
  const progress = new Progress();
  const lines: string[] = [];
  const end = tellSilence(
    { env, progress, service },
    { onNotice: (line) => lines.push(line), onOver: (line) => lines.push(`over: ${line}`) },
  );
  await pass(60_000);
  expect(lines).toEqual([]);
  const site = 'site' as SiteId;
  const transfers = ['a.txt', 'b.txt'].map((path) =>
    progress.begin({ site, path, direction: 'up', total: 1 }),
  );
  const asked = service.sitesPage(0, 1);
  await until(() => open.length === 1);
  await pass(25_000);
  expect(lines).toEqual([]);
  await pass(10_000);
  const line =
    'Since 09:42 nothing has come from the service or gone to it, and a.txt and b.txt wait for that. After two minutes it counts as not reached.';
  expect(lines).toEqual([line]);
  await pass(60_000);
  expect(lines).toEqual([line]);
  open[0]?.writeHead(200, { 'Content-Type': 'application/json' }).end('{"count":0,"results":[]}');
  expect(await asked).toMatchObject({ ok: true });
  await pass(10_000);
  expect(lines).toEqual([line, `over: ${line}`]);
  await pass(60_000);
  expect(lines).toHaveLength(2);
  for (const { end: ended } of transfers) ended();
  end();
});

it('of many files that wait, two are named and the others counted, also those of which no byte came yet', async () => {
  const { env, pass } = clock();
  const progress = new Progress();
  const lines: string[] = [];
  const end = tellSilence({ env, progress, service }, { onNotice: (line) => lines.push(line) });
  const asked = service.sitesPage(0, 1);
  await until(() => open.length === 1);
  const begun = ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((path) => progress.asks(path));
  await pass(35_000);
  expect(lines).toEqual([expect.stringContaining('and a.txt, b.txt and 2 other files wait for that.')]);
  for (const each of begun) each();
  expect(progress.waiting).toEqual([]);
  open[0]?.end('{"count":0,"results":[]}');
  await asked;
  end();
});

it('a service that drips its answer is not silent', async () => {
  const { env, pass } = clock();
  const lines: string[] = [];
  const end = tellSilence(
    { env, progress: new Progress(), service },
    { onNotice: (line) => lines.push(line) },
  );
  const asked = service.sitesPage(0, 1);
  await until(() => open.length === 1);
  const [response] = open;
  response?.writeHead(200, { 'Content-Type': 'application/json' });
  for (const byte of '{"count":0,"results":[]}') {
    response?.write(byte);
    await pass(10_000);
  }
  response?.end();
  expect(await asked).toMatchObject({ ok: true });
  expect(lines).toEqual([]);
  end();
});
