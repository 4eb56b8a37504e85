import type { Notification } from 'electron';
import type { ElectronParts } from '../electron-parts.ts';

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** The screen to show after a click. */
  readonly screen: string;
}

export interface NoticesOptions {
  readonly electron: Pick<ElectronParts, 'Notification'>;
  readonly icon: string;
  readonly onClick: (screen: string) => void;
}

/** System notifications, one on screen at a time: a new one replaces the last. */
export function systemNotices({ electron, icon, onClick }: NoticesOptions): (notice: Notice) => boolean {
  const { Notification } = electron;
  // Kept even after it left the screen: Windows still lists it, and a click on one that was garbage-collected is lost.
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
