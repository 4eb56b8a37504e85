import { afterEach, expect, test } from 'vitest';
import type { Page } from '../../../../main/sync/ports/service.ts';
import type { Result } from '../../../../shared/failure.ts';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { clientOf, EMPTY_PAGE, rawServer, sendJson, type RawServer } from '../raw-server.ts';
import { failure, value } from '../service-suite.ts';

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

test.each(['sites', 'files'])(
  'a page of bare rows as large as it was asked for has another behind it, of %s',
  async (of) => {
    const row = (n: number) => ({ id: `${n}`, name: `${n}`, site: SITE });
    server = await rawServer((request, response) => {
      const query = new URL(request.url ?? '', 'http://service').searchParams;
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
      if (limit > 100) return sendJson(response, { limit: ['Too large.'] }, 422);
      sendJson(
        response,
        Array.from({ length: Math.min(limit, 250 - offset) }, (_, n) => row(offset + n)),
      );
    });
    const service = clientOf(server.url);
    const page = (offset: number): Promise<Result<Pick<Page<unknown>, 'items' | 'next'>>> =>
      of === 'sites' ? service.sitesPage(offset, 500) : service.filesPage(SITE, offset, 500);
    const seen: number[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const { items, next }: Pick<Page<unknown>, 'items' | 'next'> = value(await page(offset));
      seen.push(items.length);
      offset = next?.offset;
    }
    expect(seen).toEqual([100, 100, 50]);
  },
);

test('what is refused for another reason is said as it was at first', async () => {
  const service = await taking(0);
  expect(failure(await service.filesPage(SITE, 0, 500)).message).toContain('less than or equal to 0');
  expect(limits()).toEqual(['500', '100', '20']);
});
