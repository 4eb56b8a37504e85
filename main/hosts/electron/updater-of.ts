import { ownAppImage, type OwnProgramOptions } from './own-program.ts';
import type { Updater } from './updates.ts';

/** The part of electron-updater that brings updaters. */
export interface UpdaterModule {
  /** Goes by a file that electron-builder puts beside the program. */
  readonly autoUpdater: Updater;
  readonly AppImageUpdater: new () => Updater;
}

/**
 * The updater of this program. That file says "deb" in an AppImage, too, where both were built in one go, since both are made
 * from the same folder: another program would be installed, as root, and this one stay what it is.
 */
export function updaterOf(module: UpdaterModule, program: OwnProgramOptions): Updater {
  return ownAppImage(program) === null ? module.autoUpdater : new module.AppImageUpdater();
}
