import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/ids.ts';
import type { UploadBody } from '../../../../main/sync/ports/service.ts';
import { FIELDS, hashing, overwritten } from './overwritten-upload.ts';
import { EMPTY_PAGE, clientOf, rawServer, sendJson } from '../raw-server.ts';
import { drain, failure, value } from '../service-suite.ts';

const PATIENT = { connectMs: 2000, idleMs: 300, replyMs: 2000 };

let open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const thing of open) await thing.close();
  open = [];
});

test.each([
  ['large chunks', 12, 1024 * 1024],
  ['chunks of what a slow limit lets through', 3000, 6 * 1024],
  ['a few bytes at a time', 500, 100],
])(
  'what is sent is what was handed out, also where it is written over at once: %s',
  async (_, chunks, size) => {
    const server = await rawServer(hashing);
    const service = clientOf(server.url);
    open.push(service, server);
    const { body, hash } = overwritten(chunks, size);
    let moved = 0;
    const made = value(await service.createFile(FIELDS, body, { onBytes: (bytes) => (moved += bytes) }));
    expect(made.id).toBe(hash);
    expect(moved).toBe(chunks * size);
  },
);

test.each([0, 10, 64 * 1024, 64 * 1024 + 1, 300_000, 1024 * 1024])(
  'content of %i bytes that is at hand is sent as it is, and counted once',
  async (size) => {
    const server = await rawServer(hashing);
    const service = clientOf(server.url);
    open.push(service, server);
    const bytes = randomBytes(size);
    const hash = createHash('sha256').update(bytes).digest('hex');
    let moved = 0;
    const onBytes = (some: number): void => void (moved += some);
    const made = value(await service.createFile(FIELDS, { kind: 'bytes', bytes }, { onBytes }));
    expect(made.id).toBe(hash);
    expect(moved).toBe(size);
  },
);

test.each(['bytes', 'stream'] as const)(
  'what is larger is counted bit by bit as it goes out: %s',
  async (kind) => {
    const server = await rawServer(hashing);
    const service = clientOf(server.url);
    open.push(service, server);
    const bytes = randomBytes(300_000);
    const body: UploadBody =
      kind === 'bytes' ? { kind, bytes } : { kind, size: bytes.length, open: () => Readable.from([bytes]) };
    const steps: number[] = [];
    value(await service.createFile(FIELDS, body, { onBytes: (some) => void steps.push(some) }));
    expect(steps.reduce((sum, each) => sum + each, 0)).toBe(bytes.length);
    expect(Math.max(...steps)).toBeLessThanOrEqual(64 * 1024);
  },
);

test('a service that closes each connection, or hints at what it will answer, is no trouble', async () => {
  let connections = 0;
  const server = await rawServer((request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.setHeader('connection', 'close');
    request.resume().once('end', () => {
      if (request.method === 'GET') sendJson(response, EMPTY_PAGE);
      else sendJson(response, { id: 'made-here' }, 201);
    });
  });
  server.server.on('connection', () => (connections += 1));
  const service = clientOf(server.url);
  open.push(service, server);
  for (let n = 0; n < 3; n += 1) {
    expect(value(await service.sitesPage(0, 1)).count).toBe(0);
    const made = await service.createFile(FIELDS, { kind: 'bytes', bytes: Buffer.from('x') });
    expect(value(made).id).toBe('made-here');
  }
  expect(connections).toBe(6);
});

test('a service that goes on with each request before it answers is no trouble', async () => {
  const text = 'HTTP/1.1 100 Continue';
  const server = await rawServer((request, response) => {
    response.writeContinue();
    request.resume().once('end', () => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-length': text.length }).flushHeaders();
        setTimeout(() => response.end(text), 50);
      } else sendJson(response, { id: 'made-here' }, 201);
    });
  });
  const service = clientOf(server.url);
  open.push(service, server);
  for (const size of [10, 300_000]) {
    const made = await service.createFile(FIELDS, { kind: 'bytes', bytes: Buffer.alloc(size) });
    expect(value(made).id).toBe('made-here');
  }
  // Bytes of a file that look like it are left as they are.
  const download = await service.downloadFile('file' as FileId, null);
  expect((await drain(value(download))).toString()).toBe(text);
});

test('the source of an upload that fails is closed', async () => {
  const server = await rawServer((request) => void request.once('data', () => request.socket.destroy()));
  const service = clientOf(server.url);
  open.push(service, server);
  let closed = false;
  const body: UploadBody = {
    kind: 'stream',
    size: 64 * 1024 * 1024,
    open: async function* () {
      try {
        for (let n = 0; n < 64; n += 1) yield Buffer.alloc(1024 * 1024);
      } finally {
        closed = true;
      }
    },
  };
  expect(failure(await service.createFile(FIELDS, body)).code).toBe('unknown-outcome');
  await expect.poll(() => closed).toBe(true);
});

