import type { BrowserWindow } from 'electron';
import type { AppState } from '../../../shared/ipc/app.ts';

/** What Electron takes for "no progress". */
const NONE = -1;

type ShownWindow = Pick<BrowserWindow, 'isVisible' | 'setProgressBar'>;

/** Shows the progress of transfers on the button of the window in the taskbar or the dock. */
export class TaskbarProgress {
  readonly #window: () => ShownWindow | null;
  #shown = NONE;
  #wasVisible = false;

  constructor(window: () => ShownWindow | null) {
    this.#window = window;
  }

  show(state: AppState | null): void {
    const window = this.#window();
    const percent = state === null || state.paused ? NONE : percentOf(state.work);
    if (window === null) return;
    // On Windows, a window that was hidden and shown again has a new, empty button.
    const isNewButton = window.isVisible() && !this.#wasVisible && percent !== NONE;
    this.#wasVisible = window.isVisible();
    if (percent === this.#shown && !isNewButton) return;
    window.setProgressBar(percent === NONE ? NONE : percent / 100);
    this.#shown = percent;
  }
}

/** Whole percents, because each call reaches the desktop. `NONE` if nothing moves, as when its site is paused. */
function percentOf({ phase, by, stands, ...work }: AppState['work']): number {
  const [done, total] =
    by === 'bytes' ? [work.bytesDone, work.bytesTotal] : [work.filesDone, work.filesTotal];
  if (phase !== 'transferring' || stands || total === 0) return NONE;
  return Math.min(100, Math.floor((100 * done) / total));
}
