import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron';
import { defaultDataDir } from '../folders/default-folders.ts';
import { openApp } from '../compose/open-app.ts';
import { runDesktop } from './desktop.ts';
import type { ElectronParts } from './electron-parts.ts';
import { quietLog } from './quiet-log.ts';
import { updaterOf } from './updates/updater-of.ts';

/**
 * The desktop app. It is built into build/electron. The page lies beside that folder, the icons two folders up; an
 * installed app has the same layout.
 */
const BUILT = import.meta.dirname;
const ICONS = join(BUILT, '..', '..', 'resources', 'icons');

const electron: ElectronParts = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
};

// Only the command line uses it. Programs that Electron starts to open a file would inherit it.
delete process.env['SITESYNC_TOKEN'];

// Chromium has switches of its own on the same command line: unknown ones are ignored.
const { values } = parseArgs({
  args: process.argv.slice(1),
  options: { data: { type: 'string' } },
  strict: false,
});
const data = typeof values.data === 'string' ? values.data : defaultDataDir();

const log = quietLog(process.env);
// Not awaited: Electron is ready only after this module has ended.
runDesktop({
  electron,
  openApp,
  loadUpdater: async () => updaterOf((await import('electron-updater')).default, process),
  data,
  page: join(BUILT, '..', 'renderer'),
  preload: join(BUILT, 'preload.cjs'),
  icon: join(ICONS, 'icon.png'),
  trayIcon: (icon) =>
    join(ICONS, process.platform === 'darwin' ? `tray-${icon}-Template.png` : `tray-${icon}.png`),
  argv: process.argv,
  platform: process.platform,
  env: process.env,
  execPath: process.execPath,
  resources: process.resourcesPath,
  // Only once Electron is ready: until then it quits by itself, and would replace these listeners by its own.
  onSignal: (end) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  },
  onFault: (listener) => {
    process.on('uncaughtException', listener);
    // Electron only warns of these, and goes on. Most of what SiteSync does is asynchronous, and would just have stopped.
    process.on('unhandledRejection', listener);
  },
  log,
}).catch((error: unknown) => {
  log(String(error));
  app.exit(1);
});
