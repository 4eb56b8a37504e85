import type { MenuItemConstructorOptions, NativeImage, Tray } from 'electron';
import type { ElectronParts } from './electron-parts.ts';
import { PAUSE_LENGTHS, type PauseLength } from '../../../shared/time/pause-ends.ts';
import { TRAY_ICONS, type TrayFace, type TrayIcon } from './tray-face.ts';
import { WORDS } from './words.ts';

/** What can be done from the tray. The window can do each of these too. */
export interface TrayActions {
  readonly open: () => void;
  readonly setPaused: (paused: boolean) => void;
  readonly pauseFor: (length: PauseLength) => void;
  readonly syncNow: () => void;
  readonly openRoot: () => void;
  readonly quit: () => void;
}

export interface TrayOptions {
  readonly electron: Pick<ElectronParts, 'Menu' | 'nativeImage' | 'Tray'>;
  /** Absolute path of an icon. */
  readonly iconFile: (icon: TrayIcon) => string;
  readonly platform: NodeJS.Platform;
  readonly actions: TrayActions;
  readonly log: (line: string) => void;
}

export interface TrayIconHandle {
  show(face: TrayFace): void;
  close(): void;
}

/** The icon beside the clock. Some desktops have no place for one: there, starting SiteSync again opens the window. */
export function openTray(options: TrayOptions, first: TrayFace): TrayIconHandle {
  const { nativeImage, Tray } = options.electron;
  const icons = new Map<TrayIcon, NativeImage>();
  for (const name of TRAY_ICONS) icons.set(name, nativeImage.createFromPath(options.iconFile(name)));
  let shown: TrayFace | null = null;
  let tray: Tray;
  try {
    tray = new Tray(icons.get(first.icon) ?? nativeImage.createEmpty());
  } catch (error) {
    options.log(`This desktop shows no tray icon: ${String(error)}`);
    return { show: () => undefined, close: () => undefined };
  }
  // On a Mac a click opens the menu; elsewhere it opens the window.
  if (options.platform !== 'darwin') tray.on('click', options.actions.open);
  const show = (face: TrayFace): void => {
    if (shown !== null && isSame(shown, face)) return;
    const icon = icons.get(face.icon);
    if (icon !== undefined) tray.setImage(icon);
    tray.setToolTip(`SiteSync: ${face.line}`);
    // Replacing the menu closes it if it is open, so it is rebuilt only when its content changes.
    tray.setContextMenu(options.electron.Menu.buildFromTemplate(trayMenu(face, options.actions)));
    shown = face;
  };
  show(first);
  return { show, close: () => tray.destroy() };
}

function trayMenu(face: TrayFace, actions: TrayActions): MenuItemConstructorOptions[] {
  const { open, setPaused, pauseFor, syncNow, openRoot, quit } = actions;
  return [
    { label: face.line, enabled: false },
    { type: 'separator' },
    { label: WORDS.open, click: open },
    { label: WORDS.openFolder, click: openRoot, enabled: face.signedIn },
    { label: WORDS.syncNow, click: syncNow, enabled: face.signedIn && !face.paused },
    {
      label: face.paused ? WORDS.resume : WORDS.pause,
      click: () => setPaused(!face.paused),
      enabled: face.signedIn,
    },
    {
      label: WORDS.pauseFor,
      enabled: face.signedIn && !face.paused,
      submenu: PAUSE_LENGTHS.map((length) => ({
        label: WORDS.pauses[length],
        click: () => pauseFor(length),
      })),
    },
    { type: 'separator' },
    { label: WORDS.quit, click: quit },
  ];
}

function isSame(a: TrayFace, b: TrayFace): boolean {
  return a.icon === b.icon && a.line === b.line && a.paused === b.paused && a.signedIn === b.signedIn;
}
