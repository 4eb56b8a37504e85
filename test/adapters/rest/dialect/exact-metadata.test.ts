import { expect, test } from 'vitest';
import { withFacts } from '../../../../main/sync/apply/send/facts.ts';
import type { ContentHash, FileId, OpId } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { clientOf, rawServer } from '../raw-server.ts';
import { value } from '../service-suite.ts';

const FILE = 'f-1' as FileId;
const LOCAL = { path: 'Other/a.txt' as RelPath, size: 1, mtimeNs: 0n, ino: 1n, hash: null };
/** As doubles these would be others, or none at all. */
const NUMBERS =
  '{"serial":9007199254740993,"nested":[{"bacnet":-12345678901234567890}],"far":1e400,"ratio":0.10000000000000000555,"plain":12}';

test.each([
  ['an object', NUMBERS],
  ['text', JSON.stringify(NUMBERS)],
])('metadata of others goes back to the last digit where it comes as %s', async (_form, metadata) => {
  const bodies: string[] = [];
  const record = `{"id":"f-1","site":"site-1","category":"other","name":"a.txt","size_bytes":1,"metadata":${metadata}}`;
  const server = await rawServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.method === 'PUT') bodies.push(Buffer.concat(parts).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end(record);
    });
  });
  const service = clientOf(server.url);
  try {
    const read = value(await service.readFile(FILE));
    const { site, name, fingerprint } = read;
    const sent = withFacts(read.metadata, {
      local: LOCAL,
      hash: 'a'.repeat(64) as ContentHash,
      path: LOCAL.path,
      opId: 'op' as OpId,
    });
    const fields = { site, category: 'other', name, contentType: 'text/plain', metadata: sent };
    const reply = value(await service.updateFile(FILE, fields, null));
    expect(bodies[0]).toContain(`${NUMBERS.slice(0, -1)},"sitesync":{`);
    // What is only compared is read as before.
    expect(reply.record?.fingerprint).toBe(fingerprint);
  } finally {
    service.close();
    await server.close();
  }
});
