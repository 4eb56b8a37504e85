import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import { someState } from '../../support/stand-in-app.ts';
import { desktopRig, type DesktopRig } from './desktop-rig.ts';

let rig: DesktopRig;
beforeEach(async () => {
  rig = await desktopRig();
});
afterEach(() => rig.close());

describe('the tray', () => {
  it('shows the state in words, and does what it says', async () => {
    await rig.start();
    const tray = rig.electron.trays[0]!;
    for (const command of ['app.pause', 'app.sync'] as const)
      rig.engine.answer(command, async () => ok(null));
    rig.engine.emit('state', someState({ lastSync: 1 }));
    expect([tray.image, tray.tip]).toEqual(['tray idle', 'SiteSync: Up to date']);
    tray.menu.click('Sync now');
    tray.menu.click('Pause');
    await expect
      .poll(() => rig.engine.calls.map(({ command, input }) => [command, input]))
      .toContainEqual(['app.pause', { paused: true }]);
    expect(rig.engine.calls).toContainEqual(
      expect.objectContaining({ command: 'app.sync', input: { site: null } }),
    );
    const before = Date.now();
    tray.menu.click('Pause for a while', 'For an hour');
    const until = (): unknown =>
      rig.engine.calls.map(({ input }) => (input as { until?: number } | null)?.until);
    await expect.poll(until).toContainEqual(expect.toSatisfy((at: number) => at - before >= 3_600_000));
    rig.engine.emit('state', someState({ paused: true }));
    expect(tray.menu.find('Pause for a while').enabled).toBe(false);
    expect([tray.image, tray.menu.find('Sync now').enabled]).toEqual(['tray paused', false]);
    tray.menu.click('Resume');
    await expect.poll(() => rig.engine.calls.map(({ input }) => input)).toContainEqual({ paused: false });
    tray.menu.click('Open the folder of your sites');
    await expect.poll(() => rig.electron.outside).toEqual(['/sites']);
    tray.menu.click('Quit SiteSync');
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
  });

  it('shows the sites in the window where their folder cannot be opened', async () => {
    rig.electron.world.openTrouble = 'Failed to open path';
    await rig.start({ argv: ['sitesync', '--hidden'] });
    rig.engine.emit('state', someState());
    rig.electron.trays[0]!.menu.click('Open the folder of your sites');
    await expect
      .poll(() => rig.electron.windows.map(({ loaded }) => loaded))
      .toEqual([['sitesync://app/#/sites']]);
  });

  it('leaves an open menu alone while nothing that it says is another', async () => {
    await rig.start();
    const tray = rig.electron.trays[0]!;
    const { menus } = tray;
    for (let trash = 0; trash < 5; trash += 1) rig.engine.emit('state', someState({ trash, lastSync: 1 }));
    expect(tray.menus).toBe(menus + 1);
  });

  it('is not the only door: without one the app works all the same', async () => {
    rig.electron.world.tray = false;
    await rig.start();
    rig.engine.emit('state', someState());
    expect(rig.electron.windows.length).toBe(1);
    expect(rig.logged.join()).toContain('This desktop shows no tray icon');
  });
});

describe('the menu', () => {
  const hearsKeys = (): void => rig.say({ kind: 'call', id: 1, command: 'host.hearsKeys', input: null });
  const keysPressed = (): readonly string[] =>
    rig.window().webContents.pressed.flatMap((input) => ('keyCode' in input ? input.keyCode : []));

  it('keeps a key for a window that is only being opened, and no longer than it is meant', async () => {
    await rig.start({ platform: 'darwin', argv: ['sitesync', '--hidden'] });
    const menu = rig.electron.menu();
    menu.click('&Go', 'Search…');
    expect([rig.window().visible, keysPressed()]).toEqual([true, []]);
    hearsKeys();
    expect(keysPressed()).toEqual(['k', 'k']);
    menu.click('&Go', 'Search…');
    expect(keysPressed()).toEqual(['k', 'k', 'k', 'k']);
    // Another window takes its place, in which somebody first signs in.
    rig.window().destroy();
    menu.click('&Go', 'Search…');
    vi.setSystemTime(Date.now() + 60_000);
    onTestFinished(() => void vi.useRealTimers());
    hearsKeys();
    expect(keysPressed()).toEqual([]);
  });

  it('goes to screens, presses the keys of the page, and quits', async () => {
    await rig.start();
    const menu = rig.electron.menu();
    menu.click('&Go', 'Outbox');
    // Loaded once more, a page loses what is typed in it.
    menu.click('&Go', 'Outbox');
    expect(rig.window().loaded.slice(-2)).toEqual(['sitesync://app/', 'sitesync://app/#/outbox']);
    menu.click('&File', 'Add files…');
    hearsKeys();
    expect(rig.window().webContents.pressed).toEqual([
      { type: 'keyDown', keyCode: 'o', modifiers: ['control'] },
      { type: 'keyUp', keyCode: 'o', modifiers: ['control'] },
    ]);
    menu.click('&File', 'Close window');
    expect(rig.window().visible).toBe(false);
    menu.click('&File', 'Quit SiteSync');
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
  });

  it('leaves the shortcuts of the page to the page', async () => {
    await rig.start();
    const items = rig.electron.menu().items.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    const taken = items.filter(
      (item) => item.accelerator !== undefined && item.registerAccelerator !== false,
    );
    expect(taken.map(({ label }) => label)).toEqual(['Close window', 'Quit SiteSync']);
  });

  it('is a Mac menu on a Mac', async () => {
    await rig.start({ platform: 'darwin' });
    expect(rig.electron.menu().items.map(({ label, role }) => label ?? role)).toEqual([
      'SiteSync',
      '&File',
      '&Edit',
      '&View',
      '&Go',
      'windowMenu',
    ]);
  });
});

