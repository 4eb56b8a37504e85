import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IpcMainEvent } from 'electron';
import { ok } from '../../../shared/failure.ts';
import type { Settings } from '../../../shared/ipc/app.ts';
import { HANDED_OVER, TO_ENGINE, TO_RENDERER } from '../../../shared/ipc/preload.ts';
import type { DesktopOptions } from '../../../main/hosts/electron/desktop-options.ts';
import { runDesktop } from '../../../main/hosts/electron/desktop.ts';
import type { OpenAppOptions } from '../../../main/hosts/compose/open-app.ts';
import { standInApp, type StandInApp } from '../../support/stand-in-app.ts';
import { standInElectron, type StandInElectron } from '../../support/electron/stand-in-electron.ts';
import type { StandInWindow } from '../../support/electron/stand-in-window.ts';

/** The desktop app on stand-ins of Electron and of the engine. */
export interface DesktopRig {
  readonly electron: StandInElectron;
  readonly engine: StandInApp;
  readonly data: string;
  readonly logged: string[];
  /** A signal wants the program to end. */
  signal(): void;
  /** Somewhere in the main process an error is thrown that nobody catches. */
  fault(error: unknown): void;
  readonly settings: Settings;
  /** What the engine was opened with, once it was. */
  readonly given: () => OpenAppOptions;
  start(options?: Partial<DesktopOptions>): Promise<void>;
  window(): StandInWindow;
  /** The page of the window says something, as the preload hands it on. */
  say(message: unknown, event?: Partial<IpcMainEvent>): void;
  /** A person drops a file onto the window, of which the preload tells. */
  handOver(path: unknown, event?: Partial<IpcMainEvent>): void;
  /** What the page was told. */
  told(): readonly unknown[];
  close(): Promise<void>;
}

export async function desktopRig(): Promise<DesktopRig> {
  const data = await mkdtemp(join(tmpdir(), 'sitesync-desktop-'));
  const page = join(data, 'page');
  await mkdir(page);
  await writeFile(join(page, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  const electron = standInElectron();
  const engine = standInApp();
  const settings = someSettings();
  engine.answer('settings.get', async () => ok(settings));
  const logged: string[] = [];
  let given: OpenAppOptions | null = null;
  let onSignal: () => void = () => undefined;
  let onFault: (error: unknown) => void = () => undefined;
  const window = (): StandInWindow => electron.windows.at(-1)!;
  const send = (channel: string, given: unknown, event: Partial<IpcMainEvent>): void => {
    const { webContents } = window();
    electron.ipcMain.emit(
      channel,
      { sender: webContents, senderFrame: webContents.mainFrame, ...event },
      given,
    );
  };
  return {
    electron,
    engine,
    data,
    logged,
    signal: () => onSignal(),
    fault: (error) => onFault(error),
    settings,
    given: () => given!,
    start: (options = {}) =>
      runDesktop({
        electron: electron.parts,
        openApp: async (asked) => {
          given = asked;
          return ok(engine);
        },
        loadUpdater: () => Promise.reject(new Error('Nobody wanted updates')),
        data,
        page,
        preload: '/app/preload.cjs',
        icon: '/app/icon.png',
        trayIcon: (icon) => `tray ${icon}`,
        argv: ['sitesync'],
        platform: 'linux',
        env: { XDG_CONFIG_HOME: join(data, 'config') },
        execPath: '/opt/SiteSync/sitesync',
        resources: '/opt/SiteSync/resources',
        onSignal: (end) => {
          onSignal = end;
        },
        onFault: (listener) => {
          onFault = listener;
        },
        log: (line) => void logged.push(line),
        ...options,
      }),
    window,
    say: (message, event = {}) =>
      send(TO_ENGINE, typeof message === 'string' ? message : JSON.stringify(message), event),
    handOver: (path, event = {}) => send(HANDED_OVER, path, event),
    told: () =>
      window()
        .webContents.sent.filter(({ channel }) => channel === TO_RENDERER)
        .map(({ message }) => message),
    close: async () => {
      electron.app.quit();
      await rm(data, { recursive: true, force: true });
    },
  };
}

function someSettings(): Settings {
  return {
    theme: 'system',
    bytesUp: null,
    bytesDown: null,
    ignore: '',
    notifications: true,
    startAtLogin: false,
    keepAwake: true,
    proxy: null,
    allowInsecure: false,
    root: '/sites',
    density: 'regular',
    zone: 'site',
    language: null,
  };
}
