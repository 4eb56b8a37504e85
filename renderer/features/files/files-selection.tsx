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
  /** How many these are, as far as the list knows. */
  readonly count: number;
  readonly acts: FileActs;
  readonly onMove: (files: FileSelection) => void;
  readonly onDelete: (files: FileSelection) => void;
  readonly onClear: () => void;
}

export function FilesSelection({
  site,
  files,
  count,
  acts,
  onMove,
  onDelete,
  onClear,
}: FilesSelectionProps): ReactNode {
  const t = useText();
  const { data: sum, isPlaceholderData } = useAnswer('files.sum', { site, files });
  // Of very many the sum comes late: neither none nor those that were selected before are shown for it.
  const summary =
    sum === undefined || isPlaceholderData
      ? t('files.selectedUnsummed', { count })
      : t('files.selected', { count: sum.files, size: format.bytes(sum.bytes) });
  return (
    <SelectionBar summary={summary} onClear={onClear}>
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
