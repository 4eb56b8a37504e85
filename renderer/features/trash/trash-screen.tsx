import { useMemo, useState, type ReactNode } from 'react';
import type { TrashEntry } from '../../../shared/ipc/trash.ts';
import { baseName, folderOf } from '../../../shared/model/rel-path.ts';
import { folded, typedWords } from '../../../shared/typed-words.ts';
import { useAnswer } from '../../state/engine.tsx';
import { useSaidCount } from '../../state/use-said-count.ts';
import { useFilterField } from '../../state/use-filter-field.ts';
import { useRestore } from '../../state/use-restore.ts';
import { compareNames } from '../../text/compare-names.ts';
import { text } from '../../text/setup.ts';
import { useText } from '../../text/use-text.ts';
import { toFirstRow } from '../../ui/browser/to-first-row.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { format } from '../../ui/words/format.ts';
import { TwoLineCell } from '../../ui/table/two-line-cell.tsx';
import { fileIcon, Icon } from '../../ui/icons/icons.tsx';
import { nameList } from '../../ui/words/name-list.ts';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { MutedCell, MutedNameCell, NameCell, NumberCell } from '../../ui/table/cells.tsx';
import type { Column, Sort } from '../../ui/table/columns.ts';
import { isSelected, NOTHING, type Selection } from '../../ui/table/selection.ts';
import { rowsOf } from '../../ui/table/source.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { besideWords } from './beside-words.ts';
import './trash.css';

const NEWEST_FIRST: Sort = { by: 'when', descending: true };

/** What a sync or a person put away: kept for 30 days, and put back one by one or many at once. */
export function TrashScreen(): ReactNode {
  const t = useText();
  const [filter, setFilter] = useState('');
  const [sort, setSort] = useState(NEWEST_FIRST);
  const [pickedBefore, setPicked] = useState<Selection>(NOTHING);
  const field = useFilterField();
  const entries = useAnswer('trash.list', { site: null }).data;
  const picked = useMemo(() => stillThere(pickedBefore, entries), [pickedBefore, entries]);
  const shown = useMemo(() => sorted(matching(entries ?? [], filter), sort), [entries, filter, sort]);
  useSaidCount(filter, shown.length);
  const list = JSON.stringify([filter, sort]);
  const source = useMemo(() => rowsOf(shown, keyOf, nameOf, undefined, list), [shown, list]);
  const restore = useSaidRestore();
  const columns = useMemo(() => [...COLUMNS, restoreColumn((entry) => restore([entry]))], [restore]);
  const chosen = shown.filter((entry) => isSelected(picked, keyOf(entry)));
  return (
    <>
      <PageHead
        title={t('trash.title')}
        subtitle={t('trash.subtitle')}
        actions={
          <SearchField
            label={t('trash.filter')}
            placeholder={t('trash.filter')}
            value={filter}
            onChange={(words) => {
              setPicked(NOTHING);
              setFilter(words);
            }}
            width={220}
            keys="Ctrl+F"
            inputRef={field}
            onDown={() => toFirstRow(t('trash.title'))}
          />
        }
      />
      <div className="trash">
        <VirtualTable
          label={t('trash.title')}
          source={source}
          columns={columns}
          sort={sort}
          onSortChange={setSort}
          selection={picked}
          onSelectionChange={setPicked}
          onOpen={(entry) => restore([entry])}
          empty={
            entries !== undefined && <Nothing isFiltered={entries.length > 0} onClear={() => setFilter('')} />
          }
        >
          {chosen.length > 0 && (
            <PickedBar
              entries={chosen}
              onRestore={() => {
                // What stays in the trash stays picked, and what comes into it meanwhile is not.
                setPicked({ all: false, keys: new Set(chosen.map(keyOf)) });
                restore(chosen);
              }}
              onClear={() => setPicked(NOTHING)}
            />
          )}
        </VirtualTable>
      </div>
    </>
  );
}

interface PickedBarProps {
  readonly entries: readonly TrashEntry[];
  readonly onRestore: () => void;
  readonly onClear: () => void;
}

function PickedBar({ entries, onRestore, onClear }: PickedBarProps): ReactNode {
  const t = useText();
  const size = format.bytes(entries.reduce((sum, entry) => sum + entry.size, 0));
  return (
    <SelectionBar summary={t('trash.selected', { count: entries.length, size })} onClear={onClear}>
      <Button variant="ghost" size="s" icon="undo" onPress={onRestore}>
        {t('trash.restore')}
      </Button>
    </SelectionBar>
  );
}

function Nothing(props: { readonly isFiltered: boolean; readonly onClear: () => void }): ReactNode {
  const t = useText();
  if (props.isFiltered)
    return (
      <EmptyState
        icon="filter"
        title={t('trash.hidden')}
        action={<Button onPress={props.onClear}>{t('trash.clear')}</Button>}
      />
    );
  return (
    <EmptyState icon="trash" title={t('trash.none')}>
      {t('trash.noneWhy')}
    </EmptyState>
  );
}

/** Puts entries back, and says how that went. */
function useSaidRestore(): ReturnType<typeof useRestore> {
  const t = useText();
  return useRestore(({ changed, named, beside, problems }) => {
    const [problem] = problems;
    const [first] = beside;
    const names = nameList(named, changed);
    if (first !== undefined && changed === 1) toast(besideWords(t, first));
    else if (changed > 0) toast(t(first === undefined ? 'trash.restored' : 'trash.restoredSome', { names }));
    if (problem !== undefined)
      toast(t('trash.problems', { count: problems.length, message: problem.message }), { tone: 'bad' });
  });
}

