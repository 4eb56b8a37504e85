import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { inertType } from '../../../main/app/content/content-types.ts';
import { serveApp } from '../../../main/hosts/web/serve.ts';
import type { PageSecrets } from '../../../shared/ipc/web-session.ts';
import { standInApp } from '../../support/stand-in-app.ts';
import { builtGallery } from '../rig/built-page.ts';
import { sharedChromium } from '../rig/chromium.ts';

export interface Showing {
  readonly where?: 'full' | 'panel' | 'dialog';
  readonly theme?: 'light' | 'dark' | 'contrast';
  /** Header of the column of ids of timeseries. */
  readonly series?: string;
  /** Bytes that the list says it has. */
  readonly size?: string;
  /** As on a computer without any 3D graphics. */
  readonly withoutWebGl?: boolean;
  /** As if what works IFC out were lost. */
  readonly withoutIfc?: boolean;
  /** Run in the page before anything of its own. */
  readonly before?: () => void;
}

export interface PreviewRig {
  /** What all files are shown in. */
  readonly context: BrowserContext;
  /** Opens the preview of these bytes, or of a file that lies somewhere, from the start. */
  show(name: string, content: Uint8Array | string | { readonly path: string }, how?: Showing): Promise<Page>;
  /** Writes a picture into the folder of SCREENSHOTS, where that is set. */
  shot(page: Page, name: string): Promise<void>;
  /** What the page asked of another place than its own host, what its policy forbade, and what it failed with. */
  readonly outside: readonly string[];
  close(): Promise<void>;
}

/**
 * The previews as a host serves them: built as for release, under the same policy, their bytes by the same route. What
 * stands in is the engine alone.
 */
export async function previewRig(): Promise<PreviewRig> {
  const folder = await mkdtemp(join(tmpdir(), 'sitesync-preview-'));
  await mkdir(join(folder, 'files'));
  const app = standInApp();
  const served = await serveApp({
    app,
    page: await builtGallery(),
    port: 0,
    onBug: (where, error) => void outside.push(`${where} ${String(error)}`),
  });
  if (!served.ok) throw new Error(served.failure.message);
  const host = served.value;
  const origin = `http://127.0.0.1:${host.port}`;
  const outside: string[] = [];
  const browser = await sharedChromium();
  const context = await browser.newContext({
    viewport: { width: 1200, height: 800 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  context.on('request', (request) => {
    if (!isOwn(request, origin)) outside.push(request.url());
  });
  const entered = await context.request.post(`${origin}/session`, {
    headers: { origin },
    data: host.newAddress().split('#key=')[1] ?? '',
  });
  const { content: contentKey } = (await entered.json()) as PageSecrets;
  const openPage = async (scripts: readonly (() => void)[]): Promise<Page> => {
    const opened = await context.newPage();
    opened.on('console', (message) => {
      if (/Content Security Policy/.test(message.text()))
        outside.push(`${message.text()} at ${message.location().url}:${message.location().lineNumber}`);
    });
    opened.on('pageerror', (error) => outside.push(`uncaught ${error.stack ?? error.message}`));
    for (const script of scripts) await opened.addInitScript(script);
    return opened;
  };
  let count = 0;
  /** The page that is shown, and whether another file may be shown in it: a new one costs more than all else. */
  let last: { readonly page: Page; readonly isPlain: boolean } | null = null;
  return {
    context,
    outside,
    show: async (name, content, how = {}) => {
      const { withoutWebGl = false, withoutIfc = false, before, ...asked } = how;
      const scripts = [before ?? [], withoutWebGl ? loseWebGl : []].flat();
      const isPlain = scripts.length === 0;
      if (last === null || !isPlain || !last.isPlain) {
        await last?.page.close();
        last = { page: await openPage(scripts), isPlain };
      }
      const opened = last.page;
      outside.length = 0;
      count += 1;
      const key = `file-${count}`;
      const path =
        typeof content === 'object' && 'path' in content ? content.path : join(folder, 'files', key);
      if (typeof content === 'string' || content instanceof Uint8Array) await writeFile(path, content);
      app.files.set(`file/site/${key}`, { path, size: 0, contentType: inertType(name) });
      if (withoutIfc) await context.route('**/*.wasm', (route) => route.abort());
      else await context.unroute('**/*.wasm');
      const query = new URLSearchParams({
        page: 'preview',
        url: `./content/file/site/${key}?key=${contentKey}`,
        name,
        ...asked,
      });
      await opened.goto(`${origin}/gallery.html?${query.toString()}`);
      return opened;
    },
    shot: async (shown, name) => {
      const to = process.env['SCREENSHOTS'];
      if (to !== undefined) await shown.screenshot({ path: join(to, `${name}.png`) });
    },
    close: async () => {
      await context.close();
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** In the page. */
function loseWebGl(): void {
  HTMLCanvasElement.prototype.getContext = () => null;
}

function isOwn(request: Request, origin: string): boolean {
  const url = request.url();
  return url.startsWith(`${origin}/`) || url.startsWith(`blob:${origin}/`) || url.startsWith('data:');
}

/** The words of trouble that a preview shows. */
export async function troubleOf(page: Page): Promise<string> {
  return (await page.getByRole('alert').textContent()) ?? '';
}

/** Nothing was run and nothing was asked for outside. */
export function expectInert(rig: PreviewRig): void {
  expect(rig.outside).toEqual([]);
}

/**
 * A pixel of what is on the screen: red, green and blue; by default in the middle of the element. That pixel alone is
 * pictured: all of a model takes several times as long, and is asked for again and again.
 */
export async function pixelOf(element: Locator, right = 0.5, down = 0.5): Promise<readonly number[]> {
  await element.scrollIntoViewIfNeeded();
  const box = (await element.boundingBox())!;
  const at = (from: number, size: number, share: number): number =>
    Math.floor(from) + Math.floor((Math.ceil(from + size) - Math.floor(from)) * share);
  const clip = { x: at(box.x, box.width, right), y: at(box.y, box.height, down), width: 1, height: 1 };
  const bytes = await element.page().screenshot({ clip });
  return element.page().evaluate(async (encoded) => {
    const decoded = Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0)!);
    const picture = await createImageBitmap(new Blob([decoded]));
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.drawImage(picture, 0, 0);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, bytes.toString('base64'));
}

/** What is drawn by the processor on a busy machine takes its time. */
export function eventually<T>(read: () => Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 30_000, interval: 100 });
}
