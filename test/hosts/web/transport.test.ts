import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket as Socket } from 'ws';
import { createClient, type Client } from '../../../shared/ipc/client.ts';
import { MESSAGE_BYTES } from '../../../shared/ipc/limits.ts';
import { ok } from '../../../shared/failure.ts';
import { webTransport, type WebTransport } from '../../../renderer/state/transport-web.ts';
import { serveApp, type WebHost } from '../../../main/hosts/web/serve.ts';
import { someState } from '../../support/stand-in-app.ts';
import { enterAt, protocolsOf, webRig, type WebRig } from './rig.ts';

let rig: WebRig;
let transport: WebTransport;
let client: Client;
let second: WebHost | null = null;
let headers: Record<string, string>;
let hint: () => void = () => undefined;
let opened = 0;
let asking: Promise<void> = Promise.resolve();
const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error: { failure: { code: string } }) => error.failure.code,
  );

beforeEach(async () => {
  rig = await webRig();
  headers = await rig.enter();
  rig.app.answer('app.state', async () => ok(someState()));
  transport = webTransport({
    // The client of `ws` has all that the transport uses of a browser's.
    open: () => {
      opened += 1;
      const socket = new Socket(`ws://127.0.0.1:${rig.host.port}/bridge`, protocolsOf(headers), { headers });
      // Unlike a browser's, it wants its errors heard.
      socket.on('error', () => undefined);
      return socket as unknown as WebSocket;
    },
    allowed: async () => {
      await asking;
      return (await rig.ask('/session', { headers })).status === 204;
    },
    onHint: (again) => {
      hint = again;
      return () => undefined;
    },
    pauses: { first: 20, longest: 60 },
  });
  client = createClient(transport);
});
afterEach(async () => {
  asking = Promise.resolve();
  transport.close();
  await second?.close();
  second = null;
  await rig.close();
});

const comeBack = async (): Promise<void> => {
  const again = await serveApp({ app: rig.app, page: '', port: rig.host.port, onBug: () => undefined });
  if (!again.ok) throw new Error(again.failure.message);
  second = again.value;
  // Another run of the host knows no cookie of the one before.
  ({ headers } = await enterAt(second));
};

describe('the WebSocket of the page', () => {
  it('holds calls until it is open, and brings the state by itself', async () => {
    const states: unknown[] = [];
    client.on('state', (state) => states.push(state));
    expect(await client.call('app.state', null)).toEqual(someState());
    expect(states).toEqual([someState()]);
  });

  it('names no path of this computer to be sent, only files that it hands over', async () => {
    rig.app.answer('drop.review', async () => ok({ drop: 'd', site: 's', rows: [], skipped: [] }));
    const review = { site: 's', category: null, paths: null, files: [] };
    expect(await client.call('drop.review', review)).toMatchObject({ drop: 'd' });
    const named = { ...review, paths: ['/home/anna/.ssh/id_ed25519'], files: null };
    expect(await failureOf(client.call('drop.review', named))).toBe('bad-input');
    expect(rig.app.calls.filter(({ command }) => command === 'drop.review')).toHaveLength(1);
  });

  it('names no folder for a site but one in which sites are kept', async () => {
    rig.app.answer('sites.follow', async () => ok(null));
    rig.app.answer('sites.list', async () => ok([{ followed: { folder: '/sites/Harbour House' } }]));
    const follow = (folder: string | null): Promise<unknown> =>
      client.call('sites.follow', { site: 's', folder, keep: null });
    await follow(null);
    expect(await failureOf(follow('/sites/Harbour House'))).toBe('bad-input');
    await client.call('sites.list', null);
    await follow('/sites/Harbour House');
    expect(await failureOf(follow('/home/anna'))).toBe('bad-input');
    expect(rig.app.calls.filter(({ command }) => command === 'sites.follow')).toHaveLength(2);
  });

  it('fails calls in words when the host goes, and those made while it is away at once', async () => {
    await client.call('app.state', null);
    rig.app.answer('app.search', () => new Promise(() => undefined));
    const under = failureOf(client.call('app.search', { text: 'pump' }));
    await expect.poll(() => rig.app.calls.length).toBe(2);
    await rig.host.close();
    expect(await under).toBe('offline');
    expect(await failureOf(client.call('app.state', null))).toBe('offline');
  });

  it('comes back by itself and asks for everything anew', async () => {
    await client.call('app.state', null);
    const changed: unknown[] = [];
    client.on('changed', (payload) => changed.push(payload));
    expect(transport.reach.get()).toBe('there');
    await rig.host.close();
    await expect.poll(() => transport.reach.get()).toBe('away');
    await comeBack();
    await expect.poll(() => changed).toEqual([{ site: null }]);
    expect(transport.reach.get()).toBe('there');
    expect(await client.call('app.state', null)).toEqual(someState());
  });

  it('says so when the host that came back does not know the page', async () => {
    await client.call('app.state', null);
    await rig.host.close();
    const before = headers;
    await comeBack();
    headers = before;
    await expect.poll(() => failureOf(client.call('app.state', null))).toBe('sign-in');
    await expect.poll(() => transport.reach.get()).toBe('shutOut');
  });

  it('tries at once when something tells it to', async () => {
    await client.call('app.state', null);
    await rig.host.close();
    await expect.poll(() => failureOf(client.call('app.state', null))).toBe('offline');
    await comeBack();
    hint();
    await expect.poll(() => failureOf(client.call('app.state', null))).toBe('no failure');
  });

  it('fails no call that went out on the next connection, however late the host says who is let in', async () => {
    await client.call('app.state', null);
    const [asked, search] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    asking = asked.promise;
    await rig.host.close();
    await comeBack();
    const before = opened;
    await expect
      .poll(() => {
        hint();
        return opened;
      })
      .toBe(before + 1);
    await expect.poll(() => failureOf(client.call('app.state', null))).toBe('no failure');
    rig.app.answer('app.search', async () => {
      await search.promise;
      return ok({ places: [], total: 0, more: [] });
    });
    const under = failureOf(client.call('app.search', { text: 'pump' }));
    await expect.poll(() => rig.app.calls.at(-1)?.command).toBe('app.search');
    asked.resolve();
    await expect.poll(() => transport.reach.get()).toBe('there');
    // As many answers as the question about the door needs to come back.
    for (let at = 0; at < 5; at++) await rig.ask('/session', { headers });
    search.resolve();
    expect(await under).toBe('no failure');
  });

  it('comes back also where nobody says whether it is let in', async () => {
    await client.call('app.state', null);
    // A browser asks six things at once of one host: files on their way may keep this question waiting for hours.
    asking = new Promise(() => undefined);
    await rig.host.close();
    await comeBack();
    await expect.poll(() => failureOf(client.call('app.state', null)), { timeout: 5000 }).toBe('no failure');
    expect(transport.reach.get()).toBe('there');
  });

  it('does not send what the host would not take, and stays open', async () => {
    await client.call('app.state', null);
    const text = 'x'.repeat(MESSAGE_BYTES);
    expect(await failureOf(client.call('app.search', { text }))).toBe('too-large');
    expect(await client.call('app.state', null)).toEqual(someState());
  });

  it('tells the engine what is no longer wanted', async () => {
    rig.app.answer('app.search', () => new Promise(() => undefined));
    const wanted = new AbortController();
    const call = failureOf(client.call('app.search', { text: 'pump' }, wanted.signal));
    await expect.poll(() => rig.app.calls.length).toBe(1);
    wanted.abort();
    expect(await call).toBe('cancelled');
    await expect.poll(() => rig.app.calls[0]?.signal.aborted).toBe(true);
  });
});
