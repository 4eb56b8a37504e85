import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import type { Point, PointRow } from '../../../shared/ipc/datamodel.ts';
import { useText } from '../../text/use-text.ts';
import { Skeleton } from '../../ui/telling/skeleton-rows.tsx';
import { useTextScale } from '../../ui/look/text-size.ts';
import { tellingWords, type TellingWord } from '../../ui/words/telling-words.ts';
import { useShownTheme } from '../../ui/look/use-shown-theme.ts';
import { EquipmentLine, PointLine } from './point-line.tsx';
import type { PointLines } from './use-point-pages.ts';
import { onTreeKey } from './use-tree-keys.ts';

interface PointTreeProps {
  readonly lines: PointLines;
  readonly selected: ReadonlySet<string>;
  readonly colourOf: ((id: string) => string | undefined) | undefined;
  readonly onToggle: (point: Point) => void;
  readonly onFold: (name: string | null) => void;
  readonly onFavourite: (point: Point) => void;
  /** The point that was looked at last. */
  readonly onCurrent: (point: Point | null) => void;
  readonly ref?: Ref<PointTreeHandle> | undefined;
}

export interface PointTreeHandle {
  /** Brings the focus to the first line. */
  readonly toFirst: () => void;
}

const LINE = { plain: 28, contrast: 36 } as const;

/** Equipment and points of any number: only the lines in view exist. */
export function PointTree(props: PointTreeProps): ReactNode {
  const { lines, onFold, onToggle, onCurrent } = props;
  const t = useText();
  const tree = useRef<HTMLDivElement>(null);
  const id = useId();
  const [index, setIndex] = useState(-1);
  const { rows, height } = useLinesInView(tree, lines);
  const goTo = (next: number): void => {
    setIndex(next);
    rows.scrollToIndex(next, { align: 'auto' });
    const row = lines.at(next);
    onCurrent(row?.kind === 'point' ? row : null);
  };
  useImperativeHandle(props.ref, () => ({
    toFirst: () => {
      tree.current?.focus();
      goTo(0);
    },
  }));
  const choose = (row: PointRow): void => {
    if (row.kind === 'equipment') onFold(row.name);
    else onToggle(row);
  };
  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    const at = pressedLine(event);
    const row = at === null ? undefined : lines.at(at);
    if (at === null || row === undefined) return;
    goTo(at);
    choose(row);
  };
  const isSeen = rows.getVirtualItems().some((item) => item.index === index);
  return (
    <div
      ref={tree}
      role="tree"
      tabIndex={0}
      aria-label={t('datamodel.points')}
      aria-multiselectable
      className="point-tree"
      onClick={onClick}
      onKeyDown={(event) =>
        onTreeKey(event, {
          index,
          count: lines.count,
          page: Math.max(1, Math.floor((tree.current?.clientHeight ?? 0) / height) - 1),
          at: lines.at,
          goTo,
          fold: onFold,
          choose,
        })
      }
      {...(isSeen ? { 'aria-activedescendant': `${id}-${index}` } : {})}
    >
      <TreeLines {...props} rows={rows} id={id} index={index} />
    </div>
  );
}

/** Null beside the lines, and on a button of one. */
function pressedLine({ target }: MouseEvent<HTMLDivElement>): number | null {
  if (!(target instanceof Element) || target.closest('button') !== null) return null;
  const line = target.closest<HTMLElement>('[data-index]');
  return line === null ? null : Number(line.dataset['index']);
}

interface TreeLinesProps extends PointTreeProps {
  readonly rows: Virtualizer<HTMLDivElement, Element>;
  readonly id: string;
  readonly index: number;
}

function TreeLines(props: TreeLinesProps): ReactNode {
  const { lines, rows, id, index: current } = props;
  const items = rows.getVirtualItems();
  const words = wordsOf(items.map(({ index }) => lines.at(index)));
  return (
    <div className="point-lines" role="presentation" style={{ height: rows.getTotalSize() }}>
      {items.map(({ index, start }) => (
        <Line
          key={index}
          {...props}
          row={lines.at(index)}
          words={words}
          line={{ id: `${id}-${index}`, index, top: start, isCurrent: index === current }}
        />
      ))}
    </div>
  );
}

/** The lines that are drawn, and the height of one, in pixels. */
function useLinesInView(
  tree: RefObject<HTMLDivElement | null>,
  lines: PointLines,
): { readonly rows: Virtualizer<HTMLDivElement, Element>; readonly height: number } {
  const height = LINE[useShownTheme() === 'contrast' ? 'contrast' : 'plain'] * useTextScale();
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count: lines.count,
    getScrollElement: () => tree.current,
    estimateSize: () => height,
    overscan: 12,
    useFlushSync: false,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => rows.measure(), [rows, height]);
  useEffect(() => lines.onRange(first, last), [lines, first, last]);
  return { rows, height };
}

/** Of each label the word that tells it from those around it. */
function wordsOf(rows: readonly (PointRow | undefined)[]): ReadonlyMap<string, TellingWord> {
  return tellingWords(rows.flatMap((row) => (row?.kind === 'point' ? [row.label] : [])));
}

interface LineProps extends PointTreeProps {
  readonly row: PointRow | undefined;
  readonly words: ReadonlyMap<string, TellingWord>;
  readonly line: {
    readonly id: string;
    readonly index: number;
    readonly top: number;
    readonly isCurrent: boolean;
  };
}

function Line({ row, words, line, selected, colourOf, onFavourite }: LineProps): ReactNode {
  if (row === undefined)
    return (
      <div className="point-line" role="presentation" style={{ top: line.top }}>
        <Skeleton width="60%" />
      </div>
    );
  if (row.kind === 'equipment') return <EquipmentLine {...line} row={row} />;
  return (
    <PointLine
      {...line}
      row={row}
      telling={words.get(row.label)}
      isChecked={selected.has(row.id)}
      colour={colourOf?.(row.id)}
      onFavourite={() => onFavourite(row)}
    />
  );
}
