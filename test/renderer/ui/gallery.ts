import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { builtGallery } from '../rig/built-page.ts';

/** What a host of the app sends, or stricter: nothing inline, nothing from outside. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'";

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export interface Gallery {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves the gallery on the loopback under a strict policy. */
export async function openGallery(): Promise<Gallery> {
  const server = serve(await builtGallery());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/gallery.html`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serve(folder: string): Server {
  return createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://local').pathname);
    readFile(join(folder, path)).then(
      (bytes) => {
        const type = TYPES[extname(path)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
}
