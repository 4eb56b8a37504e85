import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import type { ElectronParts } from '../electron-parts.ts';

/**
 * The menu of a right click in a text, for example to paste a token; Electron shows none by itself. Does nothing where
 * the page has a menu of its own.
 */
export function textMenu({ Menu }: Pick<ElectronParts, 'Menu'>, window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy };
    const items: MenuItemConstructorOptions[] = isEditable
      ? [
          { role: 'cut', enabled: editFlags.canCut },
          copy,
          { role: 'paste', enabled: editFlags.canPaste },
          { type: 'separator' },
          { role: 'selectAll', enabled: editFlags.canSelectAll },
        ]
      : selectionText.trim() === ''
        ? []
        : [copy];
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}
