import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../inputs/button.tsx';
import { drawn, useTextScale } from '../look/text-size.ts';
import { useWidth } from '../browser/use-width.ts';
import './split-view.css';

interface SplitViewProps {
  /** The list. */
  readonly children: ReactNode;
  /** Null: the list has all the room. */
  readonly details: ReactNode | null;
  /** Names the details. */
  readonly label: string;
  readonly onCloseDetails?: (() => void) | undefined;
  /** Pixels, which grow with the text size, of the details until the person moves the edge; may follow the window. */
  readonly width?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Pixels of all rows of a list at the start: where that stands above what is picked of it, it takes no more. */
  readonly listHeight?: number | undefined;
  /** Remembers the width on this computer. */
  readonly storageKey?: string | undefined;
  /** Where the details are; the outbox has its list, the narrow part, at the start. */
  readonly side?: 'start' | 'end' | undefined;
}

const STEP = 16;
/** What the details take at most of both, however wide they were made in a larger window. */
const MOST = 0.5;

/** A list and its details; the edge between them is dragged, or moved by arrow keys. */
export function SplitView(props: SplitViewProps) {
  const { children, details, label, onCloseDetails, side = 'end' } = props;
  const t = useText();
  const room = useRef<HTMLDivElement>(null);
  const scale = useTextScale();
  const edge = useEdge(props, useWidth(room) / scale, scale);
  const panel = details !== null && (
    <aside className="split-panel" aria-label={label}>
      {onCloseDetails !== undefined && (
        <div className="split-close">
          <IconButton icon="close" size="s" label={t('ui.close')} onPress={onCloseDetails} />
        </div>
      )}
      {details}
    </aside>
  );
  const separator = details !== null && (
    // A separator that can be moved is a widget by ARIA's own definition.
    <div
      role="separator"
      tabIndex={0}
      className="split-edge"
      aria-label={t('ui.resize', { what: label })}
      aria-orientation="vertical"
      aria-valuenow={edge.width}
      aria-valuemin={edge.min}
      aria-valuemax={edge.max}
      {...edge.handlers}
    />
  );
  const style = {
    '--split-width': drawn(edge.width),
    ...(props.listHeight === undefined ? {} : { '--split-rows': drawn(props.listHeight) }),
  } as Record<string, string>;
  return (
    <div ref={room} className={`split split-${side}${details === null ? ' split-alone' : ''}`} style={style}>
      {side === 'start' && panel}
      {side === 'start' && separator}
      <div className="split-list">{children}</div>
      {side === 'end' && separator}
      {side === 'end' && panel}
    </div>
  );
}

function useEdge(props: SplitViewProps, room: number, scale: number) {
  const { width: start = 320, min = 260, storageKey, side = 'end' } = props;
  const most = props.max ?? 560;
  const max = room === 0 ? most : Math.max(min, Math.min(most, Math.round(room * MOST)));
  // Until the person sets a width, the screen decides it, also when the window changes.
  const [own, setOwn] = useState(() => storedWidth(storageKey));
  const width = within(own ?? start, min, max);
  const drag = useRef<{ from: number; width: number } | null>(null);
  const towards = side === 'end' ? -1 : 1;
  const change = (next: number): void => {
    const allowed = within(next, min, max);
    setOwn(allowed);
    if (storageKey !== undefined) localStorage.setItem(storageName(storageKey), String(allowed));
  };
  /** The screen says it again. */
  const reset = (): void => {
    setOwn(null);
    if (storageKey !== undefined) localStorage.removeItem(storageName(storageKey));
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { from: event.clientX, width };
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (drag.current === null) return;
      const { from, width: start } = drag.current;
      change(start + (towards * (event.clientX - from)) / scale);
    },
    onPointerUp: () => {
      drag.current = null;
    },
    onDoubleClick: reset,
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      const next = keyWidth(event.key, { width, min, max, towards });
      if (next === null) return;
      event.preventDefault();
      change(next);
    },
  };
  return { width, min, max, handlers };
}

interface EdgePlace {
  readonly width: number;
  readonly min: number;
  readonly max: number;
  readonly towards: number;
}

function keyWidth(key: string, { width, min, max, towards }: EdgePlace): number | null {
  switch (key) {
    case 'ArrowLeft':
      return width - towards * STEP;
    case 'ArrowRight':
      return width + towards * STEP;
    case 'Home':
      return min;
    case 'End':
      return max;
    default:
      return null;
  }
}

function within(width: number, min: number, max: number): number {
  return Math.round(Math.min(max, Math.max(min, width)));
}

function storageName(key: string): string {
  return `sitesync.width.${key}`;
}

function storedWidth(key: string | undefined): number | null {
  const stored = key === undefined ? null : localStorage.getItem(storageName(key));
  const width = stored === null ? Number.NaN : Number(stored);
  return Number.isFinite(width) ? width : null;
}
