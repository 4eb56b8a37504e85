import type { FileRow } from '../../../shared/ipc/files.ts';
import { categoryLabel, type Category } from '../../../shared/model/category.ts';
import { folderOf } from '../../../shared/model/rel-path.ts';
import { text } from '../../text/setup.ts';
import { format } from '../../ui/words/format.ts';
import { fileIcon } from '../../ui/icons/icons.tsx';
import { personName } from '../../ui/words/person-name.ts';
import { MutedCell, MutedNameCell, NameCell, NameOverCell, NumberCell } from '../../ui/table/cells.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { LiveStatus } from './live-status.tsx';

const CATEGORY_SIZE_CHANGED: readonly Column<FileRow>[] = [
  {
    id: 'category',
    label: text('files.columns.category'),
    width: 84,
    giveWay: 3,
    sortable: true,
    cell: ({ category }) => (
      <MutedCell title={categoryLabel(category)}>{text(`ui.categoryShort.${category}`)}</MutedCell>
    ),
  },
  {
    id: 'size',
    label: text('files.columns.size'),
    width: 68,
    align: 'end',
    sortable: true,
    cell: ({ size }) => <NumberCell>{format.bytes(size)}</NumberCell>,
  },
  {
    id: 'changed',
    label: text('files.columns.changed'),
    width: 84,
    giveWay: 4,
    align: 'end',
    sortable: true,
    cell: ({ changedAt }) => <NumberCell>{format.when(changedAt)}</NumberCell>,
  },
];

/** `same`: names that several of the files have, which are never without their folder. */
function nameAndFolder(
  site: string,
  same: ReadonlySet<string>,
): readonly [name: Column<FileRow>, folder: Column<FileRow>] {
  const nameOf = ({ name, path, category }: FileRow, isAlone = false): Parameters<typeof NameCell>[0] => ({
    icon: fileIcon(name, category),
    name,
    folder: isAlone && same.has(name) ? wholeFolder(path) : undefined,
  });
  const folderWordsOf = ({ name, path, category }: FileRow): string =>
    same.has(name) ? wholeFolder(path) : folderWords(folderOf(path), category);
  return [
    {
      id: 'name',
      label: text('files.columns.name'),
      width: 'grow',
      // File names here often have sixty letters or more: folder, by and category make room for them.
      minWidth: 280,
      sortable: true,
      cell: (row) => <NameCell {...nameOf(row)} />,
      without: [
        { column: 'path', isBeside: true, cell: (row) => <NameCell {...nameOf(row, true)} /> },
        {
          column: 'status',
          cell: (row) => <NameOverCell {...nameOf(row, true)} below={<LiveStatus site={site} row={row} />} />,
        },
      ],
    },
    {
      id: 'path',
      label: text('files.columns.path'),
      // A word and a date, as a folder of a site visit has, are told apart by their ends.
      width: 120,
      share: 0.4,
      giveWay: 1,
      sortable: true,
      tells: (row) => folderWordsOf(row) !== '',
      cell: (row) => <MutedNameCell name={folderWordsOf(row)} ending="folder" title={row.path} />,
    },
  ];
}

function wholeFolder(path: string): string {
  return folderOf(path) === '' ? text('files.siteFolder') : folderOf(path);
}

/** The folder without the category's own, which has a column; `…/` says that it is left out. */
export function folderWords(folder: string, category: Category): string {
  const own = categoryLabel(category);
  if (folder === own) return '';
  return folder.startsWith(`${own}/`) ? `…${folder.slice(own.length)}` : folder;
}

/**
 * Name and size stay; folder, by, category and date give way in that order, and at last the status, which then stands below
 * the name: beside it, a window of 480 px would leave room for six letters of a name. `me`: the service's name for the person
 * who is signed in. `same`: names that several of the files have.
 */
export function fileColumns(
  site: string,
  me: string | null,
  same: ReadonlySet<string>,
): readonly Column<FileRow>[] {
  const status: Column<FileRow> = {
    id: 'status',
    label: text('files.columns.status'),
    // Wide enough for "Waiting · needs your yes".
    width: 176,
    giveWay: 5,
    sortable: true,
    cell: (row) => <LiveStatus site={site} row={row} />,
  };
  const by: Column<FileRow> = {
    id: 'by',
    label: text('files.columns.by'),
    width: 88,
    giveWay: 2,
    sortable: true,
    tells: ({ by: who }) => personName(who, me) !== null,
    cell: ({ by: who }) => (
      <MutedCell {...(who === null ? {} : { title: who })}>{personName(who, me)}</MutedCell>
    ),
  };
  const [name, folder] = nameAndFolder(site, same);
  return [name, status, ...CATEGORY_SIZE_CHANGED, by, folder];
}
