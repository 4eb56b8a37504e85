import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SleepWatch } from '../../../../main/adapters/rest/connection/sleep-watch.ts';
import { EMPTY_PAGE, sendJson } from '../raw-server.ts';
import { client, FIELDS, FILE, serve } from '../raw-world.ts';
import { bytesBody, drain, failure, value } from '../service-suite.ts';

/** The time for a connection is what one has after a sleep; all others are too long for a test. */
const HOUR = 60 * 60_000;
const timeouts = { connectMs: 1000, idleMs: HOUR, replyMs: HOUR };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** What a sleep is for a program: timers stand still, and the clock of the wall goes on. */
function sleep(): void {
  vi.setSystemTime(Date.now() + HOUR);
}

it('a request on a connection that a sleep has killed is asked again on another', async () => {
  let [connections, requests] = [0, 0];
  const server = await serve((_, response) => void (++requests > 1 && sendJson(response, EMPTY_PAGE)));
  server.server.on('connection', () => (connections += 1));
  const asked = client(server.url, { timeouts }).sitesPage(0, 1);
  await expect.poll(() => requests).toBe(1);
  sleep();
  value(await asked);
  expect([requests, connections]).toEqual([2, 2]);
});

it('an upload on one is not sent again by itself, and does not wait for minutes', async () => {
  const server = await serve((request) => void request.resume());
  const sent = client(server.url, { timeouts }).createFile(FIELDS, bytesBody('a'));
  await expect.poll(() => server.seen.length).toBe(1);
  sleep();
  expect(failure(await sent)).toMatchObject({ code: 'unknown-outcome', late: true });
  expect(server.seen).toHaveLength(1);
});

it('a connection that was not in use is not used after a sleep', async () => {
  let connections = 0;
  const server = await serve((_, response) => sendJson(response, EMPTY_PAGE));
  server.server.on('connection', () => (connections += 1));
  const service = client(server.url);
  for (let n = 0; n < 2; n++) value(await service.sitesPage(0, 1));
  expect(connections).toBe(1);
  sleep();
  value(await service.sitesPage(0, 1));
  expect([connections, service.requests]).toEqual([2, 3]);
});

it('a download that goes on after a sleep is not broken off, however long it pauses later', async () => {
  let more = (): unknown => null;
  const server = await serve(({ url = '' }, response) => {
    if (!url.includes('download')) return sendJson(response, EMPTY_PAGE);
    response.writeHead(200, { 'content-length': '4' });
    response.write('r');
    more = () => response.write('i') && setTimeout(() => response.end('se'), 3000);
  });
  const service = client(server.url, { timeouts });
  const download = value(await service.downloadFile(FILE, null));
  sleep();
  // Which asks the clock.
  value(await service.sitesPage(0, 1));
  more();
  expect(String(await drain(download))).toBe('rise');
});

it('a sleep is noticed once, a moment after it or when it matters', async () => {
  vi.useFakeTimers();
  let woke = 0;
  const watch = new SleepWatch(() => (woke += 1), 10_000);
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(woke).toBe(0);
  sleep();
  watch.look();
  watch.look();
  expect(woke).toBe(1);
  sleep();
  await vi.advanceTimersByTimeAsync(5000);
  expect(woke).toBe(2);
  watch.stop();
  sleep();
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(woke).toBe(2);
});
