import { useEffect, useState } from 'react';
import type { OutboxItem, OutboxView } from './outbox-items.ts';

/** The item that was shown last, and where it was in the list. */
export interface Seen {
  readonly view: OutboxView;
  /** What the person had selected then. */
  readonly asked: string | null;
  /** Null: nothing was left that may be shown unasked. */
  readonly id: string | null;
  readonly kind: OutboxItem['kind'] | null;
  readonly index: number;
}

/**
 * Which item of the list is shown: the one that the person selects, at first the first. It stays while it is in the list,
 * whatever comes above it. When it is done with, whatever took its place is next; what waits is not left for what is done
 * while anything waits, since files go from one to the other by the second. Held deletes are never next: their button would
 * come to lie under the pointer of someone who clicks through the others.
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
    kind: shown?.kind ?? null,
    index: shown === null ? (before?.index ?? 0) : items.indexOf(shown),
  };
  // An item that comes into an empty list is shown as in a list that was just opened.
  const kept = items.length === 0 ? null : now;
  if (!isSame(seen, kept)) setSeen(kept);
  // If the person selects it again after it comes back, it has to be shown again.
  const isGone = current !== null && shown?.id !== current;
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);
  return shown;
}

function firstOf(items: readonly OutboxItem[], wanted: string | null): OutboxItem | null {
  return items.find(({ id }) => id === wanted) ?? items.find(({ kind }) => kind !== 'heading') ?? null;
}

/** What is shown instead of an item that was shown before; that item while it is in the list. */
export function nextOf(
  items: readonly OutboxItem[],
  { id, kind, index }: Pick<Seen, 'id' | 'kind' | 'index'>,
): OutboxItem | null {
  const near = (mayBe: (item: OutboxItem) => boolean): OutboxItem | undefined =>
    items.slice(index).find(mayBe) ?? items.slice(0, index).findLast(mayBe);
  return (
    items.find((item) => item.id === id) ??
    near((item) => item.kind === kind && movesByItself(item)) ??
    near(mayFollow) ??
    null
  );
}

const movesByItself = ({ kind }: OutboxItem): boolean => kind === 'pending' || kind === 'done';
const mayFollow = ({ kind }: OutboxItem): boolean => kind !== 'heading' && kind !== 'held';

function isSame(one: Seen | null, other: Seen | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.view === other.view && one.asked === other.asked && one.id === other.id && one.index === other.index
  );
}
