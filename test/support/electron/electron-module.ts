import { standInElectron } from './stand-in-electron.ts';

/** Stands where `import 'electron'` leads in a program that was built; its test is in the same process. */
export const standIn = standInElectron();

export const {
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
} = standIn.parts;
