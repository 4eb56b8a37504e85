import type { ReactNode } from 'react';
import type { TakenName } from '../../../../shared/ipc/drop.ts';
import { categoryLabel } from '../../../../shared/model/category.ts';
import { baseName } from '../../../../shared/model/rel-path.ts';
import { text } from '../../../text/setup.ts';
import { format } from '../../../ui/words/format.ts';
import { fileIcon, Icon, type IconName } from '../../../ui/icons/icons.tsx';
import { CheckCell, NameCell, NumberCell, PickCell, ToolCell } from '../../../ui/table/cells.tsx';
import { TwoLineCell } from '../../../ui/table/two-line-cell.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import type { Replaceable, ReviewFile } from './choices.ts';
import type { ReviewLine } from './review-lines.ts';

interface RowActions {
  readonly take: (file: ReviewFile, take: boolean) => void;
  readonly replace: (file: ReviewFile, replace: boolean) => void;
  /** Opens the menu of categories. */
  readonly pick: (file: ReviewFile, at: { readonly x: number; readonly y: number }) => void;
}

/** Headings have no cells, so every cell is a file's. */
export function reviewColumns({ take, replace, pick }: RowActions): readonly Column<ReviewLine>[] {
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
      minWidth: 190,
      cell: ofFile(({ name, category }) => <NameCell icon={fileIcon(name, category)} name={name} />),
      // In a narrow window the reason why a file is not added moves here.
      without: [{ column: 'note', cell: ofFile((file) => <NameAndNote file={file} />) }],
    },
    {
      id: 'category',
      label: text('drop.category'),
      width: 172,
      cell: ofFile((file) => <CategoryCell file={file} pick={pick} words={categoryLabel(file.category)} />),
      // The category is shortened before a note that stands below a name: the note ends with the date of what is
      // replaced.
      brief: {
        giveWay: 2,
        width: 104,
        cell: ofFile((file) => (
          <CategoryCell file={file} pick={pick} words={text(`ui.categoryShort.${file.category}`)} />
        )),
      },
    },
    {
      id: 'size',
      label: text('drop.size'),
      width: 60,
      giveWay: 3,
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
    {
      id: 'choice',
      label: text('drop.nameTaken'),
      width: 84,
      tells: (line) => line.kind === 'file' && line.file.over !== null,
      cell: ofFile((file) => <ReplaceCell file={file} onReplace={(on) => replace(file, on)} />),
    },
  ];
}

interface CategoryCellProps extends Pick<RowActions, 'pick'> {
  readonly file: ReviewFile;
  readonly words: string;
}

function CategoryCell({ file, pick, words }: CategoryCellProps): ReactNode {
  const category = categoryLabel(file.category);
  return (
    <PickCell label={text('drop.categoryOf', { name: file.name, category })} onPress={(at) => pick(file, at)}>
      {words}
    </PickCell>
  );
}

interface ReplaceCellProps {
  readonly file: ReviewFile;
  readonly onReplace: (replace: boolean) => void;
}

/** Offers to replace the site's file of that name, or to keep both; the note says which is chosen now. */
function ReplaceCell({ file: { over, replaces }, onReplace }: ReplaceCellProps): ReactNode {
  if (over === null) return null;
  const name = baseName(over.path);
  return (
    <ToolCell
      label={replaces ? text('drop.keepBothOf', { name }) : text('drop.replaceFile', { name })}
      onPress={() => onReplace(!replaces)}
    >
      {replaces ? text('drop.keepBoth') : text('drop.replace')}
    </ToolCell>
  );
}

/** Why a file is not added, or what may surprise; empty if there is nothing to say. */
function Note({ file }: { readonly file: ReviewFile }): ReactNode {
  const note = noteOf(file);
  if (note === null) return null;
  return (
    <span className={`review-note ${note.tone}`} title={note.title ?? note.words}>
      <Icon name={note.icon} size={14} />
      <span className="review-note-words">{note.words}</span>
    </span>
  );
}

function NameAndNote({ file }: { readonly file: ReviewFile }): ReactNode {
  const { name, category } = file;
  const icon = fileIcon(name, category);
  const note = noteOf(file);
  if (note === null) return <NameCell icon={icon} name={name} />;
  return <TwoLineCell mark={<Icon name={icon} className="ink-3" />} name={name} detail={note.words} />;
}

interface NoteWords {
  readonly icon: IconName;
  readonly words: string;
  /** The full text, if `words` are only a part of it. */
  readonly title?: string;
  readonly tone: string;
}

function noteOf(file: ReviewFile): NoteWords | null {
  const { row, state, category } = file;
  const { duplicateOf: path, refused } = row;
  if (refused !== null) return { icon: 'fail', words: refused, tone: 'tone-bad' };
  const { twinOf } = row;
  if (state === 'left-out') {
    const words = twinOf === null ? text('drop.leftOut') : text('drop.twinLeft', { path: twinOf });
    return { icon: 'minus', words, tone: 'ink-3' };
  }
  if (state === 'duplicate')
    return { icon: 'copy', words: text('drop.alreadyHere', { path: path ?? '' }), tone: 'ink-2' };
  if (file.replaces && file.over !== null) return replacingNote(file.over);
  if (path !== null) return { icon: 'copy', words: text('drop.takenAnyway', { path }), tone: 'ink-2' };
  if (file.nameTaken !== null) return takenNote(file.nameTaken);
  if (twinOf !== null) return { icon: 'copy', words: text('drop.twinOf', { path: twinOf }), tone: 'ink-2' };
  if (category !== row.category) return { icon: 'edit', words: text('drop.changedCategory'), tone: 'ink-3' };
  return suggestionNote(row.reason);
}

function replacingNote({ path, size, modifiedAt }: Replaceable): NoteWords {
  const about = { path, size: format.bytes(size), when: format.whenLong(modifiedAt) };
  return {
    icon: 'trash',
    words: text('drop.replaces', { when: format.when(modifiedAt) }),
    title: text('drop.replacesTitle', about),
    tone: 'ink-2',
  };
}

function takenNote({ target, holder }: TakenName): NoteWords {
  const name = baseName(target);
  const words = text('drop.renamed', { name });
  const tone = 'tone-warn';
  if (holder === null) return { icon: 'edit', words, tone };
  const { path, here } = holder;
  if (here === null) {
    const title = text('drop.renamedAwayTitle', { path, name });
    return { icon: 'cloud', words: text('drop.renamedAway', { name }), title, tone };
  }
  const about = { path, name, size: format.bytes(here.size), when: format.whenLong(here.modifiedAt) };
  return { icon: 'edit', words, title: text('drop.renamedTitle', about), tone };
}

/** Why it got its category. What a person should check stands out. */
function suggestionNote(reason: ReviewFile['row']['reason']): NoteWords | null {
  if (reason === null) return null;
  const { why, by } = reason;
  const isAsked = why === 'looks-like-datamodel';
  return {
    icon: isAsked ? 'wand' : 'info',
    words: text(`drop.reasons.${why}`, { by: by.join(', ') }),
    tone: isAsked ? 'tone-warn' : 'ink-3',
  };
}
