import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { useTextScale } from '../look/text-size.ts';
import { useShownTheme } from '../look/use-shown-theme.ts';
import { Skeleton } from '../telling/skeleton-rows.tsx';
import { onTreeKey } from './tree-keys.ts';
import type { TreeLine, TreePlace, TreeRows } from './tree.ts';
import './tree.css';

interface VirtualTreeProps<R> {
  readonly label: string;
  readonly rows: TreeRows<R>;
  readonly placeOf: (row: R) => TreePlace;
  /** Called with all rows in view at once: how a name is shortened depends on those around it. */
  readonly linesOf: (rows: readonly (R | undefined)[]) => readonly (TreeLine | undefined)[];
  /** The current line; below 0: none. */
  readonly index: number;
  readonly onIndex: (index: number) => void;
  /** Opens or closes what is below a line: by an arrow, or by a press on its chevron (`data-fold`). */
  readonly onFold: (row: R) => void;
  /** Enter or Space. */
  readonly onChoose: (row: R) => void;
  /** A press on a line, which is the current one by then; beside the buttons in it. */
  readonly onPress?: ((row: R) => void) | undefined;
  readonly onDoublePress?: ((row: R) => void) | undefined;
  readonly isMultiple?: boolean | undefined;
  readonly ref?: Ref<VirtualTreeHandle> | undefined;
}

export interface VirtualTreeHandle {
  /** Brings the focus to the first line. */
  readonly toFirst: () => void;
  /** Brings a line into view. */
  readonly reveal: (index: number) => void;
}

/** Pixels of a line, before the text size grows them. */
const LINE = { plain: 28, contrast: 36 } as const;

/** A tree of any number of lines, of which only those in view exist: the focus stays on the tree, and names the line. */
export function VirtualTree<R>(props: VirtualTreeProps<R>): ReactNode {
  const { rows, index, onIndex, onFold, onPress, onDoublePress } = props;
  const tree = useRef<HTMLDivElement>(null);
  const id = useId();
  const { lines, height } = useLinesInView(tree, rows);
  const reveal = (at: number): void => lines.scrollToIndex(at, { align: 'auto' });
  const goTo = (next: number): void => {
    onIndex(next);
    reveal(next);
  };
  useImperativeHandle(props.ref, () => ({
    toFirst: () => {
      tree.current?.focus();
      goTo(0);
    },
    reveal,
  }));
  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    const [at, row] = pressedLine(event, rows) ?? [];
    if (at === undefined || row === undefined) return;
    if (isOnChevron(event)) {
      onFold(row);
      return;
    }
    goTo(at);
    onPress?.(row);
  };
  const inView = lines.getVirtualItems();
  const isSeen = inView.some((item) => item.index === index);
  const shown = props.linesOf(inView.map((item) => rows.at(item.index)));
  return (
    <div
      ref={tree}
      role="tree"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable={props.isMultiple === true}
      className="tree"
      onClick={onClick}
      onDoubleClick={(event) => {
        const found = isOnChevron(event) ? null : pressedLine(event, rows);
        if (found !== null) onDoublePress?.(found[1]);
      }}
      onKeyDown={(event) =>
        onTreeKey(event, {
          ...props,
          page: Math.max(1, Math.floor((tree.current?.clientHeight ?? 0) / height) - 1),
          goTo,
        })
      }
      {...(isSeen ? { 'aria-activedescendant': `${id}-${index}` } : {})}
    >
      <div className="tree-lines" role="presentation" style={{ height: lines.getTotalSize() }}>
        {inView.map((item, nth) => (
          <Line
            key={item.index}
            id={`${id}-${item.index}`}
            index={item.index}
            top={item.start}
            isCurrent={item.index === index}
            row={rows.at(item.index)}
            line={shown[nth]}
            placeOf={props.placeOf}
            isMultiple={props.isMultiple}
          />
        ))}
      </div>
    </div>
  );
}

interface LineProps<R> extends Pick<VirtualTreeProps<R>, 'placeOf' | 'isMultiple'> {
  readonly id: string;
  readonly index: number;
  /** Pixels from the top of all lines. */
  readonly top: number;
  readonly isCurrent: boolean;
  readonly row: R | undefined;
  readonly line: TreeLine | undefined;
}

function Line<R>({ id, index, top, isCurrent, row, line, placeOf, isMultiple }: LineProps<R>): ReactNode {
  if (row === undefined || line === undefined)
    return (
      <div className="tree-line" role="presentation" style={{ top }}>
        <Skeleton width="60%" />
      </div>
    );
  const { level, isOpen, among } = placeOf(row);
  const { content, title, className, isChecked } = line;
  const look = ['tree-line', ...(className === undefined ? [] : [className])];
  if (isCurrent) look.push('tree-current');
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      {...(isOpen === null ? {} : { 'aria-expanded': isOpen })}
      {...(among === undefined ? {} : { 'aria-posinset': among.at, 'aria-setsize': among.of })}
      {...(isMultiple === true ? {} : { 'aria-selected': isCurrent })}
      {...(isChecked === undefined ? {} : { 'aria-checked': isChecked })}
      className={look.join(' ')}
      data-index={index}
      title={title}
      style={{ top }}
    >
      {content}
    </div>
  );
}

/** Null beside the lines, and on a button of one. */
function pressedLine<R>(
  { target }: MouseEvent<HTMLDivElement>,
  rows: TreeRows<R>,
): readonly [at: number, row: R] | null {
  if (!(target instanceof Element) || target.closest('button') !== null) return null;
  const line = target.closest<HTMLElement>('[data-index]');
  if (line === null) return null;
  const at = Number(line.dataset['index']);
  const row = rows.at(at);
  return row === undefined ? null : [at, row];
}

function isOnChevron({ target }: MouseEvent<HTMLDivElement>): boolean {
  return target instanceof Element && target.closest('[data-fold]') !== null;
}

/** The lines that are drawn, and the height of one, in pixels. */
function useLinesInView<R>(
  tree: RefObject<HTMLDivElement | null>,
  { count, onRange }: TreeRows<R>,
): { readonly lines: Virtualizer<HTMLDivElement, Element>; readonly height: number } {
  const height = LINE[useShownTheme() === 'contrast' ? 'contrast' : 'plain'] * useTextScale();
  const lines = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => tree.current,
    estimateSize: () => height,
    overscan: 12,
    useFlushSync: false,
  });
  const items = lines.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => lines.measure(), [lines, height]);
  useEffect(() => onRange?.(first, last), [onRange, first, last]);
  return { lines, height };
}
