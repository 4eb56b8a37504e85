import { useEffect, useState } from 'react';
import type { OutboxItem, OutboxView } from './outbox-items.ts';

/** What was looked at last, and where it stood. */
interface Seen {
  readonly view: OutboxView;
  /** What the person asked for then. */
  readonly asked: string | null;
  /** Null: nothing was left that may be shown unasked. */
  readonly id: string | null;
  readonly index: number;
}

/**
 * What of the list is looked at: what the person picks, at first the first. It stays while it is there, whatever comes
 * above it; when it is dealt with, what stands in its place by then is next. Held deletes are never next: their button
 * would come to lie under a hand that presses one after the other.
 */
export function useShown(
  view: OutboxView,
  items: readonly OutboxItem[],
  current: string | null,
  onGone: () => void,
): OutboxItem | null {
  const [seen, setSeen] = useState<Seen | null>(null);
  const isPicked = current !== null && current !== seen?.asked;
  const before = seen?.view !== view || isPicked ? null : seen;
  const shown = before === null ? firstOf(items, current) : nextOf(items, before);
  const now: Seen = {
    view,
    asked: current,
    id: shown?.id ?? null,
    index: shown === null ? (before?.index ?? 0) : items.indexOf(shown),
  };
  // What comes into an empty list is looked at as when one has just come there.
  const kept = items.length === 0 ? null : now;
  if (!isSame(seen, kept)) setSeen(kept);
  // Picked once more when it is back, it is to be shown again.
  const isGone = current !== null && shown?.id !== current;
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);
  return shown;
}

function firstOf(items: readonly OutboxItem[], wanted: string | null): OutboxItem | null {
  return items.find(({ id }) => id === wanted) ?? items.find(({ kind }) => kind !== 'heading') ?? null;
}

function nextOf(items: readonly OutboxItem[], { id, index }: Seen): OutboxItem | null {
  return (
    items.find((item) => item.id === id) ??
    items.slice(index).find(mayFollow) ??
    items.slice(0, index).findLast(mayFollow) ??
    null
  );
}

const mayFollow = ({ kind }: OutboxItem): boolean => kind !== 'heading' && kind !== 'held';

function isSame(one: Seen | null, other: Seen | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.view === other.view && one.asked === other.asked && one.id === other.id && one.index === other.index
  );
}
