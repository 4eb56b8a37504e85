import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { drawn, useTextScale } from '../look/text-size.ts';
import { useShownTheme } from '../look/use-shown-theme.ts';
import {
  type Column,
  fittingColumns,
  gridTemplate,
  hasSecondLines,
  silentColumns,
  type Sort,
} from './columns.ts';
import { countSelected, isSelected, type Selection } from './selection.ts';
import type { RowSource } from './source.ts';
import { TableHead } from './table-head.tsx';
import { type RowAttributes, TableRow } from './table-row.tsx';
import { type OnCurrent, useCurrentRow } from './use-current-row.ts';
import { type RowActions, useGridEvents } from './use-grid-events.ts';
import { useFocusOfRows } from './use-focus-of-rows.ts';
import { type SelectionActions, useSelection } from './use-selection.ts';
import { useWidth } from '../browser/use-width.ts';
import './table.css';

export interface VirtualTableProps<R> extends RowActions<R> {
  readonly label: string;
  /** Keep it the same object while its rows are the same. */
  readonly source: RowSource<R>;
  readonly columns: readonly Column<R>[];
  /** Pixels, which grow with the text size; high contrast adds 8. 48 has room for two lines, 64 for three. */
  readonly rowHeight?: 28 | 32 | 40 | 48 | 64 | undefined;
  /** A list of one kind of thing names no columns. */
  readonly headHidden?: boolean | undefined;
  readonly sort?: Sort | undefined;
  readonly onSortChange?: ((sort: Sort) => void) | undefined;
  /** Both left out: rows cannot be selected. */
  readonly selection?: Selection | undefined;
  readonly onSelectionChange?: ((selection: Selection) => void) | undefined;
  /**
   * False: what is selected is tinted alone, where boxes of a column mean something else. `aside`: before the edge of the
   * rows, so that what they begin with stands below their headings.
   */
  readonly boxes?: boolean | 'aside' | undefined;
  /** Key of the current row; left out, the table keeps it by itself. */
  readonly current?: string | null | undefined;
  readonly onCurrentChange?: OnCurrent<R> | undefined;
  /** Shown instead of rows if there are none. */
  readonly empty?: ReactNode;
  /** Rows that matter less are faint. */
  readonly rowTone?: ((row: R) => 'faint' | null) | undefined;
  /** Counts how often the current row was asked for once more: it is brought into view again. */
  readonly asks?: number | undefined;
  /** Not null: the row is a heading over the whole width. */
  readonly group?: ((row: R) => ReactNode) | undefined;
  /** Pixels of a heading, as `rowHeight`; left out: as high as a row. For lists of some hundreds of rows. */
  readonly headingHeight?: 40 | undefined;
  /** Attributes of a row's element, for what looks at the page from outside; keep it the same function. */
  readonly attributes?: ((row: R) => RowAttributes) | undefined;
  /** What floats over the rows: a SelectionBar. */
  readonly children?: ReactNode;
}

const CONTRAST = { scale: 1.18, taller: 8, head: 40 } as const;
const PLAIN = { scale: 1, taller: 0, head: 32 } as const;
/** Pixels of a row that has room for two lines. */
const TWO_LINES = 48;
/** Padding, box and scroll bar, in pixels. */
const AROUND_COLUMNS = 36 + 28;

