import type { ElectronParts } from './electron-parts.ts';
import { WORDS } from './words.ts';

export interface MoveInOptions {
  readonly electron: Pick<ElectronParts, 'app' | 'dialog'>;
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly log: (line: string) => void;
}

/** The disk image that it is delivered in, and the hidden copy that a Mac runs of what lies among the downloads. */
const PASSING = /^\/Volumes\/SiteSync[^/]*\/|\/AppTranslocation\//;

/**
 * Offers to move a Mac's SiteSync to where programs live: from a place that goes with the next ejecting or restart it can
 * neither be updated nor start with the computer. True where it was moved: Electron ends this one and starts that one.
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
