import { useMemo, useState } from 'react';
import { type FileRow, fileStatus, type FileStatus } from '../../shared/ipc/files.ts';
import { categoryLabel } from '../../shared/model/category.ts';
import { text } from '../text/setup.ts';
import { Button, IconButton } from '../ui/inputs/button.tsx';
import { Facts } from '../ui/layout/card.tsx';
import { ChoiceMenu } from '../ui/inputs/choice-menu.tsx';
import { EmptyState } from '../ui/telling/empty-state.tsx';
import { FilterChips } from '../ui/inputs/filter-chips.tsx';
import { format } from '../ui/words/format.ts';
import { Icon, fileIcon } from '../ui/icons/icons.tsx';
import { ContextMenu } from '../ui/inputs/menu.tsx';
import { Gap, PageHead, Toolbar } from '../ui/layout/page-head.tsx';
import { SearchField } from '../ui/inputs/search-field.tsx';
import { SelectionBar } from '../ui/table/selection-bar.tsx';
import { SplitView } from '../ui/layout/split-view.tsx';
import { STATUS_ICONS, StatusChip, statusWord } from '../ui/telling/status-chip.tsx';
import { Switch } from '../ui/inputs/switch.tsx';
import { MutedCell, NameCell, NumberCell } from '../ui/table/cells.tsx';
import type { Column, Sort } from '../ui/table/columns.ts';
import { NOTHING, countSelected } from '../ui/table/selection.ts';
import { rowsOf } from '../ui/table/source.ts';
import { VirtualTable } from '../ui/table/virtual-table.tsx';
import { Tabs } from '../ui/inputs/tabs.tsx';
import { sampleFiles } from './sample-files.ts';
import { SampleFrame } from './sample-frame.tsx';
import './gallery.css';

const STATUSES = fileStatus.options.map((value) => ({
  value,
  label: statusWord(value),
  icon: STATUS_ICONS[value],
}));

const ALL = sampleFiles(100_000);

const COLUMNS: readonly Column<FileRow>[] = [
  {
    id: 'name',
    label: 'Name',
    width: 'grow',
    sortable: true,
    cell: ({ name, category }) => <NameCell icon={fileIcon(name, category)} name={name} />,
  },
  {
    id: 'status',
    label: 'Status',
    width: 150,
    sortable: true,
    cell: ({ status, reason, share }) => <StatusChip status={status} reason={reason} share={share} />,
  },
  {
    id: 'category',
    label: 'Category',
    width: 88,
    giveWay: 3,
    sortable: true,
    cell: ({ category }) => (
      <MutedCell title={categoryLabel(category)}>{text(`ui.categoryShort.${category}`)}</MutedCell>
    ),
  },
  {
    id: 'size',
    label: 'Size',
    width: 64,
    align: 'end',
    sortable: true,
    cell: ({ size }) => <NumberCell>{format.bytes(size)}</NumberCell>,
  },
  {
    id: 'changed',
    label: 'Changed',
    width: 84,
    align: 'end',
    sortable: true,
    cell: ({ changedAt }) => <NumberCell>{format.when(changedAt)}</NumberCell>,
  },
  { id: 'by', label: 'By', width: 92, giveWay: 2, cell: ({ by }) => <MutedCell>{by}</MutedCell> },
  { id: 'path', label: 'Folder', width: 160, giveWay: 1, cell: ({ path }) => <MutedCell>{path}</MutedCell> },
];

/** A site's files: 100,000 rows. */
export function FilesPage() {
  const [tab, setTab] = useState<'overview' | 'files' | 'models'>('files');
  return (
    <SampleFrame at="Rijnhaven Tower">
      <PageHead
        title="Rijnhaven Tower"
        subtitle="Rotterdam, Netherlands · 09:42 local time (CET) · Synced 09:41"
        photo={null}
        actions={
          <>
            <Button icon="folder">Open folder</Button>
            <Button icon="plus">Add files</Button>
            <IconButton icon="more" label="More" variant="plain" />
          </>
        }
      />
      <Tabs
        label="Rijnhaven Tower"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'overview', label: 'Overview' },
          { id: 'files', label: 'Files', count: ALL.length },
          { id: 'models', label: 'Models', count: 3 },
        ]}
      >
        <Files />
      </Tabs>
    </SampleFrame>
  );
}

interface Filter {
  readonly query: string;
  readonly chip: 'all' | 'issues';
  /** None: any. */
  readonly statuses: readonly FileStatus[];
}

