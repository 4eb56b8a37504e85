import type { Notification } from 'electron';
import type { ElectronParts } from './electron-parts.ts';

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** The screen that a click shows. */
  readonly screen: string;
}

export interface NoticesOptions {
  readonly electron: Pick<ElectronParts, 'Notification'>;
  readonly icon: string;
  readonly onClick: (screen: string) => void;
}

/** Notifications of the system, one on screen at a time: a new one takes the place of the last. */
export function systemNotices({ electron, icon, onClick }: NoticesOptions): (notice: Notice) => boolean {
  const { Notification } = electron;
  // Kept when it has gone from the screen, too: Windows goes on showing it in its list, where a click on what nobody
  // holds any more is lost.
  let last: Notification | null = null;
  return ({ title, body, screen }) => {
    if (!Notification.isSupported()) return false;
    last?.close();
    const notice = new Notification({ title, body, icon });
    notice.on('click', () => onClick(screen));
    last = notice;
    notice.show();
    return true;
  };
}
