import type { Result } from '../../../shared/failure.ts';
import type { App } from '../../app/app.ts';
import type { OpenAppOptions } from '../compose/open-app.ts';
import type { ElectronParts } from './electron-parts.ts';
import type { TrayIcon } from './tray-face.ts';
import type { Updater } from './updates/updates.ts';

/** What the desktop app is started with: everything through which it reaches the outside. */
export interface DesktopOptions {
  readonly electron: ElectronParts;
  readonly openApp: (options: OpenAppOptions) => Promise<Result<App>>;
  readonly loadUpdater: () => Promise<Updater>;
  /** Folder of the mirror and the settings. */
  readonly data: string;
  /** Folder of the built page. */
  readonly page: string;
  /** File of the built preload. */
  readonly preload: string;
  readonly icon: string;
  readonly trayIcon: (icon: TrayIcon) => string;
  readonly argv: readonly string[];
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly execPath: string;
  /** Folder of the files that the installer put beside the program. */
  readonly resources: string;
  /** Calls `end` when a signal asks the program to end (Ctrl+C in its terminal, the end of a session). */
  readonly onSignal: (end: () => void) => void;
  /** Calls the listener with each error that nobody caught, be it thrown or the reason of a rejection. */
  readonly onFault: (listener: (error: unknown) => void) => void;
  readonly log: (line: string) => void;
}
