import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../shared/failure.ts';
import { NOT_THERE, someState } from '../../support/stand-in-app.ts';
import { REFUSED } from '../../../main/hosts/refused.ts';
import { desktopRig, type DesktopRig } from './desktop-rig.ts';

let rig: DesktopRig;
beforeEach(async () => {
  rig = await desktopRig();
});
afterEach(() => rig.close());

describe('the start of the desktop app', () => {
  it('shuts everything off before Electron is ready, then opens one window on the page', async () => {
    await rig.start();
    const { app, schemes, windows } = rig.electron;
    expect(app.asked).toEqual([`userData ${join(rig.data, 'window')}`, 'sandbox', 'lock', 'ready']);
    expect(existsSync(join(rig.data, 'window'))).toBe(true);
    expect(schemes).toEqual([
      {
        scheme: 'sitesync',
        privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
      },
    ]);
    expect(windows.map(({ loaded }) => loaded)).toEqual([['sitesync://app/']]);
    expect(rig.window().visible).toBe(false);
    rig.window().emit('ready-to-show');
    expect(rig.window().visible).toBe(true);
  });

  it('has the same application id as the installers, where an id is known', async () => {
    await rig.start({ platform: 'win32' });
    expect(rig.electron.app.asked).toContain('id app.sitesync.desktop');
    expect(readFileSync('electron-builder.yml', 'utf8')).toContain('appId: app.sitesync.desktop\n');
  });

  it('begins in the tray when it starts with the computer', async () => {
    await rig.start({ argv: ['sitesync', '--hidden'] });
    expect(rig.electron.windows).toEqual([]);
    expect(rig.electron.trays.length).toBe(1);
    rig.electron.trays[0]!.emit('click');
    expect(rig.electron.windows.length).toBe(1);
  });

  it('begins in the tray on a Mac too, which tells it without a word on the command line', async () => {
    rig.electron.app.openedAtLogin = true;
    await rig.start({ platform: 'darwin' });
    expect(rig.electron.windows).toEqual([]);
  });

  it('is there once: a second start brings the first window to the front', async () => {
    await rig.start();
    const window = rig.window();
    window.hide();
    window.minimized = true;
    rig.electron.app.emit('second-instance');
    expect([rig.electron.windows.length, window.visible, window.focused, window.minimized]).toEqual([
      1,
      true,
      true,
      false,
    ]);
  });

  it('shows its window when it is started a second time while it begins in the tray', async () => {
    await rig.start({
      argv: ['sitesync', '--hidden'],
      openApp: async () => {
        rig.electron.app.emit('second-instance');
        return ok(rig.engine);
      },
    });
    expect(rig.electron.windows.length).toBe(1);
  });

  it('ends at once as the second one, without touching the mirror', async () => {
    rig.electron.app.isSecond = true;
    await rig.start();
    expect(rig.electron.app.exitCode).toBe(0);
    expect(rig.electron.windows).toEqual([]);
    expect(rig.given()).toBe(null);
  });

  it('says in words that its data folder cannot be used, before anything else', async () => {
    const file = join(rig.data, 'a file');
    writeFileSync(file, '');
    await rig.start({ data: file });
    expect(rig.electron.boxes[0]).toContain(`The data folder ${file} cannot be used.`);
    expect([rig.electron.app.exitCode, rig.electron.app.asked]).toEqual([REFUSED, []]);
  });

  it('says in words why it cannot start, and ends', async () => {
    await rig.start({ openApp: async () => fail(NOT_THERE) });
    expect(rig.electron.boxes).toEqual(['SiteSync cannot start: It is not there.\n\nLook elsewhere.']);
    expect(rig.electron.app.exitCode).toBe(REFUSED);
  });
});

describe('the window', () => {
  it('is a page without any power', async () => {
    await rig.start();
    expect(rig.window().options.webPreferences).toEqual({
      preload: '/app/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
    });
  });

  it('hides when it is closed, and says once, for ever, that syncing goes on', async () => {
    await rig.start();
    const window = rig.window();
    window.close();
    expect([window.isDestroyed(), window.visible, rig.engine.closed]).toEqual([false, false, 0]);
    expect(rig.electron.notices.map(({ options }) => options.title)).toEqual([
      'SiteSync goes on in the background',
    ]);
    rig.electron.app.emit('activate');
    window.close();
    expect(rig.electron.notices.length).toBe(1);
    expect(JSON.parse(readFileSync(join(rig.data, 'shell.json'), 'utf8'))).toMatchObject({
      saidClosing: true,
    });
  });

  it('says it in a dialog where the desktop shows no notifications', async () => {
    rig.electron.world.notifications = false;
    await rig.start();
    rig.window().close();
    expect(rig.electron.boxes).toEqual(['SiteSync goes on in the background']);
  });

  it('stands where it stood', async () => {
    await rig.start();
    rig.window().bounds = { x: 50, y: 60, width: 1000, height: 700 };
    rig.window().maximized = true;
    rig.electron.app.quit();
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
    const again = await desktopRig();
    writeFileSync(join(again.data, 'shell.json'), readFileSync(join(rig.data, 'shell.json')));
    await again.start();
    expect(again.window().options).toMatchObject({ x: 50, y: 60, width: 1000, height: 700 });
    expect(again.window().maximized).toBe(true);
    await again.close();
  });

  it('is opened again when its page dies, but not over and over', async () => {
    await rig.start();
    const { webContents, loaded } = rig.window();
    webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(loaded.length).toBe(2);
    webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(loaded.length).toBe(2);
  });
});

