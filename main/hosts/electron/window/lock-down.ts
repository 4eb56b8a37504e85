import type { BrowserWindowConstructorOptions, Event, WebContents } from 'electron';
import type { ElectronParts } from '../electron-parts.ts';
import { HOME, isOwn, isPage } from './origin.ts';

/** The page is only a page: what else it can do is in shared/ipc/preload.ts. */
export function webPreferences(
  preload: string,
  devTools: boolean,
): NonNullable<BrowserWindowConstructorOptions['webPreferences']> {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    // It would fetch dictionaries from a server of others.
    spellcheck: false,
    devTools,
  };
}

/** Refuses, for every page of this process, all that the app does not need. */
export function lockDown({ app, session }: Pick<ElectronParts, 'app' | 'session'>): void {
  const { defaultSession: own } = session;
  own.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) => {
    answer(isMainFrame && mayHave(permission, requestingUrl));
  });
  own.setPermissionCheckHandler((_contents, permission, origin) => mayHave(permission, `${origin}/`));
  own.setDevicePermissionHandler(() => false);
  own.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  own.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !isOwn(details.url) && !details.url.startsWith('devtools://') });
  });
  own.on('will-download', (event, item) => {
    if (!isOwn(item.getURL())) event.preventDefault();
  });
  app.on('web-contents-created', (_event, contents) => confine(contents));
}

/** The only permission: putting text on the clipboard when a person presses Copy. Reading it is never allowed. */
function mayHave(permission: string, address: string): boolean {
  return permission === 'clipboard-sanitized-write' && address.startsWith(HOME);
}

/**
 * New windows never; other pages never. Nor does a browser show them: no screen links to one, and an address can carry off
 * whatever the page knows.
 */
function confine(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const stay = (event: Event<{ url: string; isMainFrame: boolean }>): void => {
    if (!event.isMainFrame || !isPage(event.url)) event.preventDefault();
  };
  // This event comes once for each frame, the main frame included.
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', (event) => {
    event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
}
