import { expect, test } from 'vitest';
import type { SiteId } from '../../../../shared/model/ids.ts';
import { clientOf, rawServer, sendJson } from '../raw-server.ts';
import { value } from '../service-suite.ts';

const ROWS = 1000;
const SITE = 'site-1' as SiteId;

test('a page is read in turns with others: the loop does not stand still for a thousand rows', async () => {
  const results = Array.from({ length: ROWS }, (_, n) => ({ id: `file-${n}`, site: SITE, name: `${n}.txt` }));
  const server = await rawServer((_, response) => sendJson(response, { count: ROWS, next: null, results }));
  const service = clientOf(server.url);
  try {
    const page = value(await service.fetchFilesPage(SITE, 0, ROWS));
    let turns = 0;
    let over = false;
    const count = (): void => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    const read = value(await page.read(new Map()));
    over = true;
    expect(read.items.map((item) => item.name)).toEqual(results.map((row) => row.name));
    expect(read).toMatchObject({ odd: [], count: ROWS, next: null, recallable: true });
    expect(turns).toBeGreaterThanOrEqual(ROWS / 100);
  } finally {
    service.close();
    await server.close();
  }
});
