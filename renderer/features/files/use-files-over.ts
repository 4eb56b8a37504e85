import { useCallback, useState } from 'react';
import type { FileRow, FileSelection } from '../../../shared/ipc/files.ts';
import { useText } from '../../text/use-text.ts';
import { isSelected } from '../../ui/table/selection.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import type { MenuPlace } from './file-menu.tsx';
import type { CurrentFile } from './use-current-file.ts';
import type { FileList } from './use-file-list.ts';

/** What is open over the list. */
interface Over {
  readonly menu: MenuPlace | null;
  readonly deleting: FileSelection | null;
  readonly renaming: FileRow | null;
  readonly moving: FileSelection | null;
  readonly isLooking: boolean;
}

const NOTHING_OVER: Over = { menu: null, deleting: null, renaming: null, moving: null, isLooking: false };

/** What is open over the list of files, and how to open it. */
export interface FilesOver {
  readonly over: Over;
  readonly openMenu: (row: FileRow, at: MenuPlace['at']) => void;
  readonly look: (row: FileRow) => void;
  readonly rename: (row: FileRow) => void;
  readonly remove: (files: FileSelection) => void;
  readonly move: (files: FileSelection) => void;
  readonly closeMenu: () => void;
  readonly close: () => void;
}

export function useFilesOver({ picked, count, selection }: FileList, { key, set }: CurrentFile): FilesOver {
  const t = useText();
  const [over, setOver] = useState<Over>(NOTHING_OVER);
  const close = useCallback(() => setOver(NOTHING_OVER), []);
  // Closes the quick look when its file is gone: else it would show the next row that becomes current.
  if (over.isLooking && key === null) close();
  return {
    over,
    openMenu: (row, at) => {
      const isSeveral = count > 1 && isSelected(picked, row.key);
      const files = isSeveral ? selection : { keys: [row.key] };
      setOver({ ...NOTHING_OVER, menu: { row, files, isSeveral, at } });
    },
    look: (row) => {
      set(row.key);
      if (row.here) setOver({ ...NOTHING_OVER, isLooking: true });
      else toast(t('files.notHere'));
    },
    rename: (row) => setOver({ ...NOTHING_OVER, renaming: row }),
    remove: (files) => setOver({ ...NOTHING_OVER, deleting: files }),
    move: (files) => setOver({ ...NOTHING_OVER, moving: files }),
    closeMenu: () => setOver((now) => ({ ...now, menu: null })),
    close,
  };
}
