import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ConnectionPools } from '../../../../main/adapters/rest/connection/connection-pools.ts';
import { exchange } from '../../../../main/adapters/rest/requests/exchange.ts';
import { DEFAULT_LIMITS } from '../../../../main/adapters/rest/connection/limits.ts';

const servers: Server[] = [];
const connections = new ConnectionPools({ own: null, env: {} }, DEFAULT_LIMITS);

afterEach(async () => {
  connections.close();
  await Promise.all(servers.splice(0).map((server) => server[Symbol.asyncDispose]()));
});

interface Host {
  readonly origin: string;
  /** Connections that are open. */
  readonly open: () => number;
}

async function listen(answered: Promise<void> = Promise.resolve()): Promise<Host> {
  const server = createServer((_, response) => void answered.then(() => response.end('here')));
  servers.push(server);
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.on('close', () => (open -= 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, open: () => open };
}

async function get(origin: string): Promise<string> {
  const to = { origin, path: '/' };
  const call = { method: 'GET', to, headers: {}, body: null, smallReply: true, signal: undefined } as const;
  const exchanged = await exchange(call, connections, DEFAULT_LIMITS);
  if (!exchanged.ok) throw new Error(exchanged.trouble.text);
  const chunks: Uint8Array[] = [];
  for await (const chunk of exchanged.answer.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Origins to which nothing is ever sent. */
function askOthers(count: number): void {
  for (let n = 0; n < count; n++) connections.to(`http://file-${n}.example.test`);
}

it('keeps the connections of the service, and lets those go that were used long ago', async () => {
  const [service, store] = [await listen(), await listen()];
  for (const { origin } of [service, store]) expect(await get(origin)).toBe('here');
  const route = connections.to(service.origin);
  for (let n = 0; n < 100; n++) {
    connections.to(service.origin);
    connections.to(`http://file-${n}.example.test`);
  }
  await expect.poll(() => store.open()).toBe(0);
  expect(connections.to(service.origin)).toBe(route);
  expect(service.open()).toBe(1);
  expect(await get(store.origin)).toBe('here');
});

it('breaks off nothing that is under way, however many others are asked meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = await listen(promise);
  const answer = get(slow.origin);
  await expect.poll(() => slow.open()).toBe(1);
  askOthers(100);
  resolve();
  expect(await answer).toBe('here');
  askOthers(100);
  await expect.poll(() => slow.open()).toBe(0);
});

it('opens another where the connections were let go just before they were used', async () => {
  const host = await listen();
  expect(await get(host.origin)).toBe('here');
  const answer = get(host.origin);
  askOthers(100);
  expect(await answer).toBe('here');
});
