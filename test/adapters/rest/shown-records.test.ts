import { expect, it } from 'vitest';
import { sendJson } from './raw-server.ts';
import { client, FIELDS, FILE, serve, SITE } from './raw-world.ts';
import { bytesBody, value } from './service-suite.ts';

interface Shown {
  readonly at: string;
  readonly opId: string | null;
}

const recordOf = ({ at, opId }: Shown): object => ({
  id: FILE,
  site: SITE,
  name: 'plan.pdf',
  updated_at: at,
  metadata: opId === null ? {} : { sitesync: { opId } },
});

/** Are the records believed that two writes show, of a service that reads so afterwards? And how often was that asked? */
async function believed(method: 'POST' | 'PUT', written: Shown, read: Shown | null) {
  const server = await serve((request, response) => {
    request.resume().once('end', () => {
      if (request.method !== 'GET') sendJson(response, recordOf(written), 200);
      else if (read === null) sendJson(response, {}, 404);
      else sendJson(response, recordOf(read));
    });
  });
  const rest = client(server.url);
  const write = () =>
    method === 'POST'
      ? rest.createFile(FIELDS, bytesBody('a'))
      : rest.updateFile(FILE, FIELDS, bytesBody('a'));
  const shown = [value(await write()), value(await write())].map(({ record }) => record !== null);
  return [shown, server.seen.filter((each) => each.method === 'GET').length];
}

const WRITTEN: Shown = { at: '2026-11-21T09:42:00.1234567Z', opId: 'op-2' };
const OTHERWISE: Shown = { ...WRITTEN, at: '2026-11-21T09:42:00.123456Z' };
const BEFORE: Shown = { at: '2026-11-21T08:00:00.000000Z', opId: 'op-1' };

it.each(['POST', 'PUT'] as const)('what a %s shows is believed where it reads the same', async (method) => {
  expect(await believed(method, WRITTEN, WRITTEN)).toEqual([[true, true], 1]);
});

it.each(['POST', 'PUT'] as const)('what a %s shows is not where it reads otherwise', async (method) => {
  expect(await believed(method, WRITTEN, OTHERWISE)).toEqual([[false, false], 1]);
});

it('a second server, or a cache, that shows the version before proves nothing, and is asked again', async () => {
  expect(await believed('PUT', WRITTEN, BEFORE)).toEqual([[true, true], 2]);
  expect(await believed('POST', WRITTEN, null)).toEqual([[true, true], 2]);
});

it('without our mark the second and the size show that two texts are of one version', async () => {
  const plain = (shown: Shown): Shown => ({ ...shown, opId: null });
  for (const method of ['POST', 'PUT'] as const)
    expect(await believed(method, plain(WRITTEN), plain(OTHERWISE))).toEqual([[false, false], 1]);
  expect(await believed('PUT', plain(WRITTEN), plain(BEFORE))).toEqual([[true, true], 2]);
});
