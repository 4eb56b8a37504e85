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
import { updaterOf } from './updater-of.ts';

/**
 * The desktop app. Built into build/electron, beside which lie the page and, two folders up, the icons; the same holds
 * inside an installed app.
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

// It is a command line's. The programs that Electron itself starts to open a file would inherit it.
delete process.env['SITESYNC_TOKEN'];

// Chromium has switches of its own on the same line: what is not ours is left alone.
const { values } = parseArgs({
  args: process.argv.slice(1),
  options: { data: { type: 'string' } },
  strict: false,
});
const data = typeof values.data === 'string' ? values.data : defaultDataDir();

const log = quietLog(process.env);
// Not awaited: Electron is not ready before this module has ended.
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
  // Not before Electron is ready: until then it quits by itself, and would put its own listeners over these.
  onSignal: (end) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  },
  onFault: (listener) => {
    process.on('uncaughtException', listener);
  },
  log,
}).catch((error: unknown) => {
  log(String(error));
  app.exit(1);
});
