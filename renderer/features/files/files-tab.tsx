import { useMemo, useState, type ReactNode } from 'react';
import type { FileFilter, FileRow, FileSelection, FileSort } from '../../../shared/ipc/files.ts';
import { CATEGORIES, categoryLabel, parseCategory } from '../../../shared/model/category.ts';
import { folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { useFilterField } from '../../state/filter-field.ts';
import { text } from '../../text/setup.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { format } from '../../ui/format.ts';
import { fileIcon } from '../../ui/icons.tsx';
import { Gap, Toolbar } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { SplitView } from '../../ui/split-view.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { MutedCell, NameCell, NumberCell } from '../../ui/table/cells.tsx';
import type { Column, Sort } from '../../ui/table/columns.ts';
import { countSelected, NOTHING, type Selection } from '../../ui/table/selection.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { toast } from '../../ui/toast.tsx';
import { FileDetailsPanel } from './file-details.tsx';
import { useFilePages } from './use-file-pages.ts';

const COLUMNS: readonly Column<FileRow>[] = [
  {
    id: 'name',
    label: text('app.name'),
    width: 'grow',
    sortable: true,
    cell: ({ name, category }) => <NameCell icon={fileIcon(name, category)} name={name} />,
  },
  {
    id: 'status',
    label: text('app.status'),
    width: 170,
    sortable: true,
    cell: ({ status, reason, share }) => <StatusChip status={status} reason={reason} share={share} />,
  },
  {
    id: 'category',
    label: text('app.category'),
    width: 96,
    giveWay: 3,
    sortable: true,
    cell: ({ category }) => (
      <MutedCell title={categoryLabel(category)}>{text(`ui.categoryShort.${category}`)}</MutedCell>
    ),
  },
  {
    id: 'size',
    label: text('app.size'),
    width: 72,
    align: 'end',
    sortable: true,
    cell: ({ size }) => <NumberCell>{format.bytes(size)}</NumberCell>,
  },
  {
    id: 'changed',
    label: text('app.changed'),
    width: 92,
    align: 'end',
    sortable: true,
    cell: ({ changedAt }) => <NumberCell>{format.when(changedAt)}</NumberCell>,
  },
  {
    id: 'by',
    label: text('app.by'),
    width: 110,
    giveWay: 2,
    sortable: true,
    cell: ({ by }) => <MutedCell>{by}</MutedCell>,
  },
  {
    id: 'path',
    label: text('app.folder'),
    width: 150,
    giveWay: 1,
    sortable: true,
    cell: ({ path }) => <MutedCell>{folderOf(path as RelPath)}</MutedCell>,
  },
];

const EVERYTHING: FileFilter = { text: '', category: null, status: [], folder: null };
const SORTS: readonly FileSort['by'][] = ['name', 'status', 'category', 'path', 'size', 'changed', 'by'];

/** All files of a site, filtered and sorted by the engine, with the current one's details beside them. */
export function FilesTab({ site }: { readonly site: string }): ReactNode {
  const t = useText();
  const [filter, setFilter] = useState(EVERYTHING);
  const [sort, setSort] = useState<Sort>({ by: 'changed', descending: true });
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [current, setCurrent] = useState<string | null>(null);
  const query = useMemo(() => {
    const by = SORTS.find((each) => each === sort.by) ?? 'name';
    return { site, filter, sort: { by, descending: sort.descending } };
  }, [site, filter, sort]);
  const { source, first } = useFilePages(query);
  const open = useDo('files.open');
  const filterField = useFilterField();
  const picked = countSelected(selection, source.count);
  const filtered = filter !== EVERYTHING;
  return (
    <>
      <Toolbar>
        <FilterChips
          label={t('app.category')}
          value={filter.category ?? 'all'}
          onChange={(value) => setFilter({ ...filter, category: parseCategory(value) })}
          options={[
            { value: 'all', label: t('app.all'), count: first?.all ?? 0 },
            ...CATEGORIES.map(({ id }) => ({
              value: id,
              label: t(`ui.categoryShort.${id}`),
              count: first?.byCategory[id] ?? 0,
            })),
          ]}
        />
        <Gap />
        <SearchField
          label={t('app.filterFiles')}
          placeholder={t('app.filterFiles')}
          value={filter.text}
          onChange={(value) => setFilter({ ...filter, text: value })}
          width={190}
          keys="Ctrl+F"
          inputRef={filterField}
        />
      </Toolbar>
      <SplitView
        label={t('app.details')}
        details={current === null ? null : <FileDetailsPanel site={site} file={current} />}
        onCloseDetails={() => setCurrent(null)}
      >
        <VirtualTable
          label={t('app.filesTab')}
          source={source}
          columns={COLUMNS}
          rowHeight={32}
          sort={sort}
          onSortChange={setSort}
          selection={selection}
          onSelectionChange={setSelection}
          current={current}
          onCurrentChange={(key) => setCurrent(key)}
          onOpen={(row) => open.run({ site, key: row.key })}
          empty={
            filtered ? (
              <EmptyState
                icon="filter"
                title={t('app.filterHides')}
                action={<Button onPress={() => setFilter(EVERYTHING)}>{t('app.clearFilter')}</Button>}
              />
            ) : (
              <EmptyState icon="folder" title={t('app.noFiles')}>
                {t('app.noFilesWhy')}
              </EmptyState>
            )
          }
        />
        {picked > 0 && (
          <Selected
            site={site}
            files={selectionOf(selection, filter)}
            onClear={() => setSelection(NOTHING)}
          />
        )}
      </SplitView>
    </>
  );
}

function selectionOf(selection: Selection, filter: FileFilter): FileSelection {
  return selection.all ? { filter, except: [...selection.except] } : { keys: [...selection.keys] };
}

/** What to do with the files that are picked. */
function Selected(props: {
  readonly site: string;
  readonly files: FileSelection;
  readonly onClear: () => void;
}): ReactNode {
  const { site, files, onClear } = props;
  const t = useText();
  const sum = useAnswer('files.sum', { site, files }).data;
  const told = ({ problems }: { readonly problems: readonly { readonly message: string }[] }): void => {
    const [problem] = problems;
    if (problem !== undefined) toast(problem.message, { tone: 'bad' });
    onClear();
  };
  const keep = useDo('files.keep', told);
  const remove = useDo('files.delete', (done) => {
    told(done);
    toast(t('app.deleted', { count: done.changed }));
  });
  return (
    <SelectionBar
      summary={t('app.selected', { count: sum?.files ?? 0, size: format.bytes(sum?.bytes ?? 0) })}
      onClear={onClear}
    >
      <Button variant="ghost" icon="laptop" onPress={() => keep.run({ site, files, keep: true })}>
        {t('app.keepOffline')}
      </Button>
      <Button variant="ghost" icon="cloud" onPress={() => keep.run({ site, files, keep: false })}>
        {t('app.onlineOnly')}
      </Button>
      <Button variant="ghost" icon="trash" onPress={() => remove.run({ site, files })}>
        {t('app.delete')}
      </Button>
    </SelectionBar>
  );
}