describe('the settings', () => {
  it('give native menus and dialogs the theme of the screens, at the start and later', async () => {
    let theme = 'dark';
    rig.engine.answer('settings.get', async () => ok({ ...rig.settings, theme }));
    await rig.start();
    await expect.poll(() => rig.electron.theme.themeSource).toBe('dark');
    theme = 'contrast';
    rig.engine.emit('changed', { site: null });
    await expect.poll(() => rig.electron.theme.themeSource).toBe('system');
  });

  it('name the feed of updates', async () => {
    const asked: string[] = [];
    rig.engine.answer('settings.get', async () =>
      ok({ ...rig.settings, updateFeed: 'https://updates.example/' }),
    );
    await rig.start({
      loadUpdater: async () => ({
        autoDownload: false,
        autoInstallOnAppQuit: false,
        setFeedURL: ({ url }) => void asked.push(url),
        checkForUpdates: async () => null,
      }),
    });
    await expect.poll(() => asked).toEqual(['https://updates.example/']);
  });

  it('can be silent', async () => {
    rig.engine.answer('settings.get', async () => ok({ ...rig.settings, notifications: false }));
    await rig.start();
    await expect.poll(() => rig.engine.calls.length).toBe(1);
    rig.window().close();
    // What closing means is no news that one could be spared.
    expect(rig.electron.notices.length).toBe(1);
  });
});

describe('the end', () => {
  it('finishes the current step first, once, whoever asks', async () => {
    await rig.start();
    let finish: () => void = () => undefined;
    rig.engine.close = () =>
      new Promise((resolve) => {
        rig.engine.closed += 1;
        finish = resolve;
      });
    rig.electron.app.quit();
    rig.electron.app.quit();
    rig.electron.powerMonitor.emit('shutdown');
    await expect.poll(() => rig.engine.closed).toBe(1);
    expect(rig.electron.app.exitCode).toBe(null);
    expect(rig.window().isDestroyed()).toBe(true);
    expect(rig.electron.trays[0]!.tip).toBe('SiteSync: Finishing the current step …');
    finish();
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
    expect(rig.electron.trays[0]!.destroyed).toBe(true);
  });

  it.each(['second-instance', 'activate'])(
    'opens no window over it, and starts SiteSync anew afterwards, once (%s)',
    async (event) => {
      await rig.start({ argv: ['sitesync', '--hidden', '--data', '/elsewhere'] });
      rig.electron.app.emit(event);
      let finish: () => void = () => undefined;
      rig.engine.close = () =>
        new Promise((resolve) => {
          finish = resolve;
        });
      rig.electron.app.quit();
      rig.electron.trays[0]!.menu.click('Open SiteSync');
      expect(rig.electron.app.relaunches).toEqual([]);
      rig.electron.app.emit(event);
      rig.electron.app.emit(event);
      expect(rig.electron.windows.map((window) => window.isDestroyed())).toEqual([true]);
      expect(rig.electron.app.relaunches).toEqual([{ args: ['--data', '/elsewhere'] }]);
      expect(rig.electron.app.exitCode).toBe(null);
      finish();
      await expect.poll(() => rig.electron.app.exitCode).toBe(0);
      expect(rig.electron.windows.length).toBe(1);
    },
  );

  it('starts an AppImage anew by its own file, which is not mounted for ever', async () => {
    await rig.start({ env: { APPIMAGE: '/home/anna/SiteSync.AppImage' } });
    rig.electron.app.quit();
    rig.electron.app.emit('second-instance');
    expect(rig.electron.app.relaunches).toEqual([{ args: [], execPath: '/home/anna/SiteSync.AppImage' }]);
  });

  it('comes also where closing fails', async () => {
    await rig.start();
    rig.engine.close = () => Promise.reject(new Error('the disk is gone'));
    rig.electron.app.quit();
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
    expect(rig.logged).toContain('Ending: Error: the disk is gone');
  });
});

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
    rig.engine.emit('state', someState({ paused: true }));
    expect([tray.image, tray.menu.find('Sync now').enabled]).toEqual(['tray paused', false]);
    tray.menu.click('Resume');
    await expect.poll(() => rig.engine.calls.map(({ input }) => input)).toContainEqual({ paused: false });
    tray.menu.click('Open the folder of your sites');
    await expect.poll(() => rig.electron.outside).toEqual(['/sites']);
    tray.menu.click('Quit SiteSync');
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
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
  it('goes to screens, presses the keys of the page, and quits', async () => {
    await rig.start();
    const menu = rig.electron.menu();
    menu.click('&Go', 'Outbox');
    expect(rig.window().loaded.at(-1)).toBe('sitesync://app/#/outbox');
    menu.click('&File', 'Add files …');
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
    expect(host.can).toEqual({ openFiles: true, revealFiles: true, chooseFolder: true, loginItem: true });
    expect(await host.open('/sites/a.pdf')).toEqual(ok(null));
    expect(await host.reveal('/sites/a.pdf')).toEqual(ok(null));
    rig.electron.world.openTrouble = 'No application';
    expect(await host.open('/sites/b.xyz')).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    expect(await host.openExternal('https://sites.example/')).toMatchObject({
      ok: false,
      failure: { message: 'https://sites.example/ could not be opened in a browser.' },
    });
    rig.electron.world.openTrouble = '';
    expect(await host.openExternal('https://sites.example/')).toEqual(ok(null));
    for (const address of ['http://sites.example/', 'file:///etc/passwd', 'javascript:alert(1)', 'nonsense'])
      expect(await host.openExternal(address)).toMatchObject({ ok: false });
    expect(rig.electron.outside).toEqual([
      '/sites/a.pdf',
      'folder of /sites/a.pdf',
      '/sites/b.xyz',
      'https://sites.example/',
    ]);
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
    rig.given().host.setLoginItem(false);
    expect(existsSync(file)).toBe(false);
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
