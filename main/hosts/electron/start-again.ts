import type { ElectronParts } from './electron-parts.ts';
import { HIDDEN } from './login-item.ts';
import { ownAppImage, type OwnProgramOptions } from './own-program.ts';

export interface StartAgainOptions extends OwnProgramOptions {
  readonly electron: Pick<ElectronParts, 'app'>;
  readonly argv: readonly string[];
}

/** SiteSync is started anew, with its window or in the tray, when this process has ended: until then the data folder is its own. */
export function startAgain(options: StartAgainOptions, hidden = false): void {
  const { electron, argv } = options;
  const args = [...argv.slice(1).filter((arg) => arg !== HIDDEN), ...(hidden ? [HIDDEN] : [])];
  const appImage = ownAppImage(options);
  electron.app.relaunch(appImage === null ? { args } : { args, execPath: appImage });
}
