import { once } from 'node:events';
import { open, symlink, writeFile } from 'node:fs/promises';
import { connect, Server } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { ok } from '../../../shared/failure.ts';
import { serveApp } from '../../../main/hosts/web/serve.ts';
import { NOT_THERE, someState } from '../../support/stand-in-app.ts';
import { webRig, type Told, type WebRig } from './rig.ts';

/** Longer than any test takes: a window that a busy machine holds up is not given up for it. */
const PING = 600_000;

let rig: WebRig;
beforeEach(async () => {
  rig = await webRig({ pingMs: PING });
});
afterEach(() => rig.close());

async function keep(name: string, bytes: string | Buffer, contentType: string): Promise<string> {
  const path = join(rig.folder, name);
  await writeFile(path, bytes);
  rig.app.files.set(`file/site 1/${name}`, { path, size: bytes.length, contentType });
  return rig.keyed(`/content/file/site%201/${encodeURIComponent(name)}`);
}

describe('the page', () => {
  it('may run its own files and reach its own host, and nothing else', async () => {
    const { headers, body } = await rig.ask('/');
    const policy = headers['content-security-policy'] as string;
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob:",
      "media-src 'self'",
      "font-src 'self'",
      "connect-src 'self' blob:",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-src 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ]);
    expect(String(body)).toContain(`<meta property="csp-nonce" nonce="${nonce}" />`);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
    expect((await rig.ask('/')).headers['content-security-policy']).not.toBe(policy);
  });

  it('has its assets, and words for what it has not', async () => {
    const asset = await rig.ask('/assets/index-abc.js');
    expect([asset.status, asset.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(asset.headers['cache-control']).toContain('immutable');
    const missing = await rig.ask('/assets/other.js');
    expect([missing.status, String(missing.body)]).toEqual([404, 'SiteSync has nothing at this address.\n']);
    expect((await rig.ask('/', { method: 'DELETE', headers: { origin: rig.origin } })).status).toBe(405);
  });
});

