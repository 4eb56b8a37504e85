import type { BrowserWindow } from 'electron';
import type { ElectronParts } from '../electron-parts.ts';
import { WORDS } from '../words.ts';

export interface PageTroublesOptions {
  readonly electron: Pick<ElectronParts, 'dialog'>;
  readonly log: (line: string) => void;
}

/** If the process of a page dies again within this time, the window is not reopened without asking, ms. */
const CRASH_AGAIN = 10_000;

/**
 * Handles a page whose process dies or that stops answering. The page holds nothing that the engine lacks, except
 * decisions about dropped files, so a new window can replace it: without asking after the first crash, and with a
 * question after a second one or when the page hangs. Electron does none of this: the window would stay white or
 * frozen, even after hiding and showing it.
 *
 * `replace` removes the window, and opens another one if asked to.
 */
export function pageTroubles(
  { electron: { dialog }, log }: PageTroublesOptions,
  replace: (broken: BrowserWindow, isWanted: boolean) => void,
): (window: BrowserWindow) => void {
  let crashedAt = -Infinity;
  const crashed = async (window: BrowserWindow): Promise<void> => {
    const again = Date.now() - crashedAt < CRASH_AGAIN;
    crashedAt = Date.now();
    const isWanted = !again || !window.isVisible() || (await ask(dialog, window, CRASHED)) === 0;
    if (!window.isDestroyed()) replace(window, isWanted);
  };
  return (window) => {
    let waiting: AbortController | null = null;
    const hangs = async (): Promise<void> => {
      const stop = (waiting = new AbortController());
      try {
        const answer = await ask(dialog, window, HANGS, stop.signal);
        if (answer === 0 && !window.isDestroyed()) replace(window, true);
      } finally {
        // If it hangs again, the person is asked again.
        waiting = null;
      }
    };
    const failed = (error: unknown): void => log(`The window could not be seen to: ${String(error)}`);
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit') return;
      log(`The page of the window ended: ${reason}`);
      // Not inside the event: Electron is still cleaning up after the process.
      setImmediate(() => {
        if (!window.isDestroyed()) crashed(window).catch(failed);
      });
    });
    window.on('unresponsive', () => {
      if (waiting !== null) return;
      log('The page of the window does not answer.');
      hangs().catch(failed);
    });
    // The page answers again: close the question as if the person had chosen to wait.
    window.on('responsive', () => waiting?.abort());
  };
}

const CRASHED = {
  type: 'error',
  message: WORDS.crashed,
  detail: WORDS.engineGoesOn,
  buttons: [WORDS.openAgain, WORDS.notNow],
  defaultId: 0,
  cancelId: 1,
} as const;

const HANGS = {
  type: 'warning',
  message: WORDS.hangs,
  detail: WORDS.engineGoesOn,
  buttons: [WORDS.openAgain, WORDS.wait],
  defaultId: 1,
  cancelId: 1,
} as const;

/** Attached to the window: on a Mac, a question without a window would block the engine until it is answered. */
async function ask(
  dialog: PageTroublesOptions['electron']['dialog'],
  window: BrowserWindow,
  { buttons, ...question }: typeof CRASHED | typeof HANGS,
  signal?: AbortSignal,
): Promise<number> {
  const given = { ...question, buttons: [...buttons], ...(signal === undefined ? {} : { signal }) };
  return (await dialog.showMessageBox(window, given)).response;
}
