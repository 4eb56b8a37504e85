import type { ReactNode } from 'react';
import { categoryLabel } from '../../../shared/model/category.ts';
import { text } from '../../text/setup.ts';
import { format } from '../../ui/format.ts';
import { fileIcon, Icon, type IconName } from '../../ui/icons.tsx';
import { CheckCell, NameCell, NumberCell, PickCell } from '../../ui/table/cells.tsx';
import type { Column } from '../../ui/table/columns.ts';
import type { ReviewFile } from './choices.ts';
import type { ReviewLine } from './review-lines.ts';

interface RowActions {
  readonly take: (file: ReviewFile, take: boolean) => void;
  /** Opens the menu of categories. */
  readonly pick: (file: ReviewFile, at: { readonly x: number; readonly y: number }) => void;
}

/** Headings have no cells, so every cell is a file's. */
export function reviewColumns({ take, pick }: RowActions): readonly Column<ReviewLine>[] {
  const ofFile = (cell: (file: ReviewFile) => ReactNode) => (line: ReviewLine) =>
    line.kind === 'file' ? cell(line.file) : null;
  return [
    {
      id: 'add',
      label: text('drop.addColumn'),
      width: 28,
      cell: ofFile((file) => (
        <CheckCell
          label={text('drop.takeFile', { name: file.name })}
          isChecked={file.state === 'add'}
          isDisabled={file.state === 'refused'}
          onChange={(on) => take(file, on)}
        />
      )),
    },
    {
      id: 'name',
      label: text('drop.name'),
      width: 'grow',
      minWidth: 110,
      cell: ofFile(({ name, category }) => <NameCell icon={fileIcon(name, category)} name={name} />),
    },
    {
      id: 'category',
      label: text('drop.category'),
      width: 172,
      cell: ofFile((file) => (
        <PickCell
          label={text('drop.categoryOf', { name: file.name, category: categoryLabel(file.category) })}
          onPress={(at) => pick(file, at)}
        >
          {categoryLabel(file.category)}
        </PickCell>
      )),
    },
    {
      id: 'size',
      label: text('drop.size'),
      width: 60,
      align: 'end',
      cell: ofFile(({ row }) => <NumberCell>{format.bytes(row.size)}</NumberCell>),
    },
    {
      id: 'note',
      label: text('drop.note'),
      width: 236,
      share: 1,
      giveWay: 1,
      cell: ofFile((file) => <Note file={file} />),
    },
  ];
}

/** Why a file is not added, or what will be otherwise than one might think; empty where all is plain. */
function Note({ file }: { readonly file: ReviewFile }): ReactNode {
  const note = noteOf(file);
  if (note === null) return null;
  return (
    <span className={`review-note ${note.tone}`} title={note.words}>
      <Icon name={note.icon} size={14} />
      <span className="review-note-words">{note.words}</span>
    </span>
  );
}

function noteOf({
  row,
  state,
  category,
}: ReviewFile): { icon: IconName; words: string; tone: string } | null {
  const { duplicateOf: path, refused } = row;
  if (refused !== null) return { icon: 'fail', words: refused, tone: 'tone-bad' };
  if (state === 'left-out') return { icon: 'minus', words: text('drop.leftOut'), tone: 'ink-3' };
  if (state === 'duplicate')
    return { icon: 'copy', words: text('drop.alreadyHere', { path: path ?? '' }), tone: 'ink-2' };
  if (path !== null) return { icon: 'copy', words: text('drop.takenAnyway', { path }), tone: 'ink-2' };
  if (row.renamed) {
    const name = row.target.slice(row.target.lastIndexOf('/') + 1);
    return { icon: 'edit', words: text('drop.renamed', { name }), tone: 'tone-warn' };
  }
  if (category !== row.category) return { icon: 'edit', words: text('drop.changedCategory'), tone: 'ink-3' };
  return null;
}