test.each([
  ['a refusal', 'HTTP/1.1 413 Large\r\ncontent-length: 2\r\n\r\n{}'],
  ['a refusal without its end', 'HTTP/1.1 401 No\r\ncontent-length: 30\r\n\r\n{'],
  ['a redirect', 'HTTP/1.1 307 There\r\nlocation: /there\r\ncontent-length: 2\r\n\r\n{}'],
  ['a redirect without its end', 'HTTP/1.1 307 There\r\nlocation: /there\r\ncontent-length: 30\r\n\r\n{'],
  ['a yes', 'HTTP/1.1 201 Made\r\ncontent-length: 13\r\n\r\n{"id":"early"}'],
  ['a stop', null],
])(
  'nothing is read from the memory of a file once its call is over: after %s in the middle of it',
  async (_, answer) => {
    const [begun, goOn, over] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    const came: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('close', over.resolve).on('error', () => undefined);
      socket.once('data', () => {
        socket.pause().write(answer ?? '');
        begun.resolve();
        void goOn.promise.then(() => socket.on('data', (chunk) => came.push(chunk)).resume());
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const service = clientOf(`http://127.0.0.1:${port}`, { timeouts: PATIENT });
    open.push(service, server);
    // More than the system's buffers hold.
    const bytes = Buffer.from(new SharedArrayBuffer(24 * 1024 * 1024)).fill('own ');
    const stop = new AbortController();
    const sent = service.createFile(FIELDS, { kind: 'bytes', bytes }, { signal: stop.signal });
    await begun.promise;
    if (answer === null) stop.abort();
    await sent;
    // As the next file does that is read into it.
    bytes.fill('X');
    goOn.resolve();
    await over.promise;
    expect(Buffer.concat(came).includes('XX')).toBe(false);
  },
);

test('a small reply is due from the last byte that leaves, however long the body took', async () => {
  const server = await rawServer((request, response) => {
    // More than the system's buffers hold stays with us meanwhile.
    setTimeout(() => request.resume(), 2000);
    request.on('end', () => sendJson(response, { id: 'made' }, 201));
  });
  const service = clientOf(server.url, { timeouts: { connectMs: 1500, idleMs: 10_000, replyMs: 1500 } });
  open.push(service, server);
  const bytes = Buffer.alloc(24 * 1024 * 1024);
  expect(value(await service.createFile(FIELDS, { kind: 'bytes', bytes })).id).toBe('made');
});

test('calls that are stopped while they wait their turn or a connection are never sent', async () => {
  const held: (() => void)[] = [];
  const server = await rawServer((request, response) => {
    request.resume().once('end', () => held.push(() => sendJson(response, { id: 'made' }, 201)));
  });
  const service = clientOf(server.url);
  open.push(service, server);
  const bytes = Buffer.from('x');
  const under = Array.from({ length: 20 }, () => service.createFile(FIELDS, { kind: 'bytes', bytes }));
  await expect.poll(() => held.length).toBe(20);
  const stop = new AbortController();
  const waiting = Array.from({ length: 5 }, () =>
    service.createFile(FIELDS, { kind: 'bytes', bytes }, { signal: stop.signal }),
  );
  await wait(10);
  stop.abort();
  for (const result of await Promise.all(waiting)) expect(failure(result).code).toBe('cancelled');
  for (const answer of held) answer();
  for (const result of await Promise.all(under)) value(result);
  const after = service.createFile(FIELDS, { kind: 'bytes', bytes });
  await expect.poll(() => held.length).toBe(21);
  held[20]?.();
  value(await after);
  expect(server.seen.length).toBe(21);
});

test('uploads that ask for something before their last bytes never wait for each other', async () => {
  const server = await rawServer((request, response) => {
    request.resume().once('end', () => {
      if (request.method === 'GET') sendJson(response, EMPTY_PAGE);
      else sendJson(response, { id: 'made-here' }, 201);
    });
  });
  const service = clientOf(server.url);
  open.push(service, server);
  const body: UploadBody = {
    kind: 'stream',
    size: 20,
    open: async function* () {
      yield Buffer.alloc(10);
      expect(value(await service.sitesPage(0, 1)).count).toBe(0);
      yield Buffer.alloc(10);
    },
  };
  const sent = Array.from({ length: 50 }, () => service.createFile(FIELDS, body));
  const made = await Promise.all(sent);
  expect(made.map((reply) => value(reply).id)).toEqual(Array.from({ length: 50 }, () => 'made-here'));
});
