import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemNotices } from '../../../main/hosts/electron/notices/notices.ts';
import {
  Updates,
  verifiesUpdates,
  type Updater,
  type UpdatesOptions,
} from '../../../main/hosts/electron/updates/updates.ts';
import { updaterOf } from '../../../main/hosts/electron/updates/updater-of.ts';
import { watchWaking } from '../../../main/hosts/electron/computer/wake.ts';
import { standInElectron } from '../../support/electron/stand-in-electron.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a notification', () => {
  it('is heard, and replaced by the next, also when it went from the screen into the list of the system', () => {
    const { parts, notices } = standInElectron();
    const screens: string[] = [];
    const show = systemNotices({ electron: parts, icon: '', onClick: (screen) => void screens.push(screen) });
    show({ title: 'SiteSync needs you', body: '', screen: '#/outbox' });
    const [first] = notices;
    first!.goes();
    expect(first!.listed).toBe(true);
    first!.emit('click', {});
    expect(screens).toEqual(['#/outbox']);
    show({ title: 'Done', body: '', screen: '#/sites' });
    // Whatever is held no more is not closed either.
    expect(notices.map(({ shown, listed }) => [shown, listed])).toEqual([
      [false, false],
      [true, true],
    ]);
  });
});

describe('the network', () => {
  it('wakes the sync when it comes, not while it stays or goes', () => {
    const { parts, world } = standInElectron();
    let woken = 0;
    const stop = watchWaking(parts, () => {
      woken += 1;
    });
    vi.advanceTimersByTime(60_000);
    world.online = false;
    vi.advanceTimersByTime(60_000);
    expect(woken).toBe(0);
    world.online = true;
    vi.advanceTimersByTime(60_000);
    expect(woken).toBe(1);
    stop();
    world.online = false;
    vi.advanceTimersByTime(10_000);
    world.online = true;
    vi.advanceTimersByTime(10_000);
    expect(woken).toBe(1);
  });
});

