import type { BrowserWindow } from 'electron';
import { fail, ok, type Failure } from '../../../shared/failure.ts';
import type { HostServices } from '../../app/app.ts';
import type { ElectronParts } from './electron-parts.ts';
import type { UpdateFeed } from './updates/update-feed.ts';

export interface ElectronServicesOptions {
  readonly electron: Pick<ElectronParts, 'app' | 'dialog' | 'shell'>;
  readonly window: () => BrowserWindow | null;
  readonly updates: UpdateFeed;
  readonly login: Pick<HostServices, 'loginItem' | 'setLoginItem'>;
}

/** What the engine can ask of the desktop. */
export function electronServices({
  electron,
  window,
  updates,
  login,
}: ElectronServicesOptions): HostServices {
  const { app, dialog, shell } = electron;
  return {
    kind: 'electron',
    can: {
      openFiles: true,
      revealFiles: true,
      chooseFolder: true,
      // A checkout has no program of its own that could be started.
      loginItem: app.isPackaged,
      keepAwake: true,
    },
    updates,
    open: async (path) => {
      const trouble = await shell.openPath(path);
      return trouble === '' ? ok(null) : fail(notOpened(path, trouble));
    },
    reveal: async (path) => {
      shell.showItemInFolder(path);
      return ok(null);
    },
    chooseFolder: async (from) => {
      const options: Electron.OpenDialogOptions = {
        properties: ['openDirectory', 'createDirectory'],
        ...(from === null ? {} : { defaultPath: from }),
      };
      const parent = window();
      const chosen = await (parent === null
        ? dialog.showOpenDialog(options)
        : dialog.showOpenDialog(parent, options));
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    ...login,
  };
}

function notOpened(what: string, detail: string): Failure {
  return {
    code: 'bad-input',
    message: `${what} could not be opened.`,
    hint: 'Open it from your file manager, with a program that reads it.',
    retry: 'on-change',
    detail,
  };
}
