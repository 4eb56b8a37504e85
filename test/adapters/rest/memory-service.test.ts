import { expect, test } from 'vitest';
import type { SiteId } from '../../../shared/model/ids.ts';
import { MemoryClient } from '../../support/memory/service/client.ts';
import { MemoryService } from '../../support/memory/service/service.ts';
import { bytesBody, drain, failure, value } from './service-suite.ts';

function world(): { readonly memory: MemoryService; readonly site: SiteId } {
  let ids = 0;
  const memory = new MemoryService({ now: () => 1000, newId: () => `id-${(ids += 1)}` });
  return { memory, site: memory.addSite('Mill Yard', 'site') };
}

const fields = (site: SiteId, name = 'a.txt') => ({
  site,
  category: 'other',
  name,
  contentType: 'text/plain',
  metadata: {},
});

async function names(client: MemoryClient, site: SiteId): Promise<readonly string[]> {
  return value(await client.filesPage(site, 0, 100)).items.map((file) => file.name);
}

test('laptops share the service, each with its own network and count', async () => {
  const { memory, site } = world();
  const [one, two] = [new MemoryClient(memory), new MemoryClient(memory)];
  value(await one.createFile(fields(site), bytesBody('a')));
  expect(await names(two, site)).toEqual(['a.txt']);
  two.offline = true;
  expect(failure(await two.createFile(fields(site, 'b.txt'), bytesBody('b')))).toMatchObject({
    code: 'offline',
    retry: 'on-connect',
  });
  expect(await names(one, site)).toEqual(['a.txt']);
  expect([one.requests, two.requests]).toEqual([2, 2]);
});

test('two changes at the same time of the clock are two versions', async () => {
  const { memory, site } = world();
  const client = new MemoryClient(memory);
  const id = memory.addFile(site, { name: 'a.txt', content: 'one' });
  const before = value(await client.readFile(id));
  memory.editFile(id, { content: 'two' });
  expect(value(await client.readFile(id)).fingerprint).not.toBe(before.fingerprint);
});

test('a frozen listing shows the past while records show the present', async () => {
  const { memory, site } = world();
  const client = new MemoryClient(memory);
  const id = memory.addFile(site, { name: 'old.txt' });
  memory.freezeListings();
  memory.editFile(id, { name: 'new.txt' });
  memory.addFile(site, { name: 'late.txt' });
  expect(await names(client, site)).toEqual(['old.txt']);
  expect(value(await client.readFile(id)).name).toBe('new.txt');
  memory.thawListings();
  expect(await names(client, site)).toEqual(['new.txt', 'late.txt']);
});

test('a restored backup forgets what came after it', async () => {
  const { memory, site } = world();
  const client = new MemoryClient(memory);
  const id = memory.addFile(site, { name: 'a.txt', content: 'one' });
  const backup = memory.snapshot();
  memory.editFile(id, { content: 'two' });
  memory.addFile(site, { name: 'b.txt' });
  memory.restore(backup);
  expect(await names(client, site)).toEqual(['a.txt']);
  expect((await drain(value(await client.downloadFile(id, null)))).toString()).toBe('one');
});

test('what a service makes of an upload is what it holds', async () => {
  const { memory, site } = world();
  const client = new MemoryClient(memory);
  memory.faults.rewrite = (bytes) => Uint8Array.of(...bytes, 10);
  const made = value(await client.createFile(fields(site), bytesBody('a,b')));
  expect(made.record?.size).toBe(4);
  expect(Buffer.from(memory.file(made.id!)!.content).toString()).toBe('a,b\n');
});

test('planned failures wait for their call and end after their times', async () => {
  const { memory, site } = world();
  const client = new MemoryClient(memory);
  memory.faults.fail({ call: 'list', after: 1, times: 2, failure: { status: 503, retryAfter: 4 } });
  const codes: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const page = await client.filesPage(site, 0, 1);
    codes.push(page.ok ? 'ok' : `${page.failure.code} ${page.failure.retryAfterMs}`);
  }
  expect(codes).toEqual(['ok', 'busy 4000', 'busy 4000', 'ok']);
  memory.faults.fail({ failure: 'refuse-connection' });
  expect(failure(await client.sitesPage(0, 1)).code).toBe('offline');
  memory.faults.fail({ failure: 'lose-before' });
  memory.faults.forget();
  value(await client.sitesPage(0, 1));
});

test('a forbidden site answers 403 to everything about it, another site goes on', async () => {
  const { memory, site } = world();
  const client = new MemoryClient(memory);
  const other = memory.addSite('Harbour House');
  const id = memory.addFile(site, { name: 'a.txt' });
  memory.forbidden.add(site);
  const answers = [
    await client.filesPage(site, 0, 1),
    await client.readFile(id),
    await client.downloadFile(id, null),
    await client.deleteFile(id),
    await client.createFile(fields(site), bytesBody('a')),
  ];
  expect(answers.map((answer) => failure(answer).code)).toEqual(Array(5).fill('no-access'));
  expect(memory.files(site).length).toBe(1);
  value(await client.createFile(fields(other), bytesBody('a')));
});

test('a simulation is told of each call before it is answered', async () => {
  const { memory, site } = world();
  const client = new MemoryClient(memory);
  const id = memory.addFile(site, { name: 'a.txt' });
  memory.faults.onCall = (call) => {
    if (call === 'delete') memory.editFile(id, { name: 'just in time.txt' });
  };
  value(await client.deleteFile(id));
  expect(memory.file(id)).toBeNull();
  memory.removeSite(site);
  expect(failure(await client.createFile(fields(site), bytesBody('a'))).code).toBe('refused');
});