describe('updates', () => {
  const FEED = 'https://updates.example/';
  const DAY = 24 * 60 * 60_000;
  const did: string[] = [];
  const logged: string[] = [];
  let loads = 0;
  let version: string | null = null;
  let failing = false;
  let says = false;
  const updater: Updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    setFeedURL: ({ url }) => void did.push(url),
    checkForUpdates: async () => {
      did.push('looked');
      if (failing) throw new Error('no such feed');
      return version === null ? null : { isUpdateAvailable: version !== 'old', updateInfo: { version } };
    },
    downloadUpdate: async () => void did.push('fetched'),
  };
  const updates = (options: Partial<UpdatesOptions> = {}): Updates =>
    new Updates({
      load: async () => {
        loads += 1;
        return updater;
      },
      isPackaged: true,
      isVerified: true,
      ask: async (named) => {
        did.push(`asked about ${named}`);
        return says;
      },
      log: (line) => void logged.push(line),
      ...options,
    });
  beforeEach(() => {
    did.length = logged.length = loads = 0;
    failing = says = false;
    version = null;
  });

  it('are off as shipped: nothing is even loaded', async () => {
    await updates().follow(null);
    await updates({ isPackaged: false }).follow(FEED);
    await updates().follow('http://updates.example/');
    await updates().follow('file:///tmp/');
    await vi.advanceTimersByTimeAsync(2 * DAY);
    expect([loads, did]).toEqual([0, []]);
    expect(logged[0]).toContain('https');
  });

  it('come from the feed once a day, and are installed at the end, where their signature is verified', async () => {
    const on = updates();
    version = '2.0.0';
    await on.follow(FEED);
    expect([updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(DAY);
    expect(did).toEqual([FEED, 'looked', 'looked']);
    on.close(false);
    await vi.advanceTimersByTimeAsync(2 * DAY);
    expect(did.length).toBe(3);
  });

  it('that break off while they come by themselves are a line in the log, and looked for again', async () => {
    const broken = { ...updater, autoDownload: true };
    broken.checkForUpdates = async () => ({
      isUpdateAvailable: true,
      updateInfo: { version: '2.0.0' },
      downloadPromise: Promise.reject(new Error('net::ERR_NETWORK_CHANGED')),
    });
    const on = updates({ load: async () => broken });
    await on.follow(FEED);
    await vi.advanceTimersByTimeAsync(DAY);
    expect(logged).toEqual(Array(2).fill(expect.stringContaining('ERR_NETWORK_CHANGED')));
    on.close(false);
  });

  it('are asked about once each, and left alone, where nobody verifies who made them', async () => {
    const on = updates({ isVerified: false });
    version = 'old';
    await on.follow(FEED);
    expect([updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([false, false]);
    version = '2.0.0';
    await vi.advanceTimersByTimeAsync(2 * DAY);
    expect(did).toEqual([FEED, 'looked', 'looked', 'asked about 2.0.0', 'looked']);
    expect(updater.autoInstallOnAppQuit).toBe(false);
    version = '2.0.1';
    says = true;
    await vi.advanceTimersByTimeAsync(DAY);
    expect(did.slice(-3)).toEqual(['looked', 'asked about 2.0.1', 'fetched']);
    expect([updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([false, true]);
    on.close(false);
  });

  it('are not installed where the system shuts down, which would cut their installer off', async () => {
    const on = updates();
    version = '2.0.0';
    await on.follow(FEED);
    on.close(true);
    expect(updater.autoInstallOnAppQuit).toBe(false);
  });

  it('are not fetched by a yes that comes when SiteSync has ended', async () => {
    const on = updates({
      isVerified: false,
      ask: async () => {
        on.close(false);
        return true;
      },
    });
    version = '2.0.0';
    await on.follow(FEED);
    await vi.advanceTimersByTimeAsync(DAY);
    expect(did).toEqual([FEED, 'looked']);
  });

  it('of an AppImage are AppImages, whatever the file beside the program says', () => {
    class AppImageUpdater implements Updater {
      autoDownload = true;
      autoInstallOnAppQuit = true;
      setFeedURL = (): void => undefined;
      checkForUpdates = async (): Promise<null> => null;
      downloadUpdate = async (): Promise<null> => null;
    }
    const module = { autoUpdater: updater, AppImageUpdater };
    const env = { APPIMAGE: '/home/anna/SiteSync.AppImage', APPDIR: '/tmp/.mount_SiteSy' };
    const execPath = '/tmp/.mount_SiteSy/sitesync';
    expect(updaterOf(module, { env, execPath })).toBeInstanceOf(AppImageUpdater);
    expect(updaterOf(module, { env, execPath: '/opt/SiteSync/sitesync' })).toBe(updater);
    expect(updaterOf(module, { env: {}, execPath })).toBe(updater);
  });

  it('whose program cannot be loaded, or that cannot be had, are a line in the log', async () => {
    await updates({ load: () => Promise.reject(new Error('not installed')) }).follow(FEED);
    failing = true;
    const on = updates();
    await on.follow(FEED);
    await vi.advanceTimersByTimeAsync(0);
    expect(logged).toEqual([
      'No update could be looked for: Error: not installed',
      'No update could be looked for: Error: no such feed',
    ]);
    on.close(false);
  });

  it.each([
    ['publisherName: Site Sync Ltd\n', true],
    ['provider: generic\npublisherName:\n  - CN=Site Sync Ltd\n', true],
    ['publisherName:\r\n  - Site Sync Ltd\r\n', true],
    ['publisherName: null\n', false],
    ['publisherName:\nprovider: generic\n', false],
    ['publisherName: []\n', false],
    ['provider: generic\n', false],
    [null, false],
  ])('are verified on Windows where the build names who signs it: %j', (config, isVerified) => {
    const folder = mkdtempSync(join(tmpdir(), 'sitesync-updates-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    if (config !== null) writeFileSync(join(folder, 'app-update.yml'), config);
    expect(verifiesUpdates('win32', folder)).toBe(isVerified);
    expect([verifiesUpdates('darwin', folder), verifiesUpdates('linux', folder)]).toEqual([true, false]);
  });
});
