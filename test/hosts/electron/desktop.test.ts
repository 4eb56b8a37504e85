import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../shared/failure.ts';
import { NOT_THERE } from '../../support/stand-in-app.ts';
import type { Updater } from '../../../main/hosts/electron/updates/updates.ts';
import { REFUSED } from '../../../main/hosts/start/refused.ts';
import { StandInEvent } from '../../support/electron/stand-in-window.ts';
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
    // At once: what would tell that it is painted never comes on Wayland.
    expect(rig.window().visible).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('makes its data folder for its person alone', async () => {
    const data = join(rig.data, 'new', 'data');
    await rig.start({ data });
    const modes = [data, join(data, 'window')].map((folder) => statSync(folder).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
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
    rig.electron.app.emit('second-instance', {}, ['sitesync']);
    expect([rig.electron.windows.length, window.visible, window.focused, window.minimized]).toEqual([
      1,
      true,
      true,
      false,
    ]);
  });

  it('shows no window where the computer starts it a second time, as a restored session does', async () => {
    const argv = ['sitesync', '--hidden'];
    await rig.start({
      argv,
      openApp: async () => {
        rig.electron.app.emit('second-instance', {}, argv);
        return ok(rig.engine);
      },
    });
    rig.electron.app.emit('second-instance', {}, argv);
    expect(rig.electron.windows).toEqual([]);
  });

  it('shows its window when it is started a second time while it begins in the tray', async () => {
    await rig.start({
      argv: ['sitesync', '--hidden'],
      openApp: async () => {
        rig.electron.app.emit('second-instance', {}, ['sitesync']);
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

  it('says in words that a drive cannot keep a second one out, instead of ending without a word', async () => {
    rig.electron.app.hasNoLinks = true;
    await rig.start();
    expect(rig.electron.boxes).toEqual([
      expect.stringContaining(`The data folder ${rig.data} cannot be used`),
    ]);
    expect([rig.electron.app.exitCode, rig.given()]).toEqual([REFUSED, null]);
  });

  it('takes a data folder from where it was started', async () => {
    await rig.start({ data: relative(process.cwd(), rig.data) });
    expect(rig.electron.boxes).toEqual([]);
    expect(rig.electron.app.asked[0]).toBe(`userData ${join(rig.data, 'window')}`);
    expect(rig.given().data).toBe(rig.data);
  });

  it('says in words that its data folder cannot be used, before anything else', async () => {
    const file = join(rig.data, 'a file');
    writeFileSync(file, '');
    await rig.start({ data: file });
    expect(rig.electron.boxes[0]).toContain(`The data folder ${file} cannot be used.`);
    expect([rig.electron.app.exitCode, rig.electron.app.asked]).toEqual([REFUSED, ['ready']]);
  });

  it('says so, too, where the folder is there and nothing can be written in it', async () => {
    mkdirSync(join(rig.data, 'window', 'can-be-written'), { recursive: true });
    await rig.start();
    expect(rig.electron.boxes[0]).toContain(`The data folder ${rig.data} cannot be used.`);
    expect(rig.electron.app.asked).toEqual(['ready']);
  });

  it.skipIf(!existsSync('/dev/full'))('starts on a full disk all the same', async () => {
    mkdirSync(join(rig.data, 'window'));
    symlinkSync('/dev/full', join(rig.data, 'window', 'can-be-written'));
    await rig.start();
    expect([rig.electron.boxes, rig.electron.windows.length]).toEqual([[], 1]);
  });

  it('leaves nothing of that behind', async () => {
    await rig.start();
    expect(readdirSync(join(rig.data, 'window'))).toEqual([]);
  });

  it('says in words why it cannot start, and ends', async () => {
    await rig.start({ openApp: async () => fail(NOT_THERE) });
    expect(rig.electron.boxes).toEqual(['SiteSync cannot start: It is not there.\n\nLook elsewhere.']);
    expect(rig.electron.app.exitCode).toBe(REFUSED);
  });
});

describe('a Mac that runs it from where it cannot stay', () => {
  const QUESTION = 'Move SiteSync to the Applications folder?';
  const PLACES = [
    '/Volumes/SiteSync 0.1.0-arm64/SiteSync.app/Contents/MacOS/SiteSync',
    '/private/var/folders/x1/T/AppTranslocation/A1B2/d/SiteSync.app/Contents/MacOS/SiteSync',
  ];

  it.each(PLACES)('offers to move it, before the mirror is opened: %s', async (execPath) => {
    rig.electron.world.answer = 0;
    await rig.start({ platform: 'darwin', execPath });
    expect([rig.electron.boxes, rig.electron.app.exitCode, rig.given()]).toEqual([[QUESTION], 0, null]);
  });

  it.each([
    ['not now', 1, (): boolean => true],
    ['yes, and it cannot be done', 0, (): never => expect.fail('The disk is full')],
  ])('starts all the same where the answer is %s', async (_what, answer, move) => {
    rig.electron.world.answer = answer;
    rig.electron.app.move = move;
    await rig.start({ platform: 'darwin', execPath: PLACES[0]! });
    expect([rig.electron.boxes, rig.electron.windows.length]).toEqual([[QUESTION], 1]);
  });

  it('asks nothing of a program in its place, nor when it starts with the computer', async () => {
    const execPath = '/Applications/SiteSync.app/Contents/MacOS/SiteSync';
    await rig.start({ platform: 'darwin', execPath });
    await rig.start({ platform: 'darwin', execPath: PLACES[0]!, argv: ['sitesync', '--hidden'] });
    expect(rig.electron.boxes).toEqual([]);
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

  it('can be silent', async () => {
    rig.engine.answer('settings.get', async () => ok({ ...rig.settings, notifications: false }));
    await rig.start();
    await expect.poll(() => looksAtSettings()).toBe(1);
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
    rig.electron.powerMonitor.emit('shutdown', new StandInEvent());
    await expect.poll(() => rig.engine.closed).toBe(1);
    expect(rig.electron.app.exitCode).toBe(null);
    expect(rig.window().isDestroyed()).toBe(true);
    expect(rig.electron.trays[0]!.tip).toBe('SiteSync: Finishing the current step…');
    finish();
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
    expect(rig.electron.trays[0]!.destroyed).toBe(true);
  });

  it.each(['second-instance', 'activate'])(
    'opens no window over it, and starts SiteSync anew afterwards, once (%s)',
    async (event) => {
      await rig.start({ argv: ['sitesync', '--hidden', '--data', '/elsewhere'] });
      rig.electron.app.emit(event, {}, ['sitesync']);
      let finish: () => void = () => undefined;
      rig.engine.close = () =>
        new Promise((resolve) => {
          finish = resolve;
        });
      rig.electron.app.quit();
      await isEnding();
      rig.electron.trays[0]!.menu.click('Open SiteSync');
      expect(rig.electron.app.relaunches).toEqual([]);
      rig.electron.app.emit(event, {}, ['sitesync']);
      rig.electron.app.emit(event, {}, ['sitesync']);
      expect(rig.electron.windows.map((window) => window.isDestroyed())).toEqual([true]);
      expect(rig.electron.app.relaunches).toEqual([{ args: ['--data', '/elsewhere'] }]);
      expect(rig.electron.app.exitCode).toBe(null);
      finish();
      await expect.poll(() => rig.electron.app.exitCode).toBe(0);
      expect(rig.electron.windows.length).toBe(1);
    },
  );

  it('starts an AppImage anew by its own file, which is not mounted for ever', async () => {
    const env = { APPIMAGE: '/home/anna/SiteSync.AppImage', APPDIR: '/tmp/.mount_SiteSy' };
    await rig.start({ env, execPath: '/tmp/.mount_SiteSy/sitesync' });
    rig.electron.app.quit();
    await isEnding();
    rig.electron.app.emit('second-instance', {}, ['sitesync']);
    expect(rig.electron.app.relaunches).toEqual([{ args: [], execPath: '/home/anna/SiteSync.AppImage' }]);
  });

  it('starts no AppImage of others anew, from whose terminal it was started', async () => {
    await rig.start({ env: { APPIMAGE: '/home/anna/Editor.AppImage', APPDIR: '/tmp/.mount_Editor' } });
    rig.electron.app.quit();
    await isEnding();
    rig.electron.app.emit('second-instance', {}, ['sitesync']);
    expect(rig.electron.app.relaunches).toEqual([{ args: [] }]);
  });

  it('comes also where closing fails', async () => {
    await rig.start();
    rig.engine.close = () => Promise.reject(new Error('the disk is gone'));
    rig.electron.app.quit();
    await expect.poll(() => rig.electron.app.exitCode).toBe(0);
    expect(rig.logged).toContain('Ending: Error: the disk is gone');
  });
});

function looksAtSettings(): number {
  return rig.engine.calls.filter(({ command }) => command === 'settings.get').length;
}

async function isEnding(): Promise<void> {
  await expect.poll(() => rig.electron.trays[0]!.tip).toBe('SiteSync: Finishing the current step…');
}

describe('the feed of updates', () => {
  const FEED = 'https://updates.example/';
  const asked: string[] = [];
  const updater: Updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    setFeedURL: ({ url }) => void asked.push(url),
    checkForUpdates: async () => ({ isUpdateAvailable: true, updateInfo: { version: '9.9.9' } }),
    downloadUpdate: async () => void asked.push('fetched'),
  };
  const loadUpdater = async (): Promise<Updater> => updater;
  beforeEach(() => {
    asked.length = 0;
  });

  it('is the one that the person wrote into a file of the data folder', async () => {
    writeFileSync(join(rig.data, 'update-feed.txt'), `${FEED}\n`);
    await rig.start({ loadUpdater });
    const file = join(rig.data, 'update-feed.txt');
    expect(rig.given().host.updates).toEqual({ feed: FEED, file });
    // On Linux nobody looks who made it.
    await expect.poll(() => rig.electron.boxes).toEqual(['SiteSync 9.9.9 is available']);
    expect([asked, updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([[FEED], false, false]);
  });

  it('is taken from with the yes of the person', async () => {
    writeFileSync(join(rig.data, 'update-feed.txt'), FEED);
    rig.electron.world.answer = 0;
    await rig.start({ loadUpdater });
    await expect.poll(() => asked).toEqual([FEED, 'fetched']);
    expect([updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([false, true]);
  });

  it('is nothing that settings can name', async () => {
    const spoilt = { ...rig.settings, updateFeed: 'https://evil.example/' };
    rig.engine.answer('settings.get', async () => ok(spoilt));
    await rig.start({ loadUpdater });
    rig.engine.emit('changed', { site: null });
    await expect.poll(() => looksAtSettings()).toBe(2);
    expect([asked, rig.given().host.updates?.feed]).toEqual([[], null]);
  });
});
