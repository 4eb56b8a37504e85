import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCutOff } from '../../../../main/adapters/rest/requests/cut-off.ts';
import { client, FILE, serve, SITE } from '../raw-world.ts';
import { failure } from '../service-suite.ts';

const RANGE = { from: 0, to: 1000 };

/** An answer with a clean end, whatever it is asked. */
async function answering(body: string | Buffer, encoding = 'identity'): Promise<ReturnType<typeof client>> {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
  const server = await serve((_, response) => void response.writeHead(200, headers).end(body));
  return client(server.url);
}

const LIST = Buffer.from(JSON.stringify({ count: 0, next: null, results: [] }));

const asked = {
  'the list of sites': (service) => service.sitesPage(0, 10),
  'a page of files': (service) => service.filesPage(SITE, 0, 10),
  'a record': (service) => service.readFile(FILE),
  timeseries: (service) => service.querySeries(SITE, ['a'], RANGE),
} as const satisfies Record<string, (service: ReturnType<typeof client>) => Promise<unknown>>;

describe.each(Object.entries(asked))('of an answer to %s', (_, ask) => {
  it('that ends in its midst it is said that it was cut off', async () => {
    const service = await answering('{"results": [{"id": "file", "name": "a}]');
    expect(failure((await ask(service)) as never)).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('was cut off on its way') as string,
      retry: 'later',
    });
  });

  it.each([
    ['gzip', gzipSync(LIST)],
    ['deflate', deflateSync(LIST)],
    ['br', brotliCompressSync(LIST)],
  ])('that is packed, and ends in its midst, it is said too: %s', async (encoding, packed) => {
    for (const length of [2, packed.length - 1]) {
      const service = await answering(packed.subarray(0, length), encoding);
      expect(failure((await ask(service)) as never)).toMatchObject({
        code: 'timeout',
        message: expect.stringContaining('was cut off on its way') as string,
        cut: true,
      });
    }
  });

  it.each(['nothing that is JSON', '', '{"results": 1} trailing', '"a text"'])(
    'that is no such answer it is not: %s',
    async (body) => {
      const service = await answering(body);
      expect(failure((await ask(service)) as never).code).toBe('not-understood');
    },
  );
});

it('any JSON but its last bytes is cut off, and none that is whole', () => {
  const json = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(
    fc.property(json, fc.nat(), (value, at) => {
      const bytes = Buffer.from(JSON.stringify(value));
      expect(isCutOff(bytes)).toBe(false);
      expect(isCutOff(bytes.subarray(0, 1 + (at % (bytes.length - 1))))).toBe(true);
    }),
  );
});
