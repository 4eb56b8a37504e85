import type { ElectronParts } from './electron-parts.ts';
import { HIDDEN } from './login-item.ts';

export interface StartAgainOptions {
  readonly electron: Pick<ElectronParts, 'app'>;
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** SiteSync is started anew, with its window, when this process has ended: until then the data folder is its own. */
export function startAgain({ electron, argv, env }: StartAgainOptions): void {
  const args = argv.slice(1).filter((arg) => arg !== HIDDEN);
  const appImage = env['APPIMAGE'];
  // An AppImage is mounted somewhere else each time; its own file stays where it is.
  electron.app.relaunch(appImage === undefined ? { args } : { args, execPath: appImage });
}
