import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../../renderer/rig/chromium.ts';
import type { PageSecrets } from '../../../shared/ipc/web-session.ts';
import { webRig, type WebRig } from './rig.ts';

/**
 * A page of somebody else in the browser that was let in: on another site, on another port of this computer (which a
 * browser counts as the same site, cookies and all), and under a name that leads to us (rebound DNS).
 */
describe.skipIf(CHROMIUM === null)(`a hostile page beside the web host${WITHOUT_CHROMIUM}`, () => {
  let rig: WebRig;
  let evil: Server;
  let browser: Browser;
  let context: BrowserContext;
  let ours: string;
  /** As the page knows it: what is refused here is refused whatever else leaks. */
  let content: string;
  let evilPort: number;
  /** What the browser told the other program of our cookie. */
  let stolen = '';

  beforeAll(async () => {
    rig = await webRig();
    const picture = join(rig.folder, 'pump.png');
    await writeFile(picture, PIXEL);
    rig.app.files.set('file/s/k', { path: picture, size: PIXEL.length, contentType: 'image/png' });
    ours = `http://127.0.0.1:${rig.host.port}`;
    evil = createServer((request, response) => {
      stolen = request.headers.cookie ?? stolen;
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>evil</title><body>');
    });
    await new Promise<void>((resolve) => {
      evil.listen(0, '127.0.0.1', resolve);
    });
    evilPort = (evil.address() as AddressInfo).port;
    browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--host-resolver-rules=MAP evil.example 127.0.0.1',
        // New browsers keep pages of the network from this computer by themselves; others do not, and it is us who is tested.
        '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
      ],
    });
    context = await browser.newContext();
    // The person's own tab comes in.
    const own = await context.newPage();
    await own.goto(rig.host.newAddress());
    const key = new URL(own.url()).hash.slice('#key='.length);
    const secrets = await own.evaluate(
      async (body) => (await (await fetch('/session', { method: 'POST', body })).json()) as PageSecrets,
      key,
    );
    content = `/content/file/s/k?key=${secrets.content}`;
    expect(await own.evaluate(async (path) => (await fetch(path)).status, content)).toBe(200);
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => evil?.close(resolve) ?? resolve(null));
    await rig?.close();
  });
  beforeEach(() => {
    rig.app.uploads.clear();
  });

  const places = { 'another site': 'evil.example', 'another port of this computer': '127.0.0.1' } as const;
  describe.each(Object.entries(places))('on %s', (_name, name) => {
    let page: Page;
    beforeAll(async () => {
      page = await context.newPage();
      await page.goto(`http://${name}:${evilPort}/`);
    });
    afterAll(() => page?.close());

    it('reads nothing', async () => {
      const outcome = await page.evaluate(
        async ({ at, path }) => {
          const status = (request: Promise<Response>): Promise<unknown> =>
            request.then(
              (response) => [response.type, response.status],
              () => 'refused',
            );
          return [
            await status(fetch(`${at}${path}`, { credentials: 'include' })),
            await status(fetch(`${at}/session`, { credentials: 'include' })),
            await status(fetch(`${at}${path}`, { credentials: 'include', mode: 'no-cors' })),
          ];
        },
        { at: ours, path: content },
      );
      expect(outcome).toEqual(['refused', 'refused', 'refused']);
    });

    it('changes nothing, and burns no key', async () => {
      const key = rig.host.newAddress().split('#key=')[1]!;
      await page.evaluate(
        async ([at, body]) => {
          const quietly = (request: Promise<unknown>): Promise<unknown> => request.catch(() => undefined);
          const simple = { mode: 'no-cors', credentials: 'include' } as const;
          await quietly(fetch(`${at}/session`, { ...simple, method: 'POST', body: body! }));
          await quietly(fetch(`${at}/upload/d/0`, { credentials: 'include', method: 'PUT', body: 'x' }));
          await quietly(fetch(`${at}/upload/d/0`, { ...simple, method: 'POST', body: 'x' }));
          navigator.sendBeacon(`${at}/session`, body);
        },
        [ours, key],
      );
      expect(rig.app.uploads.size).toBe(0);
      expect(
        (await rig.ask('/session', { method: 'POST', headers: { origin: ours }, body: key })).status,
      ).toBe(200);
    });

    it('opens no bridge', async () => {
      const outcome = await page.evaluate(
        (at) =>
          new Promise((resolve) => {
            const socket = new WebSocket(`${at.replace('http', 'ws')}/bridge`);
            socket.addEventListener('open', () => resolve('open'));
            socket.addEventListener('error', () => resolve('refused'));
          }),
        ours,
      );
      expect([outcome, rig.app.listening()]).toEqual(['refused', 0]);
    });

    it('shows nothing of ours: no picture, no script, no frame', async () => {
      const outcome = await page.evaluate(
        ({ at, path }) =>
          Promise.all(
            (['img', 'script', 'link'] as const).map(
              (tag) =>
                new Promise((resolve) => {
                  const element = document.createElement(tag);
                  element.addEventListener('load', () => resolve(`${tag} loaded`));
                  element.addEventListener('error', () => resolve(`${tag} refused`));
                  const address = tag === 'img' ? `${at}${path}` : `${at}/assets/index-abc.js`;
                  Object.assign(
                    element,
                    tag === 'link' ? { rel: 'stylesheet', href: address } : { src: address },
                  );
                  document.body.append(element);
                }),
            ),
          ),
        { at: ours, path: content },
      );
      expect(outcome).toEqual(['img refused', 'script refused', 'link refused']);
      const framed = await page.evaluate(async (at) => {
        const frame = document.createElement('iframe');
        frame.src = at;
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        document.body.append(frame);
        await loaded;
        return frame.contentDocument?.querySelector('#app') ?? null;
      }, ours);
      expect(framed).toBe(null);
      const inside = page.frames().find((frame) => frame !== page.mainFrame());
      expect(await inside?.locator('html').innerText()).not.toContain('SiteSync is');
      expect(rig.app.calls).toEqual([]);
    });
  });

  it('gives the cookie to whoever listens at another port, who gets nothing for it', async () => {
    const page = await context.newPage();
    // From one of its pages to the next: the cookie is of the same site.
    for (const path of ['', 'again']) await page.goto(`http://127.0.0.1:${evilPort}/${path}`);
    expect(stolen).toContain(`sitesync-${rig.host.port}=`);
    const headers = { cookie: stolen, origin: ours };
    expect((await rig.ask('/content/file/s/k', { headers })).status).toBe(401);
    expect((await rig.ask('/upload/d/0', { method: 'PUT', headers, body: 'x' })).status).toBe(401);
    expect(await rig.socket(headers)).toBe(403);
    expect(rig.app.uploads.size).toBe(0);
    await page.close();
  });

  it('under a name that leads to us, is answered by nothing of ours', async () => {
    const page = await context.newPage();
    const address = `http://evil.example:${rig.host.port}/`;
    expect((await page.goto(address))?.status()).toBe(403);
    // The page comes from their server; a moment later the name leads to this computer.
    await page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    await page.goto(address);
    await page.unroute(address);
    const statuses = await page.evaluate(async () =>
      Promise.all(['/', '/session', '/content/file/s/k'].map(async (path) => (await fetch(path)).status)),
    );
    expect(statuses).toEqual([403, 403, 403]);
    expect(
      await page.evaluate(async () => (await fetch('/session', { method: 'POST', body: 'x' })).status),
    ).toBe(403);
    await page.close();
  });
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
