import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { assertNever } from '../../../shared/assert-never.ts';
import { isCommand } from '../browser/keys.ts';
import { gridIntent, type GridIntent, NOT_TYPED, searchFrom, typeLetter } from './keyboard.ts';
import { findPrefix, type RowSource } from './source.ts';
import type { SelectionActions } from './use-selection.ts';

/** A point in the window, for a menu. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What an app does with a row. */
export interface RowActions<R> {
  readonly onOpen?: ((row: R) => void) | undefined;
  /** Is the row but a way to elsewhere? Pressing it once opens it. */
  readonly opensAtOnce?: ((row: R) => boolean) | undefined;
  readonly onPreview?: ((row: R) => void) | undefined;
  readonly onMenu?: ((row: R, at: Point) => void) | undefined;
  readonly onDelete?: ((row: R | undefined) => void) | undefined;
  /** F2; left out, it goes into the row's first control. */
  readonly onRename?: ((row: R) => void) | undefined;
}

interface GridEvents<R> extends RowActions<R> {
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly source: RowSource<R>;
  readonly index: number;
  /** Where keys begin while no row is current. */
  readonly next: number;
  /** The first row that is no heading. */
  readonly first: number;
  readonly page: () => number;
  /** Makes a row current and brings it into view. */
  readonly goTo: (index: number) => void;
  readonly select: SelectionActions | null;
}

/**
 * Marks a table that is led by keys, for its focus ring. The browser decides on a ring when the focus comes, and here
 * the focus stays while pointer and keys take turns.
 */
const BY_KEYS = 'keys';
const CONTROLS = 'button, a, input, select, textarea, label, [role="button"]';

/** What pointer and keys do in a table. Pressing a row makes it current; boxes, Ctrl and Shift select. */
export function useGridEvents<R>(events: GridEvents<R>) {
  const findTyped = useTypedSearch(events);
  const carryOutLater = useLater(events);
  return { ...keyEvents(events, findTyped, carryOutLater), ...pointerEvents(events) };
}

type Deed = Exclude<GridIntent, { kind: 'type' }>;

/**
 * Carries a key out once a range is selected whose keys are on their way, on what is selected by then: pressed in quick
 * succession, Delete would else take the rows that were selected before the range grew or shrank. Dropped with the range,
 * where its keys cannot be had or something else is selected meanwhile: it meant no other rows.
 */
function useLater<R>(events: GridEvents<R>): (deed: Deed, after: Promise<boolean>) => void {
  const [due, setDue] = useState<{ readonly deed: Deed } | null>(null);
  const onDue = useEffectEvent((deed: Deed) => carryOut(deed, events));
  useEffect(() => {
    if (due !== null) onDue(due.deed);
  }, [due]);
  return (deed, after) => void after.then((isSelected) => isSelected && setDue({ deed }));
}

/** Does it act on all selected rows? */
function isOfSelected({ kind }: Deed): boolean {
  return kind === 'delete' || kind === 'menu';
}

/** Letters typed soon after one another lead to the row whose text begins with them. */
function useTypedSearch<R>({ source, index: current, goTo }: GridEvents<R>): (letter: string) => void {
  const typed = useRef(NOT_TYPED);
  return (letter) => {
    typed.current = typeLetter(typed.current, letter, performance.now());
    const { prefix } = typed.current;
    const from = source.count === 0 ? 0 : searchFrom(typed.current, current) % source.count;
    const found =
      source.findText === undefined
        ? findPrefix(source.count, (index) => loadedText(source, index), prefix, from)
        : source.findText(prefix, from);
    const go = (index: number | null): void => {
      if (index !== null) goTo(index);
    };
    if (found instanceof Promise) void found.then(go);
    else go(found);
  };
}

