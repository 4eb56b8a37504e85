import type { Result } from '../../../shared/failure.ts';
import type { App } from '../../app/app.ts';
import type { OpenAppOptions } from '../compose/open-app.ts';
import type { ElectronParts } from './electron-parts.ts';
import type { TrayIcon } from './tray-face.ts';
import type { Updater } from './updates.ts';

/** What the desktop app is started with: all that reaches out of it comes from here. */
export interface DesktopOptions {
  readonly electron: ElectronParts;
  readonly openApp: (options: OpenAppOptions) => Promise<Result<App>>;
  readonly loadUpdater: () => Promise<Updater>;
  /** Folder of mirror and settings. */
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
  /** Folder of what the installer put beside the program. */
  readonly resources: string;
  /** Calls it when a signal wants the program to end (Ctrl+C in its terminal, the end of a session). */
  readonly onSignal: (end: () => void) => void;
  /** Calls it with an error that nobody caught. */
  readonly onFault: (listener: (error: unknown) => void) => void;
  readonly log: (line: string) => void;
}
