import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { addFiles, call, create, type EnvelopeShape, form, GOOD, json, serviceWithSite } from './harness.ts';

const LIST = '/api/v1/files/';

describe('planned failures', () => {
  it('answer what they are told, as often as they are told, where they match', async () => {
    const service = await serviceWithSite();
    service.set({
      failNext: [
        {
          match: { method: 'GET', pathPrefix: LIST },
          after: 1,
          times: 2,
          action: { status: 503, retryAfter: 7 },
        },
      ],
    });
    expect((await call(service, 'GET', '/api/v1/sites/')).status).toBe(200);
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const response = await call(service, 'GET', LIST);
      statuses.push(response.status);
      if (round === 1) expect(response.headers.get('retry-after')).toBe('7');
    }
    expect(statuses).toEqual([200, 503, 503, 200]);
  });

  it('answer with a given body, and with a page of HTML and status 200', async () => {
    const service = await serviceWithSite();
    service.failNext({ action: { status: 418, body: '{"odd":1}' } });
    service.failNext({ action: 'html-200' });
    const odd = await call(service, 'GET', LIST);
    expect([odd.status, await odd.json()]).toEqual([418, { odd: 1 }]);
    const html = await call(service, 'GET', LIST);
    expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('drop a create before it is done, or after', async () => {
    const service = await serviceWithSite();
    service.failNext({ match: { method: 'POST' }, action: 'drop-before' });
    await expect(create(service)).rejects.toThrow('fetch failed');
    expect(service.store.files()).toHaveLength(0);
    service.failNext({ match: { method: 'POST' }, action: 'drop-after' });
    await expect(create(service)).rejects.toThrow('fetch failed');
    expect(service.store.files()).toHaveLength(1);
    expect((await create(service)).name).toBe('note.txt');
  });

  it('drop an update and a delete after they are done', async () => {
    const service = await serviceWithSite();
    const [id] = addFiles(service, 1);
    service.failNext({ times: 2, action: 'drop-after' });
    const path = `${LIST}${id}/`;
    await expect(call(service, 'PUT', path, { body: form({ name: 'new' }) })).rejects.toThrow('fetch failed');
    expect(service.store.file(id!)?.name).toBe('new');
    await expect(call(service, 'DELETE', path)).rejects.toThrow('fetch failed');
    expect(service.store.file(id!)).toBeNull();
  });

  it('never answer, until the service ends', async () => {
    const service = await serviceWithSite();
    service.failNext({ action: 'hang' });
    const stop = new AbortController();
    const asked = expect(call(service, 'GET', LIST, { signal: stop.signal })).rejects.toThrow('given up');
    await expect.poll(() => service.requests.all.at(-1)?.status).toBe(0);
    await delay(100);
    expect(service.requests.all.at(-1)?.status).toBe(0);
    stop.abort(new Error('given up'));
    await asked;
  });

  it('cut a download after so many bytes', async () => {
    const service = await serviceWithSite();
    const content = 'x'.repeat(300_000);
    const { id } = service.store.addFile('s1', { name: 'big', category: 'other', content });
    service.failNext({ action: { truncateDownload: 100_000 } });
    const response = await call(service, 'GET', `${LIST}${id}/download/`);
    expect(response.headers.get('content-length')).toBe('300000');
    let received = 0;
    const read = async () => {
      for await (const chunk of response.body!) received += chunk.length;
    };
    await expect(read()).rejects.toThrow('terminated');
    expect(received).toBe(100_000);
    expect(await (await call(service, 'GET', `${LIST}${id}/download/`)).text()).toBe(content);
  });
});

describe('listing faults', () => {
  it.each(['skipRow', 'duplicateRow'] as const)('%s spoils one page and no more', async (fault) => {
    const service = await serviceWithSite({ faults: { [fault]: 1 } });
    const ids = addFiles(service, 5);
    const read = async () => {
      const page = await json<EnvelopeShape>(service, 'GET', LIST);
      return [page.count, page.results.map((row) => row.id)];
    };
    const spoiled = fault === 'skipRow' ? ids.toSpliced(2, 1) : ids.toSpliced(2, 0, ids[2]!);
    expect(await read()).toEqual([5, spoiled]);
    expect(await read()).toEqual([5, ids]);
  });

  it('shiftRows loses a row between two pages', async () => {
    const service = await serviceWithSite({ faults: { shiftRows: 1 } });
    const ids = addFiles(service, 5);
    const read = async (offset: number) => {
      const page = await json<EnvelopeShape>(service, 'GET', `${LIST}?limit=2&offset=${offset}`);
      return page.results.map((row) => row.id);
    };
    expect([await read(0), await read(2)]).toEqual([ids.slice(0, 2), ids.slice(3, 5)]);
    expect(await read(2)).toEqual(ids.slice(2, 4));
  });

  it('changeCountBetweenPages tells another count each time', async () => {
    const service = await serviceWithSite({ faults: { changeCountBetweenPages: 2 } });
    addFiles(service, 5);
    const count = async () => (await json<EnvelopeShape>(service, 'GET', `${LIST}?limit=2`)).count;
    expect([await count(), await count(), await count()]).toEqual([6, 7, 5]);
  });

  it('hides records that can still be read', async () => {
    const service = await serviceWithSite();
    const [hidden, shown] = addFiles(service, 2);
    service.set({ hiddenFromList: [hidden!] });
    const page = await json<EnvelopeShape>(service, 'GET', LIST);
    expect([page.count, page.results.map((row) => row.id)]).toEqual([1, [shown]]);
    expect((await call(service, 'GET', `${LIST}${hidden}/`)).status).toBe(200);
  });

  it('lists nothing at all', async () => {
    const service = await serviceWithSite({ faults: { emptyListing: true, emptySiteList: true } });
    addFiles(service, 2);
    for (const path of [LIST, '/api/v1/sites/']) {
      expect(await json(service, 'GET', path)).toEqual({ count: 0, next: null, previous: null, results: [] });
    }
    service.reset();
    expect(await json(service, 'GET', LIST)).toMatchObject({ count: 2 });
  });
});

describe('limits', () => {
  it.each([10, 3_000_000])('refuses a file of %i bytes over the limit and keeps nothing', async (over) => {
    const service = await serviceWithSite({ faults: { maxUploadBytes: 100 } });
    const send = (bytes: number) =>
      call(service, 'POST', LIST, { body: form({ ...GOOD, file: 'x'.repeat(bytes) }) });
    expect((await send(100)).status).toBe(201);
    const refused = await send(100 + over);
    expect([refused.status, await refused.json()]).toEqual([
      413,
      { detail: 'The file is larger than 100 bytes.' },
    ]);
    expect(service.store.blobs.keys()).toHaveLength(1);
  });

  it('refuses extensions', async () => {
    const service = await serviceWithSite({ faults: { refusedExtensions: ['.exe'] } });
    const response = await call(service, 'POST', LIST, { body: form({ ...GOOD, name: 'Setup.EXE' }) });
    expect([response.status, await response.json()]).toEqual([
      415,
      { detail: 'Files of type ".exe" are not accepted.' },
    ]);
    expect(service.store.files()).toEqual([]);
  });

  it('throttles a token that asks too often', async () => {
    const service = await serviceWithSite({ faults: { rateLimit: 2, retryAfter: 3 } });
    const responses = await Promise.all(Array.from({ length: 8 }, () => call(service, 'GET', LIST)));
    // Two in each second: eight at once cannot all pass even where a second ends among them.
    const throttled = responses.filter((response) => response.status === 429);
    expect(throttled.length).toBeGreaterThanOrEqual(4);
    expect(throttled[0]?.headers.get('retry-after')).toBe('3');
  });

  it('is under maintenance, and says until when as a date', async () => {
    const service = await serviceWithSite({
      faults: { maintenance: true, retryAfter: 60, retryAfterForm: 'date' },
    });
    const response = await call(service, 'GET', LIST);
    expect(response.status).toBe(503);
    const wait = Date.parse(response.headers.get('retry-after')!) - Date.now();
    expect(wait).toBeGreaterThan(50_000);
    service.set({ maintenance: false });
    expect((await call(service, 'GET', LIST)).status).toBe(200);
  });
});

describe('slowness', () => {
  it('delays every request', async () => {
    const service = await serviceWithSite({ faults: { latencyMs: 120 } });
    const started = performance.now();
    await call(service, 'GET', LIST);
    expect(performance.now() - started).toBeGreaterThan(110);
  });

  it('limits the rate of a download', async () => {
    const service = await serviceWithSite({ faults: { downloadBytesPerSecond: 100_000 } });
    const content = 'x'.repeat(20_000);
    const { id } = service.store.addFile('s1', { name: 'slow', category: 'other', content });
    const started = performance.now();
    expect(await (await call(service, 'GET', `${LIST}${id}/download/`)).text()).toBe(content);
    expect(performance.now() - started).toBeGreaterThan(180);
  });
});
