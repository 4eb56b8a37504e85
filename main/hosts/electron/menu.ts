import type { MenuItemConstructorOptions } from 'electron';
import { WORDS } from './words.ts';

export interface MenuActions {
  /** Shows the screen with this address (`#/outbox`). */
  readonly go: (screen: string) => void;
  /** Sends a shortcut to the page as if from the keyboard. The page knows what it means on the current screen. */
  readonly press: (key: string) => void;
  readonly syncNow: () => void;
  readonly closeWindow: () => void;
  readonly quit: () => void;
}

export interface MenuFacts {
  readonly platform: NodeJS.Platform;
  readonly devTools: boolean;
}

const SCREENS = ['sites', 'outbox', 'activity', 'trash', 'settings'] as const;

/**
 * The native menu. It shows the page's shortcuts but leaves them to the page (`registerAccelerator: false`). Those for
 * editing and the window are the system's.
 */
export function menuTemplate(actions: MenuActions, facts: MenuFacts): MenuItemConstructorOptions[] {
  const isMac = facts.platform === 'darwin';
  return [
    ...(isMac ? [appMenu(actions)] : []),
    fileMenu(actions, isMac),
    { label: WORDS.edit, role: 'editMenu' },
    viewMenu(facts),
    goMenu(actions),
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
  ];
}

function appMenu({ go, quit }: MenuActions): MenuItemConstructorOptions {
  return {
    label: 'SiteSync',
    submenu: [
      { role: 'about', label: WORDS.about },
      { type: 'separator' },
      pageKey(`${WORDS.screens.settings}…`, 'CmdOrCtrl+,', () => go('#/settings')),
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { label: WORDS.quit, accelerator: 'Cmd+Q', click: quit },
    ],
  };
}

function fileMenu(
  { press, syncNow, closeWindow, quit }: MenuActions,
  isMac: boolean,
): MenuItemConstructorOptions {
  const end: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { label: WORDS.quit, accelerator: 'Ctrl+Q', click: quit },
  ];
  return {
    label: WORDS.file,
    submenu: [
      pageKey(WORDS.addFiles, 'CmdOrCtrl+O', () => press('o')),
      pageKey(WORDS.syncNow, 'F5', syncNow),
      { type: 'separator' },
      { label: WORDS.closeWindow, accelerator: 'CmdOrCtrl+W', click: closeWindow },
      ...(isMac ? [] : end),
    ],
  };
}

function viewMenu({ devTools }: MenuFacts): MenuItemConstructorOptions {
  return {
    label: WORDS.view,
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(devTools ? ([{ role: 'toggleDevTools' }] as const) : []),
    ],
  };
}

function goMenu({ go, press }: MenuActions): MenuItemConstructorOptions {
  return {
    label: WORDS.go,
    submenu: [
      ...SCREENS.map((screen, index) =>
        pageKey(WORDS.screens[screen], `CmdOrCtrl+${index + 1}`, () => go(`#/${screen}`)),
      ),
      { type: 'separator' },
      pageKey(WORDS.search, 'CmdOrCtrl+K', () => press('k')),
    ],
  };
}

function pageKey(label: string, accelerator: string, click: () => void): MenuItemConstructorOptions {
  return { label, accelerator, registerAccelerator: false, click };
}