describe('bytes of files', () => {
  it('come whole, in parts, or only as facts', async () => {
    const headers = await rig.enter();
    const path = await keep('log 1.txt', '0123456789', 'text/plain; charset=utf-8');
    const part = (range: string) => rig.ask(path, { headers: { ...headers, range } });
    const whole = await rig.ask(path, { headers });
    expect([whole.status, String(whole.body)]).toEqual([200, '0123456789']);
    expect(whole.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
    });
    const some = await part('bytes=2-4');
    expect([some.status, String(some.body), some.headers['content-range']]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    expect(String((await part('bytes=7-')).body)).toBe('789');
    expect(String((await part('bytes=-2')).body)).toBe('89');
    expect(String((await part('bytes=8-99')).body)).toBe('89');
    expect((await part('bytes=10-')).status).toBe(416);
    expect((await part('bytes=-0')).status).toBe(416);
    for (const odd of ['bytes=4-2', 'bytes=0-1,3-4', 'bytes=-', 'items=0-1', `bytes=${'9'.repeat(400)}-`])
      expect([odd, (await part(odd)).status]).toEqual([odd, 200]);
    const facts = await rig.ask(path, { method: 'HEAD', headers });
    expect([facts.status, facts.headers['content-length'], facts.body.length]).toEqual([200, '10', 0]);
  });

  it.each([
    'text/html',
    'image/svg+xml',
    'application/octet-stream',
    'text/javascript',
    'application/xhtml+xml',
  ])('that might run are only handed over for saving: %s', async (type) => {
    const inside = await rig.enter();
    const path = await keep('Prüf "a" \'b\'.html', '<script>', type);
    const { headers } = await rig.ask(path, { headers: inside });
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''Pr%C3%BCf%20%22a%22%20%27b%27.html",
    );
  });

  it('are none where a link, a folder or nothing lies', async () => {
    const headers = await rig.enter();
    const path = await keep('a.txt', 'a', 'text/plain');
    await symlink(join(rig.folder, 'secret.js'), join(rig.folder, 'link'));
    rig.app.files.set('file/s/link', {
      path: join(rig.folder, 'link'),
      size: 11,
      contentType: 'text/plain',
    });
    rig.app.files.set('file/s/folder', { path: rig.folder, size: 1, contentType: 'text/plain' });
    for (const address of ['file/s/link', 'file/s/folder', 'file/s/x', 'other/s/x', 'file/s', 'file/%ff/x'])
      expect([address, (await rig.ask(rig.keyed(`/content/${address}`), { headers })).status]).toEqual([
        address,
        404,
      ]);
    expect((await rig.ask(path, { headers })).status).toBe(200);
    expect((await rig.ask(await keep('empty', '', 'text/plain'), { headers })).body.length).toBe(0);
  });

  it('of a drop stream in, and what is refused is said in words', async () => {
    const headers = await rig.enter();
    const bytes = Buffer.alloc(3_000_000, 7);
    const put = () => rig.ask('/upload/drop-1/4', { method: 'PUT', headers, body: bytes });
    expect((await put()).status).toBe(204);
    expect(rig.app.uploads.get('drop-1/4')?.equals(bytes)).toBe(true);
    rig.app.refuseUploads(NOT_THERE);
    const refused = await rig.ask('/upload/drop-1/5', { method: 'PUT', headers, body: 'x' });
    expect([refused.status, JSON.parse(String(refused.body))]).toEqual([409, NOT_THERE]);
  });

  // A stick takes minutes to flush what it took in a moment.
  it.each(['in the middle of them', 'when all have come'])(
    'of a drop may be long in getting to the disk, %s',
    async (when) => {
      const slow = await webRig({ idleMs: 300 });
      onTestFinished(() => slow.close());
      const bytes = Buffer.alloc(3_000_000, 7);
      let come = 0;
      vi.spyOn(slow.app, 'upload').mockImplementation(async (_drop, _index, chunks) => {
        for await (const chunk of chunks) {
          if (come === 0 && when === 'in the middle of them') await setTimeout(1500);
          come += chunk.length;
        }
        if (when === 'when all have come') await setTimeout(1500);
        return ok(undefined);
      });
      const put = { method: 'PUT', headers: await slow.enter(), body: bytes };
      expect((await slow.ask('/upload/drop-1/4', put)).status).toBe(204);
      expect([come, slow.bugs]).toEqual([bytes.length, []]);
    },
  );

  it('of an answer may be long in coming from the disk, but are not kept for a browser that takes none', async () => {
    const slow = await webRig({ idleMs: 300 });
    onTestFinished(() => slow.close());
    const path = join(slow.folder, 'tower.glb');
    await writeFile(path, Buffer.alloc(6, 7));
    slow.app.files.set('file/s/f', { path, size: 6, contentType: 'model/gltf-binary' });
    const file = await open(path);
    const stream = vi.spyOn(Object.getPrototypeOf(file) as typeof file, 'createReadStream');
    onTestFinished(() => stream.mockRestore());
    await file.close();
    const read = (from: AsyncIterable<Buffer>): unknown =>
      stream.mockImplementation(() => Readable.from(from) as ReturnType<typeof file.createReadStream>);
    read(
      (async function* () {
        yield Buffer.alloc(2, 7);
        await setTimeout(1500);
        yield Buffer.alloc(4, 7);
      })(),
    );
    const headers = await slow.enter();
    const answer = await slow.ask(slow.keyed('/content/file/s/f'), { headers });
    expect([answer.status, answer.body.length]).toEqual([200, 6]);
    // More than the system keeps for a browser that does not read.
    slow.app.files.set('file/s/f', { path, size: 6, contentType: 'model/gltf-binary' });
    let left = false;
    read(
      (async function* () {
        try {
          for (;;) yield Buffer.alloc(1_000_000, 7);
        } finally {
          left = true;
        }
      })(),
    );
    const socket = connect(slow.host.port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    const lines = [`GET ${slow.keyed('/content/file/s/f')} HTTP/1.1`, `Host: 127.0.0.1:${slow.host.port}`];
    socket.write([...lines, `Cookie: ${headers['cookie']}`, '', ''].join('\r\n'));
    await expect.poll(() => left, { timeout: 5000 }).toBe(true);
    socket.destroy();
  });

  it('of a drop are not waited for where none come', async () => {
    const brisk = await webRig({ idleMs: 300 });
    onTestFinished(() => brisk.close());
    const { authorization, cookie, origin } = await brisk.enter();
    const socket = connect(brisk.host.port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    const head = ['PUT /upload/drop-1/4 HTTP/1.1', `Host: 127.0.0.1:${brisk.host.port}`, `Origin: ${origin}`];
    const secret = [`Cookie: ${cookie}`, `Authorization: ${authorization}`, 'Content-Length: 1000000'];
    socket.write([...head, ...secret, '', 'the first of a million'].join('\r\n'));
    await once(socket, 'close');
    expect(brisk.bugs).toEqual([]);
  });
});

describe('the bridge', () => {
  const open = async (): Promise<{ socket: WebSocket; told: Told }> => {
    const told: Told = [];
    const socket = (await rig.socket(await rig.enter(), '/bridge', told)) as WebSocket;
    return { socket, told };
  };

  it('carries calls, answers and events', async () => {
    rig.app.answer('app.search', async () => ok([]));
    const { socket, told } = await open();
    socket.send('{"kind":"call","id":1,"command":"app.search","input":{"text":"pump"}}');
    await expect.poll(() => told).toContainEqual({ kind: 'answer', id: 1, output: [] });
    rig.app.emit('toast', { kind: 'done', text: 'Done.' });
    await expect
      .poll(() => told)
      .toContainEqual({ kind: 'event', name: 'toast', payload: { kind: 'done', text: 'Done.' } });
  });

  it('breaks off what a window asked for when it goes, and forgets it', async () => {
    rig.app.answer('app.search', () => new Promise(() => undefined));
    const { socket } = await open();
    socket.send('{"kind":"call","id":1,"command":"app.search","input":{"text":"pump"}}');
    await expect.poll(() => rig.app.calls.length).toBe(1);
    socket.close();
    await expect.poll(() => rig.app.calls[0]?.signal.aborted).toBe(true);
    expect(rig.app.listening()).toBe(0);
  });

  it('spares a slow window the states in between, and brings it the last one', async () => {
    const { socket, told } = await open();
    await expect.poll(() => told.length).toBe(1);
    socket.pause();
    const notices = ['x'.repeat(100_000)];
    for (let trash = 1; trash <= 300; trash += 1) rig.app.emit('state', someState({ trash, notices }));
    socket.resume();
    const trashes = () => told.map((each) => each.payload?.trash);
    await expect.poll(() => trashes().at(-1)).toBe(300);
    expect(told.length).toBeLessThan(300);
  });

  it('gives up a window that does not answer pings', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    rig.app.answer('app.search', async () => ok([]));
    const { socket, told } = await open();
    for (const id of [1, 2]) {
      const pinged = once(socket, 'ping');
      vi.advanceTimersByTime(PING);
      await pinged;
      // Answered when the answer to the ping has come, which went before it.
      socket.send(`{"kind":"call","id":${id},"command":"app.search","input":{"text":"pump"}}`);
      await expect.poll(() => told).toContainEqual({ kind: 'answer', id, output: [] });
    }
    expect(rig.app.listening()).toBe(1);
    socket.pause();
    vi.advanceTimersByTime(2 * PING);
    await expect.poll(() => rig.app.listening()).toBe(0);
    socket.terminate();
  });

  it('goes on where no more files can be opened for further browsers', async () => {
    const listen = vi.spyOn(Server.prototype, 'listen');
    const other = await webRig();
    onTestFinished(() => other.close());
    const server = listen.mock.contexts[0] as Server | undefined;
    listen.mockRestore();
    // As Node tells of each connection that the system could not hand over.
    for (let times = 0; times < 3; times += 1)
      server?.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
    expect((await other.ask('/')).status).toBe(200);
  });

  it('says in words that a port is taken', async () => {
    const second = await serveApp({ app: rig.app, page: '', port: rig.host.port, onBug: () => undefined });
    expect(second).toMatchObject({
      ok: false,
      failure: { code: 'bad-input', hint: expect.stringContaining('--port') },
    });
  });
});