function keyEvents<R>(
  events: GridEvents<R>,
  findTyped: (letter: string) => void,
  carryOutLater: ReturnType<typeof useLater>,
) {
  const { grid, source, select } = events;
  return {
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>): void => {
      if (event.target !== grid.current) {
        if (event.key === 'Escape') grid.current?.focus();
        return;
      }
      const pressed = { key: event.key, shift: event.shiftKey, command: isCommand(event), alt: event.altKey };
      const intent = gridIntent(pressed, {
        index: events.index,
        next: events.next,
        first: events.first,
        count: source.count,
        page: events.page(),
      });
      if (intent === null) return;
      showKeys(grid.current);
      const awaited = select?.awaited() ?? null;
      // A key that is held down leads from row to row. Whatever else it does is meant once: it would open file after file.
      const isHeld = event.repeat && intent.kind !== 'move' && intent.kind !== 'type';
      if (isHeld) event.preventDefault();
      else if (intent.kind === 'type') findTyped(intent.letter);
      else if (awaited !== null && isOfSelected(intent)) carryOutLater(intent, awaited);
      else if (!carryOut(intent, events)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onFocus: (event: FocusEvent<HTMLDivElement>): void => {
      if (event.target === grid.current && event.target.matches(':focus-visible')) showKeys(grid.current);
    },
  };
}

function pointerEvents<R>(events: GridEvents<R>) {
  const { grid, source, goTo, select } = events;

  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    const pressed = pressedRow(event);
    if (pressed === null) return;
    if (event.shiftKey && select !== null) select.extendTo(pressed.index, Math.max(0, events.index));
    else if (select !== null && (pressed.onBox || isCommand(event))) select.toggleAt(pressed.index);
    else select?.anchorAt(pressed.index);
    if (pressed.onBox) return;
    goTo(pressed.index);
    const row = source.rowAt(pressed.index);
    if (row !== undefined && events.opensAtOnce?.(row) === true) events.onOpen?.(row);
  };

  const withRow = (event: MouseEvent<HTMLDivElement>, act: (row: R) => void): void => {
    const pressed = pressedRow(event);
    const row = pressed === null ? undefined : source.rowAt(pressed.index);
    if (pressed === null || pressed.onBox || row === undefined) return;
    goTo(pressed.index);
    act(row);
  };

  return {
    onClick,
    onMouseDown: (event: MouseEvent<HTMLDivElement>): void => {
      delete grid.current?.dataset[BY_KEYS];
      if (!event.shiftKey) return;
      // Shift would select text between two rows; with that goes the focus, which has to come all the same.
      event.preventDefault();
      grid.current?.focus({ preventScroll: true });
    },
    onDoubleClick: (event: MouseEvent<HTMLDivElement>): void => {
      withRow(event, (row) => events.onOpen?.(row));
    },
    onContextMenu: (event: MouseEvent<HTMLDivElement>): void => {
      const { onMenu } = events;
      if (onMenu === undefined) return;
      event.preventDefault();
      withRow(event, (row) => onMenu(row, { x: event.clientX, y: event.clientY }));
    },
  };
}

/** False: there was nothing to do, and the key belongs to whatever is around the table. */
function carryOut<R>(intent: Deed, events: GridEvents<R>): boolean {
  const { source, index, select } = events;
  const row = index < 0 ? undefined : source.rowAt(index);
  switch (intent.kind) {
    case 'move':
      if (intent.extend && select !== null) {
        if (index >= 0) select.extendTo(intent.to, index);
      } else select?.anchorAt(intent.to);
      events.goTo(intent.to);
      return true;
    case 'selectAll':
      select?.selectAll();
      return select !== null;
    case 'clear':
      return select?.clear() ?? false;
    case 'toggle':
      select?.toggleAt(index);
      return select !== null;
    case 'preview':
      // Without a preview, the space bar selects.
      if (events.onPreview === undefined) select?.toggleAt(index);
      else if (row !== undefined) events.onPreview(row);
      return true;
    case 'open':
      return row !== undefined && given(events.onOpen, row);
    case 'delete':
      events.onDelete?.(row);
      return events.onDelete !== undefined;
    case 'menu':
      if (row === undefined || events.onMenu === undefined) return false;
      events.onMenu(row, rowPoint(events));
      return true;
    case 'edit':
      if (row !== undefined && given(events.onRename, row)) return true;
      // What has no name to change is gone into.
      rowElement(events)?.querySelector<HTMLElement>(CONTROLS)?.focus();
      return true;
    default:
      return assertNever(intent);
  }
}

function given<R>(act: ((row: R) => void) | undefined, row: R): boolean {
  act?.(row);
  return act !== undefined;
}

function loadedText<R>(source: RowSource<R>, index: number): string | null {
  const row = source.rowAt(index);
  return row === undefined ? null : source.textOf(row);
}

function rowElement<R>({ grid, index }: GridEvents<R>): HTMLElement | null {
  return grid.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
}

function rowPoint<R>(events: GridEvents<R>): Point {
  const box = (rowElement(events) ?? events.grid.current)?.getBoundingClientRect();
  return box === undefined ? { x: 0, y: 0 } : { x: box.left + 40, y: box.bottom };
}

/** The row under the pointer; null beside the rows and on a control within one. */
function pressedRow(event: MouseEvent<HTMLDivElement>): { index: number; onBox: boolean } | null {
  if (!(event.target instanceof Element)) return null;
  const row = event.target.closest<HTMLElement>('[data-index]');
  const control = event.target.closest(CONTROLS);
  if (row === null || (control !== null && row.contains(control))) return null;
  return { index: Number(row.dataset['index']), onBox: event.target.closest('[data-box]') !== null };
}

function showKeys(grid: HTMLDivElement): void {
  grid.dataset[BY_KEYS] = '';
}
