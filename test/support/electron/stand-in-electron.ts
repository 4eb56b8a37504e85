import { EventEmitter } from 'node:events';
import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  Display,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeTheme,
  Rectangle,
} from 'electron';
import type { ElectronParts } from '../../../main/hosts/electron/electron-parts.ts';
import {
  StandInElectronApp,
  StandInMenu,
  StandInNotification,
  StandInSafeStorage,
  StandInSession,
  StandInTray,
} from './stand-in-shell.ts';
import { StandInWindow } from './stand-in-window.ts';

type Answer = Parameters<ElectronParts['protocol']['handle']>[1];

/** `electron` as the host uses it, without Electron: a test sees what was asked and plays the desktop. */
export interface StandInElectron {
  readonly parts: ElectronParts;
  readonly app: StandInElectronApp;
  readonly windows: StandInWindow[];
  readonly trays: StandInTray[];
  readonly notices: StandInNotification[];
  readonly session: StandInSession;
  readonly safeStorage: StandInSafeStorage;
  readonly ipcMain: EventEmitter;
  readonly powerMonitor: EventEmitter & { onBatteryPower: boolean };
  /** What keeps the computer awake, by its number. */
  readonly awake: Map<number, string>;
  readonly schemes: CustomScheme[];
  readonly protocols: Map<string, Answer>;
  /** What was opened outside, and how. */
  readonly outside: string[];
  readonly boxes: string[];
  readonly theme: EventEmitter & Pick<NativeTheme, 'themeSource'> & { shouldUseDarkColors: boolean };
  readonly world: StandInWorld;
  readonly menu: () => StandInMenu;
  /** All that were built. */
  readonly menus: StandInMenu[];
}

/** What the desktop around the app is like. */
export interface StandInWorld {
  online: boolean;
  notifications: boolean;
  tray: boolean;
  screens: Rectangle[];
  openTrouble: string;
  chosen: string | null;
  /** Which button of a dialog is pressed, from 0; null: none, it stands. */
  answer: number | null;
  child: { code: number | null };
}

