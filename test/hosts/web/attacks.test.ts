import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { isOurs } from '../../../main/hosts/web/access-control.ts';
import { webRig, type WebRig } from './rig.ts';

let rig: WebRig;
let clock = 1_000_000;

beforeEach(async () => {
  clock = 1_000_000;
  rig = await webRig({ headersMs: 1500, idleMs: 2000, windows: 2 }, () => clock);
});
afterEach(() => rig.close());

const keyOf = (address: string): string => address.split('#key=')[1]!;
const post = (key: string, headers: Record<string, string> = {}) =>
  rig.ask('/session', { method: 'POST', headers: { origin: rig.origin, ...headers }, body: key });

/** What opens to these headers: the session, bytes at this address, an upload, the bridge. */
async function opened(
  headers: Readonly<Record<string, string>>,
  content: string,
): Promise<readonly (number | string)[]> {
  const bridge = await rig.socket(headers);
  return [
    (await rig.ask('/session', { headers })).status,
    (await rig.ask(content, { headers })).status,
    (await rig.ask('/upload/d/0', { method: 'PUT', headers, body: 'x' })).status,
    typeof bridge === 'number' ? bridge : 'open',
  ];
}
const NOTHING = [401, 401, 401, 403];

describe('the door of the web host', () => {
  it('is on this computer alone', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter((each) => !each.internal && each.family === 'IPv4');
    for (const { address } of others) {
      const socket = connect(rig.host.port, address);
      const outcome = await Promise.race([
        once(socket, 'connect').then(() => 'open'),
        once(socket, 'error').then(() => 'refused'),
      ]).catch(() => 'refused');
      socket.destroy();
      expect(outcome).toBe('refused');
    }
    expect((await rig.ask('/')).status).toBe(200);
  });

  it('lets a printed address in once, with a cookie that scripts and other sites cannot use', async () => {
    const key = keyOf(rig.host.newAddress());
    const entered = await post(key);
    expect(entered.status).toBe(200);
    const [cookie] = entered.headers['set-cookie']!;
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).not.toContain(key);
    expect((await post(key)).status).toBe(403);
  });

  it('knows the page afterwards', async () => {
    const inside = await rig.enter();
    expect((await rig.ask('/session', { headers: inside })).status).toBe(204);
    expect((await rig.ask('/session')).status).toBe(401);
  });

  it('prints a fresh address at any time, and lets each go stale', async () => {
    const old = keyOf(rig.host.newAddress());
    clock += 15 * 60_000 + 1;
    expect((await post(old)).status).toBe(403);
    clock -= 60_000;
    expect((await post(old)).status).toBe(403);
    expect((await post(keyOf(rig.host.newAddress()))).status).toBe(200);
  });

  it('lets no more browsers in than a person has, and the one that came first out', async () => {
    const came: Record<string, string>[] = [];
    for (let at = 0; at < 33; at += 1) came.push(await rig.enter());
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await rig.ask('/session', { headers })).status;
    const [first, second] = came;
    expect([await status(first!), await status(second!), await status(came.at(-1)!)]).toEqual([
      401, 204, 204,
    ]);
  });

  it.each(['', 'guess', 'A'.repeat(43), 'A'.repeat(100_000), '__proto__'])(
    'does not take a guess: %.20s',
    async (guess) => {
      rig.host.newAddress();
      const outcome = await post(guess).then(
        ({ status, headers }) => [status, headers['set-cookie']],
        // A body that is far too long may find the connection closed while it is still sent.
        () => [403, undefined],
      );
      expect(outcome).toEqual([403, undefined]);
    },
  );

  it.each([
    ['another name (rebound DNS)', { host: 'evil.example' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['no port', { host: '127.0.0.1' }],
    ['the name that another user may have on ::1', { host: 'localhost:PORT' }],
    ['a name that ends like ours', { host: 'x127.0.0.1' }],
  ])('answers nothing under %s', async (_name, { host }) => {
    const inside = await rig.enter();
    const headers = { host: host.replace('PORT', String(rig.host.port)) };
    for (const path of ['/', '/session', rig.keyed('/content/file/s/k')])
      expect((await rig.ask(path, { headers: { ...inside, ...headers } })).status).toBe(403);
    expect(await rig.socket({ ...inside, ...headers })).toBe(403);
  });

  it('knows its own page at port 80, of which browsers write no number', () => {
    const get = (headers: object): IncomingMessage => ({ method: 'GET', headers }) as IncomingMessage;
    const own = { host: '127.0.0.1', origin: 'http://127.0.0.1' };
    expect(isOurs(get(own), 80)).toBe(true);
    expect(isOurs(get({ ...own, upgrade: 'websocket' }), 80)).toBe(true);
    expect(isOurs(get({ ...own, origin: 'http://127.0.0.1:81' }), 80)).toBe(false);
    expect(isOurs(get({ host: 'evil.example' }), 80)).toBe(false);
    expect(isOurs(get(own), 8080)).toBe(false);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of this computer', { origin: 'http://127.0.0.1:1' }],
    ['a sandboxed page', { origin: 'null' }],
    ['https', { origin: 'https://127.0.0.1' }],
  ])('takes nothing from %s', async (_name, headers) => {
    const inside = { ...(await rig.enter()), ...headers };
    const key = keyOf(rig.host.newAddress());
    expect((await post(key, headers)).status).toBe(403);
    expect((await rig.ask('/upload/d/0', { method: 'PUT', headers: inside, body: 'x' })).status).toBe(403);
    expect(await rig.socket(inside)).toBe(403);
    expect(rig.app.uploads.size).toBe(0);
    expect((await post(key)).status).toBe(200);
  });

  it('takes nothing that names no origin, and nothing a browser calls cross-site', async () => {
    const { origin = '', ...inside } = await rig.enter();
    const upload = (headers: Record<string, string>) =>
      rig.ask('/upload/d/0', { method: 'PUT', headers, body: 'x' });
    expect((await upload(inside)).status).toBe(403);
    expect((await upload({ ...inside, origin, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await upload({ ...inside, origin, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect(await rig.socket(inside)).toBe(403);
    expect((await upload({ ...inside, origin, 'sec-fetch-site': 'same-origin' })).status).toBe(204);
  });

  it.each([{}, { cookie: 'sitesync=x' }, { cookie: 'sitesync-1=x' }])(
    'gives no bytes and no bridge without its cookie: %o',
    async (headers) => {
      const { cookie: _, ...inside } = await rig.enter();
      expect(await opened({ ...inside, ...headers }, rig.keyed('/content/file/s/k'))).toEqual(NOTHING);
      expect(await rig.socket({ ...(await rig.enter()) }, '/other')).toBe(403);
    },
  );

  // A browser sends the cookie of one port to whoever listens at another of them.
  it('opens nothing for the cookie alone, nor with a guess beside it', async () => {
    const { origin, cookie } = (await rig.enter()) as { origin: string; cookie: string };
    const content = '/content/file/s/k';
    expect(await opened({ origin, cookie }, content)).toEqual(NOTHING);
    for (const guess of ['none', 'A'.repeat(43), cookie.split('=')[1]!]) {
      const headers = { origin, cookie, authorization: `Bearer ${guess}` };
      expect(await opened(headers, `${content}?key=${guess}`)).toEqual(NOTHING);
    }
    expect(rig.app.uploads.size).toBe(0);
  });

  it('lets the key of content open that alone, and the secret of the page no content', async () => {
    const { origin, cookie, authorization } = (await rig.enter()) as Record<
      'origin' | 'cookie' | 'authorization',
      string
    >;
    const [, key] = rig.keyed('').split('=');
    const [, secret] = authorization.split(' ');
    const swapped = { origin, cookie, authorization: `Bearer ${key}` };
    expect(await opened(swapped, `/content/file/s/k?key=${secret}`)).toEqual(NOTHING);
    const right = { origin, cookie, authorization };
    expect(await opened(right, rig.keyed('/content/file/s/k'))).toEqual([204, 404, 204, 'open']);
  });

  it('leaves a page in when another address is used in its browser', async () => {
    const { authorization = '' } = await rig.enter();
    const key = rig.keyed('/content/file/s/k');
    const { origin = '', cookie = '' } = await rig.enter();
    expect(await opened({ origin, cookie, authorization }, key)).toEqual([204, 404, 204, 'open']);
  });

  it.each([
    '/../secret.js',
    '/assets/../../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/..\\secret.js',
    '//etc/passwd',
    '/assets/..%5c..%5csecret.js',
    '/assets/index-abc.js%00.png',
    '/.vite/manifest.json',
    'http://127.0.0.1/../secret.js',
  ])('serves nothing outside the page: %s', async (path) => {
    const { status, body } = await rig.ask(path);
    expect(status).toBe(404);
    expect(String(body)).not.toContain('not for you');
  });

  it('closes on whoever sends headers by the drop', async () => {
    const socket = connect(rig.host.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    const drip = setInterval(() => socket.write('X-Slow: 1\r\n'), 50);
    socket.resume();
    // Not once(): a reset connection is closed too, and says so by an error first.
    await new Promise((resolve) => socket.on('close', resolve));
    clearInterval(drip);
  });

  it('closes on whoever hands in a key by the drop', async () => {
    const socket = connect(rig.host.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const head = ['POST /session HTTP/1.1', `Host: 127.0.0.1:${rig.host.port}`, `Origin: ${rig.origin}`];
    socket.write([...head, 'Content-Length: 43', '', ''].join('\r\n'));
    const drip = setInterval(() => socket.write('A'), 50);
    socket.resume();
    // Not once(): a reset connection is closed too, and says so by an error first.
    await new Promise((resolve) => socket.on('close', resolve));
    clearInterval(drip);
    expect(rig.bugs).toEqual([]);
  });

  it('does not read on what it refuses, however long the body goes on', async () => {
    const socket = connect(rig.host.port, '127.0.0.1');
    socket.on('error', () => undefined);
    let said = '';
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = once(socket, 'end');
    const host = `Host: 127.0.0.1:${rig.host.port}`;
    // What is read whole leaves the connection open.
    socket.write(['GET /session HTTP/1.1', host, '', ''].join('\r\n'));
    await expect.poll(() => said).toContain('Connection: keep-alive');
    said = '';
    const head = ['PUT /upload/d/0 HTTP/1.1', host, `Origin: ${rig.origin}`, 'Content-Length: 1000000000'];
    socket.write([...head, '', 'the first of a thousand million bytes'].join('\r\n'));
    await expect.poll(() => said).toMatch(/^HTTP\/1\.1 401 [^]*\r\n\r\n/);
    expect(said).toContain('Connection: close');
    await ended;
    socket.destroy();
  });

  it('takes no more connections at once than all windows need', async () => {
    const patient = await webRig({ headersMs: 60_000 });
    onTestFinished(() => patient.close());
    const silent = Array.from({ length: 128 }, () => connect(patient.host.port, '127.0.0.1'));
    for (const socket of silent) socket.on('error', () => undefined);
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    const isOpen = (): Promise<boolean> =>
      patient.ask('/').then(
        () => true,
        () => false,
      );
    // They are accepted in the order in which they came.
    expect(await isOpen()).toBe(false);
    silent[0]?.destroy();
    await expect.poll(isOpen).toBe(true);
    for (const socket of silent) socket.destroy();
  });

  it('is open again soon after somebody took every place and said nothing', async () => {
    const silent = Array.from({ length: 140 }, () => connect(rig.host.port, '127.0.0.1'));
    for (const socket of silent) socket.on('error', () => undefined);
    await Promise.all(silent.map((socket) => once(socket, 'connect').catch(() => undefined)));
    const isOpen = (): Promise<number> =>
      rig.ask('/').then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(isOpen).toBe(200);
    for (const socket of silent) socket.destroy();
  });

  it('ends a window that sends more than any honest one, and goes on with the others', async () => {
    const inside = await rig.enter();
    const [bad, good] = [await rig.socket(inside), await rig.socket(inside)] as [WebSocket, WebSocket];
    expect(await rig.socket(inside)).toBe(503);
    bad.on('error', () => undefined);
    bad.send(Buffer.alloc(100 * 1024 * 1024, 0x20));
    await once(bad, 'close');
    expect(good.readyState).toBe(WebSocket.OPEN);
    expect(rig.app.calls).toEqual([]);
    expect(rig.app.listening()).toBe(1);
  });

  it('breaks off a window that reads nothing before what waits for it fills the memory', async () => {
    const socket = (await rig.socket(await rig.enter())) as WebSocket;
    socket.on('error', () => undefined);
    socket.pause();
    const say = (megabytes: number): void => {
      const text = 'x'.repeat(1024 * 1024);
      for (let at = 0; at < megabytes; at += 1) rig.app.emit('toast', { kind: 'done', text });
    };
    say(32);
    // As long as anything may take that is done at once.
    await rig.ask('/');
    expect(rig.app.listening()).toBe(1);
    say(64);
    await expect.poll(() => rig.app.listening()).toBe(0);
    socket.terminate();
  });

  it.each([
    'no json',
    '[]',
    '{"kind":"call","id":1}',
    '{"kind":"call","id":1,"command":"constructor","input":null}',
    '{"kind":"call","id":1,"command":"app.sync","input":{"site":7}}',
    `{"kind":"call","id":1,"command":"app.search","input":{"text":"${'x'.repeat(10_000)}"}}`,
  ])('hands nothing to the engine that is not in the contract: %.60s', async (text) => {
    const socket = (await rig.socket(await rig.enter())) as WebSocket;
    socket.send(text);
    socket.send('{"kind":"call","id":2,"command":"app.state","input":null}');
    const answers: string[] = [];
    socket.on('message', (data: Buffer) => answers.push(String(data)));
    await expect.poll(() => answers.some((each) => each.includes('"id":2'))).toBe(true);
    expect(rig.app.calls.map(({ command }) => command)).toEqual(['app.state']);
  });

  it('tells no log the key, whatever goes wrong', async () => {
    const inside = await rig.enter();
    rig.app.content = () => Promise.reject(new Error('a bug'));
    expect((await rig.ask(rig.keyed('/content/file/s/k'), { headers: inside })).status).toBe(500);
    expect(rig.bugs).toEqual(['/content/file/s/k Error: a bug']);
  });
});
