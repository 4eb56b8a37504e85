import type { ReactNode } from 'react';
import type { FileRow, FileSelection } from '../../../shared/ipc/files.ts';
import { useText } from '../../text/use-text.ts';
import { ContextMenu, type MenuEntry } from '../../ui/inputs/menu.tsx';
import { categoryEntries, deleteEntry, moveEntry, type FileActs } from './file-acts.ts';

export interface MenuPlace {
  readonly row: FileRow;
  /** The row, or the selection that it is part of. */
  readonly files: FileSelection;
  readonly isSeveral: boolean;
  readonly at: { readonly x: number; readonly y: number };
}

interface FileMenuProps {
  readonly place: MenuPlace | null;
  readonly acts: FileActs;
  readonly onClose: () => void;
  readonly onPreview: (row: FileRow) => void;
  readonly onRename: (row: FileRow) => void;
  readonly onMove: (files: FileSelection) => void;
  readonly onDelete: (files: FileSelection) => void;
}

/** The menu of a row, at the pointer or by Shift+F10. */
export function FileMenu({ place, onClose, ...rest }: FileMenuProps): ReactNode {
  const t = useText();
  const entries = useEntries();
  return (
    <ContextMenu
      label={place === null ? '' : t('files.menuOf', { name: place.row.name })}
      at={place?.at ?? null}
      onClose={onClose}
      items={place === null ? [] : entries(place, rest)}
    />
  );
}

type Rest = Omit<FileMenuProps, 'place' | 'onClose'>;

function useEntries(): (place: MenuPlace, rest: Rest) => readonly MenuEntry[] {
  const t = useText();
  return (place, { acts, onPreview, onRename, onMove, onDelete }) => {
    const { row, files, isSeveral } = place;
    const single: MenuEntry[] = [
      {
        id: 'open',
        label: t('files.open'),
        icon: 'external',
        keys: 'Enter',
        onAction: () => acts.open(row.key),
      },
      {
        id: 'preview',
        label: t('files.preview'),
        icon: 'eye',
        keys: 'Space',
        onAction: () => onPreview(row),
      },
      { id: 'reveal', label: t('files.reveal'), icon: 'folder', onAction: () => acts.reveal(row.key) },
      { id: 'rename', label: t('files.rename'), icon: 'edit', keys: 'F2', onAction: () => onRename(row) },
      { id: 'copy', label: t('files.copyPath'), icon: 'copy', onAction: () => acts.copy(row.path) },
    ];
    const hidden = new Set([
      ...(acts.canOpen ? [] : ['open']),
      ...(acts.canReveal ? [] : ['reveal']),
      ...(row.here ? [] : ['open', 'preview', 'reveal']),
    ]);
    const shown = single.filter((entry) => entry === 'line' || 'heading' in entry || !hidden.has(entry.id));
    return [
      ...(isSeveral ? [] : [...shown, 'line' as const]),
      {
        id: 'keep',
        label: t('files.keepOffline'),
        icon: 'laptopCheck',
        onAction: () => acts.keep(files, true),
      },
      { id: 'online', label: t('files.onlineOnly'), icon: 'cloud', onAction: () => acts.keep(files, false) },
      { id: 'plain', label: t('files.asCategory'), icon: 'undo', onAction: () => acts.keep(files, null) },
      'line',
      moveEntry(files, onMove, t),
      { heading: t('files.changeCategory') },
      ...categoryEntries(isSeveral ? null : row.category, (to) => acts.setCategory(files, to)),
      'line',
      deleteEntry(files, onDelete, t),
    ];
  };
}