/** A list of any length: only the rows in view exist. Sorting and filtering are the source's. */
export function VirtualTable<R>(props: VirtualTableProps<R>) {
  const { label, source, empty, children, boxes = true } = props;
  const grid = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = useShownTheme() === 'contrast' ? CONTRAST : PLAIN;
  const measure = props.headHidden === true ? { ...shown, head: 0 } : shown;
  const scale = useTextScale();
  const width = useWidth(grid) / scale;
  const columns = useShownColumns(props.columns, source, width, measure.scale);
  const heights = heightsOf(props, hasSecondLines(columns), measure.taller);
  const rows = useRows(grid, props, heights, measure.head, scale);
  const reveal = useReveal(rows, props);
  const current = useCurrentRow(source, props.current, props.onCurrentChange, reveal, props.asks ?? 0);
  const select = useSelection(source, props.selection, props.onSelectionChange);
  const toggleAll = useToggleAll(select);
  useFocusOfRows(grid);
  const events = useGridEvents<R>({
    ...props,
    grid,
    index: current.index,
    next: current.next,
    first: firstOf(props),
    page: () =>
      Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) / scale - measure.head) / heights.row) - 1),
    goTo: current.goTo,
    select,
  });
  const visible = current.index >= 0 && rows.getVirtualItems().some(({ index }) => index === current.index);
  return (
    <div
      className={[
        'table',
        ...(source.count === 0 ? ['table-empty'] : []),
        ...(boxes === 'aside' ? ['table-aside'] : []),
      ].join(' ')}
      style={sizes(columns, heights, measure, select !== null && boxes === true, width)}
    >
      <div
        ref={grid}
        role="grid"
        tabIndex={0}
        className={isPicking(props) ? 'table-grid table-picking' : 'table-grid'}
        aria-label={label}
        aria-rowcount={source.count + 1}
        aria-colcount={columns.length + (select === null || boxes === false ? 0 : 1)}
        aria-multiselectable={select !== null}
        {...(visible ? { 'aria-activedescendant': rowId(id, current.index) } : {})}
        {...events}
      >
        {props.headHidden !== true && (
          <TableHead
            columns={columns}
            sort={props.sort}
            onSortChange={props.onSortChange}
            selected={select === null || boxes === false ? null : howMany(props)}
            onToggleAll={toggleAll}
          />
        )}
        <TableRows
          {...props}
          columns={columns}
          rows={rows}
          id={id}
          index={current.index}
          headHeight={measure.head * scale}
        />
      </div>
      {source.count === 0 && <div className="table-nothing">{empty}</div>}
      {children}
    </div>
  );
}

interface TableRowsProps<R> extends VirtualTableProps<R> {
  readonly rows: Virtualizer<HTMLDivElement, Element>;
  readonly id: string;
  readonly index: number;
  readonly headHeight: number;
}

function TableRows<R>(props: TableRowsProps<R>) {
  const { source, columns, selection, boxes = true, rows, id, index: current, headHeight } = props;
  const elementOf = elementKeys(source);
  return (
    <div role="rowgroup" className="table-rows" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start }) => {
        const row = source.rowAt(index);
        return (
          <TableRow
            key={elementOf(index, row)}
            id={rowId(id, index)}
            row={row}
            index={index}
            top={start - headHeight}
            columns={columns}
            withBox={selection !== undefined && boxes !== false}
            isCurrent={index === current}
            isSelected={
              selection === undefined || (row !== undefined && source.canSelect?.(row) === false)
                ? null
                : row !== undefined && isSelected(selection, source.keyOf(row))
            }
            attributes={props.attributes}
            tone={row === undefined ? null : (props.rowTone?.(row) ?? null)}
            heading={row === undefined ? null : (props.group?.(row) ?? null)}
          />
        );
      })}
    </div>
  );
}

/**
 * An element stays with its row while others come and go above it, and so does the focus of a control in it: by its place
 * alone a key pressed there would mean another row. Pages that came one after the other may name one row twice.
 */
function elementKeys<R>(source: RowSource<R>): (index: number, row: R | undefined) => string | number {
  const given = new Set<string>();
  return (index, row) => {
    if (row === undefined) return index;
    const key = `row ${source.keyOf(row)}`;
    if (given.has(key)) return index;
    given.add(key);
    return key;
  };
}

/** Those that tell something of these rows, as far as they fit; a width of 0 is not known yet. */
function useShownColumns<R>(
  columns: readonly Column<R>[],
  source: RowSource<R>,
  width: number,
  scale: number,
): readonly Column<R>[] {
  // As one text: rows are rendered again only where other columns fall silent.
  const silent = useMemo(() => JSON.stringify(silentColumns(columns, source)), [columns, source]);
  return useMemo(() => {
    const ids = JSON.parse(silent) as readonly string[];
    const telling = ids.length === 0 ? columns : columns.filter(({ id }) => !ids.includes(id));
    return width === 0 ? telling : fittingColumns(telling, width - AROUND_COLUMNS, scale);
  }, [columns, silent, width, scale]);
}

