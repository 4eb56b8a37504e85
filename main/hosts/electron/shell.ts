import type { AppState, Settings } from '../../../shared/ipc/app.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import { pauseEnd } from '../../../shared/time/pause-ends.ts';
import type { App } from '../../app/app.ts';
import { aroundEach } from '../../app/around-each.ts';
import { ask } from './ask.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { startsJob } from './notices/long-jobs.ts';
import type { MainWindow } from './window/main-window.ts';
import { menuTemplate } from './menu.ts';
import { MenuKeys } from './menu-keys.ts';
import { KeepAwake } from './computer/keep-awake.ts';
import { Notifier } from './notices/notifier.ts';
import { systemNotices, type Notice } from './notices/notices.ts';
import type { ShellMemory } from './shell-memory.ts';
import { TaskbarProgress } from './taskbar-progress.ts';
import { openTray } from './tray.ts';
import { trayFace } from './tray-face.ts';
import { Updates, verifiesUpdates } from './updates/updates.ts';
import { WORDS } from './words.ts';

export interface ShellOptions extends DesktopOptions {
  readonly engine: App;
  readonly window: MainWindow;
  readonly memory: ShellMemory;
  /** Where updates come from. */
  readonly feed: string | null;
}

export interface Shell {
  /** The engine's handlers, wrapped so that the shell sees when a long job is started. */
  readonly handlers: Handlers;
  /** Tells the person, once per installation, that closing the window ends nothing. */
  sayStillHere(): void;
  /** The program is ending; `hurry` is true if the system is shutting down. */
  ending(hurry: boolean): void;
  close(): void;
}

/** Everything around the window: tray, menu, notifications, updates. It follows the state of the engine. */
export function openShell(options: ShellOptions): Shell {
  const { electron, engine, window, memory, log } = options;
  let settings: Settings | null = null;
  const notice = systemNotices({ ...options, onClick: (screen) => window.show(screen || undefined) });
  const notifier = new Notifier({
    show: notice,
    isOn: () => settings?.notifications ?? true,
    isSeen: () => window.isInFront,
    outbox: () => ask(engine, 'outbox.get', { site: null }),
  });
  const awake = new KeepAwake(electron);
  const taskbar = new TaskbarProgress(() => window.current);
  const keys = new MenuKeys(() => window.current?.webContents ?? null, options.platform);
  const handlers = aroundEach(engine.handlers, (call, name) => {
    if (startsJob(name)) notifier.started();
    if (name === 'host.hearsKeys') keys.hear();
    return call();
  });
  const updates = new Updates({
    load: options.loadUpdater,
    isPackaged: electron.app.isPackaged,
    isVerified: verifiesUpdates(options.platform, options.resources),
    ask: (version) => askForUpdate(options, version),
    log,
  });
  const tray = openTray(
    { ...options, iconFile: options.trayIcon, actions: trayActions(options, handlers) },
    trayFace(null),
  );
  electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(menu(options, handlers, keys)));
  const readSettings = async (): Promise<void> => {
    settings = await ask(engine, 'settings.get', null);
    awake.isOn = settings?.keepAwake ?? true;
    // Native menus and dialogs follow the theme of the screens. Their high contrast is left to the system.
    const theme = settings?.theme ?? 'system';
    electron.nativeTheme.themeSource = theme === 'contrast' ? 'system' : theme;
  };
  const stop = engine.subscribe((name, payload) => {
    if (name === 'state') {
      tray.show(trayFace(payload as AppState));
      notifier.state(payload as AppState);
      awake.state(payload as AppState);
      taskbar.show(payload as AppState);
    } else if (name === 'drop') notifier.drop(payload as Parameters<Notifier['drop']>[0]);
    else if (name === 'changed' && (payload as { site: string | null }).site === null) void readSettings();
  });
  void readSettings();
  void updates.follow(options.feed);
  return {
    handlers,
    sayStillHere: () => {
      if (memory.now.saidClosing) return;
      memory.keep({ saidClosing: true });
      sayStillHere(options, notice);
    },
    ending: (hurry) => {
      stop();
      notifier.close();
      awake.close();
      taskbar.show(null);
      updates.close(hurry);
      tray.show({ ...trayFace(null), line: WORDS.ending });
    },
    close: () => tray.close(),
  };
}

/** If the system shows no notifications, a dialog says it: whoever closes the window must know that syncing goes on. */
function sayStillHere({ electron }: ShellOptions, notice: (notice: Notice) => boolean): void {
  const words = { title: WORDS.stillHere, body: WORDS.stillHereWhy };
  if (notice({ ...words, screen: '' })) return;
  void electron.dialog.showMessageBox({ type: 'info', message: words.title, detail: words.body });
}

/** Nothing here proves who made the update, so the person decides. Closing the question means no. */
async function askForUpdate({ electron, feed }: ShellOptions, version: string): Promise<boolean> {
  const { response } = await electron.dialog.showMessageBox({
    type: 'question',
    message: WORDS.update(version),
    detail: WORDS.updateWhy(feed ?? ''),
    buttons: [WORDS.updateTake, WORDS.updateLeave],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}

function trayActions(
  { electron, window }: ShellOptions,
  handlers: Handlers,
): Parameters<typeof openTray>[0]['actions'] {
  return {
    open: () => window.show(),
    setPaused: (paused) => void ask({ handlers }, 'app.pause', { paused }),
    pauseFor: (length) =>
      void ask({ handlers }, 'app.pause', { paused: true, until: pauseEnd(length, Date.now()) }),
    syncNow: () => void ask({ handlers }, 'app.sync', { site: null }),
    openRoot: () =>
      void ask({ handlers }, 'settings.get', null).then(async (settings) => {
        const isOpen = settings !== null && (await electron.shell.openPath(settings.root)) === '';
        // Before the first site is kept there is no such folder, and each site may lie elsewhere: the window shows them.
        if (!isOpen) window.show('#/sites');
      }),
    quit: () => electron.app.quit(),
  };
}

function menu(
  { electron, window, platform }: ShellOptions,
  handlers: Handlers,
  keys: MenuKeys,
): ReturnType<typeof menuTemplate> {
  const actions = {
    go: (screen: string) => window.show(screen),
    press: (key: string) => {
      window.show();
      keys.press(key);
    },
    syncNow: () => void ask({ handlers }, 'app.sync', { site: null }),
    closeWindow: () => window.current?.close(),
    quit: () => electron.app.quit(),
  };
  return menuTemplate(actions, { platform, devTools: !electron.app.isPackaged });
}
