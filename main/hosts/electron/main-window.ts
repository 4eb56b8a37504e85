import type { BrowserWindow } from 'electron';
import type { ElectronParts } from './electron-parts.ts';
import { webPreferences } from './lock-down.ts';
import { HOME } from './origin.ts';
import type { ShellMemory } from './shell-memory.ts';
import { fitPlace, SMALLEST } from './window-place.ts';

export interface MainWindowOptions {
  readonly electron: Pick<ElectronParts, 'app' | 'BrowserWindow' | 'nativeTheme' | 'screen'>;
  readonly preload: string;
  readonly icon: string;
  readonly memory: ShellMemory;
  /** The window went out of sight, and SiteSync did not. */
  readonly onHidden: () => void;
  readonly log: (line: string) => void;
}

export interface MainWindow {
  /** Null before it was opened first, and after the end. */
  readonly current: BrowserWindow | null;
  readonly isInFront: boolean;
  /** Opens it or brings it to the front; with a screen's address (`#/outbox`) on that screen. Nothing after the end. */
  show(screen?: string): void;
  /** Lets it go for good. */
  end(): void;
}

/** As the design's surfaces, so that nothing flashes before the page is there. */
const PAPER = { light: '#ffffff', dark: '#17181a' } as const;
/** A page whose process dies again within so long is not opened a further time by itself, ms. */
const CRASH_AGAIN = 10_000;

/** The one window. Closing it hides it: SiteSync goes on in the tray. */
export function mainWindow(options: MainWindowOptions): MainWindow {
  let window: BrowserWindow | null = null;
  let ending = false;
  const shown = (): BrowserWindow => {
    if (window !== null && !window.isDestroyed()) return window;
    window = openWindow(options, () => ending);
    return window;
  };
  return {
    get current() {
      return window !== null && !window.isDestroyed() ? window : null;
    },
    get isInFront() {
      return this.current?.isFocused() ?? false;
    },
    show: (screen) => {
      // There is no engine any more that would answer it.
      if (ending) return;
      const isNew = window === null || window.isDestroyed();
      const target = shown();
      // A new fragment of the same page is a step within it, not a load.
      if (isNew || screen !== undefined) load(target, `${HOME}${screen ?? ''}`, options.log);
      if (isNew) return;
      if (target.isMinimized()) target.restore();
      target.show();
      target.focus();
    },
    end: () => {
      ending = true;
      if (window === null || window.isDestroyed()) return;
      keepPlace(options, window);
      window.destroy();
    },
  };
}

function openWindow(options: MainWindowOptions, isEnding: () => boolean): BrowserWindow {
  const { app, BrowserWindow, nativeTheme } = options.electron;
  const place = fitPlace(options.memory.now.place, screensOf(options.electron));
  const window = new BrowserWindow({
    ...place.bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'SiteSync',
    icon: options.icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: webPreferences(options.preload, !app.isPackaged),
  });
  if (place.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    keepPlace(options, window);
    if (isEnding()) return;
    event.preventDefault();
    window.hide();
    options.onHidden();
  });
  reopenAfterCrash(options, window);
  return window;
}

/** The page holds nothing that is not in the engine: after a crash it is simply opened again, once. */
function reopenAfterCrash({ log }: MainWindowOptions, window: BrowserWindow): void {
  let crashedAt = -Infinity;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    log(`The page of the window ended: ${reason}`);
    const again = Date.now() - crashedAt < CRASH_AGAIN;
    crashedAt = Date.now();
    if (!again) load(window, HOME, log);
  });
}

function load(window: BrowserWindow, address: string, log: (line: string) => void): void {
  window.loadURL(address).catch((error: unknown) => log(`The page did not load: ${String(error)}`));
}

function keepPlace({ memory }: MainWindowOptions, window: BrowserWindow): void {
  memory.keep({ place: { bounds: window.getNormalBounds(), maximized: window.isMaximized() } });
}

/** Work areas, the main screen first. */
function screensOf({ screen }: Pick<ElectronParts, 'screen'>): Electron.Rectangle[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}
