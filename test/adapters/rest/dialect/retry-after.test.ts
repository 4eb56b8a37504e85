import { afterEach, expect, test } from 'vitest';
import { clientOf, rawServer } from '../raw-server.ts';
import { failure } from '../service-suite.ts';

const HOUR = 3_600_000;

let open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const thing of open) await thing.close();
  open = [];
});

test.each([-2 * HOUR, 2 * HOUR])(
  'a date in Retry-After is one of the service’s clock, which is %i ms beside ours',
  async (beside) => {
    const now = Date.now() + beside;
    const text = (ms: number): string => new Date(ms).toUTCString();
    const server = await rawServer((_, response) =>
      response.writeHead(503, { date: text(now), 'retry-after': text(now + 7000) }).end(),
    );
    const service = clientOf(server.url);
    open.push(service, server);
    expect(failure(await service.sitesPage(0, 1))).toMatchObject({ code: 'busy', retryAfterMs: 7000 });
  },
);
