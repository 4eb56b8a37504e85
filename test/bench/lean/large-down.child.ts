import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'undici';
import { argumentsOf, say } from '../harness/child.ts';

/** The least work for a verified download of a large file that survives a power cut: hash, fsync, rename. */
const { folder, url } = argumentsOf() as { folder: string; url: string };
const client = new Client(url);
const headers = { authorization: 'Bearer demo-token' };
const page = await client.request({ method: 'GET', path: '/api/v1/files/', headers });
const { results } = (await page.body.json()) as { results: { id: string }[] };
mkdirSync(folder, { recursive: true });
const part = openSync(join(folder, '.big.bin'), 'wx');
const { body } = await client.request({
  method: 'GET',
  path: `/api/v1/files/${results[0]?.id ?? ''}/download/`,
  headers,
});
const sum = createHash('sha256');
let bytes = 0;
for await (const chunk of body as AsyncIterable<Buffer>) {
  sum.update(chunk);
  writeSync(part, chunk);
  bytes += chunk.length;
}
fsyncSync(part);
closeSync(part);
renameSync(join(folder, '.big.bin'), join(folder, 'big.bin'));
await client.close();
say({ bytes, sha256: sum.digest('hex').length });
