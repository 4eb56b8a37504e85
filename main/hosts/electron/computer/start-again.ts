import type { ElectronParts } from '../electron-parts.ts';
import { HIDDEN } from './login-item.ts';
import { ownAppImage, type OwnProgramOptions } from './own-program.ts';

export interface StartAgainOptions extends OwnProgramOptions {
  readonly electron: Pick<ElectronParts, 'app'>;
  readonly argv: readonly string[];
}

/**
 * Starts SiteSync again once this process has ended, since the data folder is in use until then. With its window, or in
 * the tray if `hidden`.
 */
export function startAgain(options: StartAgainOptions, hidden = false): void {
  const { electron, argv } = options;
  const args = [...argv.slice(1).filter((arg) => arg !== HIDDEN), ...(hidden ? [HIDDEN] : [])];
  const appImage = ownAppImage(options);
  electron.app.relaunch(appImage === null ? { args } : { args, execPath: appImage });
}
