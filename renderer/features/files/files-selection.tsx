import type { ReactNode } from 'react';
import type { FileSelection } from '../../../shared/ipc/files.ts';
import { useAnswer } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { format } from '../../ui/words/format.ts';
import { MenuButton } from '../../ui/inputs/menu.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { categoryEntries, type FileActs } from './file-acts.ts';

interface FilesSelectionProps {
  readonly site: string;
  readonly files: FileSelection;
  readonly acts: FileActs;
  readonly onMove: (files: FileSelection) => void;
  readonly onDelete: (files: FileSelection) => void;
  readonly onClear: () => void;
}

export function FilesSelection({
  site,
  files,
  acts,
  onMove,
  onDelete,
  onClear,
}: FilesSelectionProps): ReactNode {
  const t = useText();
  const sum = useAnswer('files.sum', { site, files }).data;
  return (
    <SelectionBar
      summary={t('files.selected', { count: sum?.files ?? 0, size: format.bytes(sum?.bytes ?? 0) })}
      onClear={onClear}
    >
      <Button variant="ghost" size="s" icon="laptopCheck" onPress={() => acts.keep(files, true)}>
        {t('files.keepOffline')}
      </Button>
      <Button variant="ghost" size="s" icon="cloud" onPress={() => acts.keep(files, false)}>
        {t('files.onlineOnly')}
      </Button>
      <Button variant="ghost" size="s" icon="folder" label={t('files.move')} onPress={() => onMove(files)}>
        <span className="selection-whole">{t('files.move')}</span>
        <span className="selection-brief">{t('files.moveBriefly')}</span>
      </Button>
      <MenuButton
        label={t('files.changeCategory')}
        trigger={
          <Button variant="ghost" size="s" icon="edit" menu>
            {t('files.changeCategory')}
          </Button>
        }
        items={categoryEntries(null, (category) => acts.setCategory(files, category))}
      />
      <Button variant="danger" size="s" icon="trash" onPress={() => onDelete(files)}>
        {t('files.delete')}
      </Button>
    </SelectionBar>
  );
}
