import type { ReactNode } from 'react';
import { announce } from '../../ui/telling/live-region.tsx';
import { NOTHING } from '../../ui/table/selection.ts';
import type { FileActs } from './file-acts.ts';
import { DeleteDialog, RenameDialog } from './file-dialogs.tsx';
import { FileMenu } from './file-menu.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { QuickLook } from './quick-look.tsx';
import type { CurrentFile } from './use-current-file.ts';
import type { FileList } from './use-file-list.ts';
import type { FilesOver } from './use-files-over.ts';

interface FilesOverViewProps {
  readonly site: string;
  readonly list: FileList;
  readonly current: CurrentFile;
  readonly acts: FileActs;
  readonly state: FilesOver;
}

/** Menu, dialogs and quick look over the list of files. */
export function FilesOverView({ site, list, current, acts, state }: FilesOverViewProps): ReactNode {
  const { over, close } = state;
  const step = async (by: -1 | 1): Promise<void> => {
    const index = current.key === null ? null : await list.source.indexOf?.(current.key);
    if (typeof index !== 'number') return;
    let at = index + by;
    // A file that is only on the service has nothing to show.
    while (list.source.rowAt(at)?.here === false) at += by;
    const next = list.source.rowAt(at);
    if (next === undefined) return;
    current.set(next.key);
    announce(next.name);
  };
  return (
    <>
      <FileMenu
        place={over.menu}
        acts={acts}
        onClose={state.closeMenu}
        onPreview={state.look}
        onRename={state.rename}
        onMove={state.move}
        onDelete={state.remove}
      />
      <DeleteDialog
        site={site}
        files={over.deleting}
        onClose={close}
        onYes={(files) => {
          acts.remove(files);
          list.setPicked(NOTHING);
        }}
      />
      <QuickLook
        site={site}
        file={over.isLooking ? current.key : null}
        acts={acts}
        onClose={close}
        onStep={(by) => void step(by)}
      />
      <MoveDialog site={site} files={over.moving} onClose={close} onMoved={acts.sayMoved} />
      <RenameDialog site={site} row={over.renaming} onClose={close} onRenamed={acts.sayRenamed} />
    </>
  );
}
