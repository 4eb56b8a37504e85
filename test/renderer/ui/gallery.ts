import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';
import { vi } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

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

/** Builds the page of all components as the app is built. */
export async function buildGallery(to: string): Promise<void> {
  // With the test runner's own NODE_ENV, it would be React's slow build for developers.
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    root: join(ROOT, 'renderer'),
    logLevel: 'error',
    build: { outDir: to, rollupOptions: { input: join(ROOT, 'renderer', 'gallery.html') } },
  });
  vi.unstubAllEnvs();
}

/** Builds the gallery into a temporary folder and serves it on the loopback under a strict policy. */
export async function openGallery(): Promise<Gallery> {
  const folder = await mkdtemp(join(tmpdir(), 'sitesync-gallery-'));
  await buildGallery(folder);
  const server = serve(folder);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/gallery.html`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
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
