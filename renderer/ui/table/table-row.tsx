import { memo, type ReactNode } from 'react';
import { Box } from '../inputs/checkbox.tsx';
import { Skeleton } from '../telling/skeleton-rows.tsx';
import type { Column } from './columns.ts';

export type RowAttributes = Readonly<Record<`data-${string}`, string>>;

interface TableRowProps<R> {
  readonly id: string;
  /** Undefined while it is on its way. */
  readonly row: R | undefined;
  readonly index: number;
  /** Pixels from the top of the rows. */
  readonly top: number;
  readonly columns: readonly Column<R>[];
  /** The first column is a box that selects. */
  readonly withBox: boolean;
  readonly isCurrent: boolean;
  /** Null: it cannot be selected. */
  readonly isSelected: boolean | null;
  readonly attributes: ((row: R) => RowAttributes) | undefined;
  readonly tone: 'faint' | null;
  readonly heading: ReactNode;
}

function TableRowContent<R>(props: TableRowProps<R>) {
  const { id, index, top, columns, isCurrent, isSelected, tone, heading } = props;
  const isHeading = heading !== null && heading !== undefined;
  const look = ['table-row'];
  if (isSelected === true && !isHeading) look.push('table-row-selected');
  if (isCurrent) look.push('table-row-current');
  if (isHeading) look.push('table-row-heading');
  else if (tone !== null) look.push(`table-row-${tone}`);
  return (
    <div
      id={id}
      role="row"
      className={look.join(' ')}
      // The head is row 1.
      aria-rowindex={index + 2}
      {...(isSelected === null || isHeading ? {} : { 'aria-selected': isSelected })}
      data-index={index}
      {...(props.row === undefined ? {} : props.attributes?.(props.row))}
      style={{ top }}
    >
      {isHeading ? (
        <div role="gridcell" className="table-heading" aria-colspan={columns.length}>
          {heading}
        </div>
      ) : (
        <Cells {...props} />
      )}
    </div>
  );
}

type CellsProps<R> = Pick<
  TableRowProps<R>,
  'row' | 'index' | 'columns' | 'withBox' | 'isCurrent' | 'isSelected'
>;

function Cells<R>({ row, index, columns, withBox, isCurrent, isSelected }: CellsProps<R>) {
  const offset = withBox ? 2 : 1;
  return (
    <>
      {withBox && (
        <div role="gridcell" className="table-box" data-box="" aria-colindex={1}>
          {isSelected !== null && <Box isSelected={isSelected} />}
        </div>
      )}
      {columns.map((column, place) => (
        <div
          key={column.id}
          role="gridcell"
          className={column.align === 'end' ? 'table-cell table-cell-end' : 'table-cell'}
          aria-colindex={place + offset}
        >
          {row === undefined ? (
            <Skeleton width={column.width === 'grow' ? `${40 + ((index * 17) % 40)}%` : '70%'} />
          ) : (
            column.cell(row, { isCurrent, isSelected: isSelected === true })
          )}
        </div>
      ))}
    </>
  );
}

/** Rendered again only when its own row or state changes: scrolling adds and removes rows and touches no other. */
export const TableRow = memo(TableRowContent) as typeof TableRowContent;
