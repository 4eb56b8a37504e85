import type { BrowserWindow } from 'electron';
import type { ElectronParts } from '../electron-parts.ts';
import { closeForGood } from './close-for-good.ts';
import { webPreferences } from './lock-down.ts';
import { HOME } from './origin.ts';
import { pageTroubles } from './page-troubles.ts';
import type { ShellMemory } from '../shell-memory.ts';
import { textMenu } from './text-menu.ts';
import { fitPlace, SMALLEST } from './window-place.ts';

export interface MainWindowOptions {
  readonly electron: Pick<
    ElectronParts,
    'app' | 'BrowserWindow' | 'dialog' | 'Menu' | 'nativeTheme' | 'screen'
  >;
  readonly platform: NodeJS.Platform;
  readonly preload: string;
  readonly icon: string;
  readonly memory: ShellMemory;
  /** Called when the window was hidden and SiteSync goes on. */
  readonly onHidden: () => void;
  readonly log: (line: string) => void;
}

export interface MainWindow {
  /** Null before it is first opened, and after the end. */
  readonly current: BrowserWindow | null;
  readonly isInFront: boolean;
  /**
   * Opens the window or brings it to the front, on the given screen (`#/outbox`) if there is one. Does nothing after
   * the end.
   */
  show(screen?: string): void;
  /** Closes it for good. False if its page held something that would be lost and the person chose to stay. */
  leave(): Promise<boolean>;
  /** Closes it for good, whatever its page holds. */
  end(): void;
}

/** The design's background colours, so that nothing flashes before the page is there. */
const PAPER = { light: '#ffffff', dark: '#17181a' } as const;

/** The one window. Closing it hides it: SiteSync goes on in the tray. */
export function mainWindow(options: MainWindowOptions): MainWindow {
  const { nativeTheme } = options.electron;
  let window: BrowserWindow | null = null;
  let ending = false;
  let leaving = false;
  const current = (): BrowserWindow | null => (window?.isDestroyed() === false ? window : null);
  const watch = pageTroubles(options, (broken, isWanted) => {
    const wasSeen = broken.isVisible();
    keepPlace(options, broken);
    broken.destroy();
    if (isWanted && wasSeen) show();
  });
  const show = (screen?: string): void => {
    // No engine is left to answer it.
    if (ending) return;
    const target = current();
    if (target === null) {
      window = openWindow(options, () => ending || leaving);
      watch(window);
      load(window, `${HOME}${screen ?? ''}`, options.log);
      return;
    }
    // Another fragment moves within the page. The address that is there already would load it again, without what was typed.
    const address = screen === undefined ? null : `${HOME}${screen}`;
    if (address !== null && address !== target.webContents.getURL()) load(target, address, options.log);
    if (target.isMinimized()) target.restore();
    target.show();
    target.focus();
  };
  // The theme in the settings is known only after the window was opened, and may change while it is open.
  nativeTheme.on('updated', () => current()?.setBackgroundColor(paper(nativeTheme)));
  return {
    get current() {
      return current();
    },
    get isInFront() {
      return current()?.isFocused() ?? false;
    },
    show,
    leave: async () => {
      const target = current();
      if (target === null) return true;
      leaving = true;
      ending = await closeForGood(target, options.electron.dialog);
      leaving = false;
      return ending;
    },
    end: () => {
      ending = true;
      const target = current();
      if (target === null) return;
      keepPlace(options, target);
      target.destroy();
    },
  };
}

/**
 * Shown at once, in the colour of its page. Wayland paints only what is shown, so `ready-to-show` of Electron would
 * never come.
 */
function openWindow(options: MainWindowOptions, isOver: () => boolean): BrowserWindow {
  const { app, BrowserWindow, nativeTheme } = options.electron;
  const screens = screensOf(options.electron);
  const place = fitPlace(options.memory.now.place, screens);
  const window = new BrowserWindow({
    ...place.bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: 'SiteSync',
    icon: options.icon,
    backgroundColor: paper(nativeTheme),
    webPreferences: webPreferences(options.preload, !app.isPackaged),
  });
  textMenu(options.electron, window);
  // If the screens differ in scale, Electron first takes the size in the units of the wrong screen.
  if (screens.length > 1) window.setBounds(place.bounds);
  if (place.maximized) window.maximize();
  window.on('close', (event) => {
    keepPlace(options, window);
    if (isOver()) return;
    event.preventDefault();
    hide(window, options.platform);
    options.onHidden();
  });
  return window;
}

/** On a Mac, hiding a full-screen window would leave a black screen. */
function hide(window: BrowserWindow, platform: NodeJS.Platform): void {
  if (platform !== 'darwin' || !window.isFullScreen()) {
    window.hide();
    return;
  }
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}

function load(window: BrowserWindow, address: string, log: (line: string) => void): void {
  window.loadURL(address).catch((error: unknown) => log(`The page did not load: ${String(error)}`));
}

function paper({ shouldUseDarkColors }: Pick<ElectronParts['nativeTheme'], 'shouldUseDarkColors'>): string {
  return shouldUseDarkColors ? PAPER.dark : PAPER.light;
}

function keepPlace({ memory }: MainWindowOptions, window: BrowserWindow): void {
  memory.keep({ place: { bounds: window.getNormalBounds(), maximized: window.isMaximized() } });
}

/** Work areas of all screens, the main screen first. */
function screensOf({ screen }: Pick<ElectronParts, 'screen'>): Electron.Rectangle[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}
