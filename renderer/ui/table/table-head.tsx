import { memo } from 'react';
import { Button } from 'react-aria-components';
import { useText } from '../../text/use-text.ts';
import { Checkbox } from '../inputs/checkbox.tsx';
import { Icon } from '../icons/icons.tsx';
import type { Column, Sort } from './columns.ts';

interface TableHeadProps<R> {
  readonly columns: readonly Column<R>[];
  readonly sort: Sort | undefined;
  readonly onSortChange: ((sort: Sort) => void) | undefined;
  /** `nothing`: there is none to be selected. Null: rows cannot be selected. */
  readonly selected: 'nothing' | 'none' | 'some' | 'all' | null;
  readonly onToggleAll: () => void;
}

function TableHeadContent<R>(props: TableHeadProps<R>) {
  const { columns, sort, onSortChange, selected, onToggleAll } = props;
  const t = useText();
  const offset = selected === null ? 1 : 2;
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" className="table-head-row" aria-rowindex={1}>
        {selected !== null && (
          <div role="columnheader" className="table-box" aria-colindex={1}>
            {selected !== 'nothing' && (
              <Checkbox
                label={t('ui.selectAll')}
                isSelected={selected === 'all'}
                isIndeterminate={selected === 'some'}
                onChange={onToggleAll}
              />
            )}
          </div>
        )}
        {columns.map((column, place) => (
          <div
            key={column.id}
            role="columnheader"
            className={column.align === 'end' ? 'table-cell table-cell-end' : 'table-cell'}
            aria-colindex={place + offset}
            {...ariaSort(column, sort)}
          >
            <HeadWords column={column} sort={sort} onSortChange={onSortChange} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Not rendered again while rows scroll below it. */
export const TableHead = memo(TableHeadContent) as typeof TableHeadContent;

type HeadWordsProps<R> = Pick<TableHeadProps<R>, 'sort' | 'onSortChange'> & { readonly column: Column<R> };

function HeadWords<R>({ column, sort, onSortChange }: HeadWordsProps<R>) {
  if (column.sortable !== true || onSortChange === undefined)
    return <span className="cut">{column.label}</span>;
  const sorted = sort?.by === column.id;
  return (
    <Button
      className={sorted ? 'table-sort table-sorted' : 'table-sort'}
      onPress={() => onSortChange({ by: column.id, descending: sorted ? !sort.descending : false })}
    >
      <span className="cut">{column.label}</span>
      {sorted && <Icon name={sort.descending ? 'chevronDown' : 'chevronUp'} size={12} />}
    </Button>
  );
}

function ariaSort<R>(column: Column<R>, sort: Sort | undefined) {
  if (column.sortable !== true) return {};
  if (sort?.by !== column.id) return { 'aria-sort': 'none' } as const;
  return { 'aria-sort': sort.descending ? 'descending' : 'ascending' } as const;
}
