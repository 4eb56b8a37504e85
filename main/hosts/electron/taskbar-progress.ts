import type { BrowserWindow } from 'electron';
import type { AppState } from '../../../shared/ipc/app.ts';

/** Taken for "none". */
const NONE = -1;

type ShownWindow = Pick<BrowserWindow, 'isVisible' | 'setProgressBar'>;

/** Shows on the window's button in the taskbar, or the dock, how far the files on their way are. */
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
    // Windows gives a window that was hidden and shown again a new button, on which nothing is.
    const isNewButton = window.isVisible() && !this.#wasVisible && percent !== NONE;
    this.#wasVisible = window.isVisible();
    if (percent === this.#shown && !isNewButton) return;
    window.setProgressBar(percent === NONE ? NONE : percent / 100);
    this.#shown = percent;
  }
}

/** Whole percents: each call reaches the desktop by itself. None of what stands still, as its site is paused. */
function percentOf({ phase, by, stands, ...work }: AppState['work']): number {
  const [done, total] =
    by === 'bytes' ? [work.bytesDone, work.bytesTotal] : [work.filesDone, work.filesTotal];
  if (phase !== 'transferring' || stands || total === 0) return NONE;
  return Math.min(100, Math.floor((100 * done) / total));
}
