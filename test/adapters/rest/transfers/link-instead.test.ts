import { expect, test } from 'vitest';
import type { ModelId } from '../../../../shared/model/ids.ts';
import { sendJson, type RawServer } from '../raw-server.ts';
import { client, FILE, serve, SITE } from '../raw-world.ts';
import { drain, failure, value } from '../service-suite.ts';

const BYTES = 'glTF and all of the model';
const NONE = { etag: null, resume: null };

/** A store that gives the bytes to anyone with the link. */
const storeOf = (): Promise<RawServer> =>
  serve((_, response) => void response.writeHead(200, { etag: '"s1"' }).end(BYTES));

test.each(['url', 'download_url', 'presignedUrl', 'href'])(
  'a link under “%s” is followed, without the token',
  async (key) => {
    const store = await storeOf();
    const link = `${store.url}/bucket/model?signature=abc`;
    const service = await serve((_, response) => sendJson(response, { [key]: link, expires: 900 }));
    const rest = client(service.url);
    const model = value(await rest.downloadModel(SITE, 'tower' as ModelId, NONE));
    expect(model).toMatchObject({ etag: '"s1"', unchanged: false });
    expect((await drain(model)).toString()).toBe(BYTES);
    const file = value(await rest.downloadFile(FILE, null, { size: BYTES.length }));
    expect((await drain(file)).toString()).toBe(BYTES);
    expect(store.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual(
      store.seen.map(() => ['/bucket/model?signature=abc', undefined]),
    );
  },
);

test('a link to the service itself gets the token, and one to where it is is followed no further', async () => {
  const service = await serve((request, response) => {
    if (request.url === '/media/1') response.writeHead(200).end(BYTES);
    else sendJson(response, { url: request.url?.includes('tower') === true ? request.url : '/media/1' });
  });
  const rest = client(service.url);
  expect((await drain(value(await rest.downloadFile(FILE, null)))).toString()).toBe(BYTES);
  expect(service.seen.at(-1)).toMatchObject({ url: '/media/1', headers: { authorization: /^Bearer / } });
  const circle = failure(await rest.downloadModel(SITE, 'tower' as ModelId, NONE));
  expect(circle.message).toContain('in a circle');
});

test('a link to plain http elsewhere is refused like a redirect to it', async () => {
  const service = await serve((_, response) => sendJson(response, { url: 'http://store.example/x' }));
  expect(failure(await client(service.url).downloadFile(FILE, null)).code).toBe('tls');
});

test('an error in place of a file is told in the words of the service', async () => {
  const service = await serve((_, response) => sendJson(response, { error: 'The store is away.' }));
  expect(failure(await client(service.url).downloadFile(FILE, null, { size: 4000 }))).toMatchObject({
    code: 'service-error',
    message:
      'The service answered with an error instead of the content of the file. The service says: The store is away.',
  });
});

const LINK = JSON.stringify({ url: 'https://store.example/x' });
test.each(['points.json', 'Plan.GeoJSON', 'tower.gltf'])(
  'what comes for “%s” is the file where its record tells no size',
  async (name) => {
    const service = await serve((_, response) => sendJson(response, { url: '/media/1', detail: 'x' }));
    const file = value(await client(service.url).downloadFile(FILE, null, { name, size: null }));
    expect(JSON.parse((await drain(file)).toString())).toEqual({ url: '/media/1', detail: 'x' });
  },
);

test('a link comes also for a JSON file, if its record tells another size', async () => {
  const store = await storeOf();
  const service = await serve((_, response) => sendJson(response, { url: `${store.url}/bucket` }));
  const options = { name: 'points.json', size: BYTES.length };
  expect((await drain(value(await client(service.url).downloadFile(FILE, null, options)))).toString()).toBe(
    BYTES,
  );
});

test.each<[string, string, Record<string, string>, number | null]>([
  ['as many bytes as its record', LINK, {}, LINK.length],
  ['a name of its own', LINK, { 'Content-Disposition': 'attachment; filename="link.json"' }, null],
  ['no link in it', '{"asset":{"version":"2.0"}}', {}, null],
  ['a list in it', '[{"url":"https://store.example/x"}]', {}, null],
  ['no JSON in it, whatever it says', '{"url": "https://store', {}, null],
  [
    'more bytes than a link',
    JSON.stringify({ url: 'https://store.example/x', more: 'x'.repeat(40_000) }),
    {},
    null,
  ],
])('a JSON file with %s is the file, to the last byte', async (_, text, headers, size) => {
  const service = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
    response.write(text.slice(0, 5));
    response.end(text.slice(5));
  });
  const file = value(await client(service.url).downloadFile(FILE, null, { size }));
  expect((await drain(file)).toString()).toBe(text);
});

test('a JSON file that breaks off in its beginning is broken', async () => {
  const service = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"as', () => response.destroy());
  });
  const file = value(await client(service.url).downloadFile(FILE, null));
  await expect(drain(file)).rejects.toMatchObject({ failure: { code: 'timeout' } });
});