function Files() {
  const [filter, setFilter] = useState<Filter>({ query: '', chip: 'all', statuses: [] });
  const [sort, setSort] = useState<Sort>({ by: 'changed', descending: true });
  const [selection, setSelection] = useState(NOTHING);
  const [current, setCurrent] = useState<FileRow | null>(null);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const source = useMemo(() => rowsOf(shownFiles(filter, sort), keyOf, nameOf), [filter, sort]);
  const count = countSelected(selection, source.count);
  return (
    <>
      <FilterTools filter={filter} onChange={setFilter} />
      <SplitView
        label="Details"
        storageKey="gallery"
        details={current === null ? null : <Details file={current} />}
        onCloseDetails={() => setCurrent(null)}
      >
        <VirtualTable
          label="Files"
          source={source}
          columns={COLUMNS}
          sort={sort}
          onSortChange={setSort}
          selection={selection}
          onSelectionChange={setSelection}
          onCurrentChange={(_key, row) => setCurrent(row ?? null)}
          onMenu={(_row, at) => setMenuAt(at)}
          empty={
            <EmptyState
              icon="filter"
              title={`The filter hides all ${format.count(ALL.length)} files`}
              action={<Button onPress={() => setFilter({ ...filter, query: '' })}>Clear the filter</Button>}
            />
          }
        >
          {count > 0 && <SelectedFiles count={count} onClear={() => setSelection(NOTHING)} />}
        </VirtualTable>
      </SplitView>
      <ContextMenu
        label="File"
        at={menuAt}
        onClose={() => setMenuAt(null)}
        items={[{ id: 'open', label: 'Open', icon: 'external', onAction: () => setMenuAt(null) }]}
      />
    </>
  );
}

interface FilterToolsProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

function FilterTools({ filter, onChange }: FilterToolsProps) {
  const { query, chip, statuses } = filter;
  return (
    <Toolbar>
      <FilterChips
        label="Show"
        value={chip}
        onChange={(next) => onChange({ ...filter, chip: next })}
        options={[
          { value: 'all', label: 'All', count: ALL.length },
          { value: 'issues', label: 'With issues', icon: 'warn' },
        ]}
      />
      <Gap />
      <ChoiceMenu
        label="Status"
        trigger={
          <Button size="s" icon="filter" menu>
            {statuses.length === 0 ? 'Status: any' : `Status: ${statuses.length} chosen`}
          </Button>
        }
        values={statuses}
        onChange={(next) => onChange({ ...filter, statuses: next })}
        options={STATUSES}
      />
      <SearchField
        label="Filter files"
        value={query}
        onChange={(next) => onChange({ ...filter, query: next })}
        keys="Ctrl+F"
        width={168}
      />
    </Toolbar>
  );
}

function SelectedFiles({ count, onClear }: { readonly count: number; readonly onClear: () => void }) {
  return (
    <SelectionBar summary={`${format.count(count)} selected`} onClear={onClear}>
      <Button variant="ghost" icon="laptopCheck">
        Keep offline
      </Button>
      <Button variant="ghost" icon="cloud">
        Online only
      </Button>
      <Button variant="ghost" icon="edit" menu>
        Category
      </Button>
    </SelectionBar>
  );
}

const keyOf = ({ key }: FileRow): string => key;
const nameOf = ({ name }: FileRow): string => name;

function shownFiles({ query, chip, statuses }: Filter, sort: Sort): readonly FileRow[] {
  const wanted = query.toLowerCase();
  const shown = ALL.filter(
    ({ name, status }) =>
      (statuses.length === 0 || statuses.includes(status)) &&
      (chip === 'all' || status === 'conflict' || status === 'failed') &&
      name.toLowerCase().includes(wanted),
  );
  const order = sort.descending ? -1 : 1;
  const value = (row: FileRow): string | number =>
    sort.by === 'size' ? (row.size ?? 0) : sort.by === 'changed' ? (row.changedAt ?? 0) : row.name;
  return shown.toSorted((a, b) => (value(a) < value(b) ? -order : order));
}

function Details({ file }: { readonly file: FileRow }) {
  const [kept, setKept] = useState(true);
  return (
    <>
      <div className="gallery-preview">
        <Icon name={fileIcon(file.name, file.category)} size={28} className="ink-3" />
      </div>
      <div className="gallery-details">
        <h2>{file.name}</h2>
        <StatusChip status={file.status} reason={file.reason} share={file.share} />
        <div className="row">
          <Button size="s" icon="external">
            Open
          </Button>
          <Button size="s" icon="folder">
            Show in folder
          </Button>
        </div>
        <Switch isSelected={kept} onChange={setKept}>
          Keep on this computer
        </Switch>
        <Facts
          items={[
            { label: 'Category', value: categoryLabel(file.category) },
            { label: 'Folder', value: file.path },
            { label: 'Size', value: format.bytes(file.size) },
            { label: 'Changed', value: format.whenLong(file.changedAt) },
          ]}
        />
      </div>
    </>
  );
}
