import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { SiteDataService } from '../../../../main/sync/ports/service.ts';
import type { Result } from '../../../../shared/failure.ts';
import { EMPTY_PAGE, sendJson } from '../raw-server.ts';
import { client, FIELDS, FILE, serve } from '../raw-world.ts';
import { bytesBody, drain } from '../service-suite.ts';

const RECORD = { id: FILE, site: 'site', category: 'other', name: 'plan.pdf', metadata: {} };
const answer: RequestListener = ({ method, url = '' }, response) => {
  if (method === 'DELETE') response.writeHead(204).end();
  else if (url.includes('/download/')) response.end('bytes');
  else sendJson(response, method === 'GET' && !url.includes(FILE) ? EMPTY_PAGE : RECORD);
};

/** A service of so many servers that take turns, of which the first one alone works, and what it was asked. */
async function oneWellOf(servers: number, sick: RequestListener) {
  const { url, seen } = await serve((request, response) => {
    const isWell = (seen.length - 1) % servers === 0;
    request.resume().once('end', () => (isWell ? answer : sick)(request, response));
  });
  return { service: client(url), seen };
}

const saying =
  (status: number): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end();
const hangingUp: RequestListener = ({ socket }) => void socket.destroy();

/** Looks the record up until that works, as is done before each write, then writes. Returns how often it had to. */
async function triesOf(
  service: SiteDataService,
  write: (service: SiteDataService) => Promise<Result<unknown>>,
): Promise<number> {
  for (let tries = 1; tries < 20; tries++) {
    while (!(await service.readFile(FILE)).ok);
    if ((await write(service)).ok) return tries;
  }
  return Infinity;
}

const WRITES = {
  create: (service: SiteDataService) => service.createFile(FIELDS, bytesBody('a')),
  update: (service: SiteDataService) => service.updateFile(FILE, FIELDS, bytesBody('a')),
  delete: (service: SiteDataService) => service.deleteFile(FILE),
  download: async (service: SiteDataService) => {
    const came = await service.downloadFile(FILE, null);
    if (came.ok) await drain(came.value);
    return came;
  },
};

describe('servers that take turns, one of which is well', () => {
  it.each(
    Object.keys(WRITES).flatMap((write) =>
      [2, 3].map((servers) => [write as keyof typeof WRITES, servers] as const),
    ),
  )('a %s that always comes after one question meets that one of %i in time', async (write, servers) => {
    for (const sick of [saying(503), saying(502), hangingUp]) {
      const { service } = await oneWellOf(servers, sick);
      expect(await triesOf(service, WRITES[write])).toBeLessThanOrEqual(servers + 1);
    }
  });

  it('asks nothing more of a service that is away altogether, and nothing before what was only one too many', async () => {
    for (const status of [503, 429]) {
      const { url, seen } = await serve((request, response) => {
        request.resume().once('end', () => response.writeHead(status).end());
      });
      const service = client(url);
      for (let n = 0; n < 4; n++) await service.createFile(FIELDS, bytesBody('a'));
      expect(seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST']);
    }
  });
});
