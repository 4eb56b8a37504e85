import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useWidth } from '../browser/use-width.ts';
import { format } from '../words/format.ts';
import './tabs.css';

export interface Tab<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly count?: number | undefined;
  /** Digits to reserve for a count that comes later, so that the next tabs do not move then. */
  readonly room?: number | undefined;
}

interface TabsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (id: T) => void;
  readonly tabs: readonly Tab<T>[];
  /** What the chosen tab shows; it fills the room that is left. */
  readonly children: ReactNode;
}

/**
 * The parts of one thing, each a whole view. Arrows go along the tabs, Enter opens one. Not the tabs of react-aria: their
 * panel walks through all that it holds at every change of the page, which costs a scrolling table its frames.
 */
export function Tabs<T extends string>({ label, value, onChange, tabs, children }: TabsProps<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // A narrow window has no room for all of them: the chosen one is never scrolled away, also by counts that come later,
  // or by a window that becomes narrow, as it does where the page is zoomed.
  const width = useWidth(list);
  const counts = tabs.map(({ count }) => count).join(' ');
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-selected="true"]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value, counts, width]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const target = nextTab(event.key, all.indexOf(event.target as HTMLElement), all.length);
    if (target === null) return;
    event.preventDefault();
    all[target]?.focus();
  };
  return (
    <div className="tabs">
      <div ref={list} role="tablist" className="tab-list" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            className="tab"
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            <TabCount count={tab.count} room={tab.room} />
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        className="tab-panel"
        aria-labelledby={`${id}-${value}`}
        key={value}
      >
        {children}
      </div>
    </div>
  );
}

function TabCount({ count, room = 0 }: Pick<Tab<string>, 'count' | 'room'>) {
  if (count === undefined && room === 0) return null;
  return (
    <span className="tab-count num" style={room === 0 ? undefined : { minWidth: `${room}ch` }}>
      {count === undefined ? '' : format.count(count)}
    </span>
  );
}

function nextTab(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
