import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { EmptyState } from '../../../ui/telling/empty-state.tsx';
import { isSelected, NOTHING, type Selection } from '../../../ui/table/selection.ts';
import { rowsOf } from '../../../ui/table/source.ts';
import { VirtualTable } from '../../../ui/table/virtual-table.tsx';
import { withCategory, withReplaced, withTaken, type Choices, type ReviewFile } from './choices.ts';
import { ReviewMenu, ReviewSelection, type Deciding, type OpenMenu } from './review-choice.tsx';
import { reviewColumns } from './review-columns.tsx';
import { FolderHeading } from './folder-heading.tsx';
import type { ReviewLine } from './review-lines.ts';

interface ReviewTableProps {
  readonly lines: readonly ReviewLine[];
  /** Changes whenever the filter does. */
  readonly list: string;
  readonly choices: Choices;
  readonly onChoices: (choices: Choices) => void;
  readonly onShowAll: () => void;
}

/**
 * The files of a drop by folder. The boxes say what is added; Shift, Ctrl and Ctrl+A select rows to change together.
 */
export function ReviewTable(props: ReviewTableProps): ReactNode {
  const { lines, list, choices, onChoices, onShowAll } = props;
  const t = useText();
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const source = useMemo(() => rowsOf(lines, keyOf, textOf, isFile, list), [lines, list]);
  const selected = useMemo(() => selectedFiles(lines, selection), [lines, selection]);
  const deciding: Deciding = {
    setCategory: (files, category) => onChoices(withCategory(choices, files, category)),
    setTaken: (files, take) => onChoices(withTaken(choices, files, take)),
    setReplaced: (files, replace) => onChoices(withReplaced(choices, files, replace)),
  };
  const columns = useMemo(
    () =>
      reviewColumns({
        take: (file, take) => onChoices(withTaken(choices, [file], take)),
        replace: (file, replace) => onChoices(withReplaced(choices, [file], replace)),
        pick: (file, at) => setMenu({ files: [file], at }),
      }),
    [choices, onChoices],
  );
  const openMenu = useCallback(
    (line: ReviewLine, at: OpenMenu['at']) => {
      const own = line.kind === 'folder' ? line.files : [line.file];
      setMenu({ files: own.every((file) => selected.includes(file)) ? selected : own, at });
    },
    [selected],
  );
  return (
    <>
      <VirtualTable
        label={t('drop.files')}
        source={source}
        columns={columns}
        selection={selection}
        onSelectionChange={setSelection}
        boxes={false}
        onMenu={openMenu}
        onPreview={(line) => {
          const files = line.kind === 'folder' ? line.files : selectedOr(line.file, selected);
          deciding.setTaken(
            files,
            files.some(({ state }) => state !== 'add'),
          );
        }}
        rowTone={(line) => (line.kind === 'file' && line.file.state !== 'add' ? 'faint' : null)}
        group={(line) =>
          line.kind === 'folder' ? (
            <FolderHeading line={line} onCategory={deciding.setCategory} onTaken={deciding.setTaken} />
          ) : null
        }
        empty={
          <EmptyState
            icon="filter"
            title={t('drop.noneShown')}
            action={<Button onPress={onShowAll}>{t('drop.showAll')}</Button>}
          />
        }
      >
        {selected.length > 0 && (
          <ReviewSelection files={selected} onClear={() => setSelection(NOTHING)} {...deciding} />
        )}
      </VirtualTable>
      <ReviewMenu menu={menu} onClose={() => setMenu(null)} {...deciding} />
    </>
  );
}

function selectedFiles(lines: readonly ReviewLine[], selection: Selection): readonly ReviewFile[] {
  return lines.flatMap((line) =>
    line.kind === 'file' && isSelected(selection, line.file.key) ? [line.file] : [],
  );
}

function selectedOr(file: ReviewFile, selected: readonly ReviewFile[]): readonly ReviewFile[] {
  return selected.includes(file) ? selected : [file];
}

function isFile(line: ReviewLine): boolean {
  return line.kind === 'file';
}

/** Keys of files are numbers, so the slash sets folders apart. */
function keyOf(line: ReviewLine): string {
  return line.kind === 'folder' ? `/${line.folder}` : line.file.key;
}

function textOf(line: ReviewLine): string {
  return line.kind === 'folder' ? line.folder : line.file.name;
}
