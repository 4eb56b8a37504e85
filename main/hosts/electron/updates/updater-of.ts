import { ownAppImage, type OwnProgramOptions } from '../computer/own-program.ts';
import type { Updater } from './updates.ts';

/** The part of electron-updater that makes updaters. */
export interface UpdaterModule {
  /** Decides by a file that electron-builder puts beside the program. */
  readonly autoUpdater: Updater;
  readonly AppImageUpdater: new () => Updater;
}

/**
 * The updater of this program. If deb and AppImage were built together, that file says "deb" in the AppImage too, since
 * both are made from the same folder. Another program would then be installed, as root, and this one would stay as it
 * is.
 */
export function updaterOf(module: UpdaterModule, program: OwnProgramOptions): Updater {
  return ownAppImage(program) === null ? module.autoUpdater : new module.AppImageUpdater();
}
