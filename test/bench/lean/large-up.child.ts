import { createHash } from 'node:crypto';
import { fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'undici';
import { argumentsOf, say } from '../harness/child.ts';

/** The least work for an upload of a large file that sends its hash before its bytes: read twice, hashed once. */
const { folder, url } = argumentsOf() as { folder: string; url: string };
const file = join(folder, 'Other', 'big.bin');
const descriptor = openSync(file, 'r');
const { size } = fstatSync(descriptor);
function* chunks(): Generator<Buffer> {
  for (let at = 0; at < size;) {
    const chunk = Buffer.allocUnsafeSlow(1 << 20);
    const length = readSync(descriptor, chunk, 0, chunk.length, at);
    yield chunk.subarray(0, length);
    at += length;
  }
}
const sum = createHash('sha256');
for (const chunk of chunks()) sum.update(chunk);
const sha256 = sum.digest('hex');
const field = (key: string, value: string): string =>
  `--lean\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
const head = Buffer.from(
  field('site', 'site-1') +
    field('category', 'other') +
    field('name', 'big.bin') +
    field('metadata', JSON.stringify({ path: 'Other/big.bin', sha256 })) +
    '--lean\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\nContent-Type: application/octet-stream\r\n\r\n',
);
const tail = Buffer.from('\r\n--lean--\r\n');
async function* form(): AsyncGenerator<Uint8Array> {
  yield head;
  yield* chunks();
  yield tail;
}
const client = new Client(url);
const { statusCode, body } = await client.request({
  method: 'POST',
  path: '/api/v1/files/',
  headers: {
    authorization: 'Bearer demo-token',
    'content-type': 'multipart/form-data; boundary=lean',
    'content-length': String(head.length + size + tail.length),
  },
  body: form() as unknown as Uint8Array,
});
await body.dump();
if (statusCode !== 201) throw new Error(`The service said ${statusCode}`);
await client.close();
say({ sha256: sha256.length });