const keyOf = ({ site, entry }: TrashEntry): string => `${site} ${entry}`;
const nameOf = ({ path }: TrashEntry): string => baseName(path);

/** Without what is in the trash no more. */
function stillThere(picked: Selection, entries: readonly TrashEntry[] | undefined): Selection {
  if (picked.all || entries === undefined) return picked;
  const keys = entries.map(keyOf).filter((key) => picked.keys.has(key));
  return keys.length === picked.keys.size ? picked : { all: false, keys: new Set(keys) };
}

function matching(entries: readonly TrashEntry[], filter: string): readonly TrashEntry[] {
  const words = typedWords(folded(filter));
  return entries.filter(({ path, siteName, why }) => {
    const place = folded(`${siteName} ${path} ${why ?? ''}`);
    return words.every((word) => place.includes(word));
  });
}

function sorted(entries: readonly TrashEntry[], { by, descending }: Sort): readonly TrashEntry[] {
  const order = (a: TrashEntry, b: TrashEntry): number => {
    switch (by) {
      case 'name':
        return compareNames(nameOf(a), nameOf(b));
      case 'site':
        return compareNames(a.siteName, b.siteName);
      case 'size':
        return a.size - b.size;
      default:
        return a.trashedAt - b.trashedAt;
    }
  };
  return entries.toSorted((a, b) => (descending ? order(b, a) : order(a, b)));
}

function NameAlone({ entry }: { readonly entry: TrashEntry }): ReactNode {
  return <NameCell icon={fileIcon(nameOf(entry), 'other')} name={nameOf(entry)} />;
}

/** Below the name, where there is no room beside it. `amount`, in a narrow window: where nothing is known, where it lay. */
function WhyCell({ entry, amount }: { readonly entry: TrashEntry; readonly amount?: string }): ReactNode {
  if (entry.why === null && amount === undefined) return <NameAlone entry={entry} />;
  return (
    <TwoLineCell
      mark={<Icon name={fileIcon(nameOf(entry), 'other')} className="ink-3" />}
      name={nameOf(entry)}
      detail={entry.why ?? folderOf(entry.path)}
      amount={amount}
    />
  );
}

const COLUMNS: readonly Column<TrashEntry>[] = [
  {
    id: 'name',
    label: text('trash.name'),
    width: 'grow',
    minWidth: 180,
    sortable: true,
    cell: (entry) => <NameAlone entry={entry} />,
    without: [
      { column: 'why', cell: (entry) => <WhyCell entry={entry} /> },
      {
        column: 'when',
        cell: (entry) => <WhyCell entry={entry} amount={format.when(entry.trashedAt)} />,
      },
    ],
  },
  {
    id: 'why',
    label: text('trash.why'),
    width: 280,
    // Nothing is lost with it: the reason goes below the name.
    giveWay: 1,
    tells: ({ why }) => why !== null,
    cell: ({ why }) => why !== null && <MutedCell title={why}>{why}</MutedCell>,
  },
  {
    id: 'folder',
    label: text('trash.folder'),
    width: 200,
    giveWay: 2,
    tells: ({ path }) => folderOf(path) !== '',
    cell: ({ path }) => <MutedNameCell name={folderOf(path)} ending="folder" title={path} />,
  },
  {
    id: 'site',
    label: text('trash.site'),
    width: 170,
    giveWay: 3,
    sortable: true,
    cell: ({ siteName }) => <MutedNameCell name={siteName} ending="word" />,
  },
  {
    id: 'size',
    label: text('trash.size'),
    width: 72,
    giveWay: 4,
    align: 'end',
    sortable: true,
    cell: ({ size }) => <NumberCell>{format.bytes(size)}</NumberCell>,
  },
  {
    id: 'when',
    label: text('trash.when'),
    width: 110,
    giveWay: 5,
    align: 'end',
    sortable: true,
    cell: ({ trashedAt }) => (
      <NumberCell>
        <span title={format.dateTime(trashedAt)}>{format.whenLong(trashedAt)}</span>
      </NumberCell>
    ),
  },
];

function restoreColumn(onRestore: (entry: TrashEntry) => void): Column<TrashEntry> {
  const labelOf = (entry: TrashEntry): string => `${text('trash.restore')} ${nameOf(entry)}`;
  return {
    id: 'restore',
    label: '',
    width: 84,
    align: 'end',
    cell: (entry, { isCurrent }) => (
      <Button
        size="s"
        variant="ghost"
        label={labelOf(entry)}
        excludeFromTabOrder={!isCurrent}
        onPress={() => onRestore(entry)}
      >
        {text('trash.restore')}
      </Button>
    ),
    // Beside the word, a narrow window has room for the first letters of a name, which many have.
    brief: {
      giveWay: 6,
      width: 32,
      cell: (entry, { isCurrent }) => (
        <IconButton
          size="s"
          icon="undo"
          label={labelOf(entry)}
          excludeFromTabOrder={!isCurrent}
          onPress={() => onRestore(entry)}
        />
      ),
    },
  };
}
