import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { App } from '../../../main/app/app.ts';
import { openApp, type OpenAppOptions } from '../../../main/hosts/compose/open-app.ts';
import { webHostServices } from '../../../main/hosts/web/host-services.ts';
import { serveApp, type WebHost } from '../../../main/hosts/web/serve.ts';
import type { CommandName, Input, Output } from '../../../shared/ipc/contract.ts';
import { startService, type RunningService, type ServiceOptions } from '../../service/service.ts';
import { sharedChromium } from './chromium.ts';
import { builtPage } from './built-page.ts';
import { seriousFaults } from './serious-faults.ts';

export const TOKEN = 'demo-token';
export const SAMPLE = join(import.meta.dirname, '..', '..', '..', 'resources', 'sample');
/** A machine may be busy with all other tests at once; nothing here is timed but by who waits for it. */
export const PATIENCE = { timeout: 45_000 } as const;
export interface RigOptions extends Partial<Omit<ServiceOptions, 'dataDir'>> {
  /** Puts sites and files on the service before anybody looks. */
  readonly seed?: (service: RunningService) => void;
  /** False: the screens start with the first run. */
  readonly signedIn?: boolean;
  /** How the token is kept; by default as this computer can. */
  readonly secrets?: NonNullable<OpenAppOptions['secrets']>;
  /** What the person set in the browser, in pixels. */
  readonly textSize?: number;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** The real screens in a real browser, on the real engine and a real service, in a folder of their own. */
export class Rig {
  readonly home: string;
  /** What no handler should ever throw, and what the page's own console complained of. */
  readonly bugs: unknown[] = [];
  readonly #browser: Browser;
  readonly #options: RigOptions;
  #service: RunningService;
  #app: App | null = null;
  #host: WebHost | null = null;
  #context: BrowserContext | null = null;
  #page: Page | null = null;

  private constructor(home: string, service: RunningService, browser: Browser, options: RigOptions) {
    this.home = home;
    this.#service = service;
    this.#browser = browser;
    this.#options = options;
  }

  static async open(options: RigOptions = {}): Promise<Rig> {
    const home = await mkdtemp(join(tmpdir(), 'sitesync-rig-'));
    const { seed, signedIn: _, viewport: __, secrets: ___, textSize, ...rest } = options;
    const service = await startService({ dataDir: join(home, 'service'), ...rest });
    seed?.(service);
    const rig = new Rig(home, service, await sharedChromium(textSize), options);
    await rig.start();
    return rig;
  }

  get service(): RunningService {
    return this.#service;
  }

  get page(): Page {
    if (this.#page === null) throw new Error('The screens are not open');
    return this.#page;
  }

  /** Starts program and window, as after a restart of the computer. */
  async start(): Promise<void> {
    const { signedIn = true, secrets } = this.#options;
    const opened = await openApp({
      data: join(this.home, 'data'),
      root: join(this.home, 'root'),
      host: webHostServices(),
      stillMs: 50,
      ...(secrets === undefined ? {} : { secrets }),
      ...(signedIn ? { account: { baseUrl: this.service.url, token: TOKEN } } : {}),
    });
    if (!opened.ok) throw new Error(opened.failure.message);
    this.#app = opened.value;
    const served = await serveApp({
      app: opened.value,
      page: await builtPage(),
      port: 0,
      onBug: (command, error) => this.bugs.push(command, error),
    });
    if (!served.ok) throw new Error(served.failure.message);
    this.#host = served.value;
    await this.openWindow();
  }

  /** Opens the window, anew where it is open; on a computer of that time zone and language, where they are named. */
  async openWindow(
    how: { readonly zone?: string; readonly locale?: string; readonly before?: () => void } = {},
  ): Promise<void> {
    if (this.#host === null) throw new Error('The program is not running');
    await this.#context?.close();
    const { signedIn = true, viewport = { width: 1280, height: 800 } } = this.#options;
    this.#context = await this.#browser.newContext({
      viewport,
      reducedMotion: 'reduce',
      locale: how.locale ?? 'en-GB',
      ...(how.zone === undefined ? {} : { timezoneId: how.zone }),
    });
    // Who is signed in already has been through it.
    if (signedIn)
      await this.#context.addInitScript(() => localStorage.setItem('sitesync.first-run.over', 'true'));
    if (how.before !== undefined) await this.#context.addInitScript(how.before);
    this.#page = await this.#context.newPage();
    this.#page.setDefaultTimeout(PATIENCE.timeout);
    this.#page.on('pageerror', (error) => this.bugs.push(error));
    // Else a test would only see that what it waits for does not come.
    this.#page.on('crash', () => this.bugs.push('The process of the page ended'));
    // Heard from now on, and not only right before a press: one that nobody hears opens as the system’s own, and stays.
    this.#page.on('filechooser', () => undefined);
    await this.#page.goto(this.#host.newAddress());
  }

