import type { ElectronParts } from '../electron-parts.ts';
import { WORDS } from '../words.ts';

export interface MoveInOptions {
  readonly electron: Pick<ElectronParts, 'app' | 'dialog'>;
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly log: (line: string) => void;
}

/**
 * The disk image that SiteSync comes in, and the hidden copy that a Mac runs instead of a program in the downloads
 * folder.
 */
const PASSING = /^\/Volumes\/SiteSync[^/]*\/|\/AppTranslocation\//;

/**
 * On a Mac, offers to move SiteSync to the Applications folder. From a disk image or a hidden copy it can neither be
 * updated nor start with the computer. True if it was moved: then Electron ends this process and starts the moved
 * program.
 */
export async function moveIn({ electron, platform, execPath, log }: MoveInOptions): Promise<boolean> {
  const { app, dialog } = electron;
  if (platform !== 'darwin' || !app.isPackaged || !PASSING.test(execPath)) return false;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: WORDS.moveIn,
    detail: WORDS.moveInWhy,
    buttons: [WORDS.move, WORDS.notNow],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) return false;
  try {
    return app.moveToApplicationsFolder();
  } catch (error) {
    log(`SiteSync was not moved: ${String(error)}`);
    return false;
  }
}
