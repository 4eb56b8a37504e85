import type { BrowserWindow } from 'electron';
import type { ElectronParts } from '../electron-parts.ts';
import { WORDS } from '../words.ts';

/** A page that has not said within this time whether it may close is hanging, ms. */
const ANSWER = 3000;

/**
 * Closes a window and its page. When a page asks before it closes (`beforeunload`), Electron silently keeps it open:
 * here we ask the person instead. False if they stay.
 */
export function closeForGood(window: BrowserWindow, dialog: ElectronParts['dialog']): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => window.destroy(), ANSWER);
    const gone = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const asks = (): void => {
      clearTimeout(timer);
      void staysWith(window, dialog).then((stays) => {
        if (window.isDestroyed()) return;
        if (!stays) {
          window.destroy();
          return;
        }
        window.off('closed', gone);
        resolve(false);
      });
    };
    window.once('closed', gone);
    window.webContents.once('will-prevent-unload', asks);
    window.close();
  });
}

async function staysWith(window: BrowserWindow, dialog: ElectronParts['dialog']): Promise<boolean> {
  // The window may be hidden, or behind others.
  window.show();
  const question = {
    type: 'question' as const,
    message: WORDS.quitLoses,
    detail: WORDS.quitLosesWhy,
    buttons: [WORDS.stay, WORDS.quitAnyway],
    defaultId: 0,
    cancelId: 0,
  };
  // If the question cannot be shown, SiteSync must still be able to end.
  return dialog.showMessageBox(window, question).then(
    ({ response }) => response === 0,
    () => false,
  );
}
