import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Updates, type Updater } from '../../../main/hosts/electron/updates.ts';
import { watchWaking } from '../../../main/hosts/electron/wake.ts';
import { standInElectron } from '../../support/electron/stand-in-electron.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
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
  const feeds: string[] = [];
  const logged: string[] = [];
  let checks = 0;
  let loads = 0;
  let failing = false;
  const updater: Updater = {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    setFeedURL: ({ url }) => void feeds.push(url),
    checkForUpdates: async () => {
      checks += 1;
      if (failing) throw new Error('no such feed');
    },
  };
  const updates = (isPackaged = true): Updates =>
    new Updates({
      load: async () => {
        loads += 1;
        return updater;
      },
      isPackaged,
      log: (line) => void logged.push(line),
    });
  beforeEach(() => {
    feeds.length = logged.length = checks = loads = 0;
    failing = false;
  });

  it('are off as shipped: nothing is even loaded', async () => {
    const off = updates();
    await off.use(null);
    await updates(false).use('https://updates.example/');
    await off.use('http://updates.example/');
    await off.use('file:///tmp/');
    await vi.advanceTimersByTimeAsync(48 * 60 * 60_000);
    expect([loads, checks]).toEqual([0, 0]);
    expect(logged[0]).toContain('https');
  });

  it('come from the feed of the settings, once a day, and are installed at the end', async () => {
    const on = updates();
    await on.use('https://updates.example/');
    await on.use('https://updates.example/');
    expect([feeds, checks]).toEqual([['https://updates.example/'], 1]);
    expect([updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    expect(checks).toBe(2);
    await on.use(null);
    await vi.advanceTimersByTimeAsync(48 * 60 * 60_000);
    expect(checks).toBe(2);
  });

  it('whose program cannot be loaded are a line in the log, and tried again when the feed is named once more', async () => {
    let broken = true;
    const on = new Updates({
      load: async () => {
        if (broken) throw new Error('not installed');
        return updater;
      },
      isPackaged: true,
      log: (line) => void logged.push(line),
    });
    await on.use('https://updates.example/');
    expect(logged).toEqual(['No update could be looked for: Error: not installed']);
    broken = false;
    await on.use('https://updates.example/');
    expect(checks).toBe(1);
    on.close();
  });

  it('that cannot be had are a line in the log', async () => {
    failing = true;
    const on = updates();
    await on.use('https://updates.example/');
    await vi.advanceTimersByTimeAsync(0);
    expect(logged).toEqual(['No update could be looked for: Error: no such feed']);
    on.close();
  });
});
