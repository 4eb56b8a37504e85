import { afterEach, expect, test } from 'vitest';
import type { SiteId } from '../../../shared/model/ids.ts';
import { clientOf, EMPTY_PAGE, rawServer, sendJson, type RawServer } from './raw-server.ts';
import { failure, value } from './service-suite.ts';

let server: RawServer;
afterEach(() => server.close());

const SITE = 'site-1' as SiteId;

/** Refuses pages of more rows, as many frameworks do. */
async function taking(most: number): Promise<ReturnType<typeof clientOf>> {
  server = await rawServer((request, response) => {
    const limit = Number(new URL(request.url ?? '', 'http://service').searchParams.get('limit'));
    if (limit <= most) sendJson(response, EMPTY_PAGE);
    else sendJson(response, { limit: [`Ensure this value is less than or equal to ${most}.`] }, 422);
  });
  return clientOf(server.url);
}

const limits = (): readonly (string | null)[] =>
  server.seen.map(({ url }) => new URL(url, 'http://service').searchParams.get('limit'));

test.each([
  [100, ['500', '100', '100']],
  [50, ['500', '100', '20', '20']],
])('a service that refuses pages of over %i rows is asked for fewer, and remembered', async (most, asked) => {
  const service = await taking(most);
  value(await service.filesPage(SITE, 0, 500));
  value(await service.filesPage(SITE, 0, 500));
  expect(limits()).toEqual(asked);
  value(await service.sitesPage(0, 500));
  expect(limits()).toEqual([...asked, ...asked.slice(0, -1)]);
});

test('what is refused for another reason is said as it was at first', async () => {
  const service = await taking(0);
  expect(failure(await service.filesPage(SITE, 0, 500)).message).toContain('less than or equal to 0');
  expect(limits()).toEqual(['500', '100', '20']);
});