/** Always the same function: with another one the head would be rendered again while rows scroll. */
function useToggleAll(select: SelectionActions | null): () => void {
  const latest = useRef(select);
  useLayoutEffect(() => {
    latest.current = select;
  });
  return useCallback(() => latest.current?.toggleAll(), []);
}

/** Pixels before the text size grows them. */
interface Heights {
  readonly row: number;
  readonly heading: number;
}

function heightsOf<R>(
  { rowHeight = 32, headingHeight }: Pick<VirtualTableProps<R>, 'rowHeight' | 'headingHeight'>,
  hasTwoLines: boolean,
  taller: number,
): Heights {
  const row = (hasTwoLines ? TWO_LINES : rowHeight) + taller;
  return { row, heading: headingHeight === undefined ? row : headingHeight + taller };
}

/** Brings a row into view, the first one with the heading above it. */
function useReveal<R>(
  rows: Virtualizer<HTMLDivElement, Element>,
  list: Pick<VirtualTableProps<R>, 'source' | 'group'>,
): (index: number) => void {
  const first = firstOf(list);
  return useCallback(
    (index) => rows.scrollToIndex(index <= first ? 0 : index, { align: 'auto' }),
    [rows, first],
  );
}

/** The first row that is no heading; where all are, the first. */
function firstOf<R>({ source, group }: Pick<VirtualTableProps<R>, 'source' | 'group'>): number {
  for (let index = 0; index < source.count; index += 1) {
    const row = source.rowAt(index);
    if (row === undefined || (group?.(row) ?? null) === null) return index;
  }
  return 0;
}

function useRows<R>(
  grid: { readonly current: HTMLDivElement | null },
  { source, group }: Pick<VirtualTableProps<R>, 'source' | 'group'>,
  { row, heading }: Heights,
  head: number,
  scale: number,
): Virtualizer<HTMLDivElement, Element> {
  const isHeading = (index: number): boolean => {
    const at = source.rowAt(index);
    return at !== undefined && (group?.(at) ?? null) !== null;
  };
  const areAlike = row === heading;
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count: source.count,
    getScrollElement: () => grid.current,
    estimateSize: (index) => (!areAlike && isHeading(index) ? heading : row) * scale,
    overscan: 10,
    // The head stays at the top, above the rows and over them.
    scrollMargin: head * scale,
    scrollPaddingStart: head * scale,
    // React batches the rows of a fast scroll into one frame; flushing each event would cost frames.
    useFlushSync: false,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  // Headings may stand elsewhere now: before that is drawn.
  useLayoutEffect(() => rows.measure(), [rows, row, heading, scale, areAlike ? null : source]);
  useEffect(() => {
    if (source.count > 0) source.onRange?.(first, last);
  }, [source, first, last]);
  return rows;
}

function rowId(table: string, index: number): string {
  return `${table}-row-${index}`;
}

function isPicking<R>({ selection, source }: VirtualTableProps<R>): boolean {
  return selection !== undefined && countSelected(selection, source.count) > 0;
}

function howMany<R>({ selection, source }: VirtualTableProps<R>): 'nothing' | 'none' | 'some' | 'all' {
  if (source.count === 0) return 'nothing';
  const count = selection === undefined ? 0 : countSelected(selection, source.count);
  if (count === 0) return 'none';
  return count >= source.count ? 'all' : 'some';
}

interface TableSizes extends CSSProperties {
  readonly '--table-columns': string;
  readonly '--table-row': string;
  readonly '--table-heading': string;
  readonly '--table-head': string;
}

function sizes<R>(
  columns: readonly Column<R>[],
  heights: Heights,
  measure: { readonly scale: number; readonly head: number },
  withBoxes: boolean,
  width: number,
): TableSizes {
  const room = width === 0 ? Infinity : width - AROUND_COLUMNS;
  return {
    '--table-columns': gridTemplate(columns, measure.scale, withBoxes, room),
    '--table-row': drawn(heights.row),
    '--table-heading': drawn(heights.heading),
    '--table-head': drawn(measure.head),
  };
}