describe('what the engine is given', () => {
  it('opens, reveals and chooses by the desktop, in words where that fails', async () => {
    await rig.start();
    const { host } = rig.given();
    expect(host.can).toEqual({
      openFiles: true,
      revealFiles: true,
      chooseFolder: true,
      loginItem: true,
      keepAwake: true,
    });
    expect(await host.open('/sites/a.pdf')).toEqual(ok(null));
    expect(await host.reveal('/sites/a.pdf')).toEqual(ok(null));
    rig.electron.world.openTrouble = 'No application';
    expect(await host.open('/sites/b.xyz')).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    expect(rig.electron.outside).toEqual(['/sites/a.pdf', 'folder of /sites/a.pdf', '/sites/b.xyz']);
    expect(await host.chooseFolder(null)).toBe(null);
    rig.electron.world.chosen = '/elsewhere';
    expect(await host.chooseFolder('/sites')).toBe('/elsewhere');
  });

  it('keeps the token by safeStorage only where that is more than plain text', async () => {
    await rig.start();
    const cipher = rig.given().secrets!.encrypt!;
    expect(cipher.available()).toBe(true);
    expect(cipher.decrypt(cipher.encrypt('token'))).toBe('token');
    rig.electron.safeStorage.backend = 'basic_text';
    expect(cipher.available()).toBe(false);
    rig.electron.safeStorage.backend = 'kwallet6';
    rig.electron.safeStorage.available = false;
    expect(cipher.available()).toBe(false);
  });

  it('tries the keychain in a utility process, and gives up on one that hangs', async () => {
    await rig.start();
    const run = rig.given().secrets!.runChild!;
    const module = new URL('file:///app/child.js');
    expect(await run(module, [], 1000)).toBe(0);
    rig.electron.world.child = { code: 1 };
    expect(await run(module, [], 1000)).toBe(1);
    rig.electron.world.child = { code: null };
    expect(await run(module, [], 20)).toBe(null);
  });

  it('is told when the computer wakes, is unlocked, or ends', async () => {
    await rig.start();
    rig.electron.powerMonitor.emit('resume');
    rig.electron.powerMonitor.emit('unlock-screen');
    expect(rig.engine.woken).toBe(2);
    rig.electron.app.quit();
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
    rig.electron.powerMonitor.emit('resume');
    expect(rig.engine.woken).toBe(2);
  });

  it('starts with the computer, or no longer', async () => {
    await rig.start();
    const file = join(rig.data, 'config', 'autostart', 'sitesync.desktop');
    rig.given().host.setLoginItem(true);
    expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/SiteSync/sitesync" --hidden\n');
    expect(readFileSync(file, 'utf8')).toContain('TryExec=/opt/SiteSync/sitesync\n');
    rig.given().host.setLoginItem(false);
    expect(existsSync(file)).toBe(false);
  });

  it('starts with the data folder that was named', async () => {
    const data = join(rig.data, 'my data');
    await rig.start({ data, argv: ['sitesync', '--data', 'my data'] });
    rig.given().host.setLoginItem(true);
    const file = join(rig.data, 'config', 'autostart', 'sitesync.desktop');
    expect(readFileSync(file, 'utf8')).toContain(`Exec="/opt/SiteSync/sitesync" --hidden --data "${data}"\n`);
    await rig.start({ data, argv: ['sitesync', `--data=${data}`], platform: 'win32' });
    rig.given().host.setLoginItem(true);
    expect(rig.electron.app.loginItems).toEqual([
      { openAtLogin: true, args: ['--hidden', '--data', `"${data}"`] },
    ]);
  });

  it('goes on starting with it as an AppImage that an update gave another name, where that is still wanted', async () => {
    const file = join(rig.data, 'config', 'autostart', 'sitesync.desktop');
    const env = {
      XDG_CONFIG_HOME: join(rig.data, 'config'),
      APPIMAGE: '/home/anna/SiteSync 2.AppImage',
      APPDIR: '/tmp/.mount_SiteSy',
    };
    const execPath = '/tmp/.mount_SiteSy/sitesync';
    await rig.start({ env, execPath });
    expect(existsSync(file)).toBe(false);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'Exec="/home/anna/SiteSync 1.AppImage" --hidden\n');
    await rig.start({ env, execPath });
    const renewed = readFileSync(file, 'utf8');
    expect(renewed).toContain('Exec="/home/anna/SiteSync 2.AppImage" --hidden\n');
    // Tried with another data folder, it takes nothing from the usual one.
    env.APPIMAGE = '/home/anna/SiteSync 3.AppImage';
    await rig.start({ env, execPath, argv: ['sitesync', '--data', rig.data] });
    expect(readFileSync(file, 'utf8')).toBe(renewed);
  });

  it.each(['win32', 'darwin'] as const)(
    'starts with the computer on %s by its own list',
    async (platform) => {
      await rig.start({ platform });
      rig.given().host.setLoginItem(true);
      rig.given().host.setLoginItem(false);
      expect(rig.electron.app.loginItems).toEqual([
        { openAtLogin: true, args: ['--hidden'] },
        { openAtLogin: false, args: ['--hidden'] },
      ]);
    },
  );

  it('enters no checkout into what starts with the computer', async () => {
    rig.electron.app.isPackaged = false;
    await rig.start({ platform: 'win32' });
    rig.given().host.setLoginItem(true);
    expect(rig.electron.app.loginItems).toEqual([]);
    expect(rig.window().options.webPreferences?.devTools).toBe(true);
  });
});
