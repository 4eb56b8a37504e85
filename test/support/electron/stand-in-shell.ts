import { EventEmitter } from 'node:events';
import { symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type {
  App,
  LoginItemSettings,
  MenuItemConstructorOptions,
  NativeImage,
  Notification,
  NotificationConstructorOptions,
  SafeStorage,
  Session,
  Tray,
} from 'electron';
import { StandInEvent } from './stand-in-window.ts';

type UsedOfApp =
  | 'enableSandbox'
  | 'setPath'
  | 'setAppUserModelId'
  | 'requestSingleInstanceLock'
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'moveToApplicationsFolder'
  | 'relaunch'
  | 'setLoginItemSettings'
  | 'getLoginItemSettings';

export class StandInElectronApp extends EventEmitter implements Pick<App, UsedOfApp> {
  isPackaged = true;
  /** Another SiteSync has the lock. */
  isSecond = false;
  /** The drive of the data folder holds no links, of which a lock is one. */
  hasNoLinks = false;
  /** What was asked, in its order. */
  readonly asked: string[] = [];
  readonly loginItems: Parameters<App['setLoginItemSettings']>[0][] = [];
  exitCode: number | null = null;
  /** With what it is to be started when it has ended. */
  readonly relaunches: Parameters<App['relaunch']>[0][] = [];
  openedAtLogin = false;
  /** As the system has what starts with it. */
  atLogin: Omit<LoginItemSettings, 'wasOpenedAtLogin'> = {
    openAtLogin: false,
    status: 'not-registered',
    executableWillLaunchAtLogin: false,
    launchItems: [],
  };
  #userData = '';

  enableSandbox(): void {
    this.asked.push('sandbox');
  }
  setPath(name: string, path: string): void {
    // As Electron does.
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    this.asked.push(`${name} ${path}`);
    if (name === 'userData') this.#userData = path;
  }
  setAppUserModelId(id: string): void {
    this.asked.push(`id ${id}`);
  }
  requestSingleInstanceLock(): boolean {
    this.asked.push('lock');
    // Of this process, as if the other one were it.
    if (this.isSecond) symlinkSync(`${hostname()}-${process.pid}`, join(this.#userData, 'SingletonLock'));
    return !this.isSecond && !this.hasNoLinks;
  }
  async whenReady(): Promise<void> {
    this.asked.push('ready');
  }
  quit(): void {
    const event = new StandInEvent();
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.exitCode ??= 0;
  }
  exit(code = 0): void {
    this.exitCode ??= code;
  }
  /** What it does then: it ends this one, keeps it here where the person thinks better of it, or throws. */
  move: () => boolean = () => {
    this.quit();
    return true;
  };
  moveToApplicationsFolder(): boolean {
    return this.move();
  }
  relaunch(options?: Parameters<App['relaunch']>[0]): void {
    this.relaunches.push(options);
  }
  readonly askedAtLogin: Parameters<App['getLoginItemSettings']>[0][] = [];
  getLoginItemSettings(options?: Parameters<App['getLoginItemSettings']>[0]): LoginItemSettings {
    if (options !== undefined) this.askedAtLogin.push(options);
    return { ...this.atLogin, wasOpenedAtLogin: this.openedAtLogin };
  }
  setLoginItemSettings(settings: Parameters<App['setLoginItemSettings']>[0]): void {
    this.loginItems.push(settings);
  }
}

export class StandInMenu {
  /** Over which window it stands, once it is shown by itself. */
  over: unknown = null;
  readonly items: MenuItemConstructorOptions[];
  constructor(items: MenuItemConstructorOptions[]) {
    this.items = items;
  }
  popup({ window }: { readonly window: unknown }): void {
    this.over = window;
  }
  /** The item under these labels, one below the other. */
  find(...labels: string[]): MenuItemConstructorOptions {
    let items = this.items;
    let found: MenuItemConstructorOptions | undefined;
    for (const label of labels) {
      found = items.find((each) => each.label === label);
      items = (found?.submenu ?? []) as MenuItemConstructorOptions[];
    }
    if (found === undefined) throw new Error(`No menu item ${labels.join(' > ')}`);
    return found;
  }
  click(...labels: string[]): void {
    const click = this.find(...labels).click as () => void;
    click();
  }
}

export class StandInTray extends EventEmitter implements Pick<Tray, 'setImage' | 'setToolTip' | 'destroy'> {
  image: NativeImage | string;
  tip = '';
  menu = new StandInMenu([]);
  menus = 0;
  destroyed = false;
  constructor(image: NativeImage) {
    super();
    this.image = image;
  }
  setImage(image: NativeImage | string): void {
    this.image = image;
  }
  setToolTip(tip: string): void {
    this.tip = tip;
  }
  setContextMenu(menu: StandInMenu): void {
    this.menu = menu;
    this.menus += 1;
  }
  destroy(): void {
    this.destroyed = true;
  }
}

export class StandInNotification extends EventEmitter implements Pick<Notification, 'show' | 'close'> {
  readonly options: NotificationConstructorOptions;
  shown = false;
  /** Windows keeps what went from the screen in a list, until it is closed or clicked. */
  listed = false;
  constructor(options: NotificationConstructorOptions) {
    super();
    this.options = options;
  }
  show(): void {
    this.shown = true;
    this.listed = true;
  }
  close(): void {
    this.listed = false;
    if (this.shown) this.goes();
  }
  /** Its time on the screen is over. */
  goes(): void {
    this.shown = false;
    this.emit('close', new StandInEvent());
  }
}

type UsedOfSession =
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler';

/** Keeps the handlers, so that a test can be the one who asks. */
export class StandInSession extends EventEmitter implements Pick<Session, UsedOfSession> {
  permission: Parameters<Session['setPermissionRequestHandler']>[0] = null;
  check: Parameters<Session['setPermissionCheckHandler']>[0] = null;
  device: Parameters<Session['setDevicePermissionHandler']>[0] = null;
  display: Parameters<Session['setDisplayMediaRequestHandler']>[0] = null;
  request: ((details: { url: string }, answer: (reply: { cancel?: boolean }) => void) => void) | null = null;

  readonly webRequest = {
    onBeforeRequest: (listener: NonNullable<StandInSession['request']>): void => {
      this.request = listener;
    },
  };
  setPermissionRequestHandler(handler: Parameters<Session['setPermissionRequestHandler']>[0]): void {
    this.permission = handler;
  }
  setPermissionCheckHandler(handler: Parameters<Session['setPermissionCheckHandler']>[0]): void {
    this.check = handler;
  }
  setDevicePermissionHandler(handler: Parameters<Session['setDevicePermissionHandler']>[0]): void {
    this.device = handler;
  }
  setDisplayMediaRequestHandler(handler: Parameters<Session['setDisplayMediaRequestHandler']>[0]): void {
    this.display = handler;
  }
}

/** Turns bits around: enough to see that nothing is kept as it was. */
export class StandInSafeStorage implements Pick<
  SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
> {
  available = true;
  backend: ReturnType<SafeStorage['getSelectedStorageBackend']> = 'gnome_libsecret';
  isEncryptionAvailable(): boolean {
    return this.available;
  }
  getSelectedStorageBackend(): ReturnType<SafeStorage['getSelectedStorageBackend']> {
    return this.backend;
  }
  encryptString(text: string): Buffer {
    return Buffer.from(text).map((byte) => byte ^ 0xff) as Buffer;
  }
  decryptString(bytes: Buffer): string {
    return Buffer.from(bytes.map((byte) => byte ^ 0xff)).toString();
  }
}
