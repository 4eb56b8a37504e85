import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startNode } from '../../../support/command-line.ts';
import { EMPTY_PAGE, listen, sendJson } from '../raw-server.ts';
import { CERTIFICATE, KEY } from './test-certificate.ts';

const CHILD = join(import.meta.dirname, 'system-certificates.child.ts');

let folder: string;
let open: { close: () => unknown }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-certificates-'));
});
afterEach(async () => {
  for (const thing of open) await thing.close();
  open = [];
  rmSync(folder, { recursive: true });
});

/** A service whose certificate is of an authority of its own, behind a proxy that leads to it under its name. */
async function proxyUrl(): Promise<string> {
  const secure = await listen(
    createSecureServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
      if (request.method === 'GET') sendJson(response, EMPTY_PAGE);
      else response.writeHead(204).end();
    }),
  );
  const proxy = createServer().on('connect', (_: unknown, socket: Duplex) => {
    const onward = connect(secure.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => undefined);
  });
  const leading = await listen(proxy);
  open = [secure, leading];
  return leading.url;
}

// Where Linux keeps its list stands in a variable; other systems have theirs in a place that no test may write to.
it.runIf(process.platform === 'linux').each([
  ['ok ok', CERTIFICATE],
  ['tls tls', ''],
])('a service is known by the authorities of the system: %s', async (ends, list) => {
  const file = join(folder, 'authorities.pem');
  writeFileSync(file, list);
  const env = { HOME: folder, HTTPS_PROXY: await proxyUrl(), SSL_CERT_FILE: file, SSL_CERT_DIR: folder };
  expect(await startNode(CHILD, [], { env }).ended).toMatchObject({ status: 0, stdout: ends });
});
