import type { RequestListener } from 'node:http';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { FileId } from '../../../../shared/model/ids.ts';
import { EMPTY_PAGE, clientOf, rawServer } from '../raw-server.ts';
import { drain, value } from '../service-suite.ts';

const FILE = 'file' as FileId;
const PAGE = Buffer.from(JSON.stringify(EMPTY_PAGE));

let open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const thing of open) await thing.close();
  open = [];
});

async function clientFor(answer: RequestListener): Promise<ReturnType<typeof clientOf>> {
  const server = await rawServer(answer);
  const service = clientOf(server.url);
  open.push(service, server);
  return service;
}

// Contract 4.1: a token is verified by 200 with no body; deletes and updates may answer 204.
test.each([
  ['gzip', 200],
  ['gzip', 204],
  ['deflate', 200],
  ['br', 204],
  ['zstd', 200],
])('an answer without a body is one also where a packing is named: %s, %i', async (encoding, status) => {
  const service = await clientFor((_, response) =>
    response.writeHead(status, { 'content-encoding': encoding }).end(),
  );
  value(await service.verifyToken());
  value(await service.deleteFile(FILE));
  expect((await drain(value(await service.downloadFile(FILE, null, { size: 0 })))).length).toBe(0);
});

test.each([
  ['deflate', deflateRawSync],
  ['none', (bytes: Buffer) => bytes],
  ['UTF-8', (bytes: Buffer) => bytes],
  ['aws-chunked', (bytes: Buffer) => bytes],
  ['gzip, aws-chunked', gzipSync],
])('what older and other servers call %s is read', async (encoding, pack) => {
  const service = await clientFor((_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(pack(PAGE)),
  );
  expect(value(await service.sitesPage(0, 1)).count).toBe(0);
  expect((await drain(value(await service.downloadFile(FILE, null)))).equals(PAGE)).toBe(true);
});