  /** Ends program and window; what is on the disk stays. */
  async stop(): Promise<void> {
    await this.#context?.close();
    await this.#host?.close();
    await this.#app?.close();
    this.#context = this.#host = this.#app = this.#page = null;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.service.close();
    await rm(this.home, { recursive: true, force: true });
  }

  /** The service is away, as where there is no network; what it holds is kept. */
  async cutOff(): Promise<void> {
    await this.#service.close();
  }

  /** The service is back at its address. */
  async reconnect(): Promise<void> {
    const { port } = this.#service;
    this.#service = await startService({ dataDir: join(this.home, 'service'), port });
  }

  /** Asks the engine past the screens, to get to where a journey begins. */
  async call<N extends CommandName>(command: N, input: Input<N>): Promise<Output<N>> {
    const handler = this.#app?.handlers[command] as
      | ((input: Input<N>, signal: AbortSignal) => Promise<{ ok: boolean; value: Output<N>; failure: Error }>)
      | undefined;
    if (handler === undefined) throw new Error('The program is not running');
    const result = await handler(input, new AbortController().signal);
    if (!result.ok) throw new Error(result.failure.message);
    return result.value;
  }

  /** Keeps a site here and waits until it is in step. Returns its folder. */
  async follow(site: string, keep: Input<'sites.follow'>['keep'] = 'all'): Promise<string> {
    await vi.waitFor(async () => {
      expect((await this.call('sites.list', null)).map(({ id }) => id)).toContain(site);
    }, PATIENCE);
    await this.call('sites.follow', { site, folder: null, keep });
    await this.settled(site);
    const summary = (await this.call('sites.list', null)).find(({ id }) => id === site);
    return summary?.followed?.folder ?? '';
  }

  /** Waits until nothing is left to send or fetch. */
  async settled(site: string): Promise<void> {
    await vi.waitFor(async () => {
      const summary = (await this.call('sites.list', null)).find(({ id }) => id === site);
      expect({
        pending: summary?.pending,
        isListed: typeof summary?.listedAt === 'number',
        isSynced: typeof summary?.syncedAt === 'number',
      }).toEqual({ pending: 0, isListed: true, isSynced: true });
    }, PATIENCE);
  }

  /** Waits until so many conflicts are to be decided. */
  async conflicts(count: number): Promise<void> {
    await vi.waitFor(
      async () => expect((await this.call('app.state', null)).outbox.conflicts).toBe(count),
      PATIENCE,
    );
  }

  /** Waits until the service holds a file of that name with that content. */
  async arrived(site: string, name: string, content: string): Promise<void> {
    await vi.waitFor(() => {
      const file = this.service.store.files(site).find((each) => each.name === name);
      if (file === undefined) throw new Error(`${name} is not on the service`);
      expect(this.service.store.readContent(file.id).toString()).toBe(content);
    }, PATIENCE);
  }

  /** Shows a place in the app, as `outbox/issues`. */
  async goTo(place: string): Promise<void> {
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, `#/${place}`);
  }

  /**
   * Presses a row of a list and waits for what it opens beside it, the heading `shown`. Once more where the list moved
   * under the pointer meanwhile, as a list does that a sync keeps fresh.
   */
  async pick(row: RegExp, shown: string): Promise<void> {
    await vi.waitFor(async () => {
      await this.page.getByRole('row', { name: row }).first().click();
      await this.page.getByRole('heading', { name: shown, level: 2, exact: true }).waitFor({ timeout: 3000 });
    }, PATIENCE);
  }

  /** Writes a picture of the window where SCREENSHOTS names a folder. */
  async shot(name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS'];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
  }

  async theme(theme: 'light' | 'dark' | 'contrast'): Promise<void> {
    await this.page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
  }

  /** What axe finds serious or critical in what is shown now. */
  serious(what: 'all' | 'looks' = 'all'): Promise<readonly string[]> {
    return seriousFaults(this.page, what);
  }
}
