import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import type { FileFields } from '../../../main/sync/ports/service.ts';
import { clientOf, rawServer, type RawServer } from './raw-server.ts';

export const SITE = 'site' as SiteId;
export const FILE = 'file' as FileId;
export const FIELDS: FileFields = {
  site: SITE,
  category: 'other',
  name: 'plan.pdf',
  contentType: 'application/pdf',
  metadata: {},
};

let open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const thing of open) await thing.close();
  open = [];
});

/** Ends after the test, as all of these. */
export async function serve(answer: Parameters<typeof rawServer>[0]): Promise<RawServer> {
  const server = await rawServer(answer);
  open.push(server);
  return server;
}

/** The address of what says this to everyone, whatever it is asked. */
export async function speaking(words: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(words));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function client(...args: Parameters<typeof clientOf>): ReturnType<typeof clientOf> {
  const service = clientOf(...args);
  open.push(service);
  return service;
}
