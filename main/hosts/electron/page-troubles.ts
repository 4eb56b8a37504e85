import type { BrowserWindow } from 'electron';
import type { ElectronParts } from './electron-parts.ts';
import { WORDS } from './words.ts';

export interface PageTroublesOptions {
  readonly electron: Pick<ElectronParts, 'dialog'>;
  readonly log: (line: string) => void;
}

/** A page whose process dies again within so long is not opened a further time by itself, ms. */
const CRASH_AGAIN = 10_000;

/**
 * Sees to a page whose process dies, or that no longer answers. It holds nothing that is not in the engine, but for
 * decisions about dropped files, so a new window takes its place: by itself after a crash, where the person wants it
 * after a second one, and where they will not wait for one that hangs. Electron does none of this by itself: the window
 * would stay, white or frozen, hidden and shown again.
 *
 * `replace` takes the window away, and opens another one where that is wanted.
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
        // What hangs once more is asked about once more.
        waiting = null;
      }
    };
    const failed = (error: unknown): void => log(`The window could not be seen to: ${String(error)}`);
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit') return;
      log(`The page of the window ended: ${reason}`);
      // Not within the event: Electron is still busy with what the process left.
      setImmediate(() => {
        if (!window.isDestroyed()) crashed(window).catch(failed);
      });
    });
    window.on('unresponsive', () => {
      if (waiting !== null) return;
      log('The page of the window does not answer.');
      hangs().catch(failed);
    });
    // It came back by itself: the question goes, as if its answer were to wait.
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

/** Over the window: without one, a Mac's question would hold up the engine until it is answered. */
async function ask(
  dialog: PageTroublesOptions['electron']['dialog'],
  window: BrowserWindow,
  { buttons, ...question }: typeof CRASHED | typeof HANGS,
  signal?: AbortSignal,
): Promise<number> {
  const given = { ...question, buttons: [...buttons], ...(signal === undefined ? {} : { signal }) };
  return (await dialog.showMessageBox(window, given)).response;
}