export function standInElectron(): StandInElectron {
  const world: StandInWorld = {
    online: true,
    notifications: true,
    tray: true,
    screens: [{ x: 0, y: 0, width: 1920, height: 1080 }],
    openTrouble: '',
    chosen: null,
    answer: 1,
    child: { code: 0 },
  };
  const app = new StandInElectronApp();
  const session = new StandInSession();
  const safeStorage = new StandInSafeStorage();
  const ipcMain = new EventEmitter();
  const powerMonitor = Object.assign(new EventEmitter(), { onBatteryPower: false });
  const awake = new Map<number, string>();
  let blockers = 0;
  const windows: StandInWindow[] = [];
  const trays: StandInTray[] = [];
  const notices: StandInNotification[] = [];
  const schemes: CustomScheme[] = [];
  const protocols = new Map<string, Answer>();
  const outside: string[] = [];
  const boxes: string[] = [];
  const theme: StandInElectron['theme'] = new StandInTheme();
  let menu = new StandInMenu([]);
  const menus: StandInMenu[] = [];

  class Window extends StandInWindow {
    constructor(options: BrowserWindowConstructorOptions) {
      super(options);
      // As if the second screen were twice as fine as the first.
      if (world.screens.length > 1) this.bounds = { ...this.bounds, width: this.bounds.width / 2 };
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
  }
  class OneTray extends StandInTray {
    constructor(image: ConstructorParameters<typeof StandInTray>[0]) {
      if (!world.tray) throw new Error('No tray here');
      super(image);
      trays.push(this);
    }
  }
  class Notice extends StandInNotification {
    static isSupported(): boolean {
      return world.notifications;
    }
    constructor(options: ConstructorParameters<typeof StandInNotification>[0]) {
      super(options);
      notices.push(this);
    }
  }
  const displays = (): Display[] => world.screens.map((workArea, id) => ({ id, workArea }) as Display);
  const parts = {
    app,
    BrowserWindow: Window,
    dialog: {
      // As on Linux: before Electron is ready it goes to the terminal.
      showErrorBox: (title: string, text: string) => {
        if (app.asked.includes('ready')) boxes.push(`${title}: ${text}`);
      },
      showMessageBox: (...args: BoxArguments) => showBox(world, boxes, args),
      showOpenDialog: async () => ({
        canceled: world.chosen === null,
        filePaths: world.chosen === null ? [] : [world.chosen],
      }),
    },
    ipcMain,
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => {
        const built = new StandInMenu(template);
        menus.push(built);
        return built;
      },
      setApplicationMenu: (next: StandInMenu) => {
        menu = next;
      },
    },
    nativeImage: { createFromPath: (path: string) => path, createEmpty: () => '' },
    nativeTheme: theme,
    net: { isOnline: () => world.online },
    Notification: Notice,
    powerMonitor,
    powerSaveBlocker: {
      start: (kind: string) => {
        awake.set((blockers += 1), kind);
        return blockers;
      },
      stop: (blocker: number) => awake.delete(blocker),
    },
    protocol: {
      registerSchemesAsPrivileged: (given: CustomScheme[]) => void schemes.push(...given),
      handle: (scheme: string, answer: Answer) => void protocols.set(scheme, answer),
    },
    safeStorage,
    screen: { getPrimaryDisplay: () => displays()[0], getAllDisplays: displays },
    session: { defaultSession: session },
    shell: {
      openExternal: async (url: string) => {
        if (world.openTrouble !== '') throw new Error(world.openTrouble);
        outside.push(url);
      },
      openPath: async (path: string) => {
        outside.push(path);
        return world.openTrouble;
      },
      showItemInFolder: (path: string) => void outside.push(`folder of ${path}`),
    },
    Tray: OneTray,
    utilityProcess: { fork: () => standInChild(world) },
  } as const;
  return {
    // Each part is typed by what it implements; the whole of Electron's classes is far more than the host uses.
    parts: parts as unknown as ElectronParts,
    app,
    windows,
    trays,
    notices,
    session,
    safeStorage,
    ipcMain,
    powerMonitor,
    awake,
    schemes,
    protocols,
    outside,
    boxes,
    theme,
    world,
    menu: () => menu,
    menus,
  };
}

type BoxArguments = [options: MessageBoxOptions] | [window: StandInWindow, options: MessageBoxOptions];

/** A message box as a person answers it, or as its signal takes it away: that counts as its way out. */
function showBox(world: StandInWorld, boxes: string[], args: BoxArguments): Promise<{ response: number }> {
  const [options, over] = args.length === 1 ? [args[0], null] : [args[1], args[0]];
  boxes.push(options.message);
  if (over?.isDestroyed() === true) return Promise.reject(new TypeError('Object has been destroyed'));
  return new Promise((resolve) => {
    if (world.answer !== null) resolve({ response: world.answer });
    options.signal?.addEventListener('abort', () => resolve({ response: options.cancelId ?? 0 }));
    over?.once('closed', () => resolve({ response: options.cancelId ?? 0 }));
  });
}

/** Says that it changed where somebody chooses, as the real one does where that makes another theme. */
class StandInTheme extends EventEmitter {
  #source: NativeTheme['themeSource'] = 'system';
  #systemIsDark = false;
  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.#systemIsDark : this.#source === 'dark';
  }
  set shouldUseDarkColors(isDark: boolean) {
    this.#systemIsDark = isDark;
    this.emit('updated');
  }
  get themeSource(): NativeTheme['themeSource'] {
    return this.#source;
  }
  set themeSource(source: NativeTheme['themeSource']) {
    this.#source = source;
    this.emit('updated');
  }
}

/** Ends by itself with a code; null: only when it is killed. */
function standInChild({ child: { code } }: StandInWorld): EventEmitter & { kill(): boolean } {
  const child = Object.assign(new EventEmitter(), {
    kill: () => {
      child.emit('exit', 15);
      return true;
    },
  });
  if (code !== null) queueMicrotask(() => child.emit('exit', code));
  return child;
}
