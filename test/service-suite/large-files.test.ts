import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../service/service.ts';
import { type RecordShape, temporaryFolder } from './harness.ts';

const MIB = 1024 * 1024;
const SIZE = 300 * MIB;
const LINUX = process.platform === 'linux';

/** A service in a process of its own, so that its memory is not mixed with the test's. */
async function serviceProcess(): Promise<{ url: string; peakBytes: () => number }> {
  const dataDir = temporaryFolder();
  const seeded = await startService({ dataDir });
  seeded.store.addSite({ id: 's1' });
  await seeded.close();
  const cli = join(import.meta.dirname, '..', 'service', 'cli.ts');
  const child = spawn(process.execPath, [cli, '--data', dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('end: ')) break;
  }
  const peakBytes = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) * 1024;
  };
  return { url: /http:\S+/.exec(text)![0], peakBytes };
}

function* formOf(bytes: number, boundary: string): Generator<Buffer> {
  const fields = { site: 's1', category: 'other', name: 'large.bin' };
  for (const [name, value] of Object.entries(fields)) {
    yield Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  }
  yield Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="l"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  );
  const block = Buffer.alloc(MIB, 7);
  for (let sent = 0; sent < bytes; sent += MIB) yield block;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

async function upload(url: string, bytes: number): Promise<RecordShape> {
  const headers = {
    authorization: 'Bearer demo-token',
    'content-type': 'multipart/form-data; boundary=frontier',
  };
  const outgoing = request(`${url}/api/v1/files/`, { method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
  });
  await pipeline(Readable.from(formOf(bytes, 'frontier')), outgoing);
  const reply = await answered;
  return JSON.parse(Buffer.concat(await reply.toArray()).toString()) as RecordShape;
}

it.skipIf(!LINUX)('takes and gives 300 MB in bounded memory', async () => {
  const { url, peakBytes } = await serviceProcess();
  await upload(url, MIB);
  const before = peakBytes();
  const record = await upload(url, SIZE);
  expect(record.size_bytes).toBe(SIZE);
  const response = await fetch(record.download_url, { headers: { authorization: 'Bearer demo-token' } });
  let received = 0;
  for await (const chunk of response.body!) received += chunk.length;
  expect(received).toBe(SIZE);
  expect(peakBytes() - before).toBeLessThan(100 * MIB);
});

it('keeps nothing of an upload whose client leaves in the middle', async () => {
  const service = await startService({ dataDir: temporaryFolder() });
  onTestFinished(() => service.close());
  service.store.addSite({ id: 's1' });
  const headers = {
    authorization: 'Bearer demo-token',
    'content-type': 'multipart/form-data; boundary=frontier',
  };
  const outgoing = request(`${service.url}/api/v1/files/`, { method: 'POST', headers });
  outgoing.on('error', () => undefined);
  const parts = formOf(4 * MIB, 'frontier');
  for (let part = 0; part < 6; part += 1) outgoing.write(parts.next().value);
  await expect.poll(() => service.requests.all.length).toBe(1);
  outgoing.destroy();
  await expect.poll(() => readdirSync(join(service.store.dataDir, 'tmp')).length).toBe(0);
  expect([service.store.files(), service.store.blobs.keys()]).toEqual([[], []]);
});
